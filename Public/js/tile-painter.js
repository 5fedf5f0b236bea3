// Draws tiles on a canvas without seams: every edge is rounded to a device px by itself, so that neighbours share it.

/** Tiles that are finer than this many levels would flicker, drawn so small. */
const FINER_LEVELS = 2;

/** Draws the visible tiles of a level, and in place of missing ones what else there is. Says whether none was missing. */
export function paint(context, grid, memory, placeholder, { viewport, ratio, level, visible }) {
    const { canvas } = context;
    // Centred images lie on half px: the tiny step keeps the last bit of a product from rounding neighbours apart.
    const edge = (start, along) => Math.round((start + viewport.zoom * along) * ratio + 1e-6);
    const draw = (getBitmap, { left, top, right, bottom, step }) => {
        const [x, y] = [edge(viewport.x, left), edge(viewport.y, top)];
        const [width, height] = [edge(viewport.x, right) - x, edge(viewport.y, bottom) - y];
        if (x >= canvas.width || y >= canvas.height || x + width <= 0 || y + height <= 0 || !width || !height) return;
        const bitmap = getBitmap();
        const source = (length, most) => Math.min(most, length / step);
        context.clearRect(x, y, width, height);
        context.drawImage(bitmap, 0, 0, source(right - left, bitmap.width), source(bottom - top, bitmap.height), x, y, width, height);
    };
    const drawTile = (tile) => draw(() => memory.use(tile), tile);

    context.clearRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'medium';
    const sharp = visible.filter((tile) => memory.has(tile));
    if (sharp.length < visible.length) {
        if (placeholder) draw(() => placeholder, { left: 0, top: 0, right: grid.width, bottom: grid.height, step: 1 });
        const others = memory.tiles.filter((tile) => tile.level !== level && tile.level <= level + FINER_LEVELS);
        others.sort((a, b) => a.level - b.level).forEach(drawTile);
    }
    sharp.forEach(drawTile);
    memory.endFrame();
    return sharp.length === visible.length;
}

// The decoded tiles of an image, within a bound of memory.

const MOST_BYTES = 128 * 1024 * 1024; // of all bitmaps; the tiles of the current frame stay even beyond it

/** Tiles with their bitmaps, by key. When there are too many, those that were drawn longest ago go first. */
export class TileCache extends Map {
	/** The number of the frame that is drawn now. A drawn tile gets it as its `frame`. */
	frame = 0;

	/**
	 * Keeps a tile.
	 * @param {object} tile as `tilesIn` makes it
	 * @param {ImageBitmap} bitmap belongs to the cache from now on
	 * @param {number} [born] when the tile came, in ms of `performance.now()`; it fades in from then on. 0: it does not fade
	 */
	add(tile, bitmap, born = 0) {
		this.set(tile.key, { ...tile, bitmap, bytes: 4 * bitmap.width * bitmap.height, frame: this.frame, born });
	}

	/** Ends a frame: closes bitmaps that it has not drawn until the rest is within the bound. */
	endFrame() {
		const tiles = [...this.values()].sort((a, b) => a.frame - b.frame);
		let excess = tiles.reduce((sum, { bytes }) => sum + bytes, -MOST_BYTES);
		for (const { key, bitmap, bytes, frame } of tiles) {
			if (excess <= 0 || frame === this.frame) break;
			this.delete(key);
			excess -= bytes;
			bitmap.close();
		}
		this.frame += 1;
	}

	/** Closes all bitmaps. */
	clear() {
		for (const { bitmap } of this.values()) bitmap.close();
		super.clear();
	}
}

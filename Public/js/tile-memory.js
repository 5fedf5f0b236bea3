// Decoded tiles, bounded in bytes: those that the current frame has used stay, of the others the least recently used go first.

const BUDGET = 128 * 1024 * 1024;

export class TileMemory {
    #entries = new Map(); // key -> {tile, bitmap, bytes, frame}, the least recently used first
    #bytes = 0;
    #frame = 0;

    has({ key }) {
        return this.#entries.has(key);
    }

    get tiles() {
        return [...this.#entries.values()].map(({ tile }) => tile);
    }

    /** The bitmap of a tile that is held. */
    use({ key }) {
        const entry = this.#entries.get(key);
        entry.frame = this.#frame;
        this.#entries.delete(key);
        this.#entries.set(key, entry);
        return entry.bitmap;
    }

    add(tile, bitmap) {
        const bytes = 4 * bitmap.width * bitmap.height;
        this.#entries.set(tile.key, { tile, bitmap, bytes, frame: this.#frame });
        this.#bytes += bytes;
    }

    /** The frame is drawn: what it did not use may go. */
    endFrame() {
        for (const [key, { frame, bytes, bitmap }] of this.#entries) {
            if (this.#bytes <= BUDGET) break;
            if (frame === this.#frame) continue;
            this.#entries.delete(key);
            this.#bytes -= bytes;
            bitmap.close();
        }
        this.#frame += 1;
    }

    clear() {
        for (const { bitmap } of this.#entries.values()) bitmap.close();
        this.#entries.clear();
        this.#bytes = 0;
    }
}

// Counts the scans of a JPEG without decoding it.
#include "scans.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE_SIZE = 1 << 16, START_OF_IMAGE = 0xD8, END_OF_IMAGE = 0xD9, START_OF_SCAN = 0xDA, RESTART = 0xD0, TEMPORARY = 0x01 };

typedef struct {
    const AzsSource *source;
    // `bytes` holds the source's bytes from `start` to `end`.
    int64_t start, end, position;
    // The negated errno of a read that failed, or 0.
    int failure;
    uint8_t bytes[PIECE_SIZE];
} Reader;

// Reads the bytes at the position unless the buffer holds them. 0 at the end of the source, and when it cannot be read.
static int fill(Reader *reader) {
    if (reader->position >= reader->start && reader->position < reader->end) return 1;
    int64_t count = azs_read(reader->source, reader->bytes, PIECE_SIZE, reader->position);
    if (count < 0) reader->failure = (int) count;
    reader->start = reader->position;
    reader->end = reader->position + (count > 0 ? count : 0);
    return count > 0;
}

static int next(Reader *reader) { return fill(reader) ? reader->bytes[reader->position++ - reader->start] : -1; }

// The next marker, or -1 at the end. Skips the entropy-coded data: in it, 0xFF is followed by 0 or begins a restart marker.
static int next_marker(Reader *reader) {
    while (fill(reader)) {
        const uint8_t *here = reader->bytes + (reader->position - reader->start);
        const uint8_t *found = memchr(here, 0xFF, (size_t) (reader->end - reader->position));
        reader->position = found ? reader->start + (found - reader->bytes) + 1 : reader->end;
        if (!found) continue;
        int marker;
        do marker = next(reader);
        while (marker == 0xFF);
        if (marker != 0) return marker;
    }
    return -1;
}

int azj_count_scans(const AzsSource *source, int limit) {
    Reader *reader = calloc(1, sizeof *reader);
    if (!reader) return -ENOMEM;
    reader->source = source;
    int count = 0;
    int marker;
    while (count <= limit && (marker = next_marker(reader)) >= 0 && marker != END_OF_IMAGE) {
        if (marker == START_OF_IMAGE || marker == TEMPORARY || (marker & 0xF8) == RESTART) continue;
        if (marker == START_OF_SCAN) count++;
        int high = next(reader), low = next(reader);
        if (low < 0) break;
        reader->position += (high << 8 | low) - 2;
    }
    int failure = reader->failure;
    free(reader);
    return failure ? failure : count;
}

// How many scans a JPEG has, found without decoding: whoever decodes one of several scans goes over the whole picture once for each.
#include "scans.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIECE_SIZE = 1 << 16, START_OF_IMAGE = 0xD8, END_OF_IMAGE = 0xD9, START_OF_SCAN = 0xDA, RESTART = 0xD0, TEMPORARY = 0x01 };

typedef struct {
    int descriptor;
    // `bytes` are those of the file from `start` to `end`.
    int64_t start, end, position;
    // The errno of a read that failed, or 0.
    int failure;
    uint8_t bytes[PIECE_SIZE];
} Reader;

// Makes the bytes at the position readable. 0 at the end of the file, and where it cannot be read.
static int fill(Reader *reader) {
    if (reader->position >= reader->start && reader->position < reader->end) return 1;
    ssize_t count;
    do count = pread(reader->descriptor, reader->bytes, PIECE_SIZE, reader->position);
    while (count < 0 && errno == EINTR);
    if (count < 0) reader->failure = errno;
    reader->start = reader->position;
    reader->end = reader->position + (count > 0 ? count : 0);
    return count > 0;
}

static int next(Reader *reader) { return fill(reader) ? reader->bytes[reader->position++ - reader->start] : -1; }

// The next marker, or -1 at the end. The codes of pixels are passed over: in them 0xFF is followed by 0, or is a restart marker.
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

int azj_count_scans(int descriptor, int limit) {
    Reader *reader = calloc(1, sizeof *reader);
    if (!reader) return -1;
    reader->descriptor = descriptor;
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
    if (!failure) return count;
    errno = failure;
    return -1;
}

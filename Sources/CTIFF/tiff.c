// libtiff for Swift.
#include "CTIFF.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <tiffio.h>

struct AztFile {
    TIFF *tiff;
    AzsSource source;
    int64_t position;
    int failure;
};

const char *azt_version(void) { return TIFFGetVersion(); }

static tmsize_t read_bytes(thandle_t handle, void *buffer, tmsize_t length) {
    AztFile *file = handle;
    int64_t count = azs_read(&file->source, buffer, (size_t) length, file->position);
    if (count < 0) {
        file->failure = (int) -count;
        return 0;
    }
    file->position += count;
    return count;
}

static tmsize_t write_nothing(thandle_t handle, void *buffer, tmsize_t length) { return -1; }

static toff_t seek(thandle_t handle, toff_t offset, int whence) {
    AztFile *file = handle;
    int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? file->position : file->source.size;
    int64_t position;
    if (__builtin_add_overflow(base, (int64_t) offset, &position) || position < 0) return (toff_t) -1;
    file->position = position;
    return position;
}

static int close_nothing(thandle_t handle) { return 0; }

static toff_t size_of(thandle_t handle) { return ((AztFile *) handle)->source.size; }

static int say_nothing(TIFF *tiff, void *data, const char *module, const char *format, va_list arguments) { return 1; }

AztFile *azt_open(const AzsSource *source, int *failure) {
    *failure = ENOMEM;
    AztFile *file = calloc(1, sizeof *file);
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (file && options) {
        file->source = *source;
        TIFFOpenOptionsSetErrorHandlerExtR(options, say_nothing, NULL);
        TIFFOpenOptionsSetWarningHandlerExtR(options, say_nothing, NULL);
        // libtiff turns numbers of 2 bytes into numbers of 8 bytes. No file that we show has more than 16 million of them.
        TIFFOpenOptionsSetMaxSingleMemAlloc(options, source->size < (1 << 26) ? 4 * source->size + (1 << 20) : 1 << 28);
        // m: do not map the file; c: do not split strips; D: read the places of tiles when they are asked for.
        file->tiff = TIFFClientOpenExt(
            "image", "rmcD", file, read_bytes, write_nothing, seek, close_nothing, size_of, NULL, NULL, options);
        *failure = file->failure;
    }
    if (options) TIFFOpenOptionsFree(options);
    if (file && file->tiff) return file;
    free(file);
    return NULL;
}

void azt_close(AztFile *file) {
    TIFFClose(file->tiff);
    free(file);
}

int azt_next(AztFile *file) { return TIFFReadDirectory(file->tiff); }

int azt_go(AztFile *file, uint64_t offset) { return offset > 0 && TIFFSetSubDirectory(file->tiff, offset); }

int azt_failure(const AztFile *file) { return file->failure; }

static uint32_t number_of(TIFF *tiff, uint32_t tag) {
    uint32_t value = 0;
    return TIFFGetField(tiff, tag, &value) ? value : 0;
}

static uint16_t short_number_of(TIFF *tiff, uint32_t tag) {
    uint16_t value = 0;
    return TIFFGetFieldDefaulted(tiff, tag, &value) ? value : 0;
}

void azt_directory(AztFile *file, AztDirectory *directory) {
    TIFF *tiff = file->tiff;
    uint32_t profile_count = 0;
    void *profile = NULL;
    uint32_t width = number_of(tiff, TIFFTAG_IMAGEWIDTH);
    int is_tiled = TIFFIsTiled(tiff);
    uint32_t rows = number_of(tiff, TIFFTAG_ROWSPERSTRIP);
    uint32_t height = number_of(tiff, TIFFTAG_IMAGELENGTH);
    *directory = (AztDirectory) {
        .offset = TIFFCurrentDirOffset(tiff),
        .width = width,
        .height = height,
        .chunk_width = is_tiled ? number_of(tiff, TIFFTAG_TILEWIDTH) : width,
        .chunk_height = is_tiled ? number_of(tiff, TIFFTAG_TILELENGTH) : rows > 0 && rows < height ? rows : height,
        .chunk_count = is_tiled ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff),
        .kind = number_of(tiff, TIFFTAG_SUBFILETYPE),
        .compression = short_number_of(tiff, TIFFTAG_COMPRESSION),
        .photometric = short_number_of(tiff, TIFFTAG_PHOTOMETRIC),
        .bits_per_sample = short_number_of(tiff, TIFFTAG_BITSPERSAMPLE),
        .samples_per_pixel = short_number_of(tiff, TIFFTAG_SAMPLESPERPIXEL),
        .planar_configuration = short_number_of(tiff, TIFFTAG_PLANARCONFIG),
        .orientation = short_number_of(tiff, TIFFTAG_ORIENTATION),
        .is_tiled = is_tiled != 0,
        .has_profile = TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &profile_count, &profile) && profile_count > 0,
    };
}

size_t azt_sub_directories(AztFile *file, uint64_t *offsets, size_t limit) {
    uint16_t count = 0;
    uint64_t *found = NULL;
    if (!TIFFGetField(file->tiff, TIFFTAG_SUBIFD, &count, &found) || !found) return 0;
    if (limit > count) limit = count;
    for (size_t index = 0; index < limit; index++) offsets[index] = found[index];
    return limit;
}

int azt_has(AztFile *file, uint32_t tag) {
    // This list holds the fields that libtiff does not know itself.
    for (int index = TIFFGetTagListCount(file->tiff) - 1; index >= 0; index--)
        if (TIFFGetTagListEntry(file->tiff, index) == tag) return 1;
    return 0;
}

const uint8_t *azt_jpeg_tables(AztFile *file, size_t *count) {
    uint32_t length = 0;
    void *tables = NULL;
    // libtiff's JPEG decoder owns this field; a directory with another compression has no such field.
    if (!TIFFGetField(file->tiff, TIFFTAG_JPEGTABLES, &length, &tables)) tables = NULL;
    *count = tables ? length : 0;
    return tables;
}

int azt_chunks(AztFile *file, uint64_t *offsets, uint64_t *counts, size_t count) {
    for (size_t index = 0; index < count; index++) {
        int failed = 0;
        offsets[index] = TIFFGetStrileOffsetWithErr(file->tiff, index, &failed);
        if (!failed) counts[index] = TIFFGetStrileByteCountWithErr(file->tiff, index, &failed);
        if (failed) return 0;
    }
    return 1;
}

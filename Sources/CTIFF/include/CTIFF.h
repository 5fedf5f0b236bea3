// libtiff for Swift: reads the directories of a TIFF. The library prints nothing.
#ifndef AZULEJO_CTIFF_H
#define AZULEJO_CTIFF_H
#include <CSource.h>
#include <stddef.h>
#include <stdint.h>

// libtiff's name and version, in the first of several lines.
const char *azt_version(void);

// An open TIFF with a current directory. One thread at a time.
typedef struct AztFile AztFile;

// What a directory says of its picture. A field that the directory lacks is 0.
typedef struct {
    // Where the directory begins in the file.
    uint64_t offset;
    uint32_t width, height;
    // The size of a tile, or of a strip, which is as wide as the picture.
    uint32_t chunk_width, chunk_height;
    // The number of tiles or strips of all planes together.
    uint64_t chunk_count;
    uint32_t kind;
    uint16_t compression, photometric, bits_per_sample, samples_per_pixel, planar_configuration, orientation;
    uint8_t is_tiled, has_profile;
} AztDirectory;

// Opens a TIFF or BigTIFF of either byte order; its first directory becomes the current one. NULL when that cannot be read. Nothing is
// mapped into memory, and no array becomes larger than the file could fill, or 256 MB. The context of the source must live until azt_close.
// `failure` becomes the errno of a read that failed, and 0 when the file itself is damaged.
AztFile *azt_open(const AzsSource *source, int *failure);
void azt_close(AztFile *file);

// Makes the next top-level directory, or the directory at an offset, the current one. 0 when it cannot be read.
int azt_next(AztFile *file);
int azt_go(AztFile *file, uint64_t offset);

// The errno of the last read that failed since the file was opened, or 0.
int azt_failure(const AztFile *file);

// Describes the current directory.
void azt_directory(AztFile *file, AztDirectory *directory);
// Fills in the offsets of up to `limit` sub-directories of the current directory. Returns their number.
size_t azt_sub_directories(AztFile *file, uint64_t *offsets, size_t limit);
// 1 when the current directory has a field that libtiff does not know.
int azt_has(AztFile *file, uint32_t tag);
// The abbreviated JPEG that all JPEG tiles share, or NULL. Valid until another directory is current.
const uint8_t *azt_jpeg_tables(AztFile *file, size_t *count);
// The offset and the number of bytes of each of the first `count` tiles or strips. 0 when they cannot be read.
int azt_chunks(AztFile *file, uint64_t *offsets, uint64_t *counts, size_t count);

#endif

// libtiff for Swift: directories of a file that is read with pread, and silence where the library would print.
#ifndef AZULEJO_CTIFF_H
#define AZULEJO_CTIFF_H
#include <stddef.h>
#include <stdint.h>

// What libtiff calls itself and its version; the first line is enough.
const char *azt_version(void);

// An open TIFF, and which of its directories is the current one. One thread at a time.
typedef struct AztFile AztFile;

// What a directory says of its picture. 0 stands for what it does not say.
typedef struct {
    // Where the directory stands in the file.
    uint64_t offset;
    uint32_t width, height;
    // Of its tiles, or of its strips, which are as wide as the picture.
    uint32_t chunk_width, chunk_height;
    // Of chunks, those of all planes together.
    uint64_t chunk_count;
    uint32_t kind;
    uint16_t compression, photometric, bits_per_sample, samples_per_pixel, planar_configuration, orientation;
    uint8_t is_tiled, has_profile;
} AztDirectory;

// Opens a TIFF or BigTIFF of either byte order; its first directory is the current one. NULL where that cannot be read. Nothing is read
// beyond `size`, nothing is mapped into memory, and no array becomes larger than the file could fill, or 256 MB. The descriptor stays the
// caller's. `failure` becomes the error number of a read that failed, and 0 where the file itself is to blame.
AztFile *azt_open(int descriptor, int64_t size, int *failure);
void azt_close(AztFile *file);

// Makes the next top-level directory, or the one at an offset, the current one; 0 where there is none that can be read.
int azt_next(AztFile *file);
int azt_go(AztFile *file, uint64_t offset);

// The error number of the last read that failed since the file was opened, or 0.
int azt_failure(const AztFile *file);

// Of the current directory.
void azt_directory(AztFile *file, AztDirectory *directory);
// Fills in up to `limit` offsets of directories that belong to this one, and says how many.
size_t azt_sub_directories(AztFile *file, uint64_t *offsets, size_t limit);
// Whether the current directory has a field.
int azt_has(AztFile *file, uint32_t tag);
// The abbreviated JPEG that all JPEG tiles share; NULL where there is none. Valid until another directory is current.
const uint8_t *azt_jpeg_tables(AztFile *file, size_t *count);
// Where each of the first `count` chunks stands and how many bytes it has; 0 where that cannot be read.
int azt_chunks(AztFile *file, uint64_t *offsets, uint64_t *counts, size_t count);

#endif

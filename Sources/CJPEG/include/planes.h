// Planes of pixels: decoded from a JPEG without colour conversion, and halved.
#ifndef AZULEJO_CJPEG_PLANES_H
#define AZULEJO_CJPEG_PLANES_H
#include <stddef.h>
#include <stdint.h>
#include <turbojpeg.h>

// The version of libjpeg-turbo that this was compiled with: 2001005 is 2.1.5. The library does not tell its own.
int azj_library_version(void);

// What a JPEG's header says. A component's share is by how much it is smaller than the image: 1 or 2 along each axis where `is_planar`.
typedef struct {
    int width, height;
    // 1 (grey) or 3 (Y, Cb, Cr), where `is_planar`.
    int components;
    int share_x, share_y;
    // Whether the planes are those of grey or of YCbCr, each chroma plane whole, or half as wide, or half as high, or both.
    int is_planar;
} AzjHeader;

// Why decoding ended, beside 0.
enum { AZJ_DAMAGED = 1, AZJ_UNREADABLE = 2, AZJ_NO_MEMORY = 3, AZJ_CANCELLED = 4 };

typedef struct AzjDecoder AzjDecoder;

// Opens a JPEG that is read with pread from a descriptor, which must stay open, and reads its header. With `is_lenient` a warning of libjpeg
// is no failure, and a file that ends early is painted grey from there. The decoder is to be closed also where `*result` is not 0; NULL is
// no memory.
AzjDecoder *azj_decoder_open(int descriptor, int64_t size, int is_lenient, AzjHeader *header, int *result);

// Decodes as planes from now on. `halves_chroma` gives chroma planes of half the image's size whatever the file's own. `is_cancelled` is asked
// for each row of blocks, now and in later calls, and must return: where it says so decoding ends as cancelled. It is called with `asker`.
int azj_decoder_start(AzjDecoder *decoder, int halves_chroma, int (*is_cancelled)(void *asker), void *asker);

// Decodes the next `rows` rows (chroma: half as many, rounded up, where it is halved) into planes whose rows have room for the image's width
// rounded up to 64. Every call but the last asks for a multiple of 16 rows. `planes` has room for the rows rounded up to 16.
int azj_decoder_read(AzjDecoder *decoder, uint8_t *const planes[3], const ptrdiff_t strides[3], int rows);

// Reads what stands behind the last row: garbage, or no end marker, is damage.
int azj_decoder_finish(AzjDecoder *decoder);

// What libjpeg said last, in English.
const char *azj_decoder_message(const AzjDecoder *decoder);

void azj_decoder_close(AzjDecoder *decoder);

// Half of two rows: `count` bytes, each the rounded mean of 2 x 2. Rows are to begin at an even column of the half.
void azj_halve(const uint8_t *upper, const uint8_t *lower, uint8_t *half, int count);

// The same of pixels of 2 (grey and alpha) or 4 bytes (RGB and alpha): colours count as much as they are opaque.
void azj_halve_alpha(const uint8_t *upper, const uint8_t *lower, uint8_t *half, int count, int bands);

#endif

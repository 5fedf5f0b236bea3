// Planes of pixels: decoded from a JPEG without colour conversion, and halved.
#ifndef AZULEJO_CJPEG_PLANES_H
#define AZULEJO_CJPEG_PLANES_H
#include <CSource.h>
#include <stddef.h>
#include <stdint.h>
#include <turbojpeg.h>

// The version of libjpeg-turbo that this was compiled with: 2001005 is 2.1.5. The library has no function that tells its version.
int azj_library_version(void);

// What a JPEG's header says. A share is the factor by which the chroma planes are smaller than the image along an axis: 1 or 2 when
// `is_planar`.
typedef struct {
    int width, height;
    // 1 (grey) or 3 (Y, Cb, Cr) when `is_planar`.
    int components;
    int share_x, share_y;
    // 1 when the planes are grey or YCbCr, and each chroma plane has the image's size, or is half as wide, or half as high, or both.
    int is_planar;
} AzjHeader;

// Why decoding ended; 0 is success.
enum { AZJ_DAMAGED = 1, AZJ_UNREADABLE = 2, AZJ_NO_MEMORY = 3, AZJ_CANCELLED = 4 };

typedef struct AzjDecoder AzjDecoder;

// Opens a JPEG and reads its header. The context of the source must live until azj_decoder_close. With `is_lenient`, a warning of libjpeg
// is no failure, and the missing part of a file that ends early is grey. Close the decoder also when `*result` is not 0. NULL means that
// there is no memory.
AzjDecoder *azj_decoder_open(const AzsSource *source, int is_lenient, AzjHeader *header, int *result);

// Begins to decode planes. With `halves_chroma`, the chroma planes have half the image's size, whatever size they have in the file.
// `is_cancelled` is called with `asker` for each row of blocks, by this function and later ones, on the calling thread. When it returns
// other than 0, decoding ends as cancelled.
int azj_decoder_start(AzjDecoder *decoder, int halves_chroma, int (*is_cancelled)(void *asker), void *asker);

// Decodes the next `rows` rows into planes; halved chroma has half as many, rounded up. The rows of a plane have room for the image's width
// rounded up to 64, and the plane for `rows` rounded up to 16. Every call but the last asks for a multiple of 16 rows.
int azj_decoder_read(AzjDecoder *decoder, uint8_t *const planes[3], const ptrdiff_t strides[3], int rows);

// Reads the bytes behind the last row. Garbage there, or a missing end marker, is damage.
int azj_decoder_finish(AzjDecoder *decoder);

// The last message of libjpeg, in English.
const char *azj_decoder_message(const AzjDecoder *decoder);

void azj_decoder_close(AzjDecoder *decoder);

// Halves two rows: each of the `count` bytes of `half` is the rounded mean of 2 x 2. `half` must begin at an even column.
void azj_halve(const uint8_t *upper, const uint8_t *lower, uint8_t *half, int count);

// Halves two rows of pixels of 2 (grey and alpha) or 4 bytes (RGB and alpha). Each colour is weighted by its alpha.
void azj_halve_alpha(const uint8_t *upper, const uint8_t *lower, uint8_t *half, int count, int bands);

#endif

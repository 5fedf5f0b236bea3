// Scaling of one plane of pixels, first rows to rows, then within a row.
#ifndef AZULEJO_CJPEG_SCALE_H
#define AZULEJO_CJPEG_SCALE_H
#include <stdint.h>

// Weights are whole numbers, and those of one pixel make up this in sum. Between the two steps a value is so many times what it was.
enum { AZJ_WEIGHT_ONE = 1 << 14, AZJ_BETWEEN_ONE = 1 << 6 };

// The number of weights of a column is a multiple of this.
enum { AZJ_COLUMN_TAPS = 8 };

// One row out of `taps` rows, each with a weight, of `count` pixels.
void azj_scale_rows(const uint8_t *const *rows, const int16_t *weights, int taps, int16_t *row, int count);

// `count` pixels out of a row of the above. Pixel i is made of the `taps` values from `starts[i]` on, with the weights from
// `weights[kinds[i] * taps]` on.
void azj_scale_columns(
    const int16_t *row, const int32_t *starts, const uint8_t *kinds, const int16_t *weights, int taps, uint8_t *pixels, int count);

#endif

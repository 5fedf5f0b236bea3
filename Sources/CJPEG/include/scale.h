// Scales one plane of pixels: first vertically, then horizontally.
#ifndef AZULEJO_CJPEG_SCALE_H
#define AZULEJO_CJPEG_SCALE_H
#include <stdint.h>

// Weights are whole numbers; the weights of one pixel have the sum AZJ_WEIGHT_ONE. Between the two steps values are multiplied by
// AZJ_BETWEEN_ONE.
enum { AZJ_WEIGHT_ONE = 1 << 14, AZJ_BETWEEN_ONE = 1 << 6 };

// The number of weights of a pixel in a row is a multiple of this.
enum { AZJ_COLUMN_TAPS = 8 };

// Computes one row of `count` pixels out of `taps` rows, each of which has one weight.
void azj_scale_rows(const uint8_t *const *rows, const int16_t *weights, int taps, int16_t *row, int count);

// Computes `count` pixels out of a row that azj_scale_rows has computed. Pixel i is the weighted sum of the `taps` values from `starts[i]`
// on, with the weights from `weights[kinds[i] * taps]` on.
void azj_scale_columns(
    const int16_t *row, const int32_t *starts, const uint8_t *kinds, const int16_t *weights, int taps, uint8_t *pixels, int count);

#endif

// Halving of pixels that lie one after another.
#ifndef AZULEJO_CJPEG_HALVE_H
#define AZULEJO_CJPEG_HALVE_H
#include <stdint.h>

// Halves two rows of pixels of 3 bytes (red, green, blue): each of the `count` pixels of `half` is the rounded mean of 2 x 2. `half` must
// begin at an even column.
void azj_halve_rgb(const uint8_t *upper, const uint8_t *lower, uint8_t *half, int count);

#endif

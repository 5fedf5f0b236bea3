// Halving of pixels that lie one after another.
#include "halve.h"

void azj_halve_rgb(const uint8_t *restrict upper, const uint8_t *restrict lower, uint8_t *restrict half, int count) {
    // Rounds down and up in turn, as azj_halve does: if it always rounded up, each level would be brighter than the level before it.
    for (int x = 0; x < count; x++) {
        for (int band = 0; band < 3; band++) {
            int left = 6 * x + band, right = left + 3;
            half[3 * x + band] = (uint8_t) ((upper[left] + upper[right] + lower[left] + lower[right] + 1 + (x & 1)) >> 2);
        }
    }
}

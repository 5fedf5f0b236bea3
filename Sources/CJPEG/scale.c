// Scaling of planes: sums of weighted pixels, in loops that compilers turn into those of several pixels at once.
#include "scale.h"

// Machine code for both kinds of processors; the sums are whole numbers, the same in either.
#if defined(__x86_64__)
#define FOR_ANY_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define FOR_ANY_PROCESSOR
#endif

enum { PIECE = 512, ROW_SHIFT = 8, COLUMN_SHIFT = 20 };

FOR_ANY_PROCESSOR
void azj_scale_rows(const uint8_t *const *rows, const int16_t *weights, int taps, int16_t *row, int count) {
    // A piece of the sums stays in the nearest cache while all rows are added.
    for (int first = 0; first < count; first += PIECE) {
        int32_t sums[PIECE];
        int length = count - first < PIECE ? count - first : PIECE;
        for (int i = 0; i < length; i++) sums[i] = 1 << (ROW_SHIFT - 1);
        int tap = 0;
        // Two rows at a time: a processor adds two products at once.
        for (; tap + 1 < taps; tap += 2) {
            const uint8_t *upper = rows[tap] + first, *lower = rows[tap + 1] + first;
            int16_t upper_weight = weights[tap], lower_weight = weights[tap + 1];
            for (int i = 0; i < length; i++) sums[i] += (int16_t) upper[i] * upper_weight + (int16_t) lower[i] * lower_weight;
        }
        if (tap < taps) {
            const uint8_t *last = rows[tap] + first;
            int16_t weight = weights[tap];
            for (int i = 0; i < length; i++) sums[i] += (int16_t) last[i] * weight;
        }
        for (int i = 0; i < length; i++) row[first + i] = (int16_t) (sums[i] >> ROW_SHIFT);
    }
}

static inline __attribute__((always_inline)) uint8_t clamped(int32_t value) {
    return (uint8_t) (value < 0 ? 0 : value > 255 ? 255 : value);
}

FOR_ANY_PROCESSOR
void azj_scale_columns(
    const int16_t *row, const int32_t *starts, const uint8_t *kinds, const int16_t *weights, int taps, uint8_t *pixels, int count) {
    for (int i = 0; i < count; i++) {
        const int16_t *values = row + starts[i];
        const int16_t *own = weights + kinds[i] * taps;
        int32_t sum = 1 << (COLUMN_SHIFT - 1);
        for (int tap = 0; tap < taps; tap += AZJ_COLUMN_TAPS)
            for (int k = 0; k < AZJ_COLUMN_TAPS; k++) sum += values[tap + k] * own[tap + k];
        pixels[i] = clamped(sum >> COLUMN_SHIFT);
    }
}

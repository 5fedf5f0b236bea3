// Scales planes by sums of weighted pixels. Several pixels are computed at once, in loops that compilers vectorise, or with vector types.
#include "scale.h"
#include <string.h>

#ifndef __has_feature
#define __has_feature(x) 0
#endif

// Machine code for both kinds of processors; the sums are whole numbers, the same in either. ThreadSanitizer gets one kind: it instruments
// the function that chooses, which the dynamic linker calls before the sanitizer's runtime has started.
#if defined(__x86_64__) && !__has_feature(thread_sanitizer)
#define FOR_ANY_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define FOR_ANY_PROCESSOR
#endif

enum { PIECE = 512, ROW_SHIFT = 8, COLUMN_SHIFT = 20 };

FOR_ANY_PROCESSOR
void azj_scale_rows(const uint8_t *const *rows, const int16_t *weights, int taps, int16_t *row, int count) {
    // The sums of one piece stay in the first-level cache while all rows are added.
    for (int first = 0; first < count; first += PIECE) {
        int32_t sums[PIECE];
        int length = count - first < PIECE ? count - first : PIECE;
        for (int i = 0; i < length; i++) sums[i] = 1 << (ROW_SHIFT - 1);
        int tap = 0;
        // Two rows at a time: one instruction adds two products.
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

typedef int16_t Values __attribute__((vector_size(16)));
typedef int32_t Products __attribute__((vector_size(32)));
typedef int32_t Sums __attribute__((vector_size(16)));

_Static_assert(sizeof(Values) == AZJ_COLUMN_TAPS * sizeof(int16_t), "a vector holds AZJ_COLUMN_TAPS weights");

#define WITHOUT_A_CALL static inline __attribute__((always_inline))

// Sums of two neighbours each.
#define NEIGHBOURS(left, right) (__builtin_shufflevector(left, right, 0, 2, 4, 6) + __builtin_shufflevector(left, right, 1, 3, 5, 7))

// Four partial sums of one pixel.
WITHOUT_A_CALL Sums weighted(const int16_t *values, const int16_t *weights, int taps) {
    Sums sums = {0};
    for (int tap = 0; tap < taps; tap += AZJ_COLUMN_TAPS) {
        Values value, weight;
        memcpy(&value, values + tap, sizeof value);
        memcpy(&weight, weights + tap, sizeof weight);
        // Compilers make one instruction of this form.
        Products products = __builtin_convertvector(value, Products) * __builtin_convertvector(weight, Products);
        sums += NEIGHBOURS(products, products);
    }
    return sums;
}

WITHOUT_A_CALL Sums pixels_of(Sums sums) {
    Sums rounded = (sums + (1 << (COLUMN_SHIFT - 1))) >> COLUMN_SHIFT;
    return __builtin_elementwise_min(__builtin_elementwise_max(rounded, (Sums) {0}), (Sums) {255, 255, 255, 255});
}

WITHOUT_A_CALL void scale_columns(
    const int16_t *row, const int32_t *starts, const uint8_t *kinds, const int16_t *weights, int taps, uint8_t *pixels, int count) {
    int i = 0;
    // Four at a time: adding the parts within one vector costs more than multiplying, unless it is done for four vectors at once.
    for (; i + 4 <= count; i += 4) {
        Sums sums[4];
        for (int k = 0; k < 4; k++) sums[k] = weighted(row + starts[i + k], weights + kinds[i + k] * taps, taps);
        Sums left = NEIGHBOURS(sums[0], sums[1]), right = NEIGHBOURS(sums[2], sums[3]);
        Sums four = pixels_of(NEIGHBOURS(left, right));
        for (int k = 0; k < 4; k++) pixels[i + k] = (uint8_t) four[k];
    }
    for (; i < count; i++) {
        Sums parts = weighted(row + starts[i], weights + kinds[i] * taps, taps);
        Sums halves = NEIGHBOURS(parts, parts);
        pixels[i] = (uint8_t) pixels_of(NEIGHBOURS(halves, halves))[0];
    }
}

FOR_ANY_PROCESSOR
void azj_scale_columns(
    const int16_t *row, const int32_t *starts, const uint8_t *kinds, const int16_t *weights, int taps, uint8_t *pixels, int count) {
    // Most calls have the least number of taps. A constant number makes them twice as fast.
    if (taps == AZJ_COLUMN_TAPS) scale_columns(row, starts, kinds, weights, AZJ_COLUMN_TAPS, pixels, count);
    else scale_columns(row, starts, kinds, weights, taps, pixels, count);
}

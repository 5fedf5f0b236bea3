// Operations on colours and bands.
#ifndef AZULEJO_CVIPS_COLOUR_H
#define AZULEJO_CVIPS_COLOUR_H
#include <vips/vips.h>

static inline int azv_colourspace(VipsImage *in, VipsImage **out, VipsInterpretation space) {
    return vips_colourspace(in, out, space, NULL);
}

// Converts from the embedded profile to sRGB of 8 or 16 bits. If the profile cannot be used, libvips' fallback for this kind of image is.
static inline int azv_icc_to_srgb(VipsImage *in, VipsImage **out, int depth) {
    return vips_icc_transform(
        in, out, "srgb", "embedded", TRUE, "intent", VIPS_INTENT_RELATIVE, "black_point_compensation", TRUE, "depth", depth, NULL);
}

static inline int azv_cast(VipsImage *in, VipsImage **out, VipsBandFormat format, gboolean shift) {
    return vips_cast(in, out, format, "shift", shift, NULL);
}

static inline int azv_linear(VipsImage *in, VipsImage **out, double factor, double addend) {
    return vips_linear1(in, out, factor, addend, NULL);
}

// Finds the least and the greatest value of all bands. Computes the whole image.
static inline int azv_range(VipsImage *in, double *least, double *greatest) {
    VipsImage *statistics;
    if (vips_stats(in, &statistics, NULL)) return -1;
    *least = *VIPS_MATRIX(statistics, 0, 0);
    *greatest = *VIPS_MATRIX(statistics, 1, 0);
    g_object_unref(statistics);
    return 0;
}

static inline int azv_as(VipsImage *in, VipsImage **out, VipsInterpretation interpretation) {
    return vips_copy(in, out, "interpretation", interpretation, NULL);
}

static inline int azv_bands(VipsImage *in, VipsImage **out, int first, int count) {
    return vips_extract_band(in, out, first, "n", count, NULL);
}

static inline int azv_add_alpha(VipsImage *in, VipsImage **out) { return vips_addalpha(in, out, NULL); }

static inline int azv_premultiply(VipsImage *in, VipsImage **out) { return vips_premultiply(in, out, NULL); }

static inline int azv_unpremultiply(VipsImage *in, VipsImage **out) { return vips_unpremultiply(in, out, NULL); }

static inline int azv_flatten(VipsImage *in, VipsImage **out, double *background, int bands) {
    VipsArrayDouble *colour = vips_array_double_new(background, bands);
    int result = vips_flatten(in, out, "background", colour, NULL);
    vips_area_unref(VIPS_AREA(colour));
    return result;
}

// Sets each band to 255 if it is at least the threshold, else to 0.
static inline int azv_threshold(VipsImage *in, VipsImage **out, double threshold) {
    return vips_moreeq_const1(in, out, threshold, NULL);
}

#endif

// Encoders. They write no metadata. The caller frees the buffers with g_free.
#ifndef AZULEJO_CVIPS_SAVING_H
#define AZULEJO_CVIPS_SAVING_H
#include <vips/vips.h>

// Passes pixels on, and sets the flag if they cannot be computed.
static inline int azv_pass(VipsRegion *out, void *sequence, void *in, void *has_failed, gboolean *stop) {
    VipsRegion *region = sequence;
    if (vips_region_prepare(region, &out->valid) == 0 &&
        vips_region_region(out, region, &out->valid, out->valid.left, out->valid.top) == 0)
        return 0;
    g_atomic_int_set((gint *) has_failed, TRUE);
    return -1;
}

// The same image with a flag `has_failed`, which lives as long as the image. It is set when pixels cannot be computed. Encoders report
// that like their own failures; the flag tells the two apart.
static inline int azv_watched(VipsImage *in, VipsImage **out, gint **has_failed) {
    VipsImage *image = vips_image_new();
    *has_failed = VIPS_NEW(VIPS_OBJECT(image), gint);
    **has_failed = FALSE;
    // The input lives as long as the image.
    g_object_ref(in);
    vips_object_local(VIPS_OBJECT(image), in);
    if (vips_image_pipelinev(image, VIPS_DEMAND_STYLE_ANY, in, NULL) ||
        vips_image_generate(image, vips_start_one, azv_pass, vips_stop_one, in, *has_failed)) {
        g_object_unref(image);
        return -1;
    }
    *out = image;
    return 0;
}

static inline int azv_save_jpeg(VipsImage *in, void **bytes, size_t *count, int quality) {
    return vips_jpegsave_buffer(in, bytes, count, "Q", quality, "strip", TRUE, NULL);
}

static inline int azv_save_png(VipsImage *in, void **bytes, size_t *count) {
    return vips_pngsave_buffer(in, bytes, count, "strip", TRUE, NULL);
}

static inline int azv_save_webp(VipsImage *in, void **bytes, size_t *count, int quality) {
    return vips_webpsave_buffer(in, bytes, count, "Q", quality, "strip", TRUE, NULL);
}

static inline int azv_save_avif(VipsImage *in, void **bytes, size_t *count, int quality) {
    return vips_heifsave_buffer(
        in, bytes, count, "Q", quality, "compression", VIPS_FOREIGN_HEIF_COMPRESSION_AV1, "effort", 2, "strip", TRUE, NULL);
}

static inline int azv_save_gif(VipsImage *in, void **bytes, size_t *count) {
    return vips_gifsave_buffer(in, bytes, count, "strip", TRUE, NULL);
}

static inline int azv_save_tiff(VipsImage *in, void **bytes, size_t *count) {
    return vips_tiffsave_buffer(
        in, bytes, count, "compression", VIPS_FOREIGN_TIFF_COMPRESSION_DEFLATE,
        "predictor", VIPS_FOREIGN_TIFF_PREDICTOR_HORIZONTAL, "strip", TRUE, NULL);
}

static inline int azv_save_jp2(VipsImage *in, void **bytes, size_t *count, int quality) {
    return vips_jp2ksave_buffer(in, bytes, count, "Q", quality, "strip", TRUE, NULL);
}

static inline int azv_save_jpeg_file(VipsImage *in, const char *path, int quality) {
    return vips_jpegsave(in, path, "Q", quality, "strip", TRUE, NULL);
}

#endif

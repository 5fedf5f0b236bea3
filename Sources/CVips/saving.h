// Encoders. The buffers are freed with g_free, and no metadata goes into them.
#ifndef AZULEJO_CVIPS_SAVING_H
#define AZULEJO_CVIPS_SAVING_H
#include <vips/vips.h>

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

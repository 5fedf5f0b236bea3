// An image whose pixels are computed by a callback while it is written.
#ifndef AZULEJO_CVIPS_GENERATING_H
#define AZULEJO_CVIPS_GENERATING_H
#include <vips/vips.h>

// An sRGB image of 8 bits and 3 bands. `fill` computes strips of whole rows when they are wanted, on several threads at once.
static inline VipsImage *azv_generated(
    int width, int height,
    int (*fill)(VipsRegion *region, void *sequence, void *data, void *unused, gboolean *stop), gpointer data) {
    VipsImage *image = vips_image_new();
    vips_image_init_fields(
        image, width, height, 3, VIPS_FORMAT_UCHAR, VIPS_CODING_NONE, VIPS_INTERPRETATION_sRGB, 1.0, 1.0);
    if (vips_image_pipelinev(image, VIPS_DEMAND_STYLE_FATSTRIP, NULL) ||
        vips_image_generate(image, NULL, fill, NULL, data, NULL)) {
        g_object_unref(image);
        return NULL;
    }
    return image;
}

// The first pixel of a row of a region. There can be gaps between rows.
static inline void *azv_region_row(VipsRegion *region, int row) {
    return VIPS_REGION_ADDR(region, region->valid.left, row);
}

#endif

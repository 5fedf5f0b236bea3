// An image of which some tiles are missing.
#ifndef AZULEJO_CVIPS_TILES_H
#define AZULEJO_CVIPS_TILES_H
#include <string.h>
#include <vips/vips.h>

typedef struct {
    int tile_width, tile_height, columns;
    gboolean is_lenient;
    // One byte for each tile, row after row; not 0 if the tile has no pixels.
    guint8 *voids;
} AzvTiles;

static inline int azv_patch(VipsRegion *out, void *sequence, void *in, void *data, gboolean *stop) {
    AzvTiles *tiles = data;
    VipsRect *wanted = &out->valid;
    for (int row = wanted->top / tiles->tile_height; row * tiles->tile_height < VIPS_RECT_BOTTOM(wanted); row++) {
        for (int column = wanted->left / tiles->tile_width; column * tiles->tile_width < VIPS_RECT_RIGHT(wanted); column++) {
            VipsRect tile = {
                column * tiles->tile_width, row * tiles->tile_height, tiles->tile_width, tiles->tile_height};
            VipsRect part;
            vips_rect_intersectrect(&tile, wanted, &part);
            gboolean is_void = tiles->voids[(size_t) row * tiles->columns + column] != 0;
            if (!is_void && vips_region_prepare_to((VipsRegion *) sequence, out, &part, part.left, part.top) == 0) continue;
            if (!is_void && !tiles->is_lenient) return -1;
            vips_region_paint(out, &part, 0);
        }
    }
    return 0;
}

// The image with 0 in all bands of tiles that have no pixels. If it is lenient, tiles that cannot be decoded are 0, too.
static inline int azv_patched(
    VipsImage *in, VipsImage **out, int tile_width, int tile_height, int columns, const guint8 *voids, size_t count, gboolean is_lenient) {
    VipsImage *image = vips_image_new();
    AzvTiles *tiles = VIPS_NEW(VIPS_OBJECT(image), AzvTiles);
    *tiles = (AzvTiles) {tile_width, tile_height, columns, is_lenient, VIPS_ARRAY(VIPS_OBJECT(image), count, guint8)};
    memcpy(tiles->voids, voids, count);
    // The input lives as long as the image.
    g_object_ref(in);
    vips_object_local(VIPS_OBJECT(image), in);
    if (vips_image_pipelinev(image, VIPS_DEMAND_STYLE_SMALLTILE, in, NULL) ||
        vips_image_generate(image, vips_start_one, azv_patch, vips_stop_one, in, tiles)) {
        g_object_unref(image);
        return -1;
    }
    *out = image;
    return 0;
}

#endif

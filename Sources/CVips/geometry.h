// Operations that cut, place, scale and turn.
#ifndef AZULEJO_CVIPS_GEOMETRY_H
#define AZULEJO_CVIPS_GEOMETRY_H
#include <vips/vips.h>

static inline int azv_crop(VipsImage *in, VipsImage **out, int left, int top, int width, int height) {
    return vips_extract_area(in, out, left, top, width, height, NULL);
}

static inline int azv_autorot(VipsImage *in, VipsImage **out) { return vips_autorot(in, out, NULL); }

static inline int azv_copy(VipsImage *in, VipsImage **out) { return vips_copy(in, out, NULL); }

static inline int azv_resize(VipsImage *in, VipsImage **out, double horizontal, double vertical) {
    return vips_resize(in, out, horizontal, "vscale", vertical, NULL);
}

static inline int azv_shrink(VipsImage *in, VipsImage **out, double horizontal, double vertical) {
    return vips_shrink(in, out, horizontal, vertical, "ceil", TRUE, NULL);
}

// Scales about the origin, moves by (x, y), and cuts out the pixels [0, width) by [0, height). Coordinates are those of pixel centres.
static inline int azv_affine(
    VipsImage *in, VipsImage **out, double scale_x, double scale_y, double x, double y, int width, int height,
    VipsInterpolate *interpolate) {
    int area[4] = {0, 0, width, height};
    VipsArrayInt *oarea = vips_array_int_new(area, 4);
    int result = vips_affine(
        in, out, scale_x, 0.0, 0.0, scale_y, "interpolate", interpolate, "oarea", oarea, "odx", x, "ody", y,
        "extend", VIPS_EXTEND_COPY, "premultiplied", TRUE, NULL);
    vips_area_unref(VIPS_AREA(oarea));
    return result;
}

static inline int azv_mirror(VipsImage *in, VipsImage **out) { return vips_flip(in, out, VIPS_DIRECTION_HORIZONTAL, NULL); }

// Turns clockwise by 0 to 3 quarters.
static inline int azv_turn_quarters(VipsImage *in, VipsImage **out, int quarters) {
    return vips_rot(in, out, (VipsAngle) (VIPS_ANGLE_D0 + quarters), NULL);
}

// Turns clockwise about the origin, moves by (x, y), and cuts out the pixels [0, width) by [0, height). Pixels outside the image have the
// background's colour. Coordinates are those of pixel centres.
static inline int azv_turn(
    VipsImage *in, VipsImage **out, double cosine, double sine, double x, double y, int width, int height, double *background,
    int bands, VipsInterpolate *interpolate) {
    int area[4] = {0, 0, width, height};
    VipsArrayInt *oarea = vips_array_int_new(area, 4);
    VipsArrayDouble *colour = vips_array_double_new(background, bands);
    int result = vips_affine(
        in, out, cosine, -sine, sine, cosine, "interpolate", interpolate, "oarea", oarea, "odx", x, "ody", y,
        "extend", VIPS_EXTEND_BACKGROUND, "background", colour, "premultiplied", TRUE, NULL);
    vips_area_unref(VIPS_AREA(colour));
    vips_area_unref(VIPS_AREA(oarea));
    return result;
}

// Puts the image at (x, y) on a canvas of the background's colour.
static inline int azv_embed(
    VipsImage *in, VipsImage **out, int x, int y, int width, int height, double *background, int bands) {
    VipsArrayDouble *colour = vips_array_double_new(background, bands);
    int result = vips_embed(in, out, x, y, width, height, "extend", VIPS_EXTEND_BACKGROUND, "background", colour, NULL);
    vips_area_unref(VIPS_AREA(colour));
    return result;
}

// Enlarges the image to the right and downwards; its outermost pixels are repeated there.
static inline int azv_repeat_edges(VipsImage *in, VipsImage **out, int width, int height) {
    return vips_embed(in, out, 0, 0, width, height, "extend", VIPS_EXTEND_COPY, NULL);
}

static inline int azv_black(VipsImage **out, int width, int height, int bands) {
    return vips_black(out, width, height, "bands", bands, NULL);
}

static inline int azv_draw_image(VipsImage *canvas, VipsImage *part, int x, int y) {
    return vips_draw_image(canvas, part, x, y, NULL);
}

#endif

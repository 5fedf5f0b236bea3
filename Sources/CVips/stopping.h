// Images whose computation can be cancelled.
#ifndef AZULEJO_CVIPS_STOPPING_H
#define AZULEJO_CVIPS_STOPPING_H
#include <vips/vips.h>

typedef struct {
    int (*is_stopped)(void *asker);
    void *asker;
} AzvStop;

static inline int azv_pass_unless_stopped(VipsRegion *out, void *sequence, void *in, void *data, gboolean *stop) {
    AzvStop *question = data;
    VipsRegion *region = sequence;
    if (question->is_stopped(question->asker)) {
        vips_error("azulejo", "stopped");
        return -1;
    }
    return vips_region_prepare(region, &out->valid) ||
            vips_region_region(out, region, &out->valid, out->valid.left, out->valid.top)
        ? -1
        : 0;
}

// The same image. It asks `is_stopped` before it computes each part of its pixels, on the thread that computes them. If the answer is not
// 0, computing fails.
static inline int azv_stoppable(VipsImage *in, VipsImage **out, int (*is_stopped)(void *asker), void *asker) {
    VipsImage *image = vips_image_new();
    AzvStop *question = VIPS_NEW(VIPS_OBJECT(image), AzvStop);
    *question = (AzvStop) {is_stopped, asker};
    // The input lives as long as the image.
    g_object_ref(in);
    vips_object_local(VIPS_OBJECT(image), in);
    if (vips_image_pipelinev(image, VIPS_DEMAND_STYLE_ANY, in, NULL) ||
        vips_image_generate(image, vips_start_one, azv_pass_unless_stopped, vips_stop_one, in, question)) {
        g_object_unref(image);
        return -1;
    }
    *out = image;
    return 0;
}

#endif

// A whole pyramid to a descriptor, and how far it is.
#ifndef AZULEJO_CVIPS_DEEPZOOM_H
#define AZULEJO_CVIPS_DEEPZOOM_H
#include <errno.h>
#include <unistd.h>
#include <vips/vips.h>

typedef struct {
    int descriptor;
    int error;
    VipsImage *image;
} AzvOutput;

// Reports success whatever happens, and stops the image that is being written instead: libvips 8.14 writes a pyramid while it holds the
// lock that it needs to report an error, and would wait for itself for ever where a disk is full.
static inline gint64 azv_output_write(VipsTargetCustom *target, const void *data, gint64 length, AzvOutput *output) {
    gint64 done = 0;
    while (done < length && !output->error) {
        ssize_t count = write(output->descriptor, (const char *) data + done, length - done);
        if (count < 0 && errno != EINTR) output->error = errno;
        if (count > 0) done += count;
    }
    if (output->error) vips_image_set_kill(output->image, TRUE);
    return length;
}

// Writes a pyramid as a zip archive to a descriptor. `error` becomes the errno of the first write that failed, or 0.
static inline int azv_save_deep_zoom(
    VipsImage *in, int descriptor, const char *name, const char *suffix, int tile_size, int *error) {
    AzvOutput output = {descriptor, 0, in};
    VipsTargetCustom *target = vips_target_custom_new();
    gulong handler = g_signal_connect(target, "write", G_CALLBACK(azv_output_write), &output);
    int result = vips_dzsave_target(
        in, VIPS_TARGET(target), "basename", name, "suffix", suffix, "tile_size", tile_size, "overlap", 0,
        "container", VIPS_FOREIGN_DZ_CONTAINER_SZI, "depth", VIPS_FOREIGN_DZ_DEPTH_ONEPIXEL,
        "region_shrink", VIPS_REGION_SHRINK_MEAN, "strip", TRUE, NULL);
    g_signal_handler_disconnect(target, handler);
    g_object_unref(target);
    *error = output.error;
    return result;
}

// Calls `progress` from time to time, on any thread, while the pixels behind the image are computed.
static inline void azv_on_progress(
    VipsImage *image, void (*progress)(VipsImage *image, VipsProgress *progress, gpointer data), gpointer data) {
    vips_image_set_progress(image, TRUE);
    g_signal_connect_data(image, "eval", G_CALLBACK(progress), data, NULL, (GConnectFlags) 0);
}

#endif

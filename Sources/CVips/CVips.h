// libvips as a Swift module. Swift calls no C function with a variable list of arguments, and nearly every operation of libvips is one:
// here are those we use, as plain functions. An operation returns 0, or -1 with the reason in libvips' error buffer, and its result in
// `out`, which the caller owns.
#ifndef AZULEJO_CVIPS_H
#define AZULEJO_CVIPS_H
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
#include <vips/vips.h>

// MARK: A source that reads with pread, and is therefore never mapped into memory

typedef struct {
    int descriptor;
    gint64 size;
    gint64 position;
} AzvFile;

// Never reads past the size at opening: libvips sizes its buffers by it, and a file that grows must not overrun them. Fewer bytes than
// that size promised is an error and no end of file, since a loader may take an end of file for a picture that ends early.
static inline gint64 azv_file_read(VipsSourceCustom *source, void *buffer, gint64 length, AzvFile *file) {
    gint64 wanted = VIPS_MIN(length, file->size - file->position);
    gint64 done = 0;
    while (done < wanted) {
        ssize_t count = pread(file->descriptor, (char *) buffer + done, wanted - done, file->position + done);
        if (count < 0 && errno == EINTR) continue;
        if (count == 0) errno = EIO;
        if (count <= 0) return -1;
        done += count;
    }
    file->position += done;
    return done;
}

static inline gint64 azv_file_seek(VipsSourceCustom *source, gint64 offset, int whence, AzvFile *file) {
    gint64 base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? file->position : file->size;
    gint64 position;
    if (__builtin_add_overflow(base, offset, &position) || position < 0) return -1;
    file->position = position;
    return position;
}

static inline void azv_file_close(gpointer file, GClosure *closure) {
    close(((AzvFile *) file)->descriptor);
    g_free(file);
}

// A source over a duplicate of the descriptor, which it closes with itself; NULL where there is no descriptor left (errno tells).
static inline VipsSource *azv_source_new(int descriptor, gint64 size) {
    int duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    if (duplicate < 0) return NULL;
    AzvFile *file = g_new0(AzvFile, 1);
    file->descriptor = duplicate;
    file->size = size;
    VipsSourceCustom *source = vips_source_custom_new();
    g_signal_connect_data(source, "read", G_CALLBACK(azv_file_read), file, azv_file_close, (GConnectFlags) 0);
    g_signal_connect_data(source, "seek", G_CALLBACK(azv_file_seek), file, NULL, (GConnectFlags) 0);
    return VIPS_SOURCE(source);
}

// MARK: Loading

// The nickname of the loader that knows the source's first bytes ("jpegload_source"), or NULL.
static inline const char *azv_find_loader(VipsSource *source) {
    const char *name = vips_foreign_find_load_source(source);
    return name ? vips_nickname_find(g_type_from_name(name)) : NULL;
}

static inline gboolean azv_has_property(VipsOperation *operation, const char *name) {
    return g_object_class_find_property(G_OBJECT_GET_CLASS(operation), name) != NULL;
}

// Opens a source with the loader of that nickname. Page and subifd are only used where the loader has them, and dpi where it is not 0.
// `reduction` is by how much the image may be smaller than it is, at least 1: the loader comes as near to it as it can without going
// beyond. JPEG is only shrunk by half of that, which leaves the rest to a better filter.
static inline int azv_load(
    const char *loader, VipsSource *source, VipsImage **out, VipsAccess access, VipsFailOn fail_on, int page, int subifd, double dpi,
    double reduction) {
    VipsOperation *operation = vips_operation_new(loader);
    if (!operation) return -1;
    g_object_set(operation, "source", source, "access", access, "fail_on", fail_on, NULL);
    if (azv_has_property(operation, "page")) g_object_set(operation, "page", page, NULL);
    if (azv_has_property(operation, "subifd")) g_object_set(operation, "subifd", subifd, NULL);
    if (dpi > 0) g_object_set(operation, "dpi", dpi, NULL);
    if (reduction > 1 && azv_has_property(operation, "scale")) g_object_set(operation, "scale", 1 / reduction, NULL);
    if (reduction > 1 && azv_has_property(operation, "shrink"))
        g_object_set(operation, "shrink", reduction >= 16 ? 8 : reduction >= 8 ? 4 : reduction >= 4 ? 2 : 1, NULL);
    int result = vips_cache_operation_buildp(&operation);
    if (result == 0) g_object_get(operation, "out", out, NULL);
    vips_object_unref_outputs(VIPS_OBJECT(operation));
    g_object_unref(operation);
    return result;
}

static inline VipsImage *azv_load_memory(const void *bytes, size_t count, VipsFailOn fail_on) {
    return vips_image_new_from_buffer(bytes, count, "", "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on, NULL);
}

// MARK: Geometry

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

// Scales about the origin, moves by (x, y), and gives the pixels [0, width) by [0, height) of that. Coordinates are of pixel centres.
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

static inline int azv_embed(
    VipsImage *in, VipsImage **out, int x, int y, int width, int height, double *background, int bands) {
    VipsArrayDouble *colour = vips_array_double_new(background, bands);
    int result = vips_embed(in, out, x, y, width, height, "extend", VIPS_EXTEND_BACKGROUND, "background", colour, NULL);
    vips_area_unref(VIPS_AREA(colour));
    return result;
}

// The outermost pixels are repeated where the new size reaches beyond the image.
static inline int azv_repeat_edges(VipsImage *in, VipsImage **out, int width, int height) {
    return vips_embed(in, out, 0, 0, width, height, "extend", VIPS_EXTEND_COPY, NULL);
}

static inline int azv_black(VipsImage **out, int width, int height, int bands) {
    return vips_black(out, width, height, "bands", bands, NULL);
}

static inline int azv_draw_image(VipsImage *canvas, VipsImage *part, int x, int y) {
    return vips_draw_image(canvas, part, x, y, NULL);
}

// MARK: Colour and bands

static inline int azv_colourspace(VipsImage *in, VipsImage **out, VipsInterpretation space) {
    return vips_colourspace(in, out, space, NULL);
}

// From the embedded profile, or libvips' fallback for the kind of image where that cannot be used, to sRGB of 8 bits.
static inline int azv_icc_to_srgb(VipsImage *in, VipsImage **out) {
    return vips_icc_transform(
        in, out, "srgb", "embedded", TRUE, "intent", VIPS_INTENT_RELATIVE, "black_point_compensation", TRUE, "depth", 8, NULL);
}

static inline int azv_cast(VipsImage *in, VipsImage **out, VipsBandFormat format, gboolean shift) {
    return vips_cast(in, out, format, "shift", shift, NULL);
}

static inline int azv_linear(VipsImage *in, VipsImage **out, double factor, double addend) {
    return vips_linear1(in, out, factor, addend, NULL);
}

// The least and the greatest value of all bands. Computes the whole image.
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

// 255 where a band is at least the threshold, else 0.
static inline int azv_threshold(VipsImage *in, VipsImage **out, double threshold) {
    return vips_moreeq_const1(in, out, threshold, NULL);
}

// MARK: Encoding; the buffers are freed with g_free, and no metadata goes into them

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

// MARK: Callbacks

// Calls `progress` from time to time, on any thread, while the pixels behind the image are computed.
static inline void azv_on_progress(
    VipsImage *image, void (*progress)(VipsImage *image, VipsProgress *progress, gpointer data), gpointer data) {
    vips_image_set_progress(image, TRUE);
    g_signal_connect_data(image, "eval", G_CALLBACK(progress), data, NULL, (GConnectFlags) 0);
}

// An sRGB image of 8 bits and 3 bands whose strips of whole rows are made by `fill` when they are wanted, from several threads at once.
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

// Rows of a region are not always next to each other.
static inline void *azv_region_row(VipsRegion *region, int row) {
    return VIPS_REGION_ADDR(region, region->valid.left, row);
}

#endif

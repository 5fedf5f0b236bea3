// Finds the loader of a source, and opens images with a loader.
#ifndef AZULEJO_CVIPS_LOADING_H
#define AZULEJO_CVIPS_LOADING_H
#include <vips/vips.h>

// The nickname of the loader that knows the source's first bytes ("jpegload_source"), or NULL.
static inline const char *azv_find_loader(VipsSource *source) {
    const char *name = vips_foreign_find_load_source(source);
    return name ? vips_nickname_find(g_type_from_name(name)) : NULL;
}

static inline gboolean azv_has_property(VipsOperation *operation, const char *name) {
    return g_object_class_find_property(G_OBJECT_GET_CLASS(operation), name) != NULL;
}

// Opens a source with the loader of that nickname. `page` and `subifd` are used only when the loader has these properties, `dpi` only when
// it is not 0. `reduction`, at least 1, is the factor by which the image may become smaller: the loader comes as near to it as it can
// without going beyond. JPEG is shrunk by half of that at most; a better filter does the rest.
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

// Whether OpenSlide knows the file, which it opens by path. False when libvips was built without OpenSlide.
static inline gboolean azv_is_slide(const char *path) {
    return vips_type_find("VipsOperation", "openslideload") != 0 && vips_foreign_is_a("openslideload", path);
}

// Opens a level of a slide, 0 for the full size.
static inline int azv_load_slide(const char *path, VipsImage **out, VipsAccess access, VipsFailOn fail_on, int level) {
    return vips_openslideload(path, out, "access", access, "fail_on", fail_on, "level", level, NULL);
}

static inline VipsImage *azv_load_memory(const void *bytes, size_t count, VipsFailOn fail_on) {
    return vips_image_new_from_buffer(bytes, count, "", "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on, NULL);
}

#endif

// poppler for Swift: the sizes of a PDF's pages from one look at it. libvips draws the pages, and opens the whole document for each.
#ifndef AZULEJO_CPOPPLER_H
#define AZULEJO_CPOPPLER_H
#include <poppler.h>

// Fills in width and height, in points, of up to `limit` pages, and 0 and 0 for one that cannot be read. How many there were; 0 where the
// document cannot be read. The descriptor is poppler's from now on, which reads with pread, and closes it.
static inline size_t azp_page_sizes(int descriptor, double *sizes, size_t limit) {
    PopplerDocument *document = poppler_document_new_from_fd(descriptor, NULL, NULL);
    if (!document) return 0;
    int all = poppler_document_get_n_pages(document);
    size_t count = all < 0 ? 0 : (size_t)all < limit ? (size_t)all : limit;
    for (size_t index = 0; index < count; index++) {
        double *size = sizes + 2 * index;
        size[0] = size[1] = 0;
        PopplerPage *page = poppler_document_get_page(document, (int)index);
        if (!page) continue;
        poppler_page_get_size(page, size, size + 1);
        g_object_unref(page);
    }
    g_object_unref(document);
    return count;
}

#endif

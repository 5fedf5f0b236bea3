// poppler for Swift: reads the sizes of all pages of a PDF at once. libvips, which draws the pages, opens the whole document for each page.
#ifndef AZULEJO_CPOPPLER_H
#define AZULEJO_CPOPPLER_H
#include <stdint.h>
#include <poppler.h>

// Opens a document. poppler reads the descriptor with pread, owns it from now on, and closes it. NULL when the document cannot be read.
static inline PopplerDocument *azp_open_descriptor(int descriptor) { return poppler_document_new_from_fd(descriptor, NULL, NULL); }

// Opens a document that a GInputStream of so many bytes gives. The stream stays the caller's. NULL when the document cannot be read.
static inline PopplerDocument *azp_open_stream(void *stream, int64_t size) {
    return poppler_document_new_from_stream(G_INPUT_STREAM(stream), size, NULL, NULL, NULL);
}

// Fills in the width and height, in points, of up to `limit` pages of a document, which it closes: 0 and 0 for a page that cannot be read.
// Returns the number of pages filled in.
static inline size_t azp_page_sizes(PopplerDocument *document, double *sizes, size_t limit) {
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

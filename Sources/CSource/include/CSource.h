// A source of bytes for C code: a file's descriptor, or a callback that reads.
#ifndef AZULEJO_CSOURCE_H
#define AZULEJO_CSOURCE_H
#include <stddef.h>
#include <stdint.h>

// Bytes that are read at offsets. Any thread may read. A copy of this struct is valid as long as its context is.
typedef struct {
    // A descriptor that is read with pread, or -1. The context owns it.
    int descriptor;
    // The number of bytes when the source was opened. Nothing beyond it is read.
    int64_t size;
    void *context;
    // Reads `count` bytes from an offset on. Called only when there is no descriptor, on the thread that calls azs_read.
    // Returns the bytes read, which are fewer only where the source ends, or a negated errno.
    int64_t (*read)(void *context, void *buffer, size_t count, int64_t offset);
    // Keep the context alive, for a reader that outlives the call that it was given to.
    void (*retain)(void *context);
    void (*release)(void *context);
} AzsSource;

// Fills a buffer from an offset on, up to the size of the source. Waits for the bytes: worker threads.
// Returns the bytes read: `count`, or as many as lie before the end. Returns a negated errno when the source cannot be read, and -EIO when
// it has fewer bytes than its size says: it was cut short since it was opened.
int64_t azs_read(const AzsSource *source, void *buffer, size_t count, int64_t offset);

#endif

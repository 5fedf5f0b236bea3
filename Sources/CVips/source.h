// A source that reads with pread, and is therefore never mapped into memory.
#ifndef AZULEJO_CVIPS_SOURCE_H
#define AZULEJO_CVIPS_SOURCE_H
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include <vips/vips.h>

// Why a read has failed: an errno, or 0 where none has. libvips says of it only that there are no bytes, as of a file that is damaged.
// Counted, since sources may live longer than the file that was opened. Any thread.
typedef gint AzvFailure;

static inline AzvFailure *azv_failure_new(void) { return g_atomic_rc_box_new0(AzvFailure); }

static inline void azv_failure_unref(AzvFailure *failure) { g_atomic_rc_box_release(failure); }

static inline int azv_failure_number(AzvFailure *failure) { return g_atomic_int_get(failure); }

typedef struct {
    int descriptor;
    gint64 size;
    gint64 position;
    AzvFailure *failure;
    gboolean never_fails;
} AzvFile;

// Never reads past the size at opening: libvips sizes its buffers by it, and a file that grows must not overrun them. Fewer bytes than
// that size promised is an error and no end of file, since a loader may take an end of file for a picture that ends early.
static inline gint64 azv_file_read(VipsSourceCustom *source, void *buffer, gint64 length, AzvFile *file) {
    gint64 wanted = VIPS_MIN(length, file->size - file->position);
    gint64 done = 0;
    while (done < wanted) {
        ssize_t count = pread(file->descriptor, (char *) buffer + done, wanted - done, file->position + done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) {
            g_atomic_int_set(file->failure, count < 0 ? errno : EIO);
            if (!file->never_fails) return -1;
            memset((char *) buffer + done, 0, wanted - done);
            count = wanted - done;
        }
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

static inline void azv_file_close(gpointer data, GClosure *closure) {
    AzvFile *file = data;
    close(file->descriptor);
    azv_failure_unref(file->failure);
    g_free(file);
}

// A source over a duplicate of the descriptor, which it closes with itself; NULL where there is no descriptor left (errno tells). Where a
// read fails, `failure` says so from then on; where sources never fail that is all, and they give zeros.
static inline VipsSource *azv_source_new(int descriptor, gint64 size, AzvFailure *failure, gboolean never_fails) {
    int duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    if (duplicate < 0) return NULL;
    AzvFile *file = g_new0(AzvFile, 1);
    file->descriptor = duplicate;
    file->size = size;
    file->failure = g_atomic_rc_box_acquire(failure);
    file->never_fails = never_fails;
    VipsSourceCustom *source = vips_source_custom_new();
    g_signal_connect_data(source, "read", G_CALLBACK(azv_file_read), file, azv_file_close, (GConnectFlags) 0);
    g_signal_connect_data(source, "seek", G_CALLBACK(azv_file_seek), file, NULL, (GConnectFlags) 0);
    return VIPS_SOURCE(source);
}

#endif

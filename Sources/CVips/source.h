// A source of libvips that reads through AzsSource. It reads a file with pread, so that libvips never maps the file into memory.
#ifndef AZULEJO_CVIPS_SOURCE_H
#define AZULEJO_CVIPS_SOURCE_H
#include <CSource.h>
#include <string.h>
#include <vips/vips.h>

typedef struct {
    AzsSource source;
    gint64 position;
    // Called with a positive errno after each read that failed.
    void (*did_fail)(void *context, int number);
    gboolean never_fails;
} AzvReader;

// libvips sizes its buffers by the size at opening, and azs_read never gives more: a file that grows cannot overrun them. A source that was
// cut short gives an error and no end of file, since a loader may take an end of file for a picture that ends early.
static inline gint64 azv_reader_read(VipsSourceCustom *source, void *buffer, gint64 length, AzvReader *reader) {
    gint64 count = azs_read(&reader->source, buffer, (size_t) length, reader->position);
    if (count < 0) {
        reader->did_fail(reader->source.context, (int) -count);
        if (!reader->never_fails) return -1;
        count = VIPS_MIN(length, reader->source.size - reader->position);
        memset(buffer, 0, (size_t) count);
    }
    reader->position += count;
    return count;
}

static inline gint64 azv_reader_seek(VipsSourceCustom *source, gint64 offset, int whence, AzvReader *reader) {
    gint64 base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? reader->position : reader->source.size;
    gint64 position;
    if (__builtin_add_overflow(base, offset, &position) || position < 0) return -1;
    reader->position = position;
    return position;
}

static inline void azv_reader_close(gpointer data, GClosure *closure) {
    AzvReader *reader = data;
    reader->source.release(reader->source.context);
    g_free(reader);
}

// A source that keeps the context alive as long as it lives itself, which libvips decides. libvips does not tell a failed read from a
// damaged file: `did_fail` tells it, on the thread that read. With `never_fails`, a failed read also gives zeros to the decoder instead of
// an error.
static inline VipsSource *azv_source_new(
    const AzsSource *source, void (*did_fail)(void *context, int number), gboolean never_fails) {
    AzvReader *reader = g_new0(AzvReader, 1);
    reader->source = *source;
    reader->did_fail = did_fail;
    reader->never_fails = never_fails;
    source->retain(source->context);
    VipsSourceCustom *custom = vips_source_custom_new();
    g_signal_connect_data(custom, "read", G_CALLBACK(azv_reader_read), reader, azv_reader_close, (GConnectFlags) 0);
    g_signal_connect_data(custom, "seek", G_CALLBACK(azv_reader_seek), reader, NULL, (GConnectFlags) 0);
    return VIPS_SOURCE(custom);
}

#endif

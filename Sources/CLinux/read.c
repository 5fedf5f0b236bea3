// Reading at an offset: completely, and without blocking.
#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <sys/uio.h>
#include <unistd.h>

ssize_t azl_read_fully(int descriptor, void *buffer, size_t count, int64_t offset) {
    size_t done = 0;
    while (done < count) {
        ssize_t got = pread(descriptor, (char *) buffer + done, count - done, offset + (int64_t) done);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return -errno;
        if (got == 0) break;
        done += (size_t) got;
    }
    return (ssize_t) done;
}

ssize_t azl_read_now(int descriptor, void *buffer, size_t count, int64_t offset) {
    struct iovec piece = {buffer, count};
    ssize_t got = preadv2(descriptor, &piece, 1, offset, RWF_NOWAIT);
    return got < 0 ? -errno : got;
}

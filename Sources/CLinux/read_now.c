// A read that does not wait.
#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <sys/uio.h>

ssize_t azl_read_now(int descriptor, void *buffer, size_t count, int64_t offset) {
    struct iovec piece = {buffer, count};
    ssize_t got = preadv2(descriptor, &piece, 1, offset, RWF_NOWAIT);
    return got < 0 ? -errno : got;
}

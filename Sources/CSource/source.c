// The one function through which C code reads a source.
#include "CSource.h"

#include <CLinux.h>
#include <errno.h>

int64_t azs_read(const AzsSource *source, void *buffer, size_t count, int64_t offset) {
    int64_t left = source->size - offset;
    if (offset < 0 || left <= 0) return 0;
    size_t wanted = (uint64_t) left < count ? (size_t) left : count;
    int64_t got = source->descriptor >= 0 ? azl_read_fully(source->descriptor, buffer, wanted, offset)
                                          : source->read(source->context, buffer, wanted, offset);
    return got >= 0 && (size_t) got < wanted ? -EIO : got;
}

// What Linux has and the C library shows only where _GNU_SOURCE is defined, which it is not for Swift.
#ifndef AZULEJO_CLINUX_H
#define AZULEJO_CLINUX_H
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Reads `count` bytes at an offset with pread, again where a signal or a short read interrupts it.
// Returns the bytes read, which are fewer only where the file ends, or a negated errno.
ssize_t azl_read_fully(int descriptor, void *buffer, size_t count, int64_t offset);

// Reads as pread does, but only what needs no wait for the disk (preadv2 with RWF_NOWAIT).
// Returns the bytes read, or a negated errno: -EAGAIN where the read would wait, -EOPNOTSUPP where the file's system cannot tell.
ssize_t azl_read_now(int descriptor, void *buffer, size_t count, int64_t offset);

// How many cores this process is bound to; 0 where that cannot be known.
int azl_cores(void);

// From how many arenas malloc serves all threads, at most.
void azl_limit_arenas(int count);

#endif

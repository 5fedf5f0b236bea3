// Functions of Linux that the C library declares only with _GNU_SOURCE, which Swift does not define.
#ifndef AZULEJO_CLINUX_H
#define AZULEJO_CLINUX_H
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Reads `count` bytes at an offset in bytes with pread. Continues after signals and short reads. Blocks.
// Returns the number of bytes read, which is less than `count` only at the end of the file, or a negated errno.
ssize_t azl_read_fully(int descriptor, void *buffer, size_t count, int64_t offset);

// Reads like pread, but only bytes in the page cache (preadv2 with RWF_NOWAIT). Never blocks.
// Returns the number of bytes read, or a negated errno: -EAGAIN when the read would block, -EOPNOTSUPP when the file system cannot tell.
ssize_t azl_read_now(int descriptor, void *buffer, size_t count, int64_t offset);

// The number of cores on which this process may run; 0 when it is unknown.
int azl_cores(void);

// Sets the largest number of arenas that malloc uses for all threads.
void azl_limit_arenas(int count);

#endif

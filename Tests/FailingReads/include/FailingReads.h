// Reads that fail on demand: this target's pread stands in front of the C library's in the test program.
#ifndef AZULEJO_FAILING_READS_H
#define AZULEJO_FAILING_READS_H
#include <stdbool.h>
#include <sys/types.h>

/// Has one read of the file with that inode fail with EIO, after as many as `after` that do not. Any thread; one failure a file at a time.
void failing_reads_arm(ino_t inode, long after);

/// Has all reads of the file with that inode wait until it is disarmed.
void failing_reads_hold(ino_t inode);

/// Ends that, and tells whether the read has failed.
bool failing_reads_disarm(ino_t inode);

#endif

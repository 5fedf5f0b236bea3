// Reads that fail on demand. In the test program, this target's pread replaces that of the C library.
#ifndef AZULEJO_FAILING_READS_H
#define AZULEJO_FAILING_READS_H
#include <stdbool.h>
#include <sys/types.h>

/// Makes one read of the file with this inode fail with EIO, after `after` reads that succeed. Any thread. Arm a file once at a time.
void failing_reads_arm(ino_t inode, long after);

/// Makes all reads of the file with this inode block until it is disarmed. Any thread.
void failing_reads_hold(ino_t inode);

/// Ends the effect of both. Returns true when the read has failed.
bool failing_reads_disarm(ino_t inode);

#endif

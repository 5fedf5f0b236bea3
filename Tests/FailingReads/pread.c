// The C library's pread by its other name, with failures in front.
#define _GNU_SOURCE
#include "FailingReads.h"
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SLOTS = 64 };

static struct {
    ino_t inode;
    long left;
    bool is_armed, has_failed;
} slots[SLOTS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int armed;

void failing_reads_arm(ino_t inode, long after) {
    pthread_mutex_lock(&lock);
    for (int index = 0; index < SLOTS; index++) {
        if (slots[index].is_armed) continue;
        slots[index].inode = inode;
        slots[index].left = after;
        slots[index].is_armed = true;
        slots[index].has_failed = false;
        __atomic_add_fetch(&armed, 1, __ATOMIC_RELAXED);
        break;
    }
    pthread_mutex_unlock(&lock);
}

bool failing_reads_disarm(ino_t inode) {
    bool has_failed = false;
    pthread_mutex_lock(&lock);
    for (int index = 0; index < SLOTS; index++) {
        if (!slots[index].is_armed || slots[index].inode != inode) continue;
        has_failed = slots[index].has_failed;
        slots[index].is_armed = false;
        __atomic_sub_fetch(&armed, 1, __ATOMIC_RELAXED);
    }
    pthread_mutex_unlock(&lock);
    return has_failed;
}

static bool fails(int descriptor) {
    struct stat status;
    if (!__atomic_load_n(&armed, __ATOMIC_RELAXED) || fstat(descriptor, &status)) return false;
    bool fails = false;
    pthread_mutex_lock(&lock);
    for (int index = 0; index < SLOTS; index++) {
        if (!slots[index].is_armed || slots[index].inode != status.st_ino || slots[index].left-- != 0) continue;
        slots[index].has_failed = true;
        fails = true;
    }
    pthread_mutex_unlock(&lock);
    return fails;
}

ssize_t pread(int descriptor, void *buffer, size_t count, off_t offset) {
    if (fails(descriptor)) {
        errno = EIO;
        return -1;
    }
    return syscall(SYS_pread64, descriptor, buffer, count, offset);
}

ssize_t pread64(int descriptor, void *buffer, size_t count, off64_t offset) { return pread(descriptor, buffer, count, offset); }

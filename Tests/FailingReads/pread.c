// pread with failures on demand. Other reads are passed to the system call.
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
    bool is_armed, has_failed, is_held;
} slots[SLOTS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t let_go = PTHREAD_COND_INITIALIZER;
static int armed;

static void arm(ino_t inode, long after, bool is_held) {
    pthread_mutex_lock(&lock);
    for (int index = 0; index < SLOTS; index++) {
        if (slots[index].is_armed) continue;
        slots[index].inode = inode;
        slots[index].left = after;
        slots[index].is_armed = true;
        slots[index].has_failed = false;
        slots[index].is_held = is_held;
        __atomic_add_fetch(&armed, 1, __ATOMIC_RELAXED);
        break;
    }
    pthread_mutex_unlock(&lock);
}

void failing_reads_arm(ino_t inode, long after) { arm(inode, after, false); }
void failing_reads_hold(ino_t inode) { arm(inode, 0, true); }

bool failing_reads_disarm(ino_t inode) {
    bool has_failed = false;
    pthread_mutex_lock(&lock);
    for (int index = 0; index < SLOTS; index++) {
        if (!slots[index].is_armed || slots[index].inode != inode) continue;
        has_failed = slots[index].has_failed;
        slots[index].is_armed = false;
        __atomic_sub_fetch(&armed, 1, __ATOMIC_RELAXED);
    }
    pthread_cond_broadcast(&let_go);
    pthread_mutex_unlock(&lock);
    return has_failed;
}

static bool fails(int descriptor) {
    struct stat status;
    if (!__atomic_load_n(&armed, __ATOMIC_RELAXED) || fstat(descriptor, &status)) return false;
    bool fails = false;
    pthread_mutex_lock(&lock);
    for (int index = 0; index < SLOTS; index++) {
        while (slots[index].is_armed && slots[index].is_held && slots[index].inode == status.st_ino) pthread_cond_wait(&let_go, &lock);
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

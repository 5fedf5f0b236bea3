// A library to preload into a server: each read of one file that is large enough to be a tile takes longer, without using the processor.
//
// SLOW_READS_FILE is the path of the file, SLOW_READS_MILLISECONDS the additional time.
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Reads of headers and directories are smaller, or happen once.
enum { LEAST_BYTES = 16384, MOST_BYTES = 1 << 20 };

static struct stat slow_file;
static struct timespec delay;
static bool is_armed;

__attribute__((constructor)) static void arm(void) {
    const char *path = getenv("SLOW_READS_FILE"), *milliseconds = getenv("SLOW_READS_MILLISECONDS");
    if (!path || !milliseconds || stat(path, &slow_file)) return;
    long time = strtol(milliseconds, NULL, 10);
    delay = (struct timespec){.tv_sec = time / 1000, .tv_nsec = time % 1000 * 1000000};
    is_armed = true;
}

ssize_t pread(int descriptor, void *buffer, size_t count, off_t offset) {
    struct stat status;
    if (is_armed && count >= LEAST_BYTES && count <= MOST_BYTES && !fstat(descriptor, &status) && status.st_ino == slow_file.st_ino
        && status.st_dev == slow_file.st_dev) {
        nanosleep(&delay, NULL);
    }
    return syscall(SYS_pread64, descriptor, buffer, count, offset);
}

ssize_t pread64(int descriptor, void *buffer, size_t count, off64_t offset) { return pread(descriptor, buffer, count, offset); }

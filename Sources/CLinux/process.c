// The cores of a process and the arenas of malloc.
#define _GNU_SOURCE
#include "CLinux.h"
#include <malloc.h>
#include <sched.h>

int azl_cores(void) {
    cpu_set_t cores;
    return sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 0;
}

void azl_limit_arenas(int count) {
    mallopt(M_ARENA_MAX, count);
}

// malloc and its family with a count. The memory comes from the C library's own functions.
#include "AllocationCounter.h"
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#ifndef __has_feature
#define __has_feature(x) 0
#endif

// Counter 0 is not used: it means that the thread is not watched.
static struct {
    atomic_long count, live_bytes;
} counters[256];
static atomic_int last;
static _Thread_local int watched;

int allocation_counter_make(void) {
    int made = atomic_fetch_add(&last, 1) + 1;
    if (made >= (int)(sizeof counters / sizeof *counters)) abort();
    return made;
}

void allocation_counter_watch(int counter) { watched = counter; }
long allocation_counter_count(int counter) { return atomic_load(&counters[counter].count); }
long allocation_counter_live_bytes(int counter) { return atomic_load(&counters[counter].live_bytes); }

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || defined(__SANITIZE_ADDRESS__)

bool allocation_counter_works(void) { return false; }

#else

bool allocation_counter_works(void) { return true; }

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

/// The memory that the C library uses for a block: the usable part and one word in front of it.
static long size_of(void *block) { return block ? (long)(malloc_usable_size(block) + sizeof(size_t)) : 0; }

static void *counted(void *block) {
    if (watched && block) {
        atomic_fetch_add_explicit(&counters[watched].count, 1, memory_order_relaxed);
        atomic_fetch_add_explicit(&counters[watched].live_bytes, size_of(block), memory_order_relaxed);
    }
    return block;
}

static void uncounted(void *block) {
    if (watched) atomic_fetch_sub_explicit(&counters[watched].live_bytes, size_of(block), memory_order_relaxed);
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t number, size_t size) { return counted(__libc_calloc(number, size)); }

void *realloc(void *block, size_t size) {
    uncounted(block);
    void *moved = __libc_realloc(block, size);
    // When there is no memory, the old block remains.
    if (!moved && size && watched) atomic_fetch_add_explicit(&counters[watched].live_bytes, size_of(block), memory_order_relaxed);
    return counted(moved);
}

void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    void *made = memalign(alignment, size);
    if (!made) return ENOMEM;
    *block = made;
    return 0;
}

void free(void *block) {
    uncounted(block);
    __libc_free(block);
}

#endif

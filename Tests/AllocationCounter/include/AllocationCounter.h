// Counts what threads allocate: this target's malloc stands in front of the C library's in the test program.
#ifndef AZULEJO_ALLOCATION_COUNTER_H
#define AZULEJO_ALLOCATION_COUNTER_H
#include <stdbool.h>

/// Whether anything is counted: not where a sanitizer brings its own malloc.
bool allocation_counter_works(void);

/// A counter of one's own: other tests may count at the same time.
int allocation_counter_make(void);

/// Begins to count what the calling thread allocates and frees, or ends it where the counter is 0.
void allocation_counter_watch(int counter);

/// Allocations of all threads that a counter has watched.
long allocation_counter_count(int counter);

/// Bytes that these threads have allocated and not freed meanwhile, as the C library rounds them, its own head included.
long allocation_counter_live_bytes(int counter);

#endif

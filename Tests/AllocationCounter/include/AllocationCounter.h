// Counts the allocations of threads. In the test program, this target's malloc replaces that of the C library.
#ifndef AZULEJO_ALLOCATION_COUNTER_H
#define AZULEJO_ALLOCATION_COUNTER_H
#include <stdbool.h>

/// False when nothing is counted, since a sanitizer has its own malloc.
bool allocation_counter_works(void);

/// Returns a new counter. Other tests may count at the same time with theirs.
int allocation_counter_make(void);

/// Starts counting the allocations of the calling thread, or stops it when the counter is 0.
void allocation_counter_watch(int counter);

/// The number of allocations of all threads while the counter watched them.
long allocation_counter_count(int counter);

/// The bytes that these threads have allocated and not freed while watched, as the C library rounds them, with its own header.
long allocation_counter_live_bytes(int counter);

#endif

// Counts what threads allocate: this target's malloc stands in front of the C library's in the test program.
#pragma once
#include <stdbool.h>

/// Whether anything is counted: not where a sanitizer brings its own malloc.
bool allocation_counter_works(void);

/// Begins or ends counting what the calling thread allocates and frees.
void allocation_counter_watch(bool is_watched);

/// Allocations of all watched threads so far.
long allocation_counter_count(void);

/// Bytes that watched threads have allocated and not freed, as the C library rounds them, its own head included.
long allocation_counter_live_bytes(void);

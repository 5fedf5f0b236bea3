// Tells ThreadSanitizer about contended locks of Swift's Mutex.
//
// The fast paths of Mutex are inlined into our code, so ThreadSanitizer sees them. The slow paths lie in libswiftSynchronization, which is
// not instrumented: after each of them ThreadSanitizer would report a race between the owners of the lock. These functions stand in front
// of the slow paths in the test program, and call them.
#define _GNU_SOURCE
#include "Sanitizers.h"

#ifndef __has_feature
#define __has_feature(x) 0
#endif

#if __has_feature(thread_sanitizer)

#include <dlfcn.h>
#include <sanitizer/tsan_interface.h>
#include <stdint.h>

// _MutexHandle._lockSlow(_: UInt32) and _MutexHandle._unlockSlow(), as Swift names them.
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

SWIFT void azl_lock_slow(uint32_t thread, SELF void *handle) __asm__(LOCK_SLOW);
SWIFT void azl_unlock_slow(SELF void *handle) __asm__(UNLOCK_SLOW);

SWIFT void azl_lock_slow(uint32_t thread, SELF void *handle) {
    SWIFT void (*lock)(uint32_t, SELF void *) = (SWIFT void (*)(uint32_t, SELF void *))dlsym(RTLD_NEXT, LOCK_SLOW);
    lock(thread, handle);
    __tsan_acquire(handle);
}

SWIFT void azl_unlock_slow(SELF void *handle) {
    SWIFT void (*unlock)(SELF void *) = (SWIFT void (*)(SELF void *))dlsym(RTLD_NEXT, UNLOCK_SLOW);
    __tsan_release(handle);
    unlock(handle);
}

#endif

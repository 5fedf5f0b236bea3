// libtiff for Swift: files that are read with pread, and silence where the library would print.
#ifndef AZULEJO_CTIFF_H
#define AZULEJO_CTIFF_H
#include <stddef.h>
#include <stdint.h>

#endif

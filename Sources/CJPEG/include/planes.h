// Planes of a JPEG, decoded without colour conversion, and JPEGs of planes.
#ifndef AZULEJO_CJPEG_PLANES_H
#define AZULEJO_CJPEG_PLANES_H
#include <stddef.h>
#include <stdint.h>

#endif

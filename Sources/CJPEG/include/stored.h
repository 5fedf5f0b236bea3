// JPEGs that are sent as they are stored: whether they are whole, and how a corner of one is cut out without decoding.
#ifndef AZULEJO_CJPEG_STORED_H
#define AZULEJO_CJPEG_STORED_H
#include <stddef.h>
#include <stdint.h>

#endif

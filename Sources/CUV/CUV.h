// libuv as a Swift module.
#ifndef AZULEJO_CUV_H
#define AZULEJO_CUV_H
#include <uv.h>
#endif

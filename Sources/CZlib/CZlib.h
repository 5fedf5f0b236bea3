// zlib as a Swift module.
#ifndef AZULEJO_CZLIB_H
#define AZULEJO_CZLIB_H
#include <zlib.h>
#endif

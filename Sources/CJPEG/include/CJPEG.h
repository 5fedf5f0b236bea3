// libjpeg and TurboJPEG for Swift: what needs setjmp, source managers or macros is C here.
#ifndef AZULEJO_CJPEG_H
#define AZULEJO_CJPEG_H

#include "planes.h"
#include "scale.h"
#include "scans.h"
#include "tile.h"

#endif

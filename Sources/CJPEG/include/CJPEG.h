// libjpeg and TurboJPEG for Swift. Code that needs setjmp, source managers, macros or vectors is written in C.
#ifndef AZULEJO_CJPEG_H
#define AZULEJO_CJPEG_H

#include "halve.h"
#include "planes.h"
#include "scale.h"
#include "scans.h"
#include "tile.h"

#endif

// libvips as a Swift module. Swift calls no C function with a variable list of arguments, and nearly every operation of libvips is one:
// here are those we use, as plain functions. An operation returns 0, or -1 with the reason in libvips' error buffer, and its result in
// `out`, which the caller owns.
#ifndef AZULEJO_CVIPS_H
#define AZULEJO_CVIPS_H

#include <vips/vips.h>

#include "source.h"
#include "loading.h"
#include "geometry.h"
#include "colour.h"
#include "saving.h"
#include "generating.h"
#include "stopping.h"
#include "tiles.h"

#endif

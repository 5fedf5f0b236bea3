// libvips as a Swift module.
#ifndef AZULEJO_CVIPS_H
#define AZULEJO_CVIPS_H
#include <vips/vips.h>
#endif

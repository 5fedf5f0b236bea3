// Planes of a JPEG, decoded without colour conversion, and JPEGs of planes.
#include "planes.h"

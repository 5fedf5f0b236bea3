// libtiff for Swift.
#include "CTIFF.h"

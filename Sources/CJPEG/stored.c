// JPEGs that are sent as they are stored.
#include "stored.h"

// The header of llhttp from Debian's package node-llhttp. The sources are compiled in the folder above.
#include "/usr/share/include/llhttp/llhttp.h"

// llhttp as Debian's node-llhttp installs it; its sources are compiled in llhttp.c beside this folder.
#include "/usr/share/include/llhttp/llhttp.h"

// Debian's node-llhttp ships sources and no shared library; this target is its build (one file of three: they declare the same names).
#include "/usr/share/llhttp/api.c"

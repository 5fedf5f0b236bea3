// Debian's node-llhttp ships sources and no shared library; this target is its build (one file of three: they declare the same names).
// Strict, since the lenient machine lets any byte stand for the line feed that ends a chunk's size, and any two for those behind a chunk.
#define LLHTTP_STRICT_MODE 1
#include "/usr/share/llhttp/api.c"

// Debian's package node-llhttp has sources and no shared library, so this target compiles them, in three files: they declare the same
// names.
// Strict mode: the lenient parser accepts any byte as the line feed after a chunk's size, and any two bytes as the line end after a chunk.
#define LLHTTP_STRICT_MODE 1
#include "/usr/share/llhttp/http.c"

// GLib's checksums. Its macros and types stay behind this header.
#include <glib.h>

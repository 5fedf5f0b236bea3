// libdeflate for Swift.
#include <libdeflate.h>

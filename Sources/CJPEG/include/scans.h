// How many scans a JPEG has.
#ifndef AZULEJO_CJPEG_SCANS_H
#define AZULEJO_CJPEG_SCANS_H

// Each scan goes over the whole picture, whatever few bytes it takes. Encoders write a dozen; more than this nobody needs.
enum { AZJ_MAXIMUM_SCANS = 500 };

// Counts the scans of a JPEG that is read with pread, up to one more than the limit. -1 where it cannot be read or there is no memory:
// errno tells.
int azj_count_scans(int descriptor, int limit);

#endif

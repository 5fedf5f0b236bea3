// How many scans a JPEG has.
#ifndef AZULEJO_CJPEG_SCANS_H
#define AZULEJO_CJPEG_SCANS_H
#include <CSource.h>

// A decoder goes over the whole picture for each scan, even for a scan of few bytes. Encoders write about a dozen scans.
enum { AZJ_MAXIMUM_SCANS = 500 };

// Counts the scans of a JPEG, up to one more than the limit. Returns a negated errno when the source cannot be read or there is no memory.
int azj_count_scans(const AzsSource *source, int limit);

#endif

// How the planes of a JPEG lie to each other: between the C files of this target.
#ifndef AZULEJO_CJPEG_SHARES_H
#define AZULEJO_CJPEG_SHARES_H
#include <stdio.h>
#include <jpeglib.h>

// Whether a JPEG whose header was read has the planes of grey or YCbCr, each chroma plane whole, or half as wide, or half as high, or both:
// a share is by how much it is smaller than the image along an axis.
int azj_shares(const struct jpeg_decompress_struct *jpeg, int *share_x, int *share_y);

#endif

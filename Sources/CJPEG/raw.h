// The planes of a JPEG as libjpeg decodes them, without colour conversion. Used by the C files of this target only.
#ifndef AZULEJO_CJPEG_RAW_H
#define AZULEJO_CJPEG_RAW_H
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <jpeglib.h>

// The most rows of a row of blocks that azj_read_blocks can decode. A JPEG whose `max_v_samp_factor` is above 2 has more.
enum { AZJ_BLOCK_ROWS = 2 * DCTSIZE };

// Looks at a JPEG whose header was read. 1 when its planes are grey or YCbCr, and each chroma plane has the image's size, or is half as
// wide, or half as high, or both. A share is the factor by which the chroma planes are smaller than the image along an axis.
int azj_shares(const struct jpeg_decompress_struct *jpeg, int *share_x, int *share_y);

// Decodes the next row of blocks of a JPEG that was started for raw data. `strides` are the planes' bytes per row.
void azj_read_blocks(j_decompress_ptr jpeg, uint8_t *const bases[3], const ptrdiff_t strides[3], int share_y);

#endif

// The planes of a JPEG as libjpeg gives them, raw: between the C files of this target.
#ifndef AZULEJO_CJPEG_RAW_H
#define AZULEJO_CJPEG_RAW_H
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <jpeglib.h>

// The most rows that a row of blocks has; a JPEG of which `max_v_samp_factor` is above 2 has more, and is none for azj_read_blocks.
enum { AZJ_BLOCK_ROWS = 2 * DCTSIZE };

// Whether a JPEG whose header was read has the planes of grey or YCbCr, each chroma plane whole, or half as wide, or half as high, or both:
// a share is by how much it is smaller than the image along an axis.
int azj_shares(const struct jpeg_decompress_struct *jpeg, int *share_x, int *share_y);

// Decodes the next row of blocks of a JPEG that was started for raw data into planes of so many bytes a row.
void azj_read_blocks(j_decompress_ptr jpeg, uint8_t *const bases[3], const ptrdiff_t strides[3], int share_y);

#endif

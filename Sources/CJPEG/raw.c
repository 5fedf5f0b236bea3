// The planes of a JPEG as libjpeg decodes them, without colour conversion.
#include "raw.h"

#include <jerror.h>

int azj_shares(const struct jpeg_decompress_struct *jpeg, int *share_x, int *share_y) {
    *share_x = *share_y = 1;
    if (jpeg->jpeg_color_space == JCS_GRAYSCALE && jpeg->num_components == 1) return 1;
    if (jpeg->jpeg_color_space != JCS_YCbCr || jpeg->num_components != 3) return 0;
    const jpeg_component_info *y = &jpeg->comp_info[0], *cb = &jpeg->comp_info[1], *cr = &jpeg->comp_info[2];
    if (y->h_samp_factor != jpeg->max_h_samp_factor || y->v_samp_factor != jpeg->max_v_samp_factor) return 0;
    if (cb->h_samp_factor != cr->h_samp_factor || cb->v_samp_factor != cr->v_samp_factor) return 0;
    if (y->h_samp_factor % cb->h_samp_factor != 0 || y->v_samp_factor % cb->v_samp_factor != 0) return 0;
    *share_x = y->h_samp_factor / cb->h_samp_factor;
    *share_y = y->v_samp_factor / cb->v_samp_factor;
    return *share_x <= 2 && *share_y <= 2;
}

void azj_read_blocks(j_decompress_ptr jpeg, uint8_t *const bases[3], const ptrdiff_t strides[3], int share_y) {
    JSAMPROW lines[3][AZJ_BLOCK_ROWS];
    JSAMPARRAY arrays[3] = {lines[0], lines[1], lines[2]};
    int rows = jpeg->max_v_samp_factor * DCTSIZE;
    for (int plane = 0; plane < jpeg->num_components; plane++) {
        for (int line = 0; line < (plane ? rows / share_y : rows); line++) lines[plane][line] = bases[plane] + line * strides[plane];
    }
    if (jpeg_read_raw_data(jpeg, arrays, (JDIMENSION) rows) == 0) ERREXIT(jpeg, JERR_INPUT_EMPTY);
}

// JPEGs inside other files: whether they are whole, their planes, and how a corner of one is cut out without decoding.
#ifndef AZULEJO_CJPEG_TILE_H
#define AZULEJO_CJPEG_TILE_H
#include <stddef.h>
#include <stdint.h>

// The longest reason that the library gives, its end included.
#define AZJ_REASON_SIZE 200

// Why a JPEG is of no use, beside 0.
enum { AZJ_TILE_DAMAGED = -1, AZJ_TILE_UNSUPPORTED = -2 };

// A JPEG in two pieces: `head` ends in the middle of its markers, and `rest` goes on behind that.
typedef struct {
    const uint8_t *head, *rest;
    size_t head_count, rest_count;
} AzjPieces;

// What a decoder takes the colours of a JPEG for.
enum { AZJ_OTHER_COLOURS, AZJ_GREY, AZJ_YCC, AZJ_RGB };

typedef struct {
    int width, height, components;
    int colours;
    // Whether a JFIF or Adobe marker says what the colours are, so that no decoder has to guess.
    int is_marked;
    // Whether it is one that every decoder knows: Huffman codes and 8 bits.
    int is_common;
    // Whether the planes are those of grey or of YCbCr; then a chroma plane is so many times smaller than the image, 1 or 2 along each
    // axis.
    int is_planar;
    int share_x, share_y;
} AzjTileHeader;

// Reads the markers up to the first scan. 0, or why not, with the reason in words.
int azj_read_header(AzjPieces jpeg, AzjTileHeader *header, char reason[AZJ_REASON_SIZE]);

// Decodes the entropy code to its end, where `count_behind` bytes are left behind the JPEG's last marker. 0, or why not with the reason in
// words: damaged also where libjpeg as much as warns, since it paints over what is missing or broken, and says no more than that;
// unsupported where it has several scans and would take too much memory or time for a tile.
int azj_check(AzjPieces jpeg, size_t *count_behind, char reason[AZJ_REASON_SIZE]);

// Room for the planes of a JPEG of that size at most, which is a multiple of 16 along each axis, as those of a larger picture have it.
typedef struct {
    int width, height;
    int components, share_x, share_y;
    uint8_t *bases[3];
    ptrdiff_t strides[3];
} AzjPlanes;

// Decodes a JPEG into planes, without a change of colours, where `count_behind` bytes are left behind its last marker. 0, or why not with
// the reason in words: damaged as azj_check says it; unsupported where its planes are others, or it has several scans. Up to whole blocks
// is written beyond its edges.
int azj_read_planes(
    AzjPieces jpeg, const AzjPlanes *planes, AzjTileHeader *header, size_t *count_behind, char reason[AZJ_REASON_SIZE]);

// The upper left corner of a JPEG as one of its own: the same coefficients, and so the same pixels. 0 and `*corner`, to be given to
// azj_free, or -1 with the reason.
int azj_corner(
    const uint8_t *jpeg, size_t count, int width, int height, uint8_t **corner, size_t *corner_count, char reason[AZJ_REASON_SIZE]);
void azj_free(uint8_t *corner);

#endif

// JPEG tiles inside other files: checks whether they are whole, decodes their planes, and cuts out a corner without decoding.
#ifndef AZULEJO_CJPEG_TILE_H
#define AZULEJO_CJPEG_TILE_H
#include <stddef.h>
#include <stdint.h>

// Bytes of the longest reason that the library gives, with the final NUL.
#define AZJ_REASON_SIZE 200

// Why a JPEG cannot be used; 0 is success.
enum { AZJ_TILE_DAMAGED = -1, AZJ_TILE_UNSUPPORTED = -2 };

// A JPEG in two pieces: `head` ends within the markers, and `rest` continues it.
typedef struct {
    const uint8_t *head, *rest;
    size_t head_count, rest_count;
} AzjPieces;

// The colours of a JPEG, as libjpeg determines them.
enum { AZJ_OTHER_COLOURS, AZJ_GREY, AZJ_YCC, AZJ_RGB };

typedef struct {
    int width, height, components;
    int colours;
    // 1 if a JFIF or Adobe marker names the colours, so that no decoder has to guess.
    int is_marked;
    // 1 if every decoder can read it: Huffman codes and 8 bits.
    int is_common;
    // 1 if the planes are grey or YCbCr. Then a chroma plane is smaller than the image by these factors, 1 or 2 along each axis.
    int is_planar;
    int share_x, share_y;
} AzjTileHeader;

// Reads the markers up to the first scan. Returns 0, or an error with the reason in words.
int azj_read_header(AzjPieces jpeg, AzjTileHeader *header, char reason[AZJ_REASON_SIZE]);

// Decodes the entropy code to its end. `count_behind` is set to the number of bytes behind the JPEG's last marker. Returns 0, or an error
// with the reason in words. A warning of libjpeg is damage, too: it warns when it fills in missing or broken pixels. A JPEG of several
// scans is unsupported if it would take too much memory or time for a tile.
int azj_check(AzjPieces jpeg, size_t *count_behind, char reason[AZJ_REASON_SIZE]);

// Room for the planes of one JPEG within the planes of a larger picture. Width and height are the most that the JPEG may have; both are
// multiples of 16.
typedef struct {
    int width, height;
    int components, share_x, share_y;
    uint8_t *bases[3];
    ptrdiff_t strides[3];
} AzjPlanes;

// Decodes a JPEG into planes without converting colours. `count_behind` is set to the number of bytes behind its last marker. Returns 0, or
// an error with the reason in words: damaged as in azj_check; unsupported if its planes differ from `planes`, or if it has several scans.
// Blocks at the edges are written whole, and so reach beyond the JPEG's size.
int azj_read_planes(
    AzjPieces jpeg, const AzjPlanes *planes, AzjTileHeader *header, size_t *count_behind, char reason[AZJ_REASON_SIZE]);

// Makes a JPEG of the upper left corner of another, with the same coefficients and so the same pixels. Returns 0 and `*corner`, which the
// caller gives to azj_free, or -1 with the reason.
int azj_corner(
    const uint8_t *jpeg, size_t count, int width, int height, uint8_t **corner, size_t *corner_count, char reason[AZJ_REASON_SIZE]);
void azj_free(uint8_t *corner);

#endif

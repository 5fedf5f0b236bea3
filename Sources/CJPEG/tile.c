// JPEG tiles inside other files: checks them, decodes them as planes, and cuts them.
#include "tile.h"
#include "scans.h"
#include "raw.h"

#include <setjmp.h>
#include <string.h>
#include <jerror.h>
#include <turbojpeg.h>

// For all coefficients of a JPEG of several scans: 2048 x 2048 pixels in four colours.
enum { MAXIMUM_COEFFICIENT_BYTES = 1 << 25 };

// A decoder that reads two pieces of memory, with the place to jump to after an error.
typedef struct {
    struct jpeg_decompress_struct decoder;
    struct jpeg_error_mgr errors;
    struct jpeg_source_mgr source;
    struct jpeg_progress_mgr progress;
    AzjPieces pieces;
    jmp_buf failed;
    char *reason;
    // The error that our function returns after a jump.
    int result;
} Decoder;

static void fail(j_common_ptr decoder) {
    Decoder *whole = decoder->client_data;
    char message[JMSG_LENGTH_MAX];
    decoder->err->format_message(decoder, message);
    snprintf(whole->reason, AZJ_REASON_SIZE, "%s", message);
    longjmp(whole->failed, 1);
}

// Fails because of a limit of our own. The JPEG itself may be valid.
static void refuse(Decoder *whole, const char *reason) {
    snprintf(whole->reason, AZJ_REASON_SIZE, "%s", reason);
    whole->result = AZJ_TILE_UNSUPPORTED;
    longjmp(whole->failed, 1);
}

static void count_scans(j_common_ptr decoder) {
    Decoder *whole = decoder->client_data;
    if (whole->decoder.input_scan_number > AZJ_MAXIMUM_SCANS) refuse(whole, "a tile is a JPEG of too many scans");
}

static void hear(j_common_ptr decoder, int level) {
    // Warnings are below zero; other levels are trace messages.
    if (level < 0) fail(decoder);
}

static void start_source(j_decompress_ptr decoder) {}

static void end_source(j_decompress_ptr decoder) {}

static boolean next_piece(j_decompress_ptr decoder) {
    Decoder *whole = decoder->client_data;
    if (!whole->pieces.rest_count) ERREXIT(decoder, JERR_INPUT_EOF);
    decoder->src->next_input_byte = whole->pieces.rest;
    decoder->src->bytes_in_buffer = whole->pieces.rest_count;
    whole->pieces.rest_count = 0;
    return TRUE;
}

static void skip(j_decompress_ptr decoder, long count) {
    while (count > (long) decoder->src->bytes_in_buffer) {
        count -= (long) decoder->src->bytes_in_buffer;
        next_piece(decoder);
    }
    if (count <= 0) return;
    decoder->src->next_input_byte += count;
    decoder->src->bytes_in_buffer -= count;
}

// Call it after setjmp, and call jpeg_destroy_decompress afterwards in any case. That does nothing to a decoder that was not created.
static void begin(Decoder *whole, AzjPieces pieces) {
    whole->pieces = pieces;
    jpeg_create_decompress(&whole->decoder);
    whole->source = (struct jpeg_source_mgr) {
        .next_input_byte = pieces.head, .bytes_in_buffer = pieces.head_count,
        .init_source = start_source, .fill_input_buffer = next_piece, .skip_input_data = skip,
        .resync_to_restart = jpeg_resync_to_restart, .term_source = end_source,
    };
    whole->decoder.src = &whole->source;
    jpeg_read_header(&whole->decoder, TRUE);
}

static void prepare(Decoder *whole, char *reason) {
    memset(whole, 0, sizeof *whole);
    whole->reason = reason;
    whole->result = AZJ_TILE_DAMAGED;
    whole->decoder.err = jpeg_std_error(&whole->errors);
    whole->decoder.client_data = whole;
    whole->errors.error_exit = fail;
    whole->errors.emit_message = hear;
}

// Copies the information of the markers after `begin`.
static void tell(const struct jpeg_decompress_struct *decoder, AzjTileHeader *header) {
    *header = (AzjTileHeader) {
        .width = (int) decoder->image_width,
        .height = (int) decoder->image_height,
        .components = decoder->num_components,
        .colours = decoder->jpeg_color_space == JCS_GRAYSCALE ? AZJ_GREY
            : decoder->jpeg_color_space == JCS_YCbCr ? AZJ_YCC : decoder->jpeg_color_space == JCS_RGB ? AZJ_RGB : AZJ_OTHER_COLOURS,
        .is_marked = decoder->saw_JFIF_marker || decoder->saw_Adobe_marker,
        .is_common = !decoder->arith_code && decoder->data_precision == 8,
    };
    header->is_planar = azj_shares(decoder, &header->share_x, &header->share_y);
}

// The decoder must not be a local variable of the function that calls setjmp: after the jump, its changes would be undefined.
static int read_header(Decoder *whole, AzjPieces pieces, AzjTileHeader *header) {
    if (setjmp(whole->failed)) return whole->result;
    begin(whole, pieces);
    tell(&whole->decoder, header);
    return 0;
}

int azj_read_header(AzjPieces pieces, AzjTileHeader *header, char reason[AZJ_REASON_SIZE]) {
    Decoder whole;
    prepare(&whole, reason);
    int result = read_header(&whole, pieces, header);
    jpeg_destroy_decompress(&whole.decoder);
    return result;
}

static int check(Decoder *whole, AzjPieces pieces, size_t *count_behind) {
    if (setjmp(whole->failed)) return whole->result;
    begin(whole, pieces);
    struct jpeg_decompress_struct *decoder = &whole->decoder;
    // libjpeg holds all coefficients of a JPEG of several scans in memory, 2 bytes each.
    uint64_t samples = (uint64_t) decoder->image_width * decoder->image_height * decoder->num_components;
    if (jpeg_has_multiple_scans(decoder) && 2 * samples > MAXIMUM_COEFFICIENT_BYTES)
        refuse(whole, "a tile is a JPEG of several scans, and too large for one");
    whole->progress.progress_monitor = count_scans;
    decoder->progress = &whole->progress;
    // At an eighth of the size all codes are read, and little is computed.
    decoder->scale_num = 1;
    decoder->scale_denom = 8;
    decoder->out_color_space = decoder->jpeg_color_space;
    decoder->do_fancy_upsampling = FALSE;
    decoder->do_block_smoothing = FALSE;
    decoder->dct_method = JDCT_IFAST;
    jpeg_start_decompress(decoder);
    JSAMPARRAY row = (*decoder->mem->alloc_sarray)(
        (j_common_ptr) decoder, JPOOL_IMAGE, decoder->output_width * decoder->output_components, 1);
    while (decoder->output_scanline < decoder->output_height) jpeg_read_scanlines(decoder, row, 1);
    jpeg_finish_decompress(decoder);
    *count_behind = decoder->src->bytes_in_buffer + whole->pieces.rest_count;
    return 0;
}

int azj_check(AzjPieces pieces, size_t *count_behind, char reason[AZJ_REASON_SIZE]) {
    Decoder whole;
    prepare(&whole, reason);
    int result = check(&whole, pieces, count_behind);
    jpeg_destroy_decompress(&whole.decoder);
    return result;
}

static int read_planes(Decoder *whole, AzjPieces pieces, const AzjPlanes *planes, AzjTileHeader *header, size_t *count_behind) {
    if (setjmp(whole->failed)) return whole->result;
    begin(whole, pieces);
    struct jpeg_decompress_struct *decoder = &whole->decoder;
    tell(decoder, header);
    if (!header->is_planar || header->components != planes->components || header->share_x != planes->share_x ||
        header->share_y != planes->share_y)
        refuse(whole, "a tile has other planes than its neighbours");
    if (header->width > planes->width || header->height > planes->height) refuse(whole, "a tile is too large for its place");
    if (decoder->max_v_samp_factor > 2) refuse(whole, "a tile has blocks of unusual size");
    if (jpeg_has_multiple_scans(decoder)) refuse(whole, "a tile is a JPEG of several scans");
    decoder->raw_data_out = TRUE;
    decoder->do_fancy_upsampling = FALSE;
    decoder->dct_method = JDCT_ISLOW;
    decoder->out_color_space = decoder->jpeg_color_space;
    jpeg_start_decompress(decoder);
    int block_rows = decoder->max_v_samp_factor * DCTSIZE;
    uint8_t *bases[3] = {planes->bases[0], planes->bases[1], planes->bases[2]};
    for (int row = 0; row < header->height; row += block_rows) {
        azj_read_blocks(decoder, bases, planes->strides, header->share_y);
        for (int plane = 0; plane < header->components; plane++)
            bases[plane] += block_rows / (plane ? header->share_y : 1) * planes->strides[plane];
    }
    jpeg_finish_decompress(decoder);
    *count_behind = decoder->src->bytes_in_buffer + whole->pieces.rest_count;
    return 0;
}

int azj_read_planes(
    AzjPieces pieces, const AzjPlanes *planes, AzjTileHeader *header, size_t *count_behind, char reason[AZJ_REASON_SIZE]) {
    Decoder whole;
    prepare(&whole, reason);
    int result = read_planes(&whole, pieces, planes, header, count_behind);
    jpeg_destroy_decompress(&whole.decoder);
    return result;
}

int azj_corner(
    const uint8_t *jpeg, size_t count, int width, int height, uint8_t **corner, size_t *corner_count, char reason[AZJ_REASON_SIZE]) {
    tjhandle transformer = tjInitTransform();
    tjtransform cut = {.r = {0, 0, width, height}, .op = TJXOP_NONE, .options = TJXOPT_CROP | TJXOPT_COPYNONE};
    unsigned char *bytes = NULL;
    unsigned long byte_count = 0;
    int flags = TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS;
    int result = transformer ? tjTransform(transformer, jpeg, count, 1, &bytes, &byte_count, &cut, flags) : -1;
    if (result != 0) {
        snprintf(reason, AZJ_REASON_SIZE, "%s", tjGetErrorStr2(transformer));
        tjFree(bytes);
        bytes = NULL;
    }
    if (transformer) tjDestroy(transformer);
    *corner = bytes;
    *corner_count = byte_count;
    return result;
}

void azj_free(uint8_t *corner) { tjFree(corner); }

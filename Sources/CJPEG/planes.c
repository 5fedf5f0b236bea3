// Planes of pixels: decoded from a JPEG without colour conversion, and halved.
#include "planes.h"
#include "raw.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jerror.h>

enum { BUFFER_SIZE = 1 << 20 };

struct AzjDecoder {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_source_mgr source;
    struct jpeg_progress_mgr progress;
    jmp_buf failed;
    int (*is_cancelled)(void *asker);
    void *asker;
    AzsSource input;
    int64_t position;
    int is_lenient;
    int is_unreadable;
    int is_stopped;
    int halves_chroma;
    int share_x, share_y;
    // Chroma planes that do not have the wanted size are decoded here first: one row of blocks of each.
    uint8_t *scratch[2];
    ptrdiff_t scratch_stride;
    uint8_t *buffer;
    char message[JMSG_LENGTH_MAX];
};

int azj_library_version(void) { return LIBJPEG_TURBO_VERSION_NUMBER; }

// MARK: Errors

static void fail(j_common_ptr jpeg) {
    AzjDecoder *decoder = jpeg->client_data;
    jpeg->err->format_message(jpeg, decoder->message);
    longjmp(decoder->failed, 1);
}

static void emit(j_common_ptr jpeg, int level) {
    AzjDecoder *decoder = jpeg->client_data;
    if (level < 0 && !decoder->is_lenient) fail(jpeg);
}

static void keep_silent(j_common_ptr jpeg) { (void) jpeg; }

static int result_of(const AzjDecoder *decoder) {
    if (decoder->is_stopped) return AZJ_CANCELLED;
    if (decoder->is_unreadable) return AZJ_UNREADABLE;
    return decoder->errors.msg_code == JERR_OUT_OF_MEMORY ? AZJ_NO_MEMORY : AZJ_DAMAGED;
}

// libjpeg calls this for each row of blocks. It decodes all scans of a progressive JPEG before the first row of pixels.
static void ask_whether_cancelled(j_common_ptr jpeg) {
    AzjDecoder *decoder = jpeg->client_data;
    if (!decoder->is_cancelled(decoder->asker)) return;
    decoder->is_stopped = 1;
    longjmp(decoder->failed, 1);
}

// MARK: Reading the source

static void begin_source(j_decompress_ptr jpeg) { (void) jpeg; }
static void end_source(j_decompress_ptr jpeg) { (void) jpeg; }

static boolean fill(j_decompress_ptr jpeg) {
    AzjDecoder *decoder = jpeg->client_data;
    int64_t count = azs_read(&decoder->input, decoder->buffer, BUFFER_SIZE, decoder->position);
    if (count < 0) {
        // The source was cut short since it was opened, or cannot be read: the image itself is not damaged.
        decoder->is_unreadable = 1;
        ERREXIT(jpeg, JERR_FILE_READ);
    }
    decoder->position += count;
    if (count == 0) {
        WARNMS(jpeg, JWRN_JPEG_EOF);
        decoder->buffer[0] = 0xFF;
        decoder->buffer[1] = JPEG_EOI;
        count = 2;
    }
    jpeg->src->next_input_byte = decoder->buffer;
    jpeg->src->bytes_in_buffer = (size_t) count;
    return TRUE;
}

static void skip(j_decompress_ptr jpeg, long count) {
    AzjDecoder *decoder = jpeg->client_data;
    if (count <= 0) return;
    size_t buffered = jpeg->src->bytes_in_buffer;
    if ((size_t) count <= buffered) {
        jpeg->src->next_input_byte += count;
        jpeg->src->bytes_in_buffer -= (size_t) count;
        return;
    }
    int64_t beyond = (int64_t) count - (int64_t) buffered;
    int64_t left = decoder->input.size - decoder->position;
    decoder->position += beyond < left ? beyond : left;
    jpeg->src->bytes_in_buffer = 0;
}

// MARK: Decoding

AzjDecoder *azj_decoder_open(const AzsSource *source, int is_lenient, AzjHeader *header, int *result) {
    AzjDecoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->buffer = malloc(BUFFER_SIZE);
    if (!decoder->buffer) {
        free(decoder);
        return NULL;
    }
    decoder->input = *source;
    decoder->is_lenient = is_lenient;
    decoder->jpeg.err = jpeg_std_error(&decoder->errors);
    decoder->errors.error_exit = fail;
    decoder->errors.emit_message = emit;
    decoder->errors.output_message = keep_silent;
    decoder->jpeg.client_data = decoder;
    if (setjmp(decoder->failed)) {
        *result = result_of(decoder);
        return decoder;
    }
    jpeg_create_decompress(&decoder->jpeg);
    decoder->source.init_source = begin_source;
    decoder->source.fill_input_buffer = fill;
    decoder->source.skip_input_data = skip;
    decoder->source.resync_to_restart = jpeg_resync_to_restart;
    decoder->source.term_source = end_source;
    decoder->jpeg.src = &decoder->source;
    jpeg_read_header(&decoder->jpeg, TRUE);

    struct jpeg_decompress_struct *jpeg = &decoder->jpeg;
    *header = (AzjHeader){.width = (int) jpeg->image_width, .height = (int) jpeg->image_height, .components = jpeg->num_components};
    header->is_planar = azj_shares(jpeg, &header->share_x, &header->share_y);
    // A row of blocks must not be higher than what a strip is made of.
    if (jpeg->max_v_samp_factor > 2) header->is_planar = 0;
    decoder->share_x = header->share_x;
    decoder->share_y = header->share_y;
    *result = 0;
    return decoder;
}

int azj_decoder_start(AzjDecoder *decoder, int halves_chroma, int (*is_cancelled)(void *asker), void *asker) {
    struct jpeg_decompress_struct *jpeg = &decoder->jpeg;
    decoder->halves_chroma = halves_chroma;
    decoder->is_cancelled = is_cancelled;
    decoder->asker = asker;
    decoder->progress.progress_monitor = ask_whether_cancelled;
    jpeg->progress = &decoder->progress;
    if (jpeg->num_components == 3 && halves_chroma && (decoder->share_x == 1 || decoder->share_y == 1)) {
        decoder->scratch_stride = ((ptrdiff_t) jpeg->image_width + 127) / 64 * 64;
        for (int plane = 0; plane < 2; plane++) {
            decoder->scratch[plane] = malloc((size_t) decoder->scratch_stride * AZJ_BLOCK_ROWS);
            if (!decoder->scratch[plane]) return AZJ_NO_MEMORY;
        }
    }
    if (setjmp(decoder->failed)) return result_of(decoder);
    jpeg->raw_data_out = TRUE;
    jpeg->do_fancy_upsampling = FALSE;
    jpeg->dct_method = JDCT_ISLOW;
    jpeg->out_color_space = jpeg->jpeg_color_space;
    jpeg_start_decompress(jpeg);
    return 0;
}

// A row of blocks of a chroma plane, in the scratch, to half the image's size. `rows` of the image are valid.
static void halve_chroma(const AzjDecoder *decoder, uint8_t *source, uint8_t *target, ptrdiff_t stride, int rows) {
    int width = (int) (decoder->jpeg.image_width + (decoder->share_x - 1)) / decoder->share_x;
    int height = (rows + decoder->share_y - 1) / decoder->share_y;
    int half_width = (int) (decoder->jpeg.image_width + 1) / 2;
    int half_height = (rows + 1) / 2;
    if (decoder->share_x == 1) {
        for (int row = 0; row < height; row++) {
            uint8_t *line = source + row * decoder->scratch_stride;
            line[width] = line[width - 1];
        }
    }
    for (int row = 0; row < half_height; row++) {
        int first = decoder->share_y == 1 ? 2 * row : row;
        int second = decoder->share_y == 1 && first + 1 < height ? first + 1 : first;
        const uint8_t *upper = source + first * decoder->scratch_stride;
        const uint8_t *lower = source + second * decoder->scratch_stride;
        uint8_t *half = target + row * stride;
        if (decoder->share_x == 1) {
            azj_halve(upper, lower, half, half_width);
        } else {
            for (int x = 0; x < half_width; x++) half[x] = (uint8_t) ((upper[x] + lower[x] + (x & 1)) >> 1);
        }
    }
}

int azj_decoder_read(AzjDecoder *decoder, uint8_t *const planes[3], const ptrdiff_t strides[3], int rows) {
    struct jpeg_decompress_struct *jpeg = &decoder->jpeg;
    if (setjmp(decoder->failed)) return result_of(decoder);
    int block_rows = jpeg->max_v_samp_factor * DCTSIZE;
    for (int row = 0; row < rows; row += block_rows) {
        uint8_t *bases[3];
        ptrdiff_t steps[3];
        for (int plane = 0; plane < jpeg->num_components; plane++) {
            uint8_t *scratch = plane ? decoder->scratch[plane - 1] : NULL;
            steps[plane] = scratch ? decoder->scratch_stride : strides[plane];
            bases[plane] = scratch ? scratch : planes[plane] + row / (plane ? decoder->share_y : 1) * strides[plane];
        }
        azj_read_blocks(jpeg, bases, steps, decoder->share_y);
        if (!decoder->scratch[0]) continue;
        int valid = rows - row < block_rows ? rows - row : block_rows;
        for (int plane = 1; plane < 3; plane++) {
            halve_chroma(decoder, decoder->scratch[plane - 1], planes[plane] + row / 2 * strides[plane], strides[plane], valid);
        }
    }
    return 0;
}

int azj_decoder_finish(AzjDecoder *decoder) {
    if (setjmp(decoder->failed)) return result_of(decoder);
    jpeg_finish_decompress(&decoder->jpeg);
    return 0;
}

const char *azj_decoder_message(const AzjDecoder *decoder) { return decoder->message; }

void azj_decoder_close(AzjDecoder *decoder) {
    jpeg_destroy_decompress(&decoder->jpeg);
    free(decoder->scratch[0]);
    free(decoder->scratch[1]);
    free(decoder->buffer);
    free(decoder);
}

// MARK: Halving

void azj_halve(const uint8_t *restrict upper, const uint8_t *restrict lower, uint8_t *restrict half, int count) {
    // Rounds down and up in turn. If it always rounded up, each of a dozen levels would be brighter, and redder or bluer, than the level
    // before it.
    for (int x = 0; x < count; x++) {
        half[x] = (uint8_t) ((upper[2 * x] + upper[2 * x + 1] + lower[2 * x] + lower[2 * x + 1] + 1 + (x & 1)) >> 2);
    }
}

void azj_halve_alpha(
    const uint8_t *restrict upper, const uint8_t *restrict lower, uint8_t *restrict half, int count, int bands) {
    for (int x = 0; x < count; x++) {
        const uint8_t *pixels[4] = {upper + 2 * x * bands, upper + (2 * x + 1) * bands, lower + 2 * x * bands, lower + (2 * x + 1) * bands};
        unsigned alpha = 0;
        for (int i = 0; i < 4; i++) alpha += pixels[i][bands - 1];
        for (int band = 0; band < bands - 1; band++) {
            unsigned colour = 0;
            for (int i = 0; i < 4; i++) colour += (unsigned) pixels[i][band] * pixels[i][bands - 1];
            half[x * bands + band] = (uint8_t) (alpha ? (colour + alpha / 2) / alpha : 0);
        }
        half[x * bands + bands - 1] = (uint8_t) ((alpha + 2) >> 2);
    }
}

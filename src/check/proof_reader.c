/* proof_reader.c - the numbers of a proof, out of the file that has them packed.
 *
 *     head     0xc9 "chequer proof" and a line end; the version, 2; t, c, h or o for
 *              a tree about a tiling, a cover, a closed or an open tour, T, C, H or O
 *              for layers; the digest of the problem, 8 bytes, the lowest first
 *     numbers  a bit 0 if it is the number met last at the same depth (modulo 256; 0
 *              at first). Else 1, and seven bits a byte, the lowest first, with a bit
 *              0x80 if more follow; each byte bit by bit, from the highest.
 *     bits     by a range decoder: a byte 0, then `code` from 4 bytes, the highest
 *              first, of `range`, at first 2^32 - 1. The share of a 0 is range / 2048,
 *              rounded down, times the odds. A code below the share is a 0, and the
 *              share the new range; else it is a 1, and both lose the share. While
 *              range is below 2^24, both grow by a byte. The odds of a bit are 11 bits,
 *              at first 1024, that move by a 32nd, rounded down, of their distance to
 *              2048 or to 0. Those of a first bit depend on the depth, the others on
 *              the bits before in their byte and on a context: for a first byte the
 *              lowest 8 bits of the number met last at this depth, else 256.
 *     end      `code` is 0 and nothing follows
 *
 * One pass, 130 KB.
 */
#include "base/assert.h"
#include "check/proof_reader.h"

#include <inttypes.h>
#include <stdarg.h>

/* Rows of odds, 256 each: those of first bytes, of other bytes, and whether a number is
 * the one before, by the depth. */
enum { OTHER_BYTES = 256, REPEATS, ROWS };
enum { SHARES = 2048, SLOWNESS = 5, NARROW = 1 << 24, VERSION = 2 };

cq_status cq_proof_fail(const cq_proof_reader *reader, const char *format, ...)
{
    char sentence[CQ_SENTENCE_SIZE];
    va_list args;

    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    return cq_fail_at(reader->ctx, reader->name, 0, 0, "byte %" PRIu64 ": %s",
                      reader->bytes, sentence);
}

static cq_status take_byte(cq_proof_reader *reader, uint32_t *out)
{
    int byte = getc_unlocked(reader->in);

    if (byte == EOF && ferror(reader->in))
        return cq_fail_io(reader->ctx, "cannot read", reader->name);
    if (byte == EOF)
        return cq_proof_fail(reader, "the proof is cut short");
    reader->bytes++;
    *out = (uint32_t)byte;
    return CQ_OK;
}

/* ---- the head ---- */

static cq_status take_mark(cq_proof_reader *reader)
{
    static const char mark[] = "\xc9"
                               "chequer proof\n";
    uint32_t byte;

    for (size_t i = 0; i + 1 < sizeof mark; i++) {
        cq_try(take_byte(reader, &byte));
        if (byte != (unsigned char)mark[i])
            return cq_proof_fail(reader, "this is not a proof");
    }
    cq_try(take_byte(reader, &byte));
    if (byte != VERSION)
        return cq_proof_fail(reader, "version %" PRIu32 " of proofs is not known",
                             byte);
    return CQ_OK;
}

static cq_status take_problem(cq_proof_reader *reader, const cq_problem *problem)
{
    bool open = problem->kind == CQ_TOUR && !problem->closed;
    uint32_t kind, byte;
    uint64_t digest = 0;

    cq_try(take_byte(reader, &kind));
    for (unsigned i = 0; i < 64; i += 8) {
        cq_try(take_byte(reader, &byte));
        digest |= (uint64_t)byte << i;
    }
    reader->layers = kind == (unsigned char)"TCHO"[problem->kind + open];
    if ((!reader->layers && kind != (unsigned char)"tcho"[problem->kind + open]) ||
        digest != cq_problem_digest(problem))
        return cq_proof_fail(reader, "the proof belongs to another problem");
    return CQ_OK;
}

cq_status cq_proof_open(cq_context *ctx, const cq_problem *problem, const char *name,
                        FILE *in, char sentence[CQ_SENTENCE_SIZE],
                        cq_proof_reader *reader)
{
    uint32_t byte;

    *reader = (cq_proof_reader){
        .ctx = ctx, .name = name, .in = in, .range = UINT32_MAX, .sentence = sentence};
    cq_try(take_mark(reader));
    cq_try(take_problem(reader, problem));
    for (int i = 0; i < 5; i++) {
        cq_try(take_byte(reader, &byte));
        if (i == 0 && byte != 0)
            return cq_proof_fail(reader, "expected 0 before the proof, found %" PRIu32,
                                 byte);
        reader->code = reader->code << 8 | byte;
    }
    reader->odds = cq_alloc(ctx, (size_t)ROWS << 8, sizeof *reader->odds);
    cq_try_memory(reader->odds);
    for (size_t i = 0; i < (size_t)ROWS << 8; i++)
        reader->odds[i] = SHARES / 2;
    return CQ_OK;
}

void cq_proof_close(cq_proof_reader *reader)
{
    cq_free(reader->odds);
    reader->odds = NULL;
}

/* ---- numbers ---- */

/* A range that got narrow takes bytes. */
static cq_status widen(cq_proof_reader *reader)
{
    uint32_t byte = 0;

    while (reader->range < NARROW) {
        cq_try(take_byte(reader, &byte));
        reader->range <<= 8;
        reader->code = reader->code << 8 | byte;
    }
    return CQ_OK;
}

/* The range is to be widened then. */
static inline unsigned draw_bit(cq_proof_reader *reader, uint16_t *odds)
{
    uint32_t share = reader->range / SHARES * *odds;

    cq_assert(reader->range >= NARROW); /* so that each side has a share */
    cq_assert(*odds > 0 && *odds < SHARES);
    if (reader->code < share) {
        reader->range = share;
        *odds = (uint16_t)(*odds + ((SHARES - *odds) >> SLOWNESS));
        return 0;
    }
    reader->code -= share;
    reader->range -= share;
    *odds = (uint16_t)(*odds - (*odds >> SLOWNESS));
    return 1;
}

static cq_status unpack_byte(cq_proof_reader *reader, size_t row, unsigned *byte)
{
    unsigned bits = 1;

    while (bits < 256) {
        bits = 2 * bits + draw_bit(reader, &reader->odds[row * 256 + bits]);
        cq_try(widen(reader));
    }
    cq_assert(row < ROWS && bits >= 256 && bits < 512);
    *byte = bits & 0xff;
    return CQ_OK;
}

static cq_status fail_most(const cq_proof_reader *reader)
{
    return cq_proof_fail(reader, "node %" PRIu64 ": the number is too large",
                         reader->nodes + 1);
}

/* A number that is written out. */
static cq_status take_number(cq_proof_reader *reader, uint64_t *seen, uint64_t most,
                             uint64_t *number)
{
    size_t row = *seen & 0xff;
    unsigned byte = 0x80;

    *number = 0;
    for (unsigned shift = 0; byte & 0x80; shift += 7) {
        cq_try(unpack_byte(reader, row, &byte));
        if (shift > 56 || (*number |= (uint64_t)(byte & 0x7f) << shift) > most)
            return fail_most(reader);
        row = OTHER_BYTES;
    }
    cq_assert(*number <= most);
    *seen = *number;
    return CQ_OK;
}

/* Seldom, so not to take registers from where it is not. */
__attribute__((noinline)) static cq_status
take_other(cq_proof_reader *reader, uint64_t *seen, uint64_t most, uint64_t *number)
{
    cq_try(widen(reader));
    return take_number(reader, seen, most, number);
}

__attribute__((noinline)) static cq_status
take_again(cq_proof_reader *reader, uint64_t *seen, uint64_t most, uint64_t *number)
{
    cq_try(widen(reader));
    *number = *seen;
    return *number > most ? fail_most(reader) : CQ_OK;
}

cq_status cq_proof_next(cq_proof_reader *reader, size_t depth, uint64_t most,
                        uint64_t *number)
{
    uint64_t *seen = &reader->seen[depth & 0xff];

    if (draw_bit(reader, &reader->odds[REPEATS * 256 + (depth & 0xff)]))
        return take_other(reader, seen, most, number);
    if (reader->range < NARROW || *seen > most)
        return take_again(reader, seen, most, number);
    *number = *seen;
    return CQ_OK;
}

cq_status cq_proof_finish(cq_proof_reader *reader)
{
    if (reader->wrong)
        return CQ_OK;
    if (reader->code != 0)
        return cq_proof_fail(reader, "the proof is complete, and the file does not "
                                     "end as it should");
    if (getc_unlocked(reader->in) != EOF)
        return cq_proof_fail(reader, "the proof is complete, and more follows");
    if (ferror(reader->in))
        return cq_fail_io(reader->ctx, "cannot read", reader->name);
    return CQ_OK;
}

cq_status cq_proof_refuse(cq_proof_reader *reader, size_t layer, const char *why)
{
    char place[40] = "";

    cq_assert(!reader->wrong && (layer > 0) == reader->layers);
    if (layer)
        snprintf(place, sizeof place, "layer %zu, ", layer);
    snprintf(reader->sentence, CQ_SENTENCE_SIZE,
             "%snode %" PRIu64 ", before byte %" PRIu64 ": %s", place, reader->nodes,
             reader->bytes, why);
    reader->wrong = true;
    return CQ_OK;
}

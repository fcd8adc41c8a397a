/* proof_file.c - writes the numbers of a proof, packed.
 *
 * What is chosen below one branch is often chosen below the next, so a bit says whether
 * a number is the same as the last one at this depth. If not, the number follows with
 * seven bits in each byte, lowest first; the highest bit of a byte says that another
 * byte follows. Each byte is coded bit by bit, from the highest, with a range coder
 * whose probabilities adapt to what was seen in the same context: for the first byte of
 * a number the last number at this depth; one context for all later bytes. It is the
 * coder of LZMA (G. N. N. Martin, Range encoding, 1979; I. Pavlov's 7-Zip):
 * probabilities of 11 bits that move by a 32nd, and carries that run through pending
 * bytes 0xff.
 *
 * What a node takes depends on the problem: half a byte among tilings, 0.003 bytes
 * among pigeons, which are all alike. So the size is marked at every doubling, and
 * forecasts take what the latter half of the nodes took.
 *
 * Cost: eight multiplications per byte; 130 KB for the probabilities, whatever the
 * tree.
 */
#include "engine/proof_file.h"

#include "base/assert.h"

enum { CHANCE_BITS = 11, CHANCE_MOVES = 5, VERSION = 2 };
enum { MARK_LEAST = 64, TOLD_LEAST = 1 << 16 }; /* nodes: marked, and told in notes */

#define RANGE_LEAST (UINT32_C(1) << 24)

static const unsigned char magic[] = "\xc9"
                                     "chequer proof\n";

static cq_status put_byte(cq_proof_file *file, unsigned byte)
{
    file->bytes++;
    if (file->out && putc_unlocked((int)byte, file->out) == EOF)
        return cq_fail_io(file->ctx, "cannot write", "the proof");
    return CQ_OK;
}

/* Gives up the highest byte of `low`, as soon as no carry can change it. */
static cq_status shift_low(cq_proof_file *file)
{
    unsigned carry = (unsigned)(file->low >> 32);

    if (carry || (uint32_t)file->low < UINT32_C(0xff000000)) {
        cq_try(put_byte(file, (file->cache + carry) & 0xff));
        for (; file->pending > 1; file->pending--)
            cq_try(put_byte(file, (0xff + carry) & 0xff));
        cq_assert(!(file->low >> 33));
        file->pending = 0;
        file->cache = (unsigned char)(file->low >> 24);
    }
    file->pending++;
    file->low = (file->low & 0x00ffffff) << 8;
    return CQ_OK;
}

static cq_status put_bit(cq_proof_file *file, uint16_t *chance, unsigned bit)
{
    uint32_t bound = (file->range >> CHANCE_BITS) * *chance;

    cq_assert(*chance > 0 && *chance < 1u << CHANCE_BITS);
    cq_assert(file->range >= RANGE_LEAST && file->low >> 33 == 0);
    if (bit) {
        file->low += bound;
        file->range -= bound;
        *chance = (uint16_t)(*chance - (*chance >> CHANCE_MOVES));
    } else {
        file->range = bound;
        *chance =
            (uint16_t)(*chance + (((1u << CHANCE_BITS) - *chance) >> CHANCE_MOVES));
    }
    while (file->range < RANGE_LEAST) {
        file->range <<= 8;
        cq_try(shift_low(file));
    }
    return CQ_OK;
}

static cq_status put_packed(cq_proof_file *file, size_t context, unsigned byte)
{
    uint16_t *chances = file->chances + context * 256;
    unsigned node = 1;

    for (int i = 7; i >= 0; i--) {
        unsigned bit = byte >> i & 1;

        cq_try(put_bit(file, &chances[node], bit));
        node = node << 1 | bit;
    }
    cq_assert(node == 256 + byte);
    return CQ_OK;
}

/* ---- forecasts ---- */

static uint64_t whole(double number)
{
    return number < 0x1p63 ? (uint64_t)number : UINT64_MAX;
}

cq_proof_size cq_proof_likely(const cq_proof_file *file, double nodes)
{
    const cq_proof_size *since = &file->before;
    double more = nodes - (double)file->nodes, each;

    cq_assert(file->nodes >= since->nodes && file->bytes >= since->bytes);
    each = file->nodes > since->nodes ? (double)(file->bytes - since->bytes) /
                                            (double)(file->nodes - since->nodes)
                                      : 0;
    return (cq_proof_size){.nodes = whole(nodes),
                           .bytes = whole((double)file->bytes + more * each)};
}

/* With -v: how the forecast changes. */
static void tell(const cq_proof_file *file)
{
    double nodes = file->share > 0 ? (double)file->nodes / file->share : file->likely;
    char now[2][CQ_GROUPED_SIZE], then[2][CQ_GROUPED_SIZE];
    cq_proof_size size;

    if (nodes < (double)file->nodes)
        nodes = (double)file->nodes;
    size = cq_proof_likely(file, nodes);
    cq_note(file->ctx,
            "the proof has %s %s in %s bytes so far, and will have about %s in %s",
            cq_grouped(file->nodes, now[0]), file->share > 0 ? "nodes" : "states",
            cq_grouped(file->bytes, now[1]), cq_grouped(size.nodes, then[0]),
            cq_grouped(size.bytes, then[1]));
}

static cq_status mark(cq_proof_file *file)
{
    file->before = file->marked;
    file->marked = (cq_proof_size){file->nodes, file->bytes};
    file->ended = file->most && file->nodes >= file->most;
    if (file->ended)
        return CQ_STOPPED;
    if (file->nodes >= TOLD_LEAST && !file->most)
        tell(file);
    return CQ_OK;
}

/* ---- numbers ---- */

cq_status cq_proof_put(cq_proof_file *file, size_t depth, uint64_t number)
{
    uint64_t *last = &file->last[depth % CQ_PROOF_DEPTHS];
    size_t context = *last & 0xff;
    bool other = number != *last;

    cq_assert(file->marked.nodes <= file->nodes);
    if (file->nodes >= MARK_LEAST && file->nodes >= 2 * file->marked.nodes)
        cq_try(mark(file));
    cq_try(put_bit(file, &file->repeats[depth % CQ_PROOF_DEPTHS], other));
    if (!other)
        return CQ_OK;
    *last = number;
    for (; number > 0x7f; number >>= 7) {
        cq_try(put_packed(file, context, (unsigned)(number & 0x7f) | 0x80));
        context = CQ_PROOF_LATER;
    }
    return put_packed(file, context, (unsigned)number);
}

static cq_status put_head(cq_proof_file *file, const cq_problem *problem, bool layers)
{
    char kind = problem->kind == CQ_TILING  ? 't'
                : problem->kind == CQ_COVER ? 'c'
                : problem->closed           ? 'h'
                                            : 'o';
    unsigned letter = (unsigned char)kind - (layers ? 0x20u : 0); /* in capitals */
    uint64_t digest = cq_problem_digest(problem);

    for (size_t i = 0; i < sizeof magic - 1; i++)
        cq_try(put_byte(file, magic[i]));
    cq_try(put_byte(file, VERSION));
    cq_try(put_byte(file, letter));
    for (int i = 0; i < 8; i++)
        cq_try(put_byte(file, (unsigned)(digest >> 8 * i) & 0xff));
    return CQ_OK;
}

cq_status cq_proof_begin(cq_context *ctx, const cq_problem *problem, bool layers,
                         FILE *out, cq_proof_file *file)
{
    size_t count = (size_t)CQ_PROOF_CONTEXTS * 256;

    *file = (cq_proof_file){.ctx = ctx, .out = out, .range = UINT32_MAX, .pending = 1};
    file->chances = cq_alloc(ctx, count, sizeof *file->chances);
    cq_try_memory(file->chances);
    for (size_t i = 0; i < count; i++)
        file->chances[i] = 1u << (CHANCE_BITS - 1);
    for (size_t i = 0; i < CQ_PROOF_DEPTHS; i++)
        file->repeats[i] = 1u << (CHANCE_BITS - 1);
    return put_head(file, problem, layers);
}

cq_status cq_proof_end(cq_proof_file *file)
{
    for (int i = 0; i < 5; i++)
        cq_try(shift_low(file));
    if (file->out && fflush(file->out) != 0)
        return cq_fail_io(file->ctx, "cannot write", "the proof");
    return CQ_OK;
}

void cq_proof_free(cq_proof_file *file)
{
    cq_free(file->chances);
    file->chances = NULL;
}

/* proofs_weights.c - a generalised colouring: numbers that do not come out.
 *
 * Every cell has a weight and every piece a value. If each placement of a piece sums to
 * the piece's value modulo m (m = 0: exactly), then the weights of the whole board sum
 * to the values of the copies used. With copies least .. most of each piece,
 *
 *     board = sum of least * value  +  sum of (0 .. most - least) * value   (mod m)
 *
 * The right-hand sums over all pieces with a choice lie in the multiples of
 * g = gcd(m, values of those pieces). If board - fixed is no multiple of g, no choice
 * of copies makes it, and there is no tiling. For m = 0 the sums are also bounded by
 * what the board's area lets the copies contribute. If that does not decide, all
 * choices that fill the board are tried, see check_copies.c.
 *
 * For m = 0 a placement may also sum to less than its piece's value, for then the
 * values bound what the copies can make: if the best choice makes less than the board,
 * there is no tiling. (Of a weight that is to be bounded from below, the negative is.)
 *
 * Example: straight trominoes on the 8 x 8 board without square a8, weights
 * (row + col) mod 3. Three squares in a line have weights 0, 1 and 2 in some order, so
 * every placement has value 0 modulo 3; the board sums to 64, which is 1 modulo 3.
 *
 * Weights are taken modulo m first, so their sums stay below 2^32 * 2^31; exact sums
 * are watched for overflow.
 *
 * Cost: linear in the placements.
 */
#include "base/assert.h"
#include "base/gcd.h"
#include "check/check_copies.h"
#include "check/judge.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct scale {
    const int64_t *weights; /* taken modulo `modulus` */
    int64_t *reduced;       /* the same, unless it is 0 */
    int64_t modulus;
    int64_t expected; /* of every placement */
    cq_cell where;    /* the first cell of one that differs */
    bool below;       /* a placement sums to less than its piece's value */
    bool overflow;
} scale;

static int64_t reduce(int64_t value, int64_t modulus)
{
    int64_t rest;

    if (modulus == 0)
        return value;
    cq_assert(modulus > 0);
    rest = value % modulus;
    return rest < 0 ? rest + modulus : rest;
}

static int64_t add(scale *s, int64_t a, int64_t b)
{
    int64_t sum;

    if (__builtin_add_overflow(a, b, &sum)) {
        s->overflow = true;
        return 0;
    }
    return sum;
}

static int64_t multiply(scale *s, int64_t a, int64_t b)
{
    int64_t product;

    cq_assert(!s->modulus || (a >= 0 && b >= 0 && a <= UINT32_MAX && b <= UINT32_MAX));
    if (s->modulus) /* both below 2^32 */
        return (int64_t)((uint64_t)a * (uint64_t)b % (uint64_t)s->modulus);
    if (__builtin_mul_overflow(a, b, &product)) {
        s->overflow = true;
        return 0;
    }
    return product;
}

static bool weighs_right(void *user, size_t piece, const uint32_t *cells, size_t count)
{
    scale *s = user;
    int64_t sum = 0;

    (void)piece;
    for (size_t i = 0; i < count; i++)
        sum = add(s, sum, s->weights[cells[i]]);
    s->where = cells[0];
    if (s->modulus == 0 && !s->overflow && sum < s->expected) {
        s->below = true;
        return true;
    }
    return !s->overflow && reduce(sum, s->modulus) == s->expected;
}

/* Weighs all placements of all pieces; says what is wrong, or leaves the verdict. */
static cq_status weigh_placements(cq_hearing *hearing, scale *s, bool *right)
{
    const cq_problem *problem = hearing->problem;
    char name[CQ_CELL_NAME_SIZE];
    cq_forms forms = {0};

    cq_try(cq_forms_make(hearing->ctx, problem->board, &problem->pieces, &forms));
    *right = true;
    for (size_t p = 0; *right && p < problem->pieces.count; p++) {
        s->expected = reduce(hearing->certificate->values.at[p], s->modulus);
        if (problem->pieces.at[p].most == 0 ||
            cq_forms_walk(&forms, p, weighs_right, s))
            continue;
        *right = false;
        if (!s->overflow)
            cq_find(hearing, CQ_NO,
                    "piece %.40s from square %s does not have the weight %" PRId64,
                    problem->pieces.at[p].name,
                    cq_cell_name(problem->board, s->where, name), s->expected);
    }
    cq_forms_free(&forms);
    return CQ_OK;
}

static int64_t sum_board(scale *s, const cq_board *board)
{
    int64_t sum = 0;

    for (size_t cell = 0; cell < cq_board_size(board); cell++)
        if (board->colour[cell])
            sum = add(s, sum, s->weights[cell]);
    return sum;
}

/* How many copies beyond the least the area of the board allows. */
static int64_t spare_copies(const cq_problem *problem, const cq_piece *piece)
{
    size_t fit = piece->shape.count ? problem->board->count / piece->shape.count : 0;
    uint32_t spare = piece->most - piece->least;

    return spare < fit ? (int64_t)spare : (int64_t)fit;
}

/* What the copies have to make beyond those that must be used, and what they can. */
typedef struct choice {
    int64_t rest;      /* board minus fixed */
    int64_t divisor;   /* what can be made are multiples of it; 0: only 0 */
    int64_t low, high; /* exact sums are between these */
    bool free;         /* some piece with a value has a choice of copies */
} choice;

static choice weigh_copies(cq_hearing *hearing, scale *s)
{
    const cq_problem *problem = hearing->problem;
    choice c = {.rest = reduce(sum_board(s, problem->board), s->modulus),
                .divisor = s->modulus};

    for (size_t p = 0; p < problem->pieces.count; p++) {
        const cq_piece *piece = &problem->pieces.at[p];
        int64_t value = reduce(hearing->certificate->values.at[p], s->modulus);
        int64_t fixed = multiply(s, piece->least, value);

        if (fixed == INT64_MIN || value == INT64_MIN)
            s->overflow = true;
        if (s->overflow)
            break;
        c.rest = reduce(add(s, c.rest, -fixed), s->modulus);
        if (piece->most == piece->least || value == 0)
            continue;
        c.free = true;
        c.divisor = (int64_t)cq_gcd((uint64_t)c.divisor,
                                    (uint64_t)(value < 0 ? -value : value));
        if (s->modulus == 0 && value < 0)
            c.low = add(s, c.low, multiply(s, spare_copies(problem, piece), value));
        if (s->modulus == 0 && value > 0)
            c.high = add(s, c.high, multiply(s, spare_copies(problem, piece), value));
    }
    cq_assert(s->overflow || (c.low <= 0 && c.high >= 0 && c.divisor >= 0));
    return c;
}

/* ---- all choices of copies ---- */

/* Values above are left to the sums: those of copies stay below 2^63 then. */
#define VALUE_MOST ((int64_t)1 << 31)
#define SUM_MOST ((int64_t)1 << 62)

/* The copies, each with its value; false if a value is too large. */
static bool take_values(const cq_hearing *hearing, const scale *s, int64_t *values)
{
    for (size_t p = 0; p < hearing->problem->pieces.count; p++) {
        values[p] = reduce(hearing->certificate->values.at[p], s->modulus);
        if (values[p] > VALUE_MOST || values[p] < -VALUE_MOST)
            return false;
    }
    return true;
}

/* Whether no copies that fill the board make its weight: *proved. */
static cq_status try_choices(cq_hearing *hearing, scale *s, bool *proved)
{
    const cq_problem *problem = hearing->problem;
    int64_t *values = cq_alloc(hearing->ctx, problem->pieces.count, sizeof *values);
    bool decided = false, made = true;
    cq_status status = CQ_OK;

    cq_try_memory(values);
    if (take_values(hearing, s, values))
        status = cq_supply_can(hearing->ctx, &problem->pieces, values,
                               problem->board->count, (uint32_t)s->modulus,
                               sum_board(s, problem->board), &decided, &made);
    *proved = decided && !made && !s->overflow;
    cq_free(values);
    return status;
}

/* Sums at the most what its pieces do: the bound alone counts. */
static cq_status judge_bound(cq_hearing *hearing, scale *s)
{
    bool proved = false;

    cq_try(try_choices(hearing, s, &proved));
    if (proved)
        return cq_find(hearing, CQ_YES,
                       "no placement has more than its piece's weight, and the pieces "
                       "cannot make that of the board");
    return cq_find(hearing, CQ_NO,
                   "the weights prove nothing: pieces that weigh as much as they may "
                   "can make the weight of the board");
}

static cq_status judge_choice(cq_hearing *hearing, scale *s)
{
    choice c = weigh_copies(hearing, s);
    bool proved = false;

    if (s->overflow)
        return cq_find(hearing, CQ_UNKNOWN, "the weights are too large to be summed");
    if (c.divisor == 0 ? c.rest != 0 : c.rest % c.divisor != 0)
        return cq_find(hearing, CQ_YES,
                       "every placement has its piece's weight, and the "
                       "weight of the board cannot be made of them (modulus %" PRId64
                       ")",
                       s->modulus);
    if (s->modulus == 0 && (c.rest < c.low || c.rest > c.high))
        return cq_find(hearing, CQ_YES,
                       "the pieces cannot make the weight of the board");
    if (c.free)
        cq_try(try_choices(hearing, s, &proved));
    if (proved)
        return cq_find(hearing, CQ_YES,
                       "every placement has its piece's weight, and no copies that "
                       "fill the board make its weight (modulus %" PRId64 ")",
                       s->modulus);
    if (c.free)
        return cq_find(
            hearing, CQ_UNKNOWN,
            "the weights leave open which numbers of copies make the board's");
    return cq_find(
        hearing, CQ_NO,
        "the weights prove nothing: the pieces make the weight of the board");
}

/* Weighs all placements; *right: they are, which the sums that follow may undo. Without
 * a finding if they are too large. Free s->reduced in any case. */
static cq_status open_scale(cq_hearing *hearing, scale *s, bool *right)
{
    const cq_problem *problem = hearing->problem;
    const cq_certificate *certificate = hearing->certificate;
    size_t cells = cq_board_size(problem->board);

    *s = (scale){.weights = certificate->weights.at, .modulus = certificate->modulus};
    *right = false;
    if (certificate->weights.count != cells ||
        certificate->values.count != problem->pieces.count)
        return cq_find(hearing, CQ_NO,
                       "the proof must give %zu weights and %zu values, it gives %zu "
                       "and %zu",
                       cells, problem->pieces.count, certificate->weights.count,
                       certificate->values.count);
    if (s->modulus) {
        s->reduced = cq_alloc(hearing->ctx, cells, sizeof *s->reduced);
        cq_try_memory(s->reduced);
        for (size_t i = 0; i < cells; i++)
            s->reduced[i] = reduce(certificate->weights.at[i], s->modulus);
        s->weights = s->reduced;
    }
    return weigh_placements(hearing, s, right);
}

cq_status cq_judge_weights(cq_hearing *hearing)
{
    bool right;
    scale s;
    cq_status status = open_scale(hearing, &s, &right);

    if (status == CQ_OK && (right || s.overflow))
        status = s.below && !s.overflow ? judge_bound(hearing, &s)
                                        : judge_choice(hearing, &s);
    cq_free(s.reduced);
    return status;
}

cq_status cq_weigh_placements(cq_hearing *hearing, int64_t *board, bool *right)
{
    int64_t *values =
        cq_alloc(hearing->ctx, hearing->problem->pieces.count, sizeof *values);
    scale s = {0};
    cq_status status = values ? open_scale(hearing, &s, right) : CQ_MEMORY;

    if (status == CQ_OK && (*right || s.overflow)) {
        *board = sum_board(&s, hearing->problem->board);
        s.overflow |= !take_values(hearing, &s, values) || *board > SUM_MOST ||
                      *board < -SUM_MOST;
        *right = !s.overflow;
        if (s.overflow)
            cq_find(hearing, CQ_UNKNOWN, "the weights are too large to be summed");
    }
    cq_free_each(values, s.reduced);
    return status;
}

int64_t cq_weight_modulo(int64_t value, uint32_t modulus)
{
    return reduce(value, modulus);
}

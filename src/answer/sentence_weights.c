/* sentence_weights.c - numbers on the squares, in words.
 *
 *     with 1 on the light squares and 5 on the dark ones, every T4 sums to 0 modulo 8,
 *     but the board to 4
 *     with 1 on 9 squares and 0 on the others, no piece sums to more than 1; so they
 *     make no more than 7, but the board sums to 9
 *
 * Numbers that repeat are described by their pattern (pattern.c), others are left to
 * the picture and the list of squares.
 */
#include "answer/pattern.h"
#include "answer/sentence.h"

#include <inttypes.h>

enum { COLOURS_MOST = 16, TOLD_MOST = 8 }; /* of a pattern; numbers in a row */

/* *sum += times * value, modulo `modulus` unless that is 0; false if it overflows. */
static bool add_weight(int64_t *sum, uint32_t modulus, int64_t value, int64_t times)
{
    int64_t product;

    if (modulus) {
        value %= modulus;
        times %= modulus;
    }
    if (__builtin_mul_overflow(value, times, &product))
        return false;
    if (modulus)
        product %= modulus;
    if (__builtin_add_overflow(*sum, product, sum))
        return false;
    if (modulus)
        *sum = (*sum % modulus + modulus) % modulus;
    return true;
}

static int64_t value_of(const cq_certificate *c, size_t piece)
{
    int64_t value = c->values.at[piece], m = c->modulus;

    return m ? (value % m + m) % m : value;
}

/* ---- the numbers ---- */

static void say_row(cq_sentence *s, const int64_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        cq_say(s, "%s%" PRId64, cq_joint(i, count), numbers[i]);
}

/* Where the lines of a pattern run. */
static void say_lines(cq_sentence *s, const cq_pattern *p)
{
    if (p->right == 0)
        cq_say(s, "the rows in turn");
    else if (p->down == 0)
        cq_say(s, "the columns in turn");
    else if (p->right == 1 || p->right == p->period - 1)
        cq_say(s, "the diagonals in turn");
    else
        cq_say(s, "the squares by (row + %" PRIu32 " column) mod %" PRIu32, p->right,
               p->period);
}

static void say_pattern(cq_sentence *s, const cq_pattern *p, const int64_t *numbers)
{
    if (p->lattice) {
        cq_say(s, "with numbers that repeat every %" PRIu32 " rows and columns, ",
               p->period);
    } else if (p->period == 2 && p->down && p->right) {
        cq_say(s,
               "with %" PRId64 " on the light squares and %" PRId64
               " on the dark ones, ",
               numbers[0], numbers[1]);
    } else {
        cq_say(s, "with ");
        if (p->period <= TOLD_MOST)
            say_row(s, numbers, p->period);
        else
            cq_say(s, "numbers");
        cq_say(s, " on ");
        say_lines(s, p);
        cq_say(s, ", ");
    }
}

/* Numbers that are all 0 but for one other. */
static bool are_marks(const cq_sentence *s, const cq_certificate *c, size_t *count,
                      int64_t *mark)
{
    *count = 0;
    for (size_t i = 0; i < c->weights.count; i++) {
        int64_t weight = c->weights.at[i];

        if (weight == 0 || !cq_board_present(s->problem->board, (cq_cell)i))
            continue;
        if (*count && weight != *mark)
            return false;
        *mark = weight;
        ++*count;
    }
    return *count > 0;
}

/* "e1 and g1": the squares with this number, from a cell on. */
static void say_squares(cq_sentence *s, const cq_certificate *c, size_t from)
{
    const cq_board *board = s->problem->board;
    char name[CQ_CELL_NAME_SIZE];
    size_t count = 0, told = 0;

    for (size_t i = from; i < c->weights.count; i++)
        count += cq_board_present(board, (cq_cell)i) &&
                 c->weights.at[i] == c->weights.at[from];
    for (size_t i = from; told < count; i++)
        if (cq_board_present(board, (cq_cell)i) &&
            c->weights.at[i] == c->weights.at[from])
            cq_say(s, "%s%s", cq_joint(told++, count),
                   cq_cell_name(board, (cq_cell)i, name));
}

/* Whether a square before this one has the same number. */
static bool was_said(const cq_sentence *s, const cq_certificate *c, size_t cell)
{
    for (size_t i = 0; i < cell; i++)
        if (cq_board_present(s->problem->board, (cq_cell)i) &&
            c->weights.at[i] == c->weights.at[cell])
            return true;
    return false;
}

/* "with 2 on e1 and g1, -1 on e2, f2 and f1, ": few enough to be named. */
static bool say_few(cq_sentence *s, const cq_certificate *c)
{
    size_t numbered = 0;

    for (size_t i = 0; i < c->weights.count; i++)
        numbered += c->weights.at[i] && cq_board_present(s->problem->board, (cq_cell)i);
    if (numbered > TOLD_MOST)
        return false;
    cq_say(s, "with ");
    for (size_t i = 0; i < c->weights.count; i++) {
        if (!c->weights.at[i] || !cq_board_present(s->problem->board, (cq_cell)i) ||
            was_said(s, c, i))
            continue;
        cq_say(s, "%" PRId64 " on ", c->weights.at[i]);
        say_squares(s, c, i);
        cq_say(s, ", ");
    }
    return true;
}

/* Whether a board is large enough for a pattern to come again. */
static bool repeats(const cq_board *board, const cq_pattern *pattern)
{
    uint32_t longer = board->rows > board->cols ? board->rows : board->cols;

    return !pattern->lattice || 2 * (uint64_t)pattern->period <= longer;
}

static void say_numbers(cq_sentence *s, const cq_certificate *c)
{
    int64_t numbers[COLOURS_MOST], mark = 0;
    cq_pattern pattern;
    size_t count;

    if (cq_pattern_find(s->problem->board, c->weights.at, COLOURS_MOST, &pattern,
                        numbers) &&
        repeats(s->problem->board, &pattern))
        say_pattern(s, &pattern, numbers);
    else if (say_few(s, c))
        return;
    else if (are_marks(s, c, &count, &mark))
        cq_say(s, "with %" PRId64 " on %s and 0 on the others, ", mark,
               cq_count_of(s, count, "square", "squares"));
    else
        cq_say(s, "with numbers on the squares, ");
}

/* ---- the pieces ---- */

static bool is_used(const cq_pieces *pieces, size_t piece)
{
    return pieces->at[piece].most > 0;
}

/* Used pieces with this value, or with another one. */
static size_t count_values(const cq_pieces *pieces, const cq_certificate *c,
                           int64_t value, bool same)
{
    size_t count = 0;

    for (size_t p = 0; p < pieces->count; p++)
        count += is_used(pieces, p) && (value_of(c, p) == value) == same;
    return count;
}

/* The value that most of the pieces have. */
static int64_t usual_value(const cq_pieces *pieces, const cq_certificate *c)
{
    size_t most = 0;
    int64_t usual = 0;

    for (size_t p = 0; p < pieces->count; p++) {
        size_t count = count_values(pieces, c, value_of(c, p), true);

        if (is_used(pieces, p) && count > most) {
            most = count;
            usual = value_of(c, p);
        }
    }
    return usual;
}

static const char *sole_name(const cq_pieces *pieces)
{
    size_t used = 0, last = 0;

    for (size_t p = 0; p < pieces->count; p++)
        if (is_used(pieces, p)) {
            used++;
            last = p;
        }
    return used == 1 ? cq_piece_kind(&pieces->at[last]) : "piece";
}

/* "24 of the pieces sum to 1, the others to 0" */
static void say_many(cq_sentence *s, const cq_certificate *c, int64_t usual,
                     const char *bound)
{
    const cq_pieces *pieces = &s->problem->pieces;
    size_t others = count_values(pieces, c, usual, false), other = 0;

    while (!is_used(pieces, other) || value_of(c, other) == usual)
        other++;
    cq_say(s, "%zu of the pieces sum to%s %" PRId64,
           count_values(pieces, c, usual, true), bound, usual);
    if (count_values(pieces, c, value_of(c, other), true) == others)
        cq_say(s, ", the others to %" PRId64, value_of(c, other));
    else
        cq_say(s, ", the others to values of their own");
}

/* "every T4 sums to 0", "T4 sums to 1, every other piece to 0" */
static void say_values(cq_sentence *s, const cq_certificate *c)
{
    const cq_pieces *pieces = &s->problem->pieces;
    const char *bound = c->modulus ? "" : " at most";
    int64_t usual = usual_value(pieces, c);
    size_t others = count_values(pieces, c, usual, false), told = 0;

    if (others > TOLD_MOST) {
        say_many(s, c, usual, bound);
        return;
    }
    for (size_t p = 0; p < pieces->count && others; p++) {
        if (!is_used(pieces, p) || value_of(c, p) == usual)
            continue;
        cq_say(s, "%s%s%s to%s %" PRId64, told ? ", " : "",
               cq_piece_kind(&pieces->at[p]), told ? "" : " sums", bound,
               value_of(c, p));
        told++;
    }
    if (others)
        cq_say(s, ", every other piece to%s %" PRId64, bound, usual);
    else
        cq_say(s, "every %s sums to%s %" PRId64, sole_name(pieces), bound, usual);
}

/* ---- what follows ---- */

/* What the pieces add up to; false if that depends on the choice of copies, or is too
 * large to print. */
static bool sum_pieces(const cq_pieces *pieces, const cq_certificate *c, int64_t *out)
{
    int64_t sum = 0;

    for (size_t i = 0; i < pieces->count; i++) {
        int64_t value = value_of(c, i);

        if (value && pieces->at[i].least != pieces->at[i].most)
            return false;
        if (value && !add_weight(&sum, c->modulus, value, (int64_t)pieces->at[i].least))
            return false;
    }
    *out = sum;
    return true;
}

static bool sum_board(const cq_sentence *s, const cq_certificate *c, int64_t *out)
{
    *out = 0;
    for (size_t i = 0; i < c->weights.count; i++)
        if (cq_board_present(s->problem->board, (cq_cell)i) &&
            !add_weight(out, c->modulus, c->weights.at[i], 1))
            return false;
    return true;
}

/* Marked squares, of which the pieces cover too few, or too many. */
static void explain_marks(cq_sentence *s, const cq_certificate *c, size_t marked,
                          bool few)
{
    const cq_pieces *pieces = &s->problem->pieces;
    const char *most = few ? "at most" : "at least";
    int64_t sum = 0;
    size_t told = 0;

    cq_say(s, "of %s", cq_count_of(s, marked, "marked square", "marked squares"));
    for (size_t p = 0; p < pieces->count && told < TOLD_MOST; p++) {
        if (!is_used(pieces, p))
            continue;
        cq_say(s, "%s%s%s %s %" PRId64, told ? ", " : " every ",
               cq_piece_kind(&pieces->at[p]), told ? "" : " covers", most,
               few ? c->values.at[p] : -c->values.at[p]);
        told++;
    }
    if (told == TOLD_MOST)
        cq_say(s, " and so on");
    if (sum_pieces(pieces, c, &sum))
        cq_say(s, "; the pieces cover %s %" PRId64, most, few ? sum : -sum);
    else
        cq_say(s, "; no copies that fill the board cover %s",
               few ? "as many" : "so few");
}

static void say_sums(cq_sentence *s, const cq_certificate *c)
{
    say_numbers(s, c);
    say_values(s, c);
    if (c->modulus)
        cq_say(s, " modulo %" PRIu32, c->modulus);
}

void cq_explain_weights(cq_sentence *s, const cq_certificate *c)
{
    int64_t on_board, on_pieces = 0, mark = 0;
    bool known = sum_board(s, c, &on_board);
    size_t marked;

    if (!c->modulus && are_marks(s, c, &marked, &mark) && (mark == 1 || mark == -1)) {
        explain_marks(s, c, marked, mark == 1);
        return;
    }
    say_sums(s, c);
    if (!known)
        return;
    if (!sum_pieces(&s->problem->pieces, c, &on_pieces))
        cq_say(s, ", and no copies that fill the board make its %" PRId64, on_board);
    else if (on_pieces)
        cq_say(s, "; the pieces make %s%" PRId64 ", but the board %" PRId64,
               c->modulus ? "" : "at most ", on_pieces, on_board);
    else
        cq_say(s, ", but the board to %" PRId64, on_board);
}

cq_status cq_weights_sentence(cq_context *ctx, const cq_problem *problem,
                              const cq_certificate *c, char **out)
{
    cq_sentence s = {.ctx = ctx, .problem = problem};
    int64_t on_board;

    say_sums(&s, c);
    if (sum_board(&s, c, &on_board))
        cq_say(&s, ", and the board to %" PRId64, on_board);
    if (s.status != CQ_OK)
        cq_vec_free(&s.text);
    *out = s.text.at;
    return s.status;
}

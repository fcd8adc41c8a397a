/* sentence_tiling.c - why a board cannot be covered, in words: see sentence.c.
 *
 * Each sentence gives both sides of the comparison that fails: what the pieces can do
 * and what the board asks for. Sums saturate, so that absurd copies cannot overflow.
 * Linear in the board and the pieces.
 */
#include "answer/sentence.h"
#include "base/assert.h"
#include "base/bitset.h"
#include "base/sort.h"

#include <inttypes.h>

/* sum + a * b, at most UINT64_MAX; any number of copies counts as without bound. */
static uint64_t add_copies(uint64_t sum, uint32_t copies, uint64_t squares)
{
    uint64_t product;

    if (copies == CQ_ANY_COPIES && squares)
        return UINT64_MAX;
    if (__builtin_mul_overflow(squares, (uint64_t)copies, &product) ||
        __builtin_add_overflow(sum, product, &sum))
        return UINT64_MAX;
    return sum;
}

/* ---- area ---- */

/* "2", "2 and 3", "3, 4 and 5": the different sizes of the pieces. */
static void say_sizes(cq_sentence *s, const cq_pieces *pieces)
{
    cq_u32s sizes = {0};
    size_t kept = 0;

    for (size_t i = 0; i < pieces->count && s->status == CQ_OK; i++)
        if (!pieces->at[i].blank)
            s->status =
                cq_vec_push(s->ctx, &sizes, (uint32_t)pieces->at[i].shape.count);
    cq_sort_u32(sizes.at, sizes.count);
    for (size_t i = 0; i < sizes.count; i++)
        if (i == 0 || sizes.at[i] != sizes.at[i - 1])
            sizes.at[kept++] = sizes.at[i];
    for (size_t i = 0; i < kept; i++)
        cq_say(s, "%s%" PRIu32, cq_joint(i, kept), sizes.at[i]);
    cq_vec_free(&sizes);
}

static void explain_area(cq_sentence *s)
{
    const cq_pieces *pieces = &s->problem->pieces;
    uint64_t least = 0, most = 0, area = s->problem->board->count;
    bool limited = false;
    bool none_free = cq_problem_free_piece(s->problem) == CQ_NO_PIECE;

    for (size_t i = 0; i < pieces->count; i++) {
        const cq_piece *piece = &pieces->at[i];

        least = add_copies(least, piece->least, piece->shape.count);
        most = add_copies(most, piece->most, piece->shape.count);
        limited |= piece->least > 0 || piece->most != CQ_ANY_COPIES;
    }
    cq_assert(least <= most);
    if (most < area || least > area) {
        cq_say(s, "the pieces %s at %s %s, the board has %s",
               none_free ? "cover" : "and the free squares take",
               most < area ? "most" : "least",
               cq_count_of(s, most < area ? most : least, "square", "squares"),
               cq_digits(s, area));
        return;
    }
    cq_say(s, "the board's %s cannot be made from %s%spieces of ",
           cq_count_of(s, area, "square", "squares"),
           limited ? "the given copies of " : "", none_free ? "" : "free squares and ");
    say_sizes(s, pieces);
}

/* ---- chessboard colours ---- */

static const char *number_word(size_t number, char buffer[CQ_GROUPED_SIZE])
{
    static const char *const words[] = {"none",  "one",  "two", "three",
                                        "four",  "five", "six", "seven",
                                        "eight", "nine", "ten"};

    return number < sizeof words / sizeof *words ? words[number]
                                                 : cq_grouped(number, buffer);
}

/* How many squares of a piece lie on the colour that it covers more, and less, of. */
static void split_shape(const cq_shape *shape, size_t *more, size_t *less)
{
    size_t odd = 0;

    for (size_t i = 0; i < shape->count; i++)
        odd += (size_t)((shape->at[i].row + shape->at[i].col) & 1);
    *more = odd > shape->count - odd ? odd : shape->count - odd;
    *less = shape->count - *more;
}

/* "T4 covers three of one colour and one of the other, the others as many of each" */
static void say_uneven_pieces(cq_sentence *s, const cq_pieces *pieces, size_t uneven)
{
    enum { SHOWN = 3 };
    char a[CQ_GROUPED_SIZE], b[CQ_GROUPED_SIZE];
    size_t shown = 0, more, less;

    for (size_t i = 0; i < pieces->count && shown < SHOWN; i++) {
        split_shape(&pieces->at[i].shape, &more, &less);
        if (more == less)
            continue;
        cq_say(s, "%s%s covers %s of one colour and %s of the other", shown ? ", " : "",
               cq_piece_spoken(&pieces->at[i]), number_word(more, a),
               number_word(less, b));
        shown++;
    }
    if (uneven > shown)
        cq_say(s, ", %s",
               cq_count_of(s, uneven - shown, "more is uneven too",
                           "more are uneven too"));
    if (uneven < pieces->count)
        cq_say(s, ", %s as many of each",
               pieces->count - uneven == 1 ? "the other piece" : "the others");
}

static void explain_colours(cq_sentence *s)
{
    const cq_pieces *pieces = &s->problem->pieces;
    size_t light, dark, more, less, uneven = 0;

    cq_board_balance(s->problem->board, &light, &dark);
    for (size_t i = 0; i < pieces->count; i++) {
        split_shape(&pieces->at[i].shape, &more, &less);
        uneven += more != less;
    }
    cq_say_balance(s, light, dark);
    if (cq_problem_is_domino(s->problem)) {
        cq_say(s, ", and every domino covers one of each");
    } else if (uneven == 0) {
        cq_say(s, ", and every piece covers as many of each");
    } else {
        cq_say(s, ", and the pieces cannot balance: ");
        say_uneven_pieces(s, pieces, uneven);
    }
}

/* ---- colours of cells ---- */

static size_t squares_of(const cq_shape *shape, char colour)
{
    size_t count = 0;

    for (size_t i = 0; i < shape->count; i++)
        count += shape->at[i].colour == colour;
    return count;
}

static void explain_supply(cq_sentence *s, char colour)
{
    const cq_pieces *pieces = &s->problem->pieces;
    const cq_board *board = s->problem->board;
    uint64_t needed = 0, offered = 0, own = 0, open = 0;

    for (size_t i = 0; i < pieces->count; i++) {
        const cq_piece *piece = &pieces->at[i];
        size_t coloured = squares_of(&piece->shape, colour);

        needed = add_copies(needed, piece->least, coloured);
        offered = add_copies(offered, piece->most,
                             coloured + squares_of(&piece->shape, CQ_ANY_COLOUR));
    }
    for (size_t i = 0; i < cq_board_size(board); i++) {
        own += board->colour[i] == colour;
        open += board->colour[i] == CQ_ANY_COLOUR;
    }
    if (needed > own + open) {
        cq_say(s, "the pieces have at least %s of colour %c, the board has room for %s",
               cq_count_of(s, needed, "square", "squares"), colour,
               cq_digits(s, own + open));
        return;
    }
    cq_say(s, "the board has %s of colour %c, ",
           cq_count_of(s, own, "square", "squares"), colour);
    if (offered < own)
        cq_say(s, "the pieces can cover at most %s", cq_digits(s, offered));
    else
        cq_say(s, "which the pieces cannot match");
}

/* ---- neighbours ---- */

/* The different cells beside the members, ascending. */
static cq_status find_neighbours(cq_context *ctx, const cq_board *board,
                                 const cq_u32s *members, cq_u32s *out)
{
    size_t size = cq_board_size(board);
    cq_word *beside = cq_bits_new(ctx, size);
    cq_status status = beside ? CQ_OK : CQ_MEMORY;

    for (size_t i = 0; i < members->count && beside; i++) {
        cq_cell around[4];
        unsigned count = cq_board_neighbours(board, members->at[i], around);

        while (count)
            cq_bits_add(beside, around[--count]);
    }
    for (size_t cell = 0; cell < size && status == CQ_OK; cell++)
        if (cq_bits_has(beside, cell))
            status = cq_vec_push(ctx, out, (uint32_t)cell);
    cq_free(beside);
    return status;
}

static void explain_hall(cq_sentence *s, const cq_u32s *members)
{
    size_t count = members->count;
    cq_u32s beside = {0};

    s->status = find_neighbours(s->ctx, s->problem->board, members, &beside);
    cq_say_all(s, members);
    if (beside.count == 0) {
        cq_say(s, count == 1 ? " has no neighbour" : " have no neighbours");
    } else {
        cq_say(s, " %s only %s, ", count == 1 ? "has" : "have",
               cq_count_of(s, beside.count, "neighbour", "neighbours"));
        cq_say_members(s, beside.at, beside.count);
        cq_say(s, ", but each needs a domino of its own");
    }
    cq_vec_free(&beside);
}

/* Every domino that lies somewhere takes a square of the cover for itself. */
static void explain_cover(cq_sentence *s, const cq_u32s *members)
{
    size_t count = members->count;

    if (count == 0) {
        cq_say(s, "no two squares are neighbours, so that no domino fits");
        return;
    }
    cq_say_all(s, members);
    cq_say(s, "%s, so that no more than %s",
           count == 1 ? " is in every pair of neighbours"
                      : " leave no two neighbours without one of them",
           cq_count_of(s, count, "domino fits", "dominoes fit"));
}

/* ---- one piece, one square ---- */

static void explain_unplaceable(cq_sentence *s, const cq_piece *piece)
{
    cq_say(s, "piece %s", piece->name);
    if (piece->line)
        cq_say(s, " (line %zu)", piece->line);
    cq_say(s, " fits nowhere on the board");
}

void cq_explain_tiling(cq_sentence *sentence, const cq_certificate *certificate)
{
    const cq_u32s *members = &certificate->members;

    switch (certificate->proof) {
    case CQ_PROOF_AREA: explain_area(sentence); break;
    case CQ_PROOF_COLOURS: explain_colours(sentence); break;
    case CQ_PROOF_SUPPLY: explain_supply(sentence, (char)members->at[0]); break;
    case CQ_PROOF_UNPLACEABLE:
        explain_unplaceable(sentence, &sentence->problem->pieces.at[members->at[0]]);
        break;
    case CQ_PROOF_UNCOVERABLE:
        cq_say(sentence, "no piece can cover the square ");
        cq_say_members(sentence, members->at, 1);
        break;
    case CQ_PROOF_HALL: explain_hall(sentence, members); break;
    case CQ_PROOF_COVER: explain_cover(sentence, members); break;
    case CQ_PROOF_WEIGHTS: cq_explain_weights(sentence, certificate); break;
    default: break; /* the others are about tours: see cq_certificate_fits */
    }
}

/* letters_split.c - how the cells that letters leave open can be read as pieces.
 *
 *     AAAA     two copies of the same tetromino that touch, both marked A
 *     AAAA
 *
 * An exact search: the first free cell must be covered by some orientation of a piece
 * that can be meant, first fit first, and back if nothing fits. A piece lies on one
 * letter only. The path is kept in arrays, a frame a piece, not in recursion. After the
 * first way a second one is looked for: if there is one, or the search is given up
 * before it is known, the answer is `unclear`, and what it says of pieces is a guess.
 *
 * Cells with the letter of a piece (cq_text_initials) are covered with that piece; how
 * many copies that makes is given by their number. All other cells are read together,
 * as they share the copies of the pieces, by the first of these rules that does:
 *
 *     apart    pieces that touch differ in their letters, as we write them, and the
 *              copies come out
 *     copies   the copies come out
 *     letters  each letter for itself, whatever copies that takes: the answer is wrong,
 *              and the checker will say so
 *
 * If even that cannot be, the squares are no pieces at all. The search is given up
 * after a number of trials that grows with the cells: an answer that needs more should
 * be written as JSON.
 */
#include "base/assert.h"
#include "answer/letters.h"

#include <string.h>

enum { TRIALS_LEAST = 500000, TRIALS_A_CELL = 64 };

/* A piece laid in the search: candidate and anchor say where to go on after it. */
typedef struct frame {
    size_t candidate, anchor;
    size_t first; /* the place of the cell that it was laid for */
    size_t start; /* of its cells in `laid` */
} frame;

typedef struct split {
    cq_letters *letters;
    bool apart, copies; /* the rules that hold */
    cq_u32s cells;      /* to be covered: letter by letter, ascending in each */
    CQ_VEC(frame) frames;
    cq_u32s laid;
    uint64_t needed; /* cells that the copies need which must still be laid */
    size_t trials, most_trials;
    unsigned ways;
} split;

static bool is_free(const split *s, cq_cell cell, char letter)
{
    return s->letters->group[cell] == CQ_LOOSE && s->letters->letter[cell] == letter;
}

static const cq_oriented *candidate(const split *s, const frame *f)
{
    return &s->letters->oriented.at[f->candidate];
}

/* One more copy of a piece, or one less. */
static void use(split *s, uint32_t piece, bool more)
{
    const cq_piece *p = &s->letters->problem->pieces.at[piece];
    uint32_t *used = &s->letters->reader->used[piece];

    cq_assert(more || *used > 0);
    cq_assert(!more || *used >= p->least || s->needed >= p->shape.count);
    if (more && (*used)++ < p->least)
        s->needed -= p->shape.count;
    else if (!more && --*used < p->least)
        s->needed += p->shape.count;
}

/* Takes the cells of the last frame, from `start` on, off again. */
static void lift(split *s, size_t start)
{
    while (s->laid.count > start)
        s->letters->group[s->laid.at[--s->laid.count]] = CQ_LOOSE;
}

/* Where square i of a shape lies if its anchor lies on the frame's cell. */
static cq_cell cell_of(const split *s, const frame *f, const cq_shape *shape,
                       size_t anchor, size_t i)
{
    const cq_board *board = s->letters->board;
    const cq_square *base = &shape->at[anchor], *square = &shape->at[i];
    cq_cell cell = s->cells.at[f->first];

    return cq_board_step(board, cq_row(board, cell), cq_col(board, cell),
                         (int64_t)square->row - base->row,
                         (int64_t)square->col - base->col);
}

/* Whether a cell beside the last frame's has the same letter and is free: then it is
 * part of a component that is only covered in part. */
static bool touches_more(const split *s, const frame *f, char letter)
{
    static const int down[4] = {-1, 0, 0, 1}, right[4] = {0, -1, 1, 0};
    const cq_board *board = s->letters->board;

    for (size_t i = f->start; i < s->laid.count; i++)
        for (unsigned d = 0; d < 4; d++) {
            cq_cell cell = s->laid.at[i];

            cell = cq_board_step(board, cq_row(board, cell), cq_col(board, cell),
                                 down[d], right[d]);
            if (cell != CQ_NO_CELL && is_free(s, cell, letter))
                return true;
        }
    return false;
}

/* Whether an orientation, with its anchor on the frame's cell, covers all that the
 * frame covers; as it has as many squares, it covers nothing else. */
static bool covers_the_same(const split *s, const frame *f, const cq_shape *shape,
                            size_t anchor)
{
    for (size_t i = f->start; i < s->laid.count; i++) {
        cq_cell cell = s->laid.at[i];
        size_t k = 0;

        while (k < shape->count &&
               (cell_of(s, f, shape, anchor, k) != cell ||
                !cq_takes(s->letters->board, cell, shape->at[k].colour)))
            k++;
        if (k == shape->count)
            return false;
    }
    return true;
}

/* Whether what lies there was laid before in another way: round a joined edge the same
 * piece may come to the same cells twice. */
static bool is_repeat(const split *s, const frame *f)
{
    const cq_oriented *now = candidate(s, f);

    if (s->letters->board->surface == CQ_PLANE)
        return false;
    for (size_t c = f->candidate + 1; c-- > 0;) {
        const cq_oriented *o = &s->letters->oriented.at[c];
        size_t anchors = o == now ? f->anchor : o->shape->count;

        if (o->piece != now->piece)
            break;
        for (size_t anchor = 0; anchor < anchors; anchor++)
            if (covers_the_same(s, f, o->shape, anchor))
                return true;
    }
    return false;
}

/* Lays the frame's candidate with its anchor on the frame's cell, if it fits. */
static bool lay(split *s, const frame *f)
{
    const cq_oriented *o = candidate(s, f);
    char letter = s->letters->letter[s->cells.at[f->first]];

    for (size_t i = 0; i < o->shape->count; i++) {
        cq_cell cell = cell_of(s, f, o->shape, f->anchor, i);

        if (cell == CQ_NO_CELL || !is_free(s, cell, letter) ||
            !cq_takes(s->letters->board, cell, o->shape->at[i].colour)) {
            lift(s, f->start);
            return false;
        }
        cq_assert(s->laid.count < s->cells.count);
        s->letters->group[cell] = 0;        /* anything but CQ_LOOSE */
        s->laid.at[s->laid.count++] = cell; /* room: never more than `cells` */
    }
    cq_assert(s->laid.count == f->start + o->shape->count);
    if ((s->apart && touches_more(s, f, letter)) || is_repeat(s, f)) {
        lift(s, f->start);
        return false;
    }
    use(s, o->piece, true);
    return true;
}

/* The next thing to try on the same cell; on a plane board the first free cell can only
 * be the first square of a shape. */
static void advance(const split *s, frame *f)
{
    if (s->letters->board->surface != CQ_PLANE &&
        f->anchor + 1 < candidate(s, f)->shape->count) {
        f->anchor++;
        return;
    }
    f->anchor = 0;
    f->candidate++;
}

/* Whether another copy of the piece may be used, and enough cells stay free for the
 * pieces that must be. */
static bool may_use(const split *s, uint32_t piece)
{
    const cq_piece *p = &s->letters->problem->pieces.at[piece];
    uint32_t used = s->letters->reader->used[piece];
    uint64_t left = s->cells.count - s->laid.count;

    return !s->copies || (used < p->most && (used < p->least || p->shape.count > left ||
                                             s->needed <= left - p->shape.count));
}

/* Tries what is left for the frame's cell; true if something lies there now. */
static bool try_frame(split *s, frame *f)
{
    char letter = s->letters->letter[s->cells.at[f->first]];

    for (; f->candidate < s->letters->oriented.count; advance(s, f)) {
        uint32_t piece = candidate(s, f)->piece;

        if (++s->trials > s->most_trials)
            return false;
        if (cq_letter_means(s->letters, letter, piece) && may_use(s, piece) &&
            lay(s, f))
            return true;
    }
    return false;
}

/* Removes the last frame's piece and continues after it; false if none is left. */
static bool go_back(split *s, frame *f)
{
    cq_assert(s->frames.count == 0 ||
              s->frames.at[s->frames.count - 1].start < s->laid.count);
    if (s->frames.count == 0)
        return false;
    *f = s->frames.at[--s->frames.count];
    use(s, candidate(s, f)->piece, false);
    lift(s, f->start);
    advance(s, f);
    return true;
}

static cq_status keep(split *s, cq_solution *solution)
{
    for (size_t i = 0; i < s->frames.count; i++) {
        size_t from = s->frames.at[i].start;
        size_t to = i + 1 < s->frames.count ? s->frames.at[i + 1].start : s->laid.count;

        cq_try(cq_solution_add(s->letters->ctx, solution,
                               candidate(s, &s->frames.at[i])->piece, s->laid.at + from,
                               to - from));
    }
    return CQ_OK;
}

static bool copies_come_out(const cq_letters *l)
{
    for (size_t i = 0; i < l->problem->pieces.count; i++) {
        const cq_piece *piece = &l->problem->pieces.at[i];

        if (!piece->blank &&
            (l->reader->used[i] < piece->least || l->reader->used[i] > piece->most))
            return false;
    }
    return true;
}

/* Whether each cell is laid once, and the copies that are needed are used. */
static bool is_all_laid(const split *s)
{
    cq_hold(s->laid.count == s->cells.count);
    for (size_t i = 0; i < s->laid.count; i++)
        cq_hold(s->letters->group[s->laid.at[i]] == 0);
    for (size_t i = 1; i < s->frames.count; i++)
        cq_hold(s->frames.at[i - 1].start < s->frames.at[i].start);
    return true;
}

/* Searches until two ways are found, nothing is left, or it takes too long. */
static cq_status search(split *s, cq_solution *solution)
{
    frame f = {0};

    for (;;) {
        while (f.first < s->cells.count && s->letters->group[s->cells.at[f.first]] == 0)
            f.first++;
        if (f.first == s->cells.count) {
            cq_assert(is_all_laid(s));
            if ((!s->copies || copies_come_out(s->letters)) && ++s->ways == 1 &&
                keep(s, solution) != CQ_OK)
                return CQ_MEMORY;
            if (s->ways == 2 || !go_back(s, &f))
                return CQ_OK;
        }
        while (!try_frame(s, &f))
            if (s->trials > s->most_trials || !go_back(s, &f))
                return CQ_OK;
        cq_try(cq_vec_push(s->letters->ctx, &s->frames, f));
        f = (frame){.first = f.first, .start = s->laid.count};
    }
}

/* The loose cells with this letter, or with any that is not a piece's own. */
static cq_status gather(split *s, char letter)
{
    const cq_letters *l = s->letters;
    size_t size = cq_board_size(l->board);

    s->cells.count = 0;
    for (unsigned c = 1; c < 256; c++) {
        if (!l->loose[c] || (letter ? (char)c != letter : l->owner[c] != 0))
            continue;
        for (cq_cell cell = 0; cell < size; cell++)
            if (is_free(s, cell, (char)c))
                cq_try(cq_vec_push(l->ctx, &s->cells, cell));
    }
    return cq_vec_reserve(l->ctx, &s->laid, s->cells.count);
}

static bool are_free(const split *s)
{
    for (size_t i = 0; i < s->cells.count; i++)
        cq_hold(s->letters->group[s->cells.at[i]] == CQ_LOOSE);
    return true;
}

/* Reads the gathered cells by a rule, and goes back to where it began; the copies of
 * the way that was kept count. */
static cq_status read_by(split *s, bool apart, bool copies, cq_solution *solution)
{
    const cq_letters *l = s->letters;
    size_t before = cq_solution_parts(solution);
    frame ignored;
    cq_status status;

    s->apart = apart;
    s->copies = copies;
    s->ways = 0;
    s->trials = 0;
    s->most_trials = TRIALS_LEAST + TRIALS_A_CELL * s->cells.count;
    s->needed = 0;
    for (size_t i = 0; i < l->problem->pieces.count; i++) {
        const cq_piece *piece = &l->problem->pieces.at[i];

        if (l->reader->used[i] < piece->least && !piece->blank)
            s->needed +=
                (uint64_t)(piece->least - l->reader->used[i]) * piece->shape.count;
    }
    status = search(s, solution);
    while (go_back(s, &ignored))
        continue;
    cq_assert(status != CQ_OK ||
              (s->frames.count == 0 && s->laid.count == 0 && are_free(s)));
    for (size_t i = before; i < cq_solution_parts(solution); i++)
        l->reader->used[solution->labels.at[i]]++;
    if (s->ways > 1 || s->trials > s->most_trials)
        l->reader->answer->unclear = true;
    return status;
}

static cq_status fail_unclear(const split *s)
{
    return cq_letters_fail(
        s->letters, s->cells.at[0],
        "the letters do not show which piece is which: give the answer as JSON");
}

/* Each letter on its own: the checker says what is wrong. */
static cq_status split_letter(split *s, char letter, cq_solution *solution)
{
    cq_try(gather(s, letter));
    if (!cq_letter_owner(s->letters, letter))
        cq_try(read_by(s, true, false, solution));
    if (s->ways == 0)
        cq_try(read_by(s, false, false, solution));
    if (s->ways)
        return CQ_OK;
    if (s->trials > s->most_trials)
        return fail_unclear(s);
    return cq_letters_fail(s->letters, s->cells.at[0],
                           "the squares marked %c are not pieces of this problem",
                           letter);
}

/* All letters that are (or are not) those of a piece, one after the other. */
static cq_status split_letters(cq_letters *l, bool owned, cq_solution *solution)
{
    cq_status status = CQ_OK;

    for (unsigned c = 1; c < 256 && status == CQ_OK; c++)
        if (l->loose[c] && (l->owner[c] != 0) == owned) {
            split s = {.letters = l};

            status = split_letter(&s, (char)c, solution);
            cq_vec_free_each(&s.cells, &s.frames, &s.laid);
        }
    return status;
}

/* Takes back what was recognised at first sight. */
static void loosen(cq_letters *l, cq_solution *solution)
{
    size_t size = cq_board_size(l->board);

    cq_solution_clear(solution);
    memset(l->reader->used, 0, l->problem->pieces.count * sizeof *l->reader->used);
    memset(l->loose, 0, sizeof l->loose);
    for (cq_cell cell = 0; cell < size; cell++)
        if (l->letter[cell]) {
            l->group[cell] = CQ_LOOSE;
            l->loose[(unsigned char)l->letter[cell]]++;
        }
}

/* All letters together that are not those of a piece. */
static cq_status split_together(cq_letters *l, cq_solution *solution)
{
    split s = {.letters = l};
    cq_status status = gather(&s, 0);

    cq_then(status, read_by(&s, true, true, solution));
    if (status == CQ_OK && s.ways == 0 && s.trials <= s.most_trials) {
        if (!l->initials)
            loosen(l, solution);
        status = gather(&s, 0);
        cq_then(status, read_by(&s, false, true, solution));
    }
    if (status == CQ_OK && s.ways == 0)
        status = s.trials > s.most_trials ? fail_unclear(&s)
                                          : split_letters(l, false, solution);
    cq_vec_free_each(&s.cells, &s.frames, &s.laid);
    return status;
}

/* The parts in the order in which they would be without a search. */
static cq_status order_parts(cq_letters *l, cq_solution *solution)
{
    cq_solution scratch = {0};
    const cq_solution *ordered = NULL;
    cq_status status = cq_solution_order(l->ctx, solution, &scratch, &ordered);

    if (status == CQ_OK && ordered == &scratch) {
        cq_solution old = *solution;

        *solution = scratch;
        scratch = old;
    }
    cq_solution_free(&scratch);
    return status;
}

cq_status cq_letters_split(cq_letters *letters, cq_solution *solution)
{
    bool open = !letters->initials && !copies_come_out(letters);
    bool owned = false;

    for (unsigned c = 1; c < 256; c++) {
        open |= letters->loose[c] && !letters->owner[c];
        owned |= letters->loose[c] && letters->owner[c];
    }
    if (owned)
        cq_try(split_letters(letters, true, solution));
    if (open)
        cq_try(split_together(letters, solution));
    return open || owned ? order_parts(letters, solution) : CQ_OK;
}

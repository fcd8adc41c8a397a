/* letters_split.c - cells with the same letter that are several pieces.
 *
 *     AAAA     two copies of the same tetromino that touch, both marked A: which is
 *     AAAA     which is found by covering the cells with that piece.
 *
 * A small exact search: the first cell in the grid's order that is free must be covered
 * by some orientation of a piece that can be meant, first fit first, and back where
 * nothing fits. Meant can be the piece whose name begins with the letter, if the
 * letters are those of the pieces (cq_text_initials); otherwise all. The path is kept
 * in arrays, a frame a piece, not in recursion. The search is given up after SPLIT_MOST
 * trials: an answer that needs more should be written as JSON.
 *
 * If letters are those of the pieces any way to split them is what the file says. If
 * they are only colours, two ways to split mean that the file does not say enough.
 */
#include "answer/letters.h"

#include "base/sort.h"

#include <string.h>

enum { SPLIT_MOST = 500000 };

/* A piece laid in the search: candidate and anchor tell where to go on after it. */
typedef struct frame {
    size_t candidate, anchor;
    size_t first; /* the place of the cell that it was laid for */
    size_t start; /* of its cells in `laid` */
} frame;

typedef struct split {
    cq_letters *letters;
    char letter;
    cq_u32s cells; /* to be covered, ascending */
    CQ_VEC(const cq_oriented *) candidates;
    CQ_VEC(frame) frames;
    cq_u32s laid;
    size_t trials;
    unsigned ways;
} split;

static cq_status choose_candidates(split *s)
{
    const cq_letters *l = s->letters;
    const cq_piece *pieces = l->problem->pieces.at;
    bool named = false;
    cq_status status = CQ_OK;

    for (size_t i = 0; i < l->problem->pieces.count && l->initials; i++)
        named |= pieces[i].name[0] == s->letter;
    for (size_t i = 0; i < l->oriented.count && status == CQ_OK; i++)
        if (!named || pieces[l->oriented.at[i].piece].name[0] == s->letter)
            status = cq_vec_push(l->ctx, &s->candidates, &l->oriented.at[i]);
    return status;
}

static cq_status gather(split *s)
{
    const cq_letters *l = s->letters;
    cq_status status = CQ_OK;

    for (size_t i = 0; i < l->loose.count && status == CQ_OK; i++)
        if (l->letter[l->loose.at[i]] == s->letter)
            status = cq_vec_push(l->ctx, &s->cells, l->loose.at[i]);
    if (status == CQ_OK)
        cq_sort_u32(s->cells.at, s->cells.count);
    return status;
}

static bool is_free(const split *s, cq_cell cell)
{
    return s->letters->group[cell] == CQ_LOOSE && s->letters->letter[cell] == s->letter;
}

/* Takes the cells of the last frame, from `start` on, off again. */
static void lift(split *s, size_t start)
{
    while (s->laid.count > start)
        s->letters->group[s->laid.at[--s->laid.count]] = CQ_LOOSE;
}

/* Lays the frame's candidate with its anchor on the frame's cell, if it fits. */
static bool lay(split *s, const frame *f)
{
    const cq_oriented *o = s->candidates.at[f->candidate];
    const cq_board *board = s->letters->board;
    const cq_square *base = &o->shape->at[f->anchor];
    cq_cell cell = s->cells.at[f->first];
    uint32_t row = cq_row(board, cell), col = cq_col(board, cell);

    for (size_t i = 0; i < o->shape->count; i++) {
        const cq_square *square = &o->shape->at[i];

        cell = cq_board_step(board, row, col, (int64_t)square->row - base->row,
                             (int64_t)square->col - base->col);
        if (cell == CQ_NO_CELL || !is_free(s, cell) ||
            !cq_takes(board, cell, square->colour)) {
            lift(s, f->start);
            return false;
        }
        s->letters->group[cell] = 1;        /* anything but CQ_LOOSE */
        s->laid.at[s->laid.count++] = cell; /* room: never more than `cells` */
    }
    s->letters->reader->used[o->piece]++;
    return true;
}

/* The next thing to try on the same cell; on a plane board the first free cell can only
 * be the first square of a shape. */
static void advance(const split *s, frame *f)
{
    const cq_oriented *o = s->candidates.at[f->candidate];

    if (s->letters->board->surface != CQ_PLANE && f->anchor + 1 < o->shape->count) {
        f->anchor++;
        return;
    }
    f->anchor = 0;
    f->candidate++;
}

/* Tries what is left for the frame's cell; true if something lies there now. */
static bool try_frame(split *s, frame *f)
{
    const cq_piece *pieces = s->letters->problem->pieces.at;

    for (; f->candidate < s->candidates.count; advance(s, f)) {
        uint32_t piece = s->candidates.at[f->candidate]->piece;

        if (++s->trials > SPLIT_MOST)
            return false;
        if (s->letters->reader->used[piece] < pieces[piece].most && lay(s, f))
            return true;
    }
    return false;
}

/* Takes the last frame's piece away and goes on behind it; false if none is left. */
static bool go_back(split *s, frame *f)
{
    if (s->frames.count == 0)
        return false;
    *f = s->frames.at[--s->frames.count];
    s->letters->reader->used[s->candidates.at[f->candidate]->piece]--;
    lift(s, f->start);
    advance(s, f);
    return true;
}

static cq_status keep(split *s, cq_solution *solution)
{
    cq_status status = CQ_OK;

    for (size_t i = 0; i < s->frames.count && status == CQ_OK; i++) {
        size_t from = s->frames.at[i].start;
        size_t to = i + 1 < s->frames.count ? s->frames.at[i + 1].start : s->laid.count;

        status = cq_solution_add(s->letters->ctx, solution,
                                 s->candidates.at[s->frames.at[i].candidate]->piece,
                                 s->laid.at + from, to - from);
    }
    return status;
}

/* Searches until `most` ways are found, nothing is left, or it takes too long. */
static cq_status search(split *s, unsigned most, cq_solution *solution)
{
    frame f = {0};

    for (;;) {
        while (f.first < s->cells.count && !is_free(s, s->cells.at[f.first]))
            f.first++;
        if (f.first == s->cells.count) {
            if (++s->ways == 1 && keep(s, solution) != CQ_OK)
                return CQ_MEMORY;
            if (s->ways == most || !go_back(s, &f))
                return CQ_OK;
        }
        while (!try_frame(s, &f))
            if (s->trials > SPLIT_MOST || !go_back(s, &f))
                return CQ_OK;
        if (cq_vec_push(s->letters->ctx, &s->frames, f) != CQ_OK)
            return CQ_MEMORY;
        f = (frame){.first = f.first, .start = s->laid.count};
    }
}

static cq_status judge(const split *s, unsigned most)
{
    const cq_letters *l = s->letters;

    if (s->trials > SPLIT_MOST || (most > 1 && s->ways > 1))
        return cq_letters_fail(l, s->cells.at[0],
                               "the pieces marked %c cannot be told apart: give the "
                               "answer as JSON",
                               s->letter);
    if (s->ways == 0)
        return cq_letters_fail(l, s->cells.at[0],
                               "the squares marked %c are not pieces of this problem",
                               s->letter);
    return CQ_OK;
}

cq_status cq_letters_split(cq_letters *letters, char letter, cq_solution *solution)
{
    split s = {.letters = letters, .letter = letter};
    unsigned most = letters->initials ? 1 : 2;
    size_t before = cq_solution_parts(solution);
    frame ignored;
    cq_status status = choose_candidates(&s);

    letters->unsure = true;
    if (status == CQ_OK)
        status = gather(&s);
    if (status == CQ_OK)
        status = cq_vec_reserve(letters->ctx, &s.laid, s.cells.count);
    if (status == CQ_OK)
        status = search(&s, most, solution);
    while (go_back(&s, &ignored)) /* the copies of the way that was kept count */
        continue;
    for (size_t i = before; i < cq_solution_parts(solution); i++)
        letters->reader->used[solution->labels.at[i]]++;
    if (status == CQ_OK)
        status = judge(&s, most);
    cq_vec_free(&s.cells);
    cq_vec_free(&s.candidates);
    cq_vec_free(&s.frames);
    cq_vec_free(&s.laid);
    return status;
}

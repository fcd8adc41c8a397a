/* greedy_rows.c - a first matching, row by row, that leaves next to nothing to repair.
 *
 * The cells of a row that vertical dominoes from the row above leave open form runs. A
 * run of even length is filled. In a run of odd length one cell goes down, that is,
 * gets a vertical domino: any cell that is an even number of steps from the end of the
 * run and has a cell below it.
 *
 *   row       # # # # # . # # #        5 cells: the third goes down;
 *             A A | B B   | C C        3 cells: the first, since the middle one may not
 *   below         |       |
 *
 * Two holes of different colours cancel out: between standing dominoes of different
 * colours the next row has a run of even length, in which no cell goes down. But if
 * there are many of each colour, only one pair per row cancels. So if more dominoes are
 * vertical than the surplus of one colour requires, those of different colours are
 * paired: paths between the cells that would go down are searched for (seek.c) above
 * the next row. Otherwise vertical dominoes would become too dense to get past the
 * holes.
 *
 * Which cell goes down: one in the middle keeps vertical dominoes apart; near a hole,
 * if there is room, the cell next to the hole; but not at a wall, where they would
 * accumulate.
 *
 * If no cell of a run can go down, its free cell gets a partner at once, by a path
 * towards the nearest place with room in the next row, or else by a tree. What remains
 * free are some cells of the last row, a few dozen on 1000 x 1000 with one per cent of
 * holes, and cells that no matching can cover together.
 */
#include "engine/matching/matching.h"

#include "base/assert.h"

typedef struct sweep {
    cq_run *run;
    cq_field *field;
    cq_tree *tree;
    uint64_t most; /* steps that searches may take in all */
    uint32_t row;
    cq_u32s open;        /* cells of the row that are to go down, left to right */
    size_t colours[2];   /* how many of them are light, and dark */
    unsigned char *kept; /* 1 for the cells of the next row that are hidden */
} sweep;

enum {
    CROWD = 32,     /* columns for each pair that may stand in excess */
    MEET_STEPS = 4, /* what a path to a meeting may cost, in steps a column */
    ROOM = 12,      /* columns between two cells that leave room for another */
    ROOM_STEPS = 2000
};

/* How far from the run's first cell one would best go down; an even number. */
static uint32_t best_down(const cq_field *field, uint32_t first, uint32_t end)
{
    bool left_wall = first % field->width == 1;
    bool right_wall = end % field->width == field->width - 1;
    bool left_hole = field->state[first - 1] == CQ_ABSENT;
    bool right_hole = field->state[end] == CQ_ABSENT;
    uint32_t last = end - first - 1;

    if (left_wall != right_wall)
        return left_wall ? last : 0;
    if (left_hole != right_hole)
        return left_hole ? 0 : last;
    cq_assert(last % 2 == 0); /* the run is odd */
    return last / 2 & ~(uint32_t)1;
}

/* The cell nearest to the best that can go down; `end` if there is none. */
static uint32_t choose_down(const cq_field *field, uint32_t first, uint32_t end)
{
    uint32_t length = end - first, best = best_down(field, first, end);
    const unsigned char *below = field->state + first + field->width;

    for (uint32_t by = 0; by < length; by += 2) {
        if (best + by < length && below[best + by] == CQ_FREE)
            return first + best + by;
        if (by <= best && below[best - by] == CQ_FREE)
            return first + best - by;
    }
    return end;
}

static void lay(cq_field *field, uint32_t first, uint32_t end)
{
    unsigned char *state = field->state;

    cq_assert(first <= end && (end - first) % 2 == 0);
    for (uint32_t cell = first; cell < end; cell += 2) {
        cq_assert(state[cell] == CQ_FREE && state[cell + 1] == CQ_FREE);
        state[cell] = CQ_RIGHT;
        state[cell + 1] = CQ_LEFT;
    }
    field->matched += (end - first) / 2;
}

/* A run of odd length: lays it and leaves the cell open that is to go down. */
static cq_status lay_odd(sweep *s, uint32_t first, uint32_t end)
{
    uint32_t down = choose_down(s->field, first, end);

    cq_assert((end - first) % 2 == 1 && (down - first) % 2 == (down == end));
    if (down == end)
        down = end - 1;
    lay(s->field, first, down);
    lay(s->field, down + 1, end);
    s->colours[cq_field_is_dark(s->field, down)]++;
    return cq_vec_push(s->run->ctx, &s->open, down);
}

static cq_status lay_row(sweep *s)
{
    const unsigned char *state = s->field->state;
    uint32_t cell = cq_field_at(s->field, s->row, 0),
             end = cell + s->field->board->cols;
    cq_status status = CQ_OK;

    s->open.count = s->colours[0] = s->colours[1] = 0;
    while (cell < end && status == CQ_OK) {
        uint32_t first = cell;

        while (cell < end && state[cell] == CQ_FREE)
            cell++;
        if ((cell - first) % 2)
            status = lay_odd(s, first, cell);
        else
            lay(s->field, first, cell);
        while (cell < end && state[cell] != CQ_FREE)
            cell++;
    }
    return status;
}

/* Whether the cells that go down exceed the surplus of one colour by so much that it
 * is better to let them meet. */
static bool is_crowded(const sweep *s)
{
    size_t pairs = s->colours[0] < s->colours[1] ? s->colours[0] : s->colours[1];

    return pairs > s->field->board->cols / CROWD && s->tree->steps <= s->most;
}

/* Looks for a path between two open cells; the next row is hidden, so that what this
 * says of the rest proves nothing and is forgotten. */
static cq_status meet(sweep *s, uint32_t from, uint32_t to, bool *met)
{
    cq_growth growth;
    uint64_t most = s->tree->steps + (uint64_t)MEET_STEPS * s->field->board->cols;

    cq_try(cq_tree_seek(s->run, s->field, s->tree, from, to, most, &growth));
    *met = growth == CQ_GROWTH_FREE;
    if (*met)
        cq_tree_flip(s->field, s->tree, from);
    cq_tree_forget(s->tree);
    return CQ_OK;
}

/* Makes the free cells of a row absent. A covered one stays: its other half may lie on
 * a path, and must be free to change. */
static void hide(unsigned char *kept, unsigned char *row, size_t cols)
{
    for (size_t col = 0; col < cols; col++) {
        kept[col] = row[col] == CQ_FREE;
        if (kept[col])
            row[col] = CQ_ABSENT;
    }
}

/* Pairs open cells of different colours like brackets. */
static cq_status meet_all(sweep *s)
{
    cq_field *field = s->field;
    unsigned char *below = field->state + cq_field_at(field, s->row + 1, 0);
    size_t cols = field->board->cols, alone = 0;
    cq_u32s *open = &s->open;
    cq_status status = CQ_OK;

    hide(s->kept, below, cols);
    for (size_t i = 0; i < open->count && status == CQ_OK; i++) {
        bool met = false;

        /* An earlier path may have ended at one that still waits here. */
        while (alone && !cq_field_is_free(field, open->at[alone - 1]))
            alone--;
        if (!cq_field_is_free(field, open->at[i]))
            continue;
        if (alone && cq_field_is_dark(field, open->at[alone - 1]) !=
                         cq_field_is_dark(field, open->at[i]))
            status = meet(s, open->at[alone - 1], open->at[i], &met);
        if (met)
            alone--;
        if (cq_field_is_free(field,
                             open->at[i])) /* the path may have ended elsewhere */
            open->at[alone++] = open->at[i];
    }
    for (size_t col = 0; col < cols; col++)
        if (s->kept[col])
            below[col] = CQ_FREE;
    open->count = alone;
    return status;
}

/* Below a gap between open cells, the nearest to number i, or below the last of them.
 * */
static uint32_t place_with_room(const sweep *s, size_t i)
{
    const uint32_t *open = s->open.at;
    size_t left = i, right = i;

    for (;; left--, right++) {
        if (left == 0)
            return open[left] + s->field->width - 1;
        if (open[left] - open[left - 1] >= ROOM)
            return open[left] + s->field->width - ROOM / 2;
        if (right + 1 == s->open.count)
            return open[right] + s->field->width + 1;
        if (open[right + 1] - open[right] >= ROOM)
            return open[right] + s->field->width + ROOM / 2;
    }
}

static cq_status find_partner(sweep *s, size_t i)
{
    uint32_t cell = s->open.at[i];
    cq_growth growth;

    cq_try(cq_tree_seek(s->run, s->field, s->tree, cell, place_with_room(s, i),
                        s->tree->steps + ROOM_STEPS, &growth));
    if (growth == CQ_GROWTH_CUT) {
        cq_tree_forget(s->tree);
        cq_try(cq_tree_grow(s->run, s->field, s->tree, cell, SIZE_MAX, &growth));
    }
    cq_tree_use(s->field, s->tree, cell, growth);
    return CQ_OK;
}

static cq_status go_down(sweep *s)
{
    cq_field *field = s->field;

    for (size_t i = 0; i < s->open.count; i++) {
        uint32_t cell = s->open.at[i];

        if (!cq_field_is_free(field, cell))
            continue;
        if (cq_field_is_free(field, cell + field->width)) {
            field->state[cell] = CQ_DOWN;
            field->state[cell + field->width] = CQ_UP;
            field->matched++;
        } else if (s->tree->steps <= s->most)
            cq_try(find_partner(s, i));
    }
    return CQ_OK;
}

cq_status cq_field_sweep(cq_run *run, cq_field *field, cq_tree *tree, uint64_t most)
{
    sweep s = {.run = run, .field = field, .tree = tree, .most = most};
    cq_status status = CQ_MEMORY;

    s.kept = cq_alloc(run->ctx, field->board->cols, 1);
    if (s.kept)
        status = CQ_OK;
    for (; s.row < field->board->rows && status == CQ_OK; s.row++) {
        status = lay_row(&s);
        if (s.row + 1 == field->board->rows || status != CQ_OK)
            break; /* what is open in the last row stays so */
        if (is_crowded(&s))
            status = meet_all(&s);
        cq_then(status, go_down(&s));
    }
    cq_vec_free(&s.open);
    cq_free(s.kept);
    return status;
}

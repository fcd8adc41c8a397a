/* outline.c - walking round sets of cells.
 *
 * The sides of a cell are walked clockwise, so the set is always at the right hand: the
 * top goes east, the right side south, the bottom west, the left side north. At the end
 * of a side, seen in the direction of the walk:
 *
 *        ahead left | ahead right        ahead right not in the set:    turn right
 *      -------------+-------------       both in the set:               turn left
 *        not in set | this cell          only ahead right in the set:   go on
 *
 * If two cells of a set touch at a corner only, this turns right and keeps them
 * apart. Outer edges come out clockwise and holes the other way round, so both fill
 * rules leave the holes empty. Every loop has a side that goes east and follows on a
 * turn: a walk starts there, at each cell once, and unit steps in one direction merge
 * into one side.
 *
 * Sides are then moved inwards by `inset` (or outwards by `tongue` where the set goes
 * on across a joined edge of the board) and cut with their neighbours, which for sides
 * at right angles only means to take one coordinate from each. Time is linear in the
 * cells of the set.
 */
#include "draw/outline.h"

enum { EAST, SOUTH, WEST, NORTH };

typedef struct cq_side {
    uint32_t row, col; /* the corner where it begins */
    uint8_t direction;
    bool open;
} cq_side;

/* A cell and the side of it that is being walked. */
typedef struct walker {
    uint32_t row, col;
    unsigned direction;
} walker;

static const int step_down[4] = {0, 1, 0, -1};
static const int step_right[4] = {1, 0, -1, 0};

cq_status cq_tracer_start(cq_context *ctx, const cq_board *board, const uint32_t *owner,
                          cq_tracer *out)
{
    uint8_t *seen = cq_zalloc(ctx, cq_board_size(board), 1);

    cq_try_memory(seen);
    *out = (cq_tracer){.rows = board->rows,
                       .cols = board->cols,
                       .surface = board->surface,
                       .owner = owner,
                       .seen = seen};
    return CQ_OK;
}

void cq_tracer_stop(cq_tracer *tracer)
{
    cq_free(tracer->seen);
    tracer->seen = NULL;
    cq_vec_free(&tracer->sides);
}

static size_t cell_at(const cq_tracer *tracer, uint32_t row, uint32_t col)
{
    cq_assert(row < tracer->rows && col < tracer->cols);
    return (size_t)row * tracer->cols + col;
}

/* Whether the cell that lies `down` and `right` of this one is in the same set; in the
 * plane, without going round. */
static bool is_same(const cq_tracer *tracer, const walker *w, int down, int right)
{
    int64_t row = (int64_t)w->row + down, col = (int64_t)w->col + right;

    if (row < 0 || col < 0 || row >= tracer->rows || col >= tracer->cols)
        return false;
    return tracer->owner[cell_at(tracer, (uint32_t)row, (uint32_t)col)] ==
           tracer->owner[cell_at(tracer, w->row, w->col)];
}

/* Whether the set goes on across the joined edge at this side of the cell. With one or
 * two rows or columns cells that meet across the edge meet inside too: then it does
 * not. */
static bool is_open(const cq_tracer *tracer, const walker *w)
{
    uint32_t row = w->row, col = w->col;

    if (w->direction == EAST || w->direction == WEST) {
        uint32_t edge = w->direction == EAST ? 0 : tracer->rows - 1;

        if (tracer->surface != CQ_TORUS || tracer->rows < 3 || row != edge)
            return false;
        row = tracer->rows - 1 - edge;
    } else {
        uint32_t edge = w->direction == NORTH ? 0 : tracer->cols - 1;

        if (tracer->surface == CQ_PLANE || tracer->cols < 3 || col != edge)
            return false;
        col = tracer->cols - 1 - edge;
    }
    return tracer->owner[cell_at(tracer, row, col)] ==
           tracer->owner[cell_at(tracer, w->row, w->col)];
}

/* To the next side of the outline. */
static void walk_on(const cq_tracer *tracer, walker *w)
{
    unsigned left = (w->direction + 3) % 4;
    int ahead_down = step_down[w->direction], ahead_right = step_right[w->direction];

    if (!is_same(tracer, w, ahead_down, ahead_right)) {
        w->direction = (w->direction + 1) % 4;
        return;
    }
    if (is_same(tracer, w, ahead_down + step_down[left],
                ahead_right + step_right[left])) {
        ahead_down += step_down[left];
        ahead_right += step_right[left];
        w->direction = left;
    }
    w->row += (uint32_t)ahead_down;
    w->col += (uint32_t)ahead_right;
    cq_assert(w->row < tracer->rows && w->col < tracer->cols);
}

/* The corner where the walked side of the cell begins. */
static cq_side side_of(const cq_tracer *tracer, const walker *w)
{
    cq_side side = {.row = w->row,
                    .col = w->col,
                    .direction = (uint8_t)w->direction,
                    .open = is_open(tracer, w)};

    if (w->direction == SOUTH || w->direction == WEST)
        side.col++;
    if (w->direction == WEST || w->direction == NORTH)
        side.row++;
    return side;
}

/* Whether this step only makes the last side longer. */
static bool goes_on(const cq_tracer *tracer, const cq_side *side)
{
    const cq_side *last;

    if (tracer->sides.count == 0)
        return false;
    last = &tracer->sides.at[tracer->sides.count - 1];
    return last->direction == side->direction && last->open == side->open;
}

/* Every side begins where the one before it leads, at a turn or where the edge opens;
 * so the sides of all four directions close the loop. */
static bool check_sides(const cq_tracer *tracer)
{
    size_t n = tracer->sides.count;

    for (size_t i = 0; i < n; i++) {
        const cq_side *side = &tracer->sides.at[i];
        const cq_side *next = &tracer->sides.at[(i + 1) % n];
        int64_t down = (int64_t)next->row - side->row;
        int64_t right = (int64_t)next->col - side->col;

        cq_hold(side->row <= tracer->rows && side->col <= tracer->cols);
        cq_hold(down * step_right[side->direction] == 0 &&
                right * step_down[side->direction] == 0);
        cq_hold(down * step_down[side->direction] +
                    right * step_right[side->direction] >
                0);
        cq_hold((side->direction + 2) % 4 != next->direction);
    }
    return true;
}

/* Collects the merged sides of the loop through the top of this cell; marks the cells
 * whose top it passes. */
static cq_status walk_loop(cq_tracer *tracer, cq_scene *scene, walker start,
                           uint8_t mark)
{
    walker w = start;

    tracer->sides.count = 0;
    do {
        cq_side side = side_of(tracer, &w);

        if (w.direction == EAST)
            tracer->seen[cell_at(tracer, w.row, w.col)] |= mark;
        if (!goes_on(tracer, &side) &&
            cq_vec_push(scene->ctx, &tracer->sides, side) != CQ_OK)
            return CQ_MEMORY;
        walk_on(tracer, &w);
    } while (w.row != start.row || w.col != start.col ||
             w.direction != start.direction);
    cq_assert(tracer->sides.count >= 4 && check_sides(tracer));
    return CQ_OK;
}

/* Where a side lies after it was moved: down for one that goes east or west, across for
 * the others. */
static int32_t moved(const cq_tracer *tracer, const cq_scene *scene,
                     const cq_side *side)
{
    int32_t inwards = side->open ? -tracer->tongue : tracer->inset;
    bool level = side->direction == EAST || side->direction == WEST;
    int32_t place = (int32_t)(level ? side->row : side->col) * scene->unit;

    if (side->direction == SOUTH || side->direction == WEST)
        inwards = -inwards;
    return place + inwards + (level ? tracer->origin.down : tracer->origin.across);
}

/* The point, or for a side that goes on in the same direction but is moved otherwise
 * the two points, where one side gives way to the next. */
static void add_corner(const cq_tracer *tracer, cq_scene *scene, const cq_side *before,
                       const cq_side *after)
{
    int32_t first = moved(tracer, scene, before), second = moved(tracer, scene, after);
    int32_t across, down;

    if (before->direction != after->direction) {
        if (before->direction == EAST || before->direction == WEST)
            cq_scene_point(scene, second, first);
        else
            cq_scene_point(scene, first, second);
        return;
    }
    across = (int32_t)after->col * scene->unit + tracer->origin.across;
    down = (int32_t)after->row * scene->unit + tracer->origin.down;
    if (before->direction == EAST || before->direction == WEST) {
        cq_scene_point(scene, across, first);
        cq_scene_point(scene, across, second);
    } else {
        cq_scene_point(scene, first, down);
        cq_scene_point(scene, second, down);
    }
}

static const cq_side *side_number(const cq_tracer *tracer, size_t i)
{
    return &tracer->sides.at[i % tracer->sides.count];
}

static void add_loop(const cq_tracer *tracer, cq_scene *scene)
{
    size_t n = tracer->sides.count;

    for (size_t i = 0; i < n; i++)
        add_corner(tracer, scene, side_number(tracer, i + n - 1),
                   side_number(tracer, i));
    cq_scene_end(scene, true);
}

/* The longest chains of sides that are open, or closed, as runs of their own. */
static void add_chains(const cq_tracer *tracer, cq_scene *scene, bool open)
{
    size_t n = tracer->sides.count, start = 0;

    while (start < n && side_number(tracer, start)->open == open)
        start++;
    if (start == n) {
        add_loop(tracer, scene);
        return;
    }
    for (size_t i = start + 1; i <= start + n; i++) {
        const cq_side *before = side_number(tracer, i - 1);
        const cq_side *after = side_number(tracer, i);

        if (before->open == open || after->open == open)
            add_corner(tracer, scene, before, after);
        if (before->open == open && after->open != open)
            cq_scene_end(scene, false);
    }
}

static void trace_from(cq_tracer *tracer, cq_scene *scene, cq_outline what,
                       cq_cell cell)
{
    walker w = {cell / tracer->cols, cell % tracer->cols, EAST};
    uint8_t mark = (uint8_t)(1u << what);
    cq_status status;

    if (scene->status != CQ_OK || (tracer->seen[cell] & mark) ||
        is_same(tracer, &w, -1, 0))
        return;
    if (is_same(tracer, &w, 0, -1) && !is_same(tracer, &w, -1, -1))
        return; /* the top of the cell to the left leads here without a turn */
    status = walk_loop(tracer, scene, w, mark);
    if (status != CQ_OK)
        scene->status = status;
    else if (what == CQ_OUTLINE_ALL)
        add_loop(tracer, scene);
    else
        add_chains(tracer, scene, what == CQ_OUTLINE_OPEN);
}

void cq_trace_cells(cq_tracer *tracer, cq_scene *scene, cq_outline what,
                    const cq_cell *cells, size_t count)
{
    for (size_t i = 0; i < count; i++)
        trace_from(tracer, scene, what, cells[i]);
    cq_scene_whole(scene);
}

void cq_trace_owner(cq_tracer *tracer, cq_scene *scene, cq_outline what, uint32_t owner)
{
    size_t size = (size_t)tracer->rows * tracer->cols;

    for (size_t cell = 0; cell < size; cell++)
        if (tracer->owner[cell] == owner)
            trace_from(tracer, scene, what, (cq_cell)cell);
}

bool cq_trace_is_open(const cq_tracer *tracer, const cq_cell *cells, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (unsigned direction = EAST; direction <= NORTH; direction++) {
            walker w = {cells[i] / tracer->cols, cells[i] % tracer->cols, direction};

            if (is_open(tracer, &w))
                return true;
        }
    return false;
}

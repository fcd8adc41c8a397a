/* tour_scene.c - a walk over the board: numbers in the squares, and the line of it.
 *
 * The line goes through the middles of the squares. If a move crosses a joined edge of
 * the board, a line from square to square would lead right across it; instead two stubs
 * leave the board, one at either end, in the direction of the move. Which way a move
 * went follows from the leaper: of all its leaps that lead from one square to the
 * other, one that crosses no edge is taken if there is one.
 *
 * Numbers on the line stand in discs. The first square has a full disc and the last one
 * of an open walk a square, so that they differ without colour. Without numbers an
 * arrow on the first move says which way the walk goes.
 *
 * A walk that is coloured by time, or that moves, is cut into bands of moves that
 * follow each other, as many in each or one more: as many bands as there are
 * colours, or steps of the moving picture. Numbers and discs then belong to the band
 * whose last part leads to their square, so that everything of a step appears together;
 * the pictures of a walk of any length have a bounded number of parts.
 *
 * Strands are several walks at once, each in a colour of its own and with its number
 * where it begins; the legend says how long each is. A strand without cells has only
 * its number and colour, so that those of the others stay. Moves that are put in lie
 * under the strands, those that are taken out over them.
 */
#include "draw/picture.h"

#include <math.h>

typedef struct walk {
    cq_builder *b;
    const cq_cell *cells;
    size_t count;
    size_t moves; /* count, or one less for an open walk */
    size_t bands; /* 0 if it is not cut */
} walk;

/* How far a move goes, and whether it crosses a joined edge. */
typedef struct move {
    int64_t down, right;
    bool crosses;
} move;

/* Whether a leap of `leap` is a step of `step` round a circle of that size, or in the
 * plane if `round` is false. */
static bool agrees(int64_t leap, int64_t step, int64_t size, bool round)
{
    return leap == step || (round && (leap - step) % size == 0);
}

/* The shortest way along one leap, which a rider may repeat, that leads as far; false
 * if there is none. */
static bool find_along(const cq_board *board, cq_leap leap, unsigned way, move *out)
{
    int64_t down = (way & 4 ? leap.b : leap.a) * (way & 1 ? -INT64_C(1) : 1);
    int64_t right = (way & 4 ? leap.a : leap.b) * (way & 2 ? -INT64_C(1) : 1);
    int64_t most = leap.rides ? (int64_t)board->rows * board->cols : 1;
    int64_t times = 1;

    while (times <= most &&
           !(agrees(times * down, out->down, board->rows, board->surface == CQ_TORUS) &&
             agrees(times * right, out->right, board->cols, true)))
        times++;
    if (times > most)
        return false;
    cq_assert(times >= 1);
    out->crosses = times * down != out->down || times * right != out->right;
    out->down = times * down;
    out->right = times * right;
    return true;
}

static move find_move(const cq_builder *b, cq_cell from, cq_cell to)
{
    const cq_board *board = b->board;
    const cq_leaper *leaper = &b->problem->leaper;
    const move straight = {(int64_t)cq_row(board, to) - cq_row(board, from),
                           (int64_t)cq_col(board, to) - cq_col(board, from), false};
    move found = straight;
    bool any = false;

    if (board->surface == CQ_PLANE)
        return straight;
    for (size_t i = 0; i < leaper->count; i++)
        for (unsigned way = 0; way < 8; way++) {
            move one = straight;

            if (!cq_leap_goes(leaper->at[i], way) ||
                !find_along(board, leaper->at[i], way, &one))
                continue;
            if (!one.crosses)
                return straight;
            if (!any)
                found = one;
            any = true;
        }
    return found;
}

/* How often a length fits between a place and the edge it runs to. */
static double share_to_edge(int32_t place, double length, int32_t edge)
{
    if (length < 0)
        return place / -length;
    return length > 0 ? (edge - place) / length : INFINITY;
}

/* From the middle of a square, towards a leap, to a little outside of the board. */
static cq_point leap_out(const cq_builder *b, cq_cell cell, int64_t down, int64_t right)
{
    cq_point from = cq_centre(b, cell);
    double length = hypot((double)down, (double)right);
    double unit = b->scene->unit, height = (double)down * unit,
           width = (double)right * unit;
    double share = fmin(share_to_edge(from.across, width, cq_place(b, b->board->cols)),
                        share_to_edge(from.down, height, cq_place(b, b->board->rows)));
    cq_point to;

    cq_assert(length > 0 && share >= 0); /* a leap goes somewhere */
    share += 0.3 / length;
    if (share > 1)
        share = 1;
    to.across = from.across + (int32_t)lround(width * share);
    to.down = from.down + (int32_t)lround(height * share);
    return to;
}

unsigned cq_move_lines(const cq_builder *b, cq_cell from, cq_cell to, cq_point ends[4])
{
    move m = find_move(b, from, to);

    ends[0] = cq_centre(b, from);
    ends[1] = m.crosses ? leap_out(b, from, m.down, m.right) : cq_centre(b, to);
    if (!m.crosses)
        return 1;
    ends[2] = cq_centre(b, to);
    ends[3] = leap_out(b, to, -m.down, -m.right);
    return 2;
}

static void add_middle(const cq_builder *b, cq_cell cell)
{
    cq_point at = cq_centre(b, cell);

    cq_scene_point(b->scene, at.across, at.down);
}

/* The moves from `begin` to `end` as runs inside the board, which break where a move
 * crosses an edge. If these are all of a closed walk that never does, it is one closed
 * run. */
static void add_runs(const walk *w, size_t begin, size_t end)
{
    const cq_builder *b = w->b;
    bool round = begin == 0 && end == w->count, open = false;

    cq_assert(begin <= end && end <= w->moves);
    for (size_t i = begin; i < end; i++) {
        cq_cell from = w->cells[i], to = w->cells[(i + 1) % w->count];
        move m = find_move(b, from, to);

        if (!open && !m.crosses)
            add_middle(b, from);
        else if (open && m.crosses)
            cq_scene_end(b->scene, false);
        open = !m.crosses;
        round = round && open;
        if (m.crosses) {
            cq_scene_line(b->scene, cq_centre(b, from),
                          leap_out(b, from, m.down, m.right));
            cq_scene_line(b->scene, cq_centre(b, to),
                          leap_out(b, to, -m.down, -m.right));
        } else if (!round || i + 1 < end)
            add_middle(b, to);
    }
    if (open)
        cq_scene_end(b->scene, round);
    cq_scene_drop_empty(b->scene);
}

static void add_line(const walk *w, cq_ink ink, const char *title)
{
    cq_assert(w->moves == w->count || w->moves + 1 == w->count);
    cq_scene_path(w->b->scene, ink, title);
    add_runs(w, 0, w->moves);
}

/* ---- bands ---- */

static size_t band_begin(const walk *w, size_t band)
{
    cq_assert(w->bands > 0 && w->bands <= w->moves && band <= w->bands);
    return (size_t)((uint64_t)w->moves * band / w->bands);
}

/* The band of the move that leads to the square with this place in the walk, from 1 as
 * steps are; 0 for the first square, or if there are no bands. */
static uint32_t band_at(const walk *w, size_t place)
{
    uint64_t bands = w->bands;

    if (place == 0 || bands == 0)
        return 0;
    cq_assert(place <= w->moves); /* so that it is one of the bands */
    return (uint32_t)((place * bands - 1) / w->moves) + 1;
}

static cq_ink time_of(const walk *w, cq_ink family, size_t place)
{
    return cq_ink_of_time(family, place, w->count);
}

/* From now on figures belong to this step, if the picture moves. */
static void set_step(const walk *w, uint32_t step)
{
    w->b->scene->step = w->b->what->animated ? step : 0;
}

static void add_bands(const walk *w)
{
    for (size_t band = 0; band < w->bands; band++) {
        set_step(w, (uint32_t)band + 1);
        cq_scene_path(w->b->scene,
                      w->b->what->by_time ? cq_ink_of_time(CQ_INK_TIME, band, w->bands)
                                          : CQ_INK_WALK,
                      NULL);
        add_runs(w, band_begin(w, band), band_begin(w, band + 1));
    }
    set_step(w, 0);
}

/* How long it takes: a sixth of a second a move, but a long walk no more than twenty
 * seconds; and two seconds to look at the whole. */
static void set_film(const walk *w)
{
    cq_scene *scene = w->b->scene;
    cq_film *film = &scene->film;
    double seconds = fmin(20, fmax(2, (double)w->moves / 6));

    film->seconds = seconds / (double)w->bands;
    film->rest = (uint32_t)ceil(2 / film->seconds);
    film->bold = fmax(1, 0.016 * scene->side * scene->unit /
                             cq_scene_width(scene, cq_style_of(CQ_INK_WALKER).width));
    film->jumps = w->b->board->surface != CQ_PLANE || w->bands < w->moves;
    for (size_t band = 0; band <= w->bands && scene->status == CQ_OK; band++)
        scene->status =
            cq_vec_push(scene->ctx, &film->stations,
                        cq_centre(w->b, w->cells[band_begin(w, band) % w->count]));
    film->steps = (uint32_t)w->bands;
    cq_assert(film->steps <= CQ_FILM_STEPS && film->rest > 0);
    cq_assert(scene->status != CQ_OK || film->stations.count == film->steps + 1u);
}

/* ---- squares ---- */

/* A picture that moves has a part for each number: then they must be few. */
static bool has_numbers(const cq_builder *b)
{
    return b->what->numbers && !b->scene->coarse &&
           !(b->what->animated && b->what->solution->members.count > CQ_FILM_STEPS);
}

/* The colours of the squares themselves, if no line shows them. */
static void add_glow(const walk *w)
{
    cq_builder *b = w->b;
    uint32_t step = UINT32_MAX;
    cq_ink ink = CQ_INK_GLOW;

    for (size_t i = 0; i < w->count; i++) {
        bool same = step == band_at(w, i) && ink == time_of(w, CQ_INK_GLOW, i);

        if (!same) {
            ink = time_of(w, CQ_INK_GLOW, i);
            step = band_at(w, i);
            set_step(w, step);
            cq_scene_path(b->scene, ink, NULL);
        }
        cq_build_cell(b, w->cells[i], 0);
    }
    set_step(w, 0);
}

/* A point beside the line from `from`: so far along it and to its right. */
static void add_beside(const cq_builder *b, cq_point from, move m, double along,
                       double aside)
{
    double length = hypot((double)m.down, (double)m.right) / b->scene->unit;

    cq_scene_point(
        b->scene,
        from.across + (int32_t)lround(
                          ((double)m.right * along - (double)m.down * aside) / length),
        from.down + (int32_t)lround(((double)m.down * along + (double)m.right * aside) /
                                    length));
}

/* A triangle on the first move, if it can be seen, which points along it. */
static void add_arrow(const walk *w)
{
    cq_builder *b = w->b;
    move m = w->moves ? find_move(b, w->cells[0], w->cells[1 % w->count]) : (move){0};
    cq_point from = cq_centre(b, w->cells[0]);

    if (has_numbers(b) || b->what->animated || b->what->by_time || b->scene->coarse ||
        !w->moves || m.crosses)
        return;
    cq_scene_path(b->scene, CQ_INK_ARROW, "the first move");
    add_beside(b, from, m, 0.75, 0);
    add_beside(b, from, m, 0.42, 0.16);
    add_beside(b, from, m, 0.42, -0.16);
    cq_scene_end(b->scene, true);
}

static void add_begin(const walk *w)
{
    cq_builder *b = w->b;
    bool numbered = has_numbers(b), by_time = b->what->by_time;
    cq_point first = cq_centre(b, w->cells[0]);

    cq_scene_path(b->scene,
                  numbered  ? by_time ? CQ_INK_RING : CQ_INK_FIRST
                  : by_time ? CQ_INK_DOT
                            : CQ_INK_BEGIN,
                  "the first square");
    cq_scene_dot(b->scene, first.across, first.down);
    add_arrow(w);
}

static void add_finish(const walk *w)
{
    cq_builder *b = w->b;
    cq_point last = cq_centre(b, w->cells[w->count - 1]);
    int32_t half = b->scene->unit * (has_numbers(b) ? 12 : 6) / 40;

    if (half < 1)
        half = 1;
    if (b->problem->closed || w->count < 2)
        return;
    cq_scene_path(b->scene, CQ_INK_FINISH, "the last square");
    cq_scene_box(b->scene, last.across - half, last.down - half, 2 * half, 2 * half);
}

static void add_disc(const walk *w, size_t place)
{
    cq_point at = cq_centre(w->b, w->cells[place]);

    cq_scene_dot(w->b->scene, at.across, at.down);
}

/* A disc in each square, so that its number can be read over the line; rims in the
 * colours of their times. */
static void add_discs(const walk *w)
{
    cq_scene *scene = w->b->scene;
    bool by_time = w->b->what->by_time;
    cq_ink last = CQ_INK_RIM;

    if (!by_time)
        cq_scene_path(scene, CQ_INK_RIM, NULL);
    for (size_t i = 0; i < w->count; i++) {
        if (by_time && last != time_of(w, CQ_INK_RING, i)) {
            last = time_of(w, CQ_INK_RING, i);
            cq_scene_path(scene, last, NULL);
        }
        add_disc(w, i);
    }
    cq_scene_path(scene, CQ_INK_DISC, NULL);
    for (size_t i = 0; i < w->count; i++)
        add_disc(w, i);
}

/* The size of the numbers, all alike. */
static int32_t number_size(const walk *w)
{
    char number[24];
    size_t longest = (size_t)snprintf(number, sizeof number, "%zu", w->count);
    bool path = w->b->what->path;
    int32_t size = cq_letter_size(w->b, longest < 2 ? 2 : longest, path ? 13 : 16);

    if (!path)
        return size;
    return size * 3 / 4 < 1 ? 1 : longest > 2 ? size * 3 / 4 : size;
}

static void add_number(const walk *w, size_t place, int32_t size)
{
    bool inverse = place == 0 && w->b->what->path;
    char number[24];

    snprintf(number, sizeof number, "%zu", place + 1);
    cq_build_text(w->b, inverse ? CQ_INK_INVERSE : CQ_INK_LABEL, w->cells[place], size,
                  number);
}

/* What stands above the line of a walk that moves: a disc with its number each, in the
 * step that leads there. */
static void add_moving_squares(const walk *w)
{
    const cq_picture_of *what = w->b->what;
    cq_scene *scene = w->b->scene;
    int32_t size = number_size(w);

    for (size_t i = 0; i < w->count && has_numbers(w->b); i++) {
        set_step(w, band_at(w, i));
        if (what->path && i) {
            cq_scene_path(
                scene, what->by_time ? time_of(w, CQ_INK_RING, i) : CQ_INK_RIM, NULL);
            add_disc(w, i);
            cq_scene_path(scene, CQ_INK_DISC, NULL);
            add_disc(w, i);
            if (i + 1 == w->count)
                add_finish(w);
        }
        add_number(w, i, size);
    }
    if (what->path && !has_numbers(w->b)) {
        set_step(w, (uint32_t)w->bands);
        add_finish(w);
    }
    set_step(w, 0);
}

static void add_still_squares(const walk *w)
{
    const cq_picture_of *what = w->b->what;
    int32_t size = number_size(w);

    if (what->path || !what->numbers)
        add_finish(w);
    for (size_t i = 0; i < w->count && has_numbers(w->b); i++)
        add_number(w, i, size);
}

/* All of a walk that visits something. */
static void add_walk(const walk *w)
{
    const cq_picture_of *what = w->b->what;

    if (what->path && w->bands)
        add_bands(w);
    else if (what->path)
        add_line(w, CQ_INK_WALK, "the walk");
    if (what->path)
        w->b->scene->film.over = w->b->scene->figures.count;
    if (what->animated && w->bands)
        set_film(w);
    if (what->path && has_numbers(w->b) && !what->animated)
        add_discs(w);
    if (what->path || !what->numbers)
        add_begin(w);
    if (what->animated)
        add_moving_squares(w);
    else
        add_still_squares(w);
}

/* The cells of the walk, instead of its vertices. */
static cq_status find_cells(cq_builder *b, cq_cell *cells)
{
    const cq_u32s *members = &b->what->solution->members;

    for (size_t i = 0; i < members->count; i++) {
        if (members->at[i] >= b->problem->graph.vertices)
            return cq_fail(b->ctx, CQ_INPUT, "step %zu leads outside of the board",
                           i + 1);
        cells[i] = cq_problem_cell(b->problem, members->at[i]);
    }
    return CQ_OK;
}

cq_status cq_build_tour(cq_builder *b)
{
    size_t count = b->what->solution->members.count;
    cq_cell *cells = cq_alloc(b->ctx, count, sizeof *cells);
    const cq_picture_of *what = b->what;
    walk w = {b, cells, count, 0, 0};
    cq_status status = CQ_MEMORY;

    if (!cells)
        return status;
    status = find_cells(b, cells);
    w.moves = count - (count && !(b->problem->closed && count > 2));
    if (what->animated)
        w.bands = w.moves < CQ_FILM_STEPS ? w.moves : CQ_FILM_STEPS;
    else if (what->by_time)
        w.bands = w.moves < CQ_TIMES ? w.moves : CQ_TIMES;
    cq_then(status, cq_build_squares(b));
    if (status == CQ_OK && count && what->by_time && !what->path) {
        add_glow(&w);
        b->scene->film.over = b->scene->figures.count;
        cq_build_shade(b);
    }
    cq_then(status, cq_build_frame(b));
    if (status == CQ_OK && count)
        add_walk(&w);
    cq_free(cells);
    return status;
}

void cq_build_given(cq_builder *b)
{
    const cq_u32s *given = &b->problem->numbers;
    char number[24];
    int longest =
        snprintf(number, sizeof number, "%" PRIu32,
                 b->problem->kind == CQ_TOUR ? b->problem->graph.vertices : 0);
    int32_t size = cq_letter_size(b, (size_t)(longest < 2 ? 2 : longest), 16);

    for (size_t i = 0; i + 1 < given->count && !b->scene->coarse; i += 2) {
        snprintf(number, sizeof number, "%" PRIu32, given->at[i] + 1);
        cq_build_text(b, CQ_INK_LABEL, cq_problem_cell(b->problem, given->at[i + 1]),
                      size, number);
    }
}

/* ---- strands ---- */

enum { STRANDS_NAMED = 24 };

static void name_strand(const cq_solution *strands, size_t strand, char *text,
                        size_t size)
{
    size_t count = strands->starts.at[strand + 1] - strands->starts.at[strand];
    bool closed = strands->labels.at[strand] == CQ_STRAND_CLOSED;

    snprintf(text, size, "%zu: a %s of %zu square%s", strand + 1,
             closed ? "cycle" : "path", count, count == 1 ? "" : "s");
}

/* A disc with its number on the first cell; large pictures have no room for numbers. */
static void add_knot(cq_builder *b, cq_cell cell, size_t strand)
{
    cq_point at = cq_centre(b, cell);
    char number[24];
    int length = snprintf(number, sizeof number, "%zu", strand + 1);

    cq_scene_path(b->scene, cq_ink_member(CQ_INK_KNOT, (uint32_t)strand), NULL);
    cq_scene_dot(b->scene, at.across, at.down);
    if (!b->scene->coarse)
        cq_build_text(b, CQ_INK_INVERSE, cell, cq_letter_size(b, (size_t)length, 14),
                      number);
}

static void add_strand(cq_builder *b, const cq_solution *strands, size_t strand)
{
    size_t first = strands->starts.at[strand];
    size_t count = strands->starts.at[strand + 1] - first;
    bool closed = strands->labels.at[strand] == CQ_STRAND_CLOSED && count > 2;
    walk w = {b, strands->members.at + first, count, closed ? count : count - 1, 0};
    char title[96];

    name_strand(strands, strand, title, sizeof title);
    add_line(&w, cq_ink_member(CQ_INK_STRAND, (uint32_t)strand), title);
}

static const char *words_of_gone(const cq_picture_of *what)
{
    return what->gone_words ? what->gone_words : "taken out";
}

/* Moves that the walks gain or lose. */
static void add_moves(cq_builder *b, const cq_u32s *pairs, cq_ink ink,
                      const char *title)
{
    for (size_t i = 0; pairs && i + 1 < pairs->count; i += 2) {
        walk w = {b, pairs->at + i, 2, 1, 0};

        add_line(&w, ink, title);
    }
}

static void add_strands(cq_builder *b)
{
    const cq_solution *strands = b->what->strands;
    size_t count = cq_solution_parts(strands);

    add_moves(b, b->what->come, CQ_INK_COME, "put in");
    for (size_t i = 0; i < count; i++)
        if (strands->starts.at[i] < strands->starts.at[i + 1])
            add_strand(b, strands, i);
    add_moves(b, b->what->gone, CQ_INK_GONE, words_of_gone(b->what));
    for (size_t i = 0; i < count; i++)
        if (strands->starts.at[i] < strands->starts.at[i + 1])
            add_knot(b, strands->members.at[strands->starts.at[i]], i);
}

static void add_strand_names(cq_builder *b)
{
    const cq_picture_of *what = b->what;
    const cq_solution *strands = what->strands;
    size_t count = cq_solution_parts(strands), named = 0, left = 0;
    char text[96];

    for (size_t i = 0; i < count; i++) {
        if (strands->starts.at[i] == strands->starts.at[i + 1])
            continue;
        if (named == STRANDS_NAMED) {
            left++;
            continue;
        }
        named++;
        name_strand(strands, i, text, sizeof text);
        cq_legend_add(b, cq_ink_member(CQ_INK_STRAND, (uint32_t)i), text);
    }
    if (left) {
        snprintf(text, sizeof text, "and %zu more", left);
        cq_legend_add(b, CQ_INK_MARGIN, text);
    }
    if (what->gone && what->gone->count)
        cq_legend_add(b, CQ_INK_GONE, words_of_gone(what));
    if (what->come && what->come->count)
        cq_legend_add(b, CQ_INK_COME, "put in");
}

cq_status cq_build_strands(cq_builder *b)
{
    cq_try(cq_build_squares(b));
    cq_try(cq_build_frame(b));
    add_strands(b);
    cq_build_coordinates(b);
    add_strand_names(b);
    return CQ_OK;
}

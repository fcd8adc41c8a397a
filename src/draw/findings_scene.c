/* findings_scene.c - what is found out beside solutions, on the board.
 *
 *     max             the dominoes; squares left over are hatched and crossed
 *     repair          the tiling of the repaired board; squares to remove are crossed
 *                     out, those to restore have a plus
 *     forced          dominoes of every tiling have a heavy outline and a word on
 *                     them, a pair of no tiling a bar on the edge between its squares
 *     probabilities   a bar between the middles of every two neighbours, the thicker
 *                     and the darker the likelier; with very many squares each is as
 *                     dark as its likeliest domino is likely; of a tour a line for
 *                     every move
 *
 * Below the board stands what the signs mean.
 */
#include "draw/picture.h"

#include <math.h>
#include <string.h>

typedef struct finding {
    cq_builder *b;
    const cq_findings *found;
    bool tour;
} finding;

/* If a picture has more pairs, they have no titles. */
enum { TITLED_PAIRS = 2500 };

static void add_boxes(const finding *f, cq_ink ink, const cq_u32s *cells)
{
    cq_scene_path(f->b->scene, ink, NULL);
    for (size_t i = 0; i < cells->count; i++)
        cq_build_cell(f->b, cells->at[i], 0);
    cq_scene_drop_empty(f->b->scene);
}

/* How far a sign reaches from the middle of its square; on large boards beyond the
 * square, or it could not be seen. */
static int32_t sign_reach(const cq_scene *scene)
{
    int32_t half = scene->unit >= 4 ? scene->unit / 4 : 1;
    int64_t seen = (int64_t)scene->side * scene->unit / 160;

    return seen > half ? (int32_t)seen : half;
}

/* A cross or a plus in each of the squares. */
static void add_signs(const finding *f, cq_ink ink, const char *title,
                      const cq_u32s *cells)
{
    cq_scene *scene = f->b->scene;
    int32_t half = sign_reach(scene);

    cq_scene_path(scene, ink, title);
    for (size_t i = 0; i < cells->count; i++)
        cq_build_sign(f->b, ink, cq_centre(f->b, cells->at[i]), half);
    cq_scene_drop_empty(scene);
}

/* "1 square left over", "3 squares left over"; nothing for none. */
static void say(const finding *f, size_t count, const char *one, const char *many,
                cq_ink ink)
{
    char number[CQ_GROUPED_SIZE], text[96];

    if (count == 0)
        return;
    snprintf(text, sizeof text, "%s %s", cq_grouped(count, number),
             count == 1 ? one : many);
    cq_legend_add(f->b, ink, text);
}

/* ---- max and repair ---- */

static void add_left(const finding *f, const char *title, const cq_u32s *cells)
{
    add_boxes(f, CQ_INK_HATCH, cells);
    add_signs(f, CQ_INK_CROSS, title, cells);
}

cq_status cq_build_free(cq_builder *b, bool says)
{
    finding f = {.b = b};
    cq_u32s cells = {0};
    cq_status status =
        cq_solution_uncovered(b->ctx, b->board, b->what->solution, &cells);

    if (status == CQ_OK && says)
        say(&f, cells.count, "square stays free", "squares stay free", CQ_INK_CROSS);
    else if (status == CQ_OK)
        add_left(&f, "free", &cells);
    cq_vec_free(&cells);
    return status;
}

static cq_status build_max(finding *f)
{
    cq_try(cq_build_tiling(f->b));
    add_left(f, "left over", &f->found->left);
    cq_try(cq_build_frame(f->b));
    cq_build_coordinates(f->b);
    say(f, f->found->left.count, "square left over", "squares left over", CQ_INK_CROSS);
    return CQ_OK;
}

static cq_status build_repair(finding *f)
{
    cq_builder *b = f->b;
    cq_problem repaired = *b->problem;
    const cq_problem *problem = b->problem;
    cq_status status;

    cq_try(cq_findings_board(b->ctx, b->board, f->found, &repaired.board));
    b->problem = &repaired;
    b->board = repaired.board;
    status = cq_build_tiling(b);
    if (status == CQ_OK) {
        add_boxes(f, CQ_INK_LIGHT, &f->found->removed);
        add_boxes(f, CQ_INK_FRAME, &f->found->removed);
        add_signs(f, CQ_INK_CROSS, "to remove", &f->found->removed);
        add_signs(f, CQ_INK_PLUS, "to restore", &f->found->restored);
        status = cq_build_frame(b);
    }
    b->problem = problem;
    b->board = problem->board;
    cq_board_free(repaired.board);
    if (status != CQ_OK)
        return status;
    cq_build_coordinates(b);
    say(f, f->found->removed.count, "square to remove", "squares to remove",
        CQ_INK_CROSS);
    say(f, f->found->restored.count, "square to restore", "squares to restore",
        CQ_INK_PLUS);
    if (f->found->removed.count + f->found->restored.count == 0)
        cq_legend_add(b, CQ_INK_MARGIN, "nothing to repair");
    return CQ_OK;
}

/* ---- pairs ---- */

/* Whether the second square lies beside the first on the grid, not across a joined
 * edge. */
static bool is_direct(const cq_board *board, const cq_pair *pair, bool *across)
{
    uint32_t row = cq_row(board, pair->first), col = cq_col(board, pair->first);

    cq_assert(pair->first < pair->second && pair->second < cq_board_size(board));
    *across = cq_row(board, pair->second) == row;
    return *across ? cq_col(board, pair->second) == col + 1
                   : cq_row(board, pair->second) == row + 1;
}

/* A part of such a bar, `from` and `length` along it from the middle of a square. */
static void add_rod(cq_scene *scene, cq_point at, bool across, int32_t from,
                    int32_t length, int32_t thick)
{
    if (across)
        cq_scene_box(scene, at.across + from, at.down - thick / 2, length, thick);
    else
        cq_scene_box(scene, at.across - thick / 2, at.down + from, thick, length);
}

/* A bar of this thickness from one middle to the other; across a joined edge two halves
 * that stick out of the board. */
static void add_bar(const finding *f, const cq_pair *pair, int32_t thick)
{
    cq_scene *scene = f->b->scene;
    cq_point from = cq_centre(f->b, pair->first), to = cq_centre(f->b, pair->second);
    int32_t stub = scene->unit * 3 / 4;
    bool across, direct = is_direct(f->b->board, pair, &across);

    if (direct) {
        add_rod(scene, from, across, -(thick / 2), scene->unit + thick, thick);
        return;
    }
    add_rod(scene, from, across, -stub, stub, thick);
    add_rod(scene, to, across, 0, stub, thick);
}

/* Four corners of a line with this thickness. */
static void add_thick_line(cq_scene *scene, cq_point from, cq_point to, int32_t thick)
{
    double width = to.across - from.across, height = to.down - from.down;
    double length = hypot(width, height), half = thick / 2.0;
    int32_t across = (int32_t)lround(-height / length * half);
    int32_t down = (int32_t)lround(width / length * half);

    cq_assert(length > 0 && thick > 0);
    cq_scene_point(scene, from.across + across, from.down + down);
    cq_scene_point(scene, to.across + across, to.down + down);
    cq_scene_point(scene, to.across - across, to.down - down);
    cq_scene_point(scene, from.across - across, from.down - down);
    cq_scene_end(scene, true);
}

/* A move of a tour as a line of this thickness; across a joined edge two stubs. */
static void add_move(const finding *f, const cq_pair *pair, int32_t thick)
{
    cq_point ends[4];
    unsigned lines = cq_move_lines(f->b, pair->first, pair->second, ends);

    for (unsigned i = 0; i < lines; i++)
        add_thick_line(f->b->scene, ends[2 * i], ends[2 * i + 1], thick);
}

static void put_pair(const finding *f, const cq_pair *pair, char text[96])
{
    char first[CQ_CELL_NAME_SIZE], second[CQ_CELL_NAME_SIZE];

    snprintf(text, 96, "%s %s: %.4g", cq_cell_name(f->b->board, pair->first, first),
             cq_cell_name(f->b->board, pair->second, second), pair->value);
}

/* ---- forced ---- */

/* The edge between the two squares. */
static void add_edge(const finding *f, const cq_pair *pair)
{
    cq_scene *scene = f->b->scene;
    cq_point at = cq_centre(f->b, pair->first), other = cq_centre(f->b, pair->second);
    int32_t unit = scene->unit, half = unit / 2, reach = unit * 3 / 8;
    bool across, direct = is_direct(f->b->board, pair, &across);

    for (int end = direct ? 1 : 0; end < 2; end++) {
        cq_point edge = end ? at : other;
        int32_t side = direct || !end ? half : -half;

        if (across)
            cq_scene_line(scene, (cq_point){edge.across + side, edge.down - reach},
                          (cq_point){edge.across + side, edge.down + reach});
        else
            cq_scene_line(scene, (cq_point){edge.across - reach, edge.down + side},
                          (cq_point){edge.across + reach, edge.down + side});
    }
}

/* The word is short: it is as large on a domino that stands as on one that lies. */
static void add_always(const finding *f, const cq_pair *pair)
{
    cq_scene *scene = f->b->scene;
    cq_point from = cq_centre(f->b, pair->first), to = cq_centre(f->b, pair->second);
    char title[96];
    bool unused;

    put_pair(f, pair, title);
    cq_scene_path(scene, cq_ink_member(CQ_INK_FILL, 4), title);
    add_bar(f, pair, scene->unit * 3 / 4);
    cq_scene_path(scene, CQ_INK_HEAVY, NULL);
    add_bar(f, pair, scene->unit * 3 / 4);
    if (scene->coarse || !is_direct(f->b->board, pair, &unused))
        return;
    cq_scene_text(scene, CQ_INK_LABEL, CQ_MIDDLE, (from.across + to.across) / 2,
                  (from.down + to.down) / 2, scene->unit * 13 / 40, "all");
}

static cq_status build_forced(finding *f)
{
    const cq_pair *pairs = f->found->pairs.at;
    size_t always = 0, never = 0;

    cq_try(cq_build_squares(f->b));
    cq_try(cq_build_frame(f->b));
    for (size_t i = 0; i < f->found->pairs.count; i++)
        if (pairs[i].value > 0.5) {
            add_always(f, &pairs[i]);
            always++;
        }
    cq_scene_path(f->b->scene, CQ_INK_BAR, "in no tiling");
    for (size_t i = 0; i < f->found->pairs.count; i++)
        if (pairs[i].value < 0.5) {
            add_edge(f, &pairs[i]);
            never++;
        }
    cq_scene_drop_empty(f->b->scene);
    cq_assert(always + never == f->found->pairs.count);
    cq_build_coordinates(f->b);
    say(f, always, "domino in every tiling", "dominoes in every tiling", CQ_INK_HEAVY);
    say(f, never, "pair of squares under no domino of any tiling",
        "pairs of squares under no domino of any tiling", CQ_INK_BAR);
    if (always + never == 0)
        cq_legend_add(f->b, CQ_INK_MARGIN, "nothing is forced");
    return CQ_OK;
}

/* ---- probabilities ---- */

static uint32_t level_of(double value)
{
    double level = value * (CQ_PALETTE - 1) + 0.5;

    cq_assert(!isnan(value));
    return level < 0 ? 0 : level < CQ_PALETTE ? (uint32_t)level : CQ_PALETTE - 1;
}

static int32_t thickness(const finding *f, double value)
{
    double most = f->tour ? 0.25 : 0.625; /* of a square; moves cross each other */
    int32_t thick = (int32_t)(value * f->b->scene->unit * most + 0.5);

    cq_assert(thick >= 0 && thick <= f->b->scene->unit);
    return thick < 1 && value > 1e-6 ? 1 : thick;
}

/* From the unlikely to the likely, so that these lie on top. */
static void add_heat(finding *f)
{
    const cq_pair *pairs = f->found->pairs.at;
    size_t count = f->found->pairs.count;
    bool titled = count <= TITLED_PAIRS;
    char title[96];

    for (uint32_t level = 0; level < CQ_PALETTE; level++) {
        if (!titled)
            cq_scene_path(f->b->scene, cq_ink_member(CQ_INK_HEAT, level), NULL);
        for (size_t i = 0; i < count; i++) {
            int32_t thick = thickness(f, pairs[i].value);

            if (level_of(pairs[i].value) != level || thick == 0)
                continue;
            put_pair(f, &pairs[i], title);
            if (titled)
                cq_scene_path(f->b->scene, cq_ink_member(CQ_INK_HEAT, level), title);
            if (f->tour)
                add_move(f, &pairs[i], thick);
            else
                add_bar(f, &pairs[i], thick);
        }
        cq_scene_drop_empty(f->b->scene);
    }
}

/* Every square as dark as its likeliest domino. */
static cq_status add_coarse_heat(finding *f)
{
    const cq_builder *b = f->b;
    size_t size = cq_board_size(b->board);
    double *most = cq_zalloc(b->ctx, size, sizeof *most);

    cq_try_memory(most);
    for (size_t i = 0; i < f->found->pairs.count; i++) {
        const cq_pair *pair = &f->found->pairs.at[i];

        most[pair->first] = fmax(most[pair->first], pair->value);
        most[pair->second] = fmax(most[pair->second], pair->value);
    }
    for (uint32_t level = 0; level < CQ_PALETTE; level++) {
        cq_scene_path(b->scene, cq_ink_member(CQ_INK_HEAT, level), NULL);
        for (size_t cell = 0; cell < size; cell++)
            if (cq_board_present(b->board, (cq_cell)cell) &&
                level_of(most[cell]) == level)
                cq_build_cell(b, (cq_cell)cell, 0);
        cq_scene_drop_empty(b->scene);
    }
    cq_free(most);
    return CQ_OK;
}

/* A row of bars from 0.1 to 1 with their numbers. */
static void add_scale(finding *f)
{
    static const double steps[] = {0.1, 0.25, 0.5, 0.75, 1};
    cq_scene *scene = f->b->scene;
    int32_t size = scene->letters, wide = size * 4;
    int32_t top = scene->bottom + size,
            height = scene->coarse ? size : scene->unit * 5 / 8;
    int32_t middle = top + height / 2;
    char text[16];

    for (int i = 0; i < 5; i++) {
        int32_t thick = scene->coarse ? size : thickness(f, steps[i]);

        cq_scene_path(scene, cq_ink_member(CQ_INK_HEAT, level_of(steps[i])), NULL);
        cq_scene_box(scene, i * wide, middle - thick / 2, wide * 3 / 4, thick);
        snprintf(text, sizeof text, "%d.%02d", (int)steps[i],
                 (int)(steps[i] * 100 + 0.5) % 100);
        cq_scene_text(scene, CQ_INK_MARGIN, CQ_MIDDLE, i * wide + wide * 3 / 8,
                      top + height + size, size, text);
    }
    cq_scene_reach(scene, 0, 0, 5 * wide, top + height + size * 2);
    cq_legend_add(f->b, CQ_INK_MARGIN,
                  f->tour         ? "probability of a move"
                  : scene->coarse ? "probability of the likeliest domino"
                                  : "probability of a domino");
}

static cq_status build_probabilities(finding *f)
{
    cq_try(cq_build_squares(f->b));
    if (f->b->scene->coarse)
        cq_try(add_coarse_heat(f));
    else
        add_heat(f);
    cq_try(cq_build_frame(f->b));
    cq_build_coordinates(f->b);
    add_scale(f);
    return CQ_OK;
}

cq_status cq_build_findings(cq_builder *b)
{
    const cq_answer *answer = b->what->findings;
    finding f = {
        .b = b, .found = &answer->findings, .tour = b->problem->kind == CQ_TOUR};

    if (!b->what->solution &&
        (answer->goal == CQ_GOAL_MAX || answer->goal == CQ_GOAL_REPAIR))
        return cq_fail(b->ctx, CQ_INPUT, "the answer has no solution to draw");
    switch (answer->goal) {
    case CQ_GOAL_MAX: return build_max(&f);
    case CQ_GOAL_REPAIR: return build_repair(&f);
    case CQ_GOAL_FORCED: return build_forced(&f);
    default: return build_probabilities(&f);
    }
}

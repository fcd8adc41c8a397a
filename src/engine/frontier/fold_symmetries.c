/* fold_symmetries.c - which symmetries of a board map which layers of a sweep onto
 * themselves.
 *
 * Let g be a symmetry of the board and the pieces: it takes every option to an option.
 * If the options decided before a step are taken to one another, then so are those that
 * are still to come, and a state can be completed in as many ways as its image under g.
 * The two may then be counted as one. After a full row of a mirror-symmetric board,
 * nearly every state has its mirror image among the others. Half of the states then
 * lead to hardly more than half of the work up to the next full row: with tetrominoes
 * on 10 x 10, 58 % of the transitions remain.
 *
 *     options o and g(o)    decided before step s, both or neither
 *     items i and g(i)      in the frontier before step s, both or neither, and of the
 *                           same class and bounds
 *
 * Each pair rules out a range of steps, so one pass over the options and items is
 * enough for all steps, and symmetries that move the frontier elsewhere are recognised
 * from the items alone.
 */
#include "engine/frontier/fold.h"

#include "base/hash.h"
#include "base/sort.h"

#include <string.h>

#define NO_ITEM UINT32_MAX

enum {
    FOLDS_MOST = 64, /* round a torus there are many; any number of them is right */
    FOLDED_FROM = 4096
};

void cq_folds_free(cq_folds *folds)
{
    for (size_t i = 0; i < folds->list.count; i++) {
        cq_free_each(folds->list.at[i].image, folds->list.at[i].keeps);
    }
    cq_vec_free(&folds->list);
}

size_t cq_folds_at(const cq_folds *folds, size_t step)
{
    size_t count = 0;

    for (size_t i = 0; i < folds->list.count; i++)
        count += folds->list.at[i].keeps[step];
    return count;
}

/* ---- placements by their cells ---- */

typedef struct finder {
    const cq_plan *plan;
    const cq_placements *placements;
    cq_symmetries symmetries;
    uint32_t *item_of_cell; /* NO_ITEM if no piece can lie there */
    uint32_t *slots;        /* a placement's number plus one, or 0 */
    size_t mask;
    uint32_t *bad; /* by step: how many stretches begin there, less those that ended */
    cq_u32s cells; /* of an image */
} finder;

static size_t first_slot(const finder *f, uint32_t piece, const uint32_t *cells,
                         size_t count)
{
    uint64_t hash = cq_hash_u64(CQ_HASH_START, piece);

    return (size_t)cq_hash_bytes(hash, cells, count * sizeof *cells) & f->mask;
}

static bool is_placement(const finder *f, uint32_t number, uint32_t piece,
                         const uint32_t *cells, size_t count)
{
    const cq_placements *p = f->placements;
    uint32_t start = p->starts.at[number];

    return p->pieces.at[number] == piece && p->starts.at[number + 1] - start == count &&
           memcmp(p->cells.at + start, cells, count * sizeof *cells) == 0;
}

/* The slot of a placement, or the empty one where it belongs. */
static size_t find(const finder *f, uint32_t piece, const uint32_t *cells, size_t count)
{
    size_t slot = first_slot(f, piece, cells, count);

    while (f->slots[slot] && !is_placement(f, f->slots[slot] - 1, piece, cells, count))
        slot = (slot + 1) & f->mask;
    return slot;
}

static cq_status list_placements(finder *f)
{
    const cq_placements *p = f->placements;
    size_t count = cq_placements_count(p), size = 16;

    while (size < 2 * count)
        size *= 2;
    f->mask = size - 1;
    f->slots = cq_zalloc(f->plan->ctx, size, sizeof *f->slots);
    cq_try_memory(f->slots);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *cells = p->cells.at + p->starts.at[i];
        size_t slot =
            find(f, p->pieces.at[i], cells, p->starts.at[i + 1] - p->starts.at[i]);

        cq_assert(!f->slots[slot]); /* no placement stands twice */
        f->slots[slot] = i + 1;
    }
    return CQ_OK;
}

/* An option has the item of its piece, if there is one, and then those of its cells. */
static const cq_entry *entries_of_cells(const finder *f, uint32_t option, bool *counted)
{
    const cq_cover *cover = f->plan->cover;
    const uint32_t *starts = f->placements->starts.at;
    uint32_t first = cover->starts.at[option],
             cells = starts[option + 1] - starts[option];

    *counted = cover->starts.at[option + 1] - first > cells;
    cq_assert(cover->starts.at[option + 1] - first == cells + *counted);
    return cover->entries.at + first + *counted;
}

static cq_status list_items(finder *f, const cq_board *board)
{
    const cq_placements *p = f->placements;
    size_t size = cq_board_size(board);
    bool counted;

    f->item_of_cell = cq_alloc(f->plan->ctx, size, sizeof *f->item_of_cell);
    cq_try_memory(f->item_of_cell);
    memset(f->item_of_cell, 0xff, size * sizeof *f->item_of_cell);
    for (uint32_t i = 0; i < cq_placements_count(p); i++) {
        const cq_entry *entry = entries_of_cells(f, i, &counted);

        for (uint32_t k = p->starts.at[i]; k < p->starts.at[i + 1]; k++)
            f->item_of_cell[p->cells.at[k]] = entry++->item;
    }
    return CQ_OK;
}

/* ---- steps that a symmetry spoils ---- */

/* Adds to how often the layers before steps first .. last are ruled out. */
static void rule_out(finder *f, uint32_t first, uint32_t last, uint32_t times)
{
    size_t steps = f->plan->steps.count;

    if (first > last || first > steps)
        return;
    f->bad[first] += times;
    if (last < steps)
        f->bad[last + 1] -= times;
}

/* The steps before which only one of the two is in the frontier. */
static void rule_out_difference(finder *f, const cq_track *a, const cq_track *b)
{
    rule_out(f, a->birth + 1, a->death, 1);
    rule_out(f, b->birth + 1, b->death, 1);
    rule_out(f, (a->birth > b->birth ? a->birth : b->birth) + 1,
             a->death < b->death ? a->death : b->death, -2U);
}

/* What the places of the two hold means the same. */
static bool are_alike(const cq_track *a, const cq_track *b)
{
    return a == b || (a->kind == b->kind && a->kind != CQ_ITEM_COLOURED &&
                      a->least == b->least && a->most == b->most);
}

static bool compare_items(finder *f, const uint32_t *image)
{
    const cq_track *tracks = f->plan->tracks;

    for (size_t i = 0; i < f->plan->cover->items.count; i++) {
        const cq_track *a = &tracks[i], *b = &tracks[image[i]];

        if (!are_alike(a, b))
            return false;
        if (a != b && a->birth != CQ_NO_STEP && b->birth != CQ_NO_STEP)
            rule_out_difference(f, a, b);
    }
    return true;
}

static bool any_left(const finder *f)
{
    uint32_t bad = 0;

    for (size_t s = 0; s < f->plan->steps.count; s++) {
        bad += f->bad[s];
        if (s && !bad)
            return true;
    }
    return false;
}

/* ---- options ---- */

/* The image of a placement under symmetry g; *found is false if there is none. */
static cq_status find_image(finder *f, size_t g, uint32_t option, uint32_t *image,
                            bool *found)
{
    const cq_placements *p = f->placements;
    uint32_t start = p->starts.at[option], count = p->starts.at[option + 1] - start;
    size_t slot;

    f->cells.count = 0;
    cq_try(cq_vec_reserve(f->plan->ctx, &f->cells, count));
    for (uint32_t i = 0; i < count; i++)
        f->cells.at[i] = cq_symmetry_image(&f->symmetries, g, p->cells.at[start + i]);
    cq_sort_few(f->cells.at, count);
    slot = find(f, cq_symmetry_piece(&f->symmetries, g, p->pieces.at[option]),
                f->cells.at, count);
    *found = f->slots[slot] != 0;
    if (*found)
        *image = f->slots[slot] - 1;
    return CQ_OK;
}

/* Also tells what becomes of the pieces' items. */
static cq_status compare_options(finder *f, size_t g, uint32_t *image, bool *fits)
{
    size_t options = cq_cover_options(f->plan->cover);
    const uint32_t *step_of = f->plan->step_of;
    cq_status status = CQ_OK;

    for (uint32_t o = 0; o < options && status == CQ_OK && *fits; o++) {
        const cq_entry *from;
        uint32_t to = 0, a, b;
        bool counted;

        status = find_image(f, g, o, &to, fits);
        if (status != CQ_OK || !*fits)
            break;
        a = step_of[o] < step_of[to] ? step_of[o] : step_of[to];
        b = step_of[o] < step_of[to] ? step_of[to] : step_of[o];
        rule_out(f, a + 1, b, 1);
        from = entries_of_cells(f, o, &counted);
        if (counted)
            image[from[-1].item] = entries_of_cells(f, to, &counted)[-1].item;
    }
    return status;
}

/* ---- one symmetry ---- */

/* Whether it moves a place that is in use before the step. */
static bool moves_a_place(const cq_plan *plan, const uint32_t *image, size_t step)
{
    for (uint32_t i = 0; i < plan->cover->items.count; i++)
        if (image[i] != i && cq_track_lives(&plan->tracks[i], step))
            return true;
    return false;
}

/* Small covers only: the images are looked for one by one. */
static bool is_permutation(const finder *f, const uint32_t *image)
{
    uint32_t items = (uint32_t)f->plan->cover->items.count;

    for (uint32_t i = 0; i < items && items < 1024; i++) {
        uint32_t from = 0;

        while (from < items && image[from] != i)
            from++;
        cq_hold(from < items);
    }
    return true;
}

static cq_status add_fold(finder *f, uint32_t *image, cq_folds *out)
{
    size_t steps = f->plan->steps.count;
    cq_fold fold = {.image = image};
    uint32_t bad = 0;
    bool any = false;

    fold.keeps = cq_zalloc(f->plan->ctx, steps + 1, sizeof *fold.keeps);
    cq_try_memory(fold.keeps);
    cq_assert(is_permutation(f, image));
    for (size_t s = 0; s < steps; s++) {
        bad += f->bad[s];
        fold.keeps[s] = s && !bad && moves_a_place(f->plan, image, s);
        any |= fold.keeps[s];
    }
    if (any && cq_vec_push(f->plan->ctx, &out->list, fold) == CQ_OK)
        return CQ_OK;
    cq_free(fold.keeps);
    if (any)
        return CQ_MEMORY;
    cq_free(image);
    return CQ_OK;
}

/* What becomes of the items of cells; false if one would have no options then. */
static bool move_cells(const finder *f, size_t g, size_t size, uint32_t *image)
{
    for (uint32_t i = 0; i < f->plan->cover->items.count; i++)
        image[i] = i;
    for (cq_cell cell = 0; cell < size; cell++) {
        uint32_t item = f->item_of_cell[cell];

        if (item == NO_ITEM)
            continue;
        image[item] = f->item_of_cell[cq_symmetry_image(&f->symmetries, g, cell)];
        if (image[item] == NO_ITEM)
            return false;
    }
    return true;
}

static cq_status try_symmetry(finder *f, size_t g, size_t size, cq_folds *out)
{
    const cq_plan *plan = f->plan;
    uint32_t *image = cq_alloc(plan->ctx, plan->cover->items.count, sizeof *image);
    cq_status status = image ? CQ_OK : CQ_MEMORY;
    bool fits = false;

    memset(f->bad, 0, (plan->steps.count + 2) * sizeof *f->bad);
    if (status == CQ_OK)
        fits = move_cells(f, g, size, image) && compare_items(f, image) && any_left(f);
    if (fits)
        status = compare_options(f, g, image, &fits);
    if (status == CQ_OK && fits) /* once more, now with the pieces */
        fits = compare_items(f, image) && any_left(f);
    if (status == CQ_OK && fits) {
        status = add_fold(f, image, out);
        image = status == CQ_OK ? NULL : image;
    }
    cq_free(image);
    return status;
}

cq_status cq_folds_make(const cq_plan *plan, const cq_problem *problem,
                        const cq_placements *placements, cq_folds *out)
{
    finder f = {.plan = plan, .placements = placements};
    cq_folds folds = {.from = FOLDED_FROM};
    cq_status status;

    cq_try(cq_symmetries_make(plan->ctx, problem->board, &problem->pieces, NULL, NULL,
                              &f.symmetries));
    f.bad = cq_alloc(plan->ctx, plan->steps.count + 2, sizeof *f.bad);
    status = f.bad ? list_placements(&f) : CQ_MEMORY;
    cq_then(status, list_items(&f, problem->board));
    for (size_t g = 1; g < cq_symmetries_count(&f.symmetries) && status == CQ_OK &&
                       folds.list.count < FOLDS_MOST;
         g++)
        status = try_symmetry(&f, g, cq_board_size(problem->board), &folds);
    cq_symmetries_free(&f.symmetries);
    cq_vec_free(&f.cells);
    cq_free_each(f.item_of_cell, f.slots, f.bad);
    if (status == CQ_OK)
        *out = folds;
    else
        cq_folds_free(&folds);
    return status;
}

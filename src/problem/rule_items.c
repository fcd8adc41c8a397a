/* rule_items.c - rules as items of an exact cover, so that every engine that knows
 * covers knows rules.
 *
 *     apart       a secondary item for each pair of neighbouring squares u, v: a piece
 *                 of the first list has it on u, one of the second list on v. Two
 *                 pieces on u exclude one another anyway, so only those that touch are
 *                 excluded.
 *     copies      an item with that multiplicity, in every placement of the pieces
 *     no-faults   an item for each line across the board, needed at least once: the
 *                 placements that cross the line have it
 *     no-crosses  an item for each inner point, needed once or twice: the placements
 *                 that cover two of the four squares round it have it. A free square
 *                 round it has it, too, as four pieces cannot meet there: then up to
 *                 four times
 *     touch       a secondary item for each square, in one of two colours: covered by
 *                 such a piece, or not. A placement that must touch one stands for as
 *                 many variants as it has neighbouring squares: in variant k, square k
 *                 is the first that is covered by such a piece. So each tiling has
 *                 exactly one choice of variants (rule_variants.c).
 *     connected   none: solutions of the cover are sifted by it (solve/connected.c)
 *
 * Each rule numbers its items by slots, of which most are never needed: a first pass
 * over the placements counts uses, and only slots with some effect become items.
 *
 * Cost: a few steps for each square of each placement, twice.
 */
#include "problem/rule_items.h"

#include "base/assert.h"
#include "base/sort.h"
#include "problem/rule_variants.h"

#include <string.h>

/* Half of the eight directions: the others lead back. Those across corners come last.
 */
static const int8_t down_by[] = {0, 1, 1, 1}, right_by[] = {1, 0, 1, -1};
enum { PAIRS = 4, SIDES = 2, ROUND = 4 };

/* A placement, and the rule that looks at it. */
typedef struct view {
    cq_rule_items *r;
    size_t rule, placement;
    uint32_t piece;
    const cq_cell *cells; /* ascending */
    size_t count;
} view;

static bool covers(const view *v, cq_cell cell)
{
    return cell != CQ_NO_CELL &&
           cq_find_sorted(v->cells, 0, v->count, cell) != SIZE_MAX;
}

static cq_cell step_from(const cq_board *board, cq_cell cell, int down, int right)
{
    return cq_board_step(board, cq_row(board, cell), cq_col(board, cell), down, right);
}

/* The placement uses a slot: counted, or written as an entry, once. */
static cq_status use(const view *v, size_t slot, uint32_t colour)
{
    cq_rule_items *r = v->r;

    slot += r->slots[v->rule];
    cq_assert(slot < r->slots[v->rule + 1]);
    if (r->stamp[slot] == v->placement + 1)
        return CQ_OK;
    r->stamp[slot] = (uint32_t)v->placement + 1;
    if (!r->cover) {
        r->item[slot]++;
        return CQ_OK;
    }
    if (r->item[slot] == CQ_NO_ITEM)
        return CQ_OK;
    cq_assert(r->item[slot] < r->cover->items.count);
    return cq_cover_add_entry(r->ctx, r->cover, r->item[slot], colour);
}

/* ---- apart ---- */

/* Pairs of the same list need one slot, whichever end a piece is on; others have one
 * for each direction. */
static size_t pair_slots(const cq_board *board)
{
    return 2 * PAIRS * cq_board_size(board);
}

static bool one_list(const cq_rule *rule)
{
    return rule->same || rule->second.count == 0 ||
           (rule->first.count == rule->second.count &&
            memcmp(rule->first.at, rule->second.at,
                   rule->first.count * sizeof *rule->first.at) == 0);
}

/* The pairs of one cell. An even slot has the first list at the near end of its pair,
 * which leads forward, the odd one after it at the far end. If both lists are one, the
 * even slots are enough. */
static cq_status use_pairs(const view *v, size_t base, cq_cell cell, bool first,
                           bool second, bool own)
{
    const cq_board *board = v->r->board;
    unsigned pairs = v->r->rules->at[v->rule].corners ? PAIRS : SIDES;

    for (unsigned way = 0; way < 2 * pairs; way++) {
        unsigned k = way / 2;
        bool back = way % 2;
        cq_cell next = step_from(board, cell, back ? -down_by[k] : down_by[k],
                                 back ? -right_by[k] : right_by[k]);
        size_t slot = base + 2 * (PAIRS * (size_t)(back ? next : cell) + k);

        if (next == CQ_NO_CELL || next == cell)
            continue;
        if (own || (back ? second : first))
            cq_try(use(v, slot, CQ_NO_COLOUR));
        if (!own && (back ? first : second))
            cq_try(use(v, slot + 1, CQ_NO_COLOUR));
    }
    return CQ_OK;
}

static cq_status use_apart(const view *v)
{
    const cq_rule *rule = &v->r->rules->at[v->rule];
    bool first = cq_rule_has(&rule->first, v->piece);
    bool second = cq_rule_has(&rule->second, v->piece), own = one_list(rule);
    size_t base = 0;

    if (own && !first)
        return CQ_OK;
    for (size_t i = 0; rule->same && rule->first.at[i] != v->piece; i++)
        base += pair_slots(v->r->board);
    for (size_t i = 0; i < v->count; i++)
        cq_try(use_pairs(v, base, v->cells[i], first, second, own));
    return CQ_OK;
}

/* ---- lines and points ---- */

/* Line `row` lies below that row, line rows + col to the right of that column. */
static cq_status use_lines(const view *v)
{
    const cq_board *board = v->r->board;

    for (size_t i = 0; i < v->count; i++) {
        cq_cell cell = v->cells[i];

        if (covers(v, step_from(board, cell, 1, 0)) && board->rows > 1)
            cq_try(use(v, cq_row(board, cell), CQ_NO_COLOUR));
        if (covers(v, step_from(board, cell, 0, 1)) && board->cols > 1)
            cq_try(use(v, board->rows + cq_col(board, cell), CQ_NO_COLOUR));
    }
    return CQ_OK;
}

/* The squares round the point at the lower right corner of a cell; false if they are
 * not four. */
static bool round_point(const cq_board *board, cq_cell cell, cq_cell out[ROUND])
{
    if (!cq_board_present(board, cell))
        return false;
    out[0] = cell;
    out[1] = step_from(board, cell, 0, 1);
    out[2] = step_from(board, cell, 1, 0);
    out[3] = step_from(board, cell, 1, 1);
    for (unsigned i = 0; i < ROUND; i++)
        for (unsigned k = 0; k < i; k++)
            if (out[i] == CQ_NO_CELL || out[i] == out[k])
                return false;
    return true;
}

static cq_status use_points(const view *v)
{
    const cq_board *board = v->r->board;

    for (size_t i = 0; i < v->count; i++)
        for (unsigned k = 0; k < ROUND; k++) {
            cq_cell corner =
                step_from(board, v->cells[i], -(int)(k / 2), -(int)(k % 2));
            cq_cell cells[ROUND];
            unsigned covered = 0;

            if (corner == CQ_NO_CELL || !round_point(board, corner, cells))
                continue;
            for (unsigned n = 0; n < ROUND; n++)
                covered += covers(v, cells[n]);
            if (covered >= 2 || v->piece == v->r->blank)
                cq_try(use(v, corner, CQ_NO_COLOUR));
        }
    return CQ_OK;
}

/* ---- touch ---- */

/* Cells have a colour each; only those that some variant asks for are needed, so they
 * are all that is counted. */
static cq_status use_touch(const view *v)
{
    cq_rule_items *r = v->r;
    const cq_rule *rule = &r->rules->at[v->rule];
    bool is_such = cq_rule_has(&rule->second, v->piece);
    cq_u32s around = {0};
    cq_status status = CQ_OK;

    for (size_t i = 0; r->cover && i < v->count; i++)
        cq_try(use(v, v->cells[i], is_such ? r->touched : r->clear));
    if (!cq_rule_has(&rule->first, v->piece))
        return CQ_OK;
    status = cq_cells_around(r->ctx, r->board, v->cells, v->count, &around);
    if (status == CQ_OK) {
        uint32_t which = cq_variant_of(r->rules, v->rule, v->piece,
                                       r->placements->variants.at[v->placement],
                                       (uint32_t)around.count);

        cq_assert(which < around.count);
        for (uint32_t i = 0; status == CQ_OK && i <= which; i++)
            status = use(v, around.at[i], i == which ? r->touched : r->clear);
    }
    cq_vec_free(&around);
    return status;
}

/* ---- all rules ---- */

static cq_status use_rule(const view *v)
{
    const cq_rule *rule = &v->r->rules->at[v->rule];

    switch (rule->kind) {
    case CQ_RULE_APART: return use_apart(v);
    case CQ_RULE_TOUCH: return use_touch(v);
    case CQ_RULE_FAULTS: return use_lines(v);
    case CQ_RULE_CROSSES: return use_points(v);
    case CQ_RULE_CONNECTED: return CQ_OK;
    case CQ_RULE_COPIES: break;
    }
    return cq_rule_has(&rule->first, v->piece) ? use(v, 0, CQ_NO_COLOUR) : CQ_OK;
}

static cq_status use_all(cq_rule_items *r, size_t placement)
{
    const cq_placements *p = r->placements;
    uint32_t start = p->starts.at[placement];
    view v = {r,
              0,
              placement,
              p->pieces.at[placement],
              p->cells.at + start,
              p->starts.at[placement + 1] - start};

    for (; v.rule < r->rules->count; v.rule++)
        cq_try(use_rule(&v));
    return CQ_OK;
}

static size_t count_slots(const cq_board *board, const cq_rule *rule)
{
    switch (rule->kind) {
    case CQ_RULE_APART: return pair_slots(board) * (rule->same ? rule->first.count : 1);
    case CQ_RULE_FAULTS: return (size_t)board->rows + board->cols;
    case CQ_RULE_COPIES: return 1;
    case CQ_RULE_CONNECTED: return 0;
    case CQ_RULE_TOUCH:
    case CQ_RULE_CROSSES: break;
    }
    return cq_board_size(board);
}

cq_status cq_rule_items_start(cq_context *ctx, const cq_board *board,
                              const cq_pieces *pieces, const cq_placements *placements,
                              cq_rule_items *out)
{
    cq_rule_items *r = out;
    size_t slots = 0;

    *r = (cq_rule_items){.ctx = ctx,
                         .board = board,
                         .rules = &pieces->rules,
                         .placements = placements,
                         .blank = CQ_NO_PIECE};
    for (uint32_t i = 0; i < pieces->count; i++)
        if (pieces->at[i].blank)
            r->blank = i;
    if (r->rules->count == 0)
        return CQ_OK;
    r->slots = cq_alloc(ctx, r->rules->count + 1, sizeof *r->slots);
    cq_try_memory(r->slots);
    for (size_t i = 0; i < r->rules->count; i++) {
        r->slots[i] = slots;
        slots += count_slots(board, &r->rules->at[i]);
    }
    r->slots[r->rules->count] = slots;
    cq_assert(r->slots[0] == 0);
    r->item = cq_zalloc(ctx, slots, sizeof *r->item);
    r->stamp = cq_zalloc(ctx, slots, sizeof *r->stamp);
    cq_try_memory(r->item && r->stamp);
    for (size_t i = 0; i < cq_placements_count(placements); i++) {
        cq_try(cq_poll_at(ctx, i + 1));
        cq_try(use_all(r, i));
    }
    memset(r->stamp, 0, slots * sizeof *r->stamp);
    return CQ_OK;
}

void cq_rule_items_free(cq_rule_items *items)
{
    cq_free_each(items->slots, items->item, items->stamp);
    memset(items, 0, sizeof *items);
}

/* ---- items ---- */

/* How often an item is needed; a secondary one is not. */
typedef struct need {
    bool primary;
    uint32_t least, most;
} need;

static need need_of(const cq_rule_items *r, const cq_rule *rule)
{
    switch (rule->kind) {
    case CQ_RULE_FAULTS: return (need){true, 1, CQ_ANY_COPIES};
    case CQ_RULE_CROSSES: return (need){true, 1, r->blank == CQ_NO_PIECE ? 2 : ROUND};
    case CQ_RULE_COPIES:
        return (need){rule->least > 0 || rule->most > 1, rule->least, rule->most};
    case CQ_RULE_APART:
    case CQ_RULE_TOUCH:
    case CQ_RULE_CONNECTED: break;
    }
    return (need){false, 0, 1};
}

/* Whether neighbouring squares lie on both sides of the line, or four round the point:
 * else there is nothing to cross. */
static bool is_there(const cq_board *board, cq_rule_kind kind, size_t slot)
{
    bool below = slot < board->rows; /* as in use_lines */
    uint32_t line = (uint32_t)slot - (below ? 0 : board->rows);
    uint32_t lines = below ? board->rows : board->cols;
    uint32_t length = below ? board->cols : board->rows;
    cq_cell cells[ROUND];

    if (kind == CQ_RULE_CROSSES)
        return round_point(board, (cq_cell)slot, cells);
    cq_assert(kind == CQ_RULE_FAULTS && line < lines);
    for (uint32_t i = 0; lines > 1 && i < length; i++) {
        cq_cell cell = below ? line * board->cols + i : i * board->cols + line;

        if (cq_board_present(board, cell) &&
            step_from(board, cell, below, !below) != CQ_NO_CELL)
            return true;
    }
    return false;
}

/* A slot becomes an item if it can exclude something, or if something is needed. */
static bool is_needed(const cq_rule_items *r, const cq_rule *rule, size_t slot,
                      uint32_t uses)
{
    switch (rule->kind) {
    case CQ_RULE_APART: return uses > 1;
    case CQ_RULE_TOUCH: return uses > 0;
    case CQ_RULE_COPIES: return rule->least > 0 || uses > rule->most;
    case CQ_RULE_FAULTS:
    case CQ_RULE_CROSSES:
    case CQ_RULE_CONNECTED: break;
    }
    return is_there(r->board, rule->kind, slot);
}

static cq_status add_item(cq_rule_items *r, size_t rule, size_t slot, cq_cover *cover)
{
    need n = need_of(r, &r->rules->at[rule]);
    uint32_t *item = &r->item[r->slots[rule] + slot];
    char name[64];

    if (!is_needed(r, &r->rules->at[rule], slot, *item)) {
        *item = CQ_NO_ITEM;
        return CQ_OK;
    }
    snprintf(name, sizeof name, "rule%zu-%zu", rule + 1, slot + 1);
    return cq_cover_add_item(r->ctx, cover, name, strlen(name), n.primary, n.least,
                             n.most, item);
}

static cq_status add_colours(cq_rule_items *r, cq_cover *cover)
{
    cq_try(cq_cover_add_colour(r->ctx, cover, "touched", 7, &r->touched));
    return cq_cover_add_colour(r->ctx, cover, "clear", 5, &r->clear);
}

cq_status cq_rule_items_add(cq_rule_items *items, bool primary, cq_cover *cover)
{
    cq_rule_items *r = items;

    for (size_t i = 0; i < r->rules->count; i++) {
        if (need_of(r, &r->rules->at[i]).primary != primary)
            continue;
        for (size_t slot = 0; slot < r->slots[i + 1] - r->slots[i]; slot++) {
            cq_try(cq_poll_at(r->ctx, slot + 1));
            cq_try(add_item(r, i, slot, cover));
        }
        if (r->rules->at[i].kind == CQ_RULE_TOUCH && r->touched == 0)
            cq_try(add_colours(r, cover));
    }
    return CQ_OK;
}

cq_status cq_rule_items_fill(cq_rule_items *items, size_t i, cq_cover *cover)
{
    items->cover = cover;
    return items->rules->count ? use_all(items, i) : CQ_OK;
}

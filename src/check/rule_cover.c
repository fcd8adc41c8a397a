/* rule_cover.c - a tiling with rules as a cover, by the checker's own code.
 *
 * docs/proofs.md has the items of each rule. A rule has a number of places, most of
 * which are of no account: each option says which places it uses, and those that can
 * exclude or demand something become items, in their order. First come the primary
 * items of all rules, then the secondary ones.
 *
 *     apart       for each square and each of four ways to a neighbour (right, down,
 *                 and to the corners below, right and left) two places: one is used by
 *                 the first list on the square and by the second one on the neighbour,
 *                 the other the other way round. With one list, only the first; for
 *                 copies of the same piece each piece has places of its own
 *     no-faults   the lines below the rows, then those to the right of the columns
 *     no-crosses  the points at the lower right corners of the squares
 *     copies      one
 *     touch       the squares. An option of a piece that must touch another becomes as
 *                 many as there are squares round it: the k-th says that square k is
 *                 the first of these that such a piece covers
 *     connected   nothing: covers do not know it, and solutions are judged one by one
 *
 * Cost: a few looks at every square of every option, for each rule.
 */
#include "check/rule_cover.h"

#include "base/assert.h"
#include "base/sort.h"

#include <string.h>

enum { WAYS = 4, SIDE_WAYS = 2, CORNERS = 4 };
enum { TOUCHED = 1, CLEAR = 2 }; /* colours of squares, for `touch` */

static const int down_by[WAYS] = {0, 1, 1, 1}, right_by[WAYS] = {1, 0, 1, -1};

/* An option uses a place of a rule; later, an item. */
typedef struct use {
    uint32_t option, place, colour;
} use;

typedef struct maker {
    cq_context *ctx;
    const cq_board *board;
    const cq_pieces *pieces;
    const cq_cover *plain;
    cq_cell *cells;   /* by items */
    uint32_t blank;   /* the piece that free squares are, or UINT32_MAX */
    cq_u32s source;   /* of each option: that of the plain cover */
    cq_u32s variant;  /* and which of those that it became */
    CQ_VEC(use) uses; /* of all rules, by items */
    size_t begin;     /* of those of this rule, still by places */
    const cq_rule *rule;
    uint32_t *stamp; /* of each place: 1 + the last option that used it */
    uint32_t *count; /* of options that use it */
    size_t places;   /* room in these */
    /* The option that is looked at. */
    uint32_t option, piece;
    cq_u32s own, around; /* its squares, and those that share a side with them */
    uint32_t *covered;   /* of each cell: 1 + the last plain option looked at on it */
    cq_cover made;
} maker;

static cq_cell beside(const maker *m, cq_cell cell, int down, int right)
{
    return cq_board_step(m->board, cell / m->board->cols, cell % m->board->cols, down,
                         right);
}

/* Whether the option has this cell, which may be CQ_NO_CELL. */
static bool owns(const maker *m, cq_cell cell)
{
    return cell != CQ_NO_CELL && m->covered[cell] == m->source.at[m->option] + 1;
}

/* The option uses a place; once is enough. A weak use needs no item of its own. */
static cq_status use_place(maker *m, size_t place, uint32_t colour, bool weak)
{
    cq_assert(place < m->places);
    if (m->stamp[place] == m->option + 1)
        return CQ_OK;
    m->stamp[place] = m->option + 1;
    m->count[place] += !weak;
    return cq_vec_push(m->ctx, &m->uses, ((use){m->option, (uint32_t)place, colour}));
}

/* ---- what a rule makes of an option ---- */

static bool has_one_list(const cq_rule *rule)
{
    bool same = rule->first.count == rule->second.count;

    for (size_t i = 0; same && i < rule->first.count; i++)
        same = rule->first.at[i] == rule->second.at[i];
    return rule->same || rule->second.count == 0 || same;
}

static size_t apart_places(const maker *m)
{
    return (size_t)2 * WAYS * cq_board_size(m->board);
}

/* One end of a pair of neighbours: the near one of the pair at `from`, or the far one.
 */
static cq_status use_end(maker *m, size_t base, cq_cell from, unsigned way, bool far)
{
    size_t place = base + 2 * (WAYS * (size_t)from + way);
    bool one = has_one_list(m->rule);

    for (unsigned turned = 0; turned < (one ? 1u : 2u); turned++) {
        const cq_u32s *list =
            one || far == (turned == 1) ? &m->rule->first : &m->rule->second;

        if (cq_rule_has(list, m->piece))
            cq_try(use_place(m, place + turned, CQ_NO_COLOUR, false));
    }
    return CQ_OK;
}

static cq_status use_apart(maker *m)
{
    unsigned ways = m->rule->corners ? WAYS : SIDE_WAYS;
    size_t base = 0;

    if (m->rule->same && !cq_rule_has(&m->rule->first, m->piece))
        return CQ_OK;
    for (size_t i = 0; m->rule->same && m->rule->first.at[i] != m->piece; i++)
        base += apart_places(m);
    for (size_t i = 0; i < m->own.count; i++)
        for (unsigned way = 0; way < ways; way++) {
            cq_cell cell = m->own.at[i];
            cq_cell next = beside(m, cell, down_by[way], right_by[way]);
            cq_cell last = beside(m, cell, -down_by[way], -right_by[way]);

            if (next != CQ_NO_CELL && next != cell)
                cq_try(use_end(m, base, cell, way, false));
            if (last != CQ_NO_CELL && last != cell)
                cq_try(use_end(m, base, last, way, true));
        }
    return CQ_OK;
}

static cq_status use_lines(maker *m)
{
    for (size_t i = 0; i < m->own.count; i++)
        for (int across = 0; across < 2; across++) {
            cq_cell cell = m->own.at[i], other = beside(m, cell, across, !across);
            size_t line =
                across ? cell / m->board->cols : m->board->rows + cell % m->board->cols;

            if (other != cell && owns(m, other))
                cq_try(use_place(m, line, CQ_NO_COLOUR, false));
        }
    return CQ_OK;
}

/* The squares round the lower right corner of a cell, if there are four. */
static bool round_corner(const maker *m, cq_cell cell, cq_cell four[CORNERS])
{
    if (cell == CQ_NO_CELL || !cq_board_present(m->board, cell))
        return false;
    for (int i = 0; i < CORNERS; i++) {
        four[i] = beside(m, cell, i / 2, i % 2);
        if (four[i] == CQ_NO_CELL)
            return false;
        for (int k = 0; k < i; k++)
            if (four[i] == four[k])
                return false;
    }
    return true;
}

static cq_status use_corners(maker *m)
{
    cq_cell four[CORNERS];

    for (size_t i = 0; i < m->own.count; i++)
        for (int k = 0; k < CORNERS; k++) {
            cq_cell corner = beside(m, m->own.at[i], -(k / 2), -(k % 2));
            unsigned owned = 0;

            if (!round_corner(m, corner, four))
                continue;
            for (int n = 0; n < CORNERS; n++)
                owned += owns(m, four[n]);
            if (owned > 1 || m->piece == m->blank)
                cq_try(use_place(m, corner, CQ_NO_COLOUR, false));
        }
    return CQ_OK;
}

/* The squares that share a side with the option, ascending. */
static cq_status look_around(maker *m)
{
    static const int down[] = {-1, 0, 0, 1}, right[] = {0, -1, 1, 0};

    m->around.count = 0;
    for (size_t i = 0; i < m->own.count; i++)
        for (unsigned k = 0; k < sizeof down / sizeof *down; k++) {
            cq_cell cell = beside(m, m->own.at[i], down[k], right[k]);

            if (cell != CQ_NO_CELL && !owns(m, cell))
                cq_try(cq_vec_push(m->ctx, &m->around, cell));
        }
    cq_u32s_tidy(&m->around, 0);
    return CQ_OK;
}

/* Which square round the option is the first that is touched, by this rule. */
static uint32_t touched_square(const maker *m)
{
    uint32_t variant = m->variant.at[m->option];

    cq_assert(m->around.count > 0); /* else there are no variants */
    for (size_t i = 0; i < (size_t)(m->rule - m->pieces->rules.at); i++)
        if (m->pieces->rules.at[i].kind == CQ_RULE_TOUCH &&
            cq_rule_has(&m->pieces->rules.at[i].first, m->piece))
            variant /= (uint32_t)m->around.count;
    return variant % (uint32_t)m->around.count;
}

static cq_status use_touch(maker *m)
{
    uint32_t colour = cq_rule_has(&m->rule->second, m->piece) ? TOUCHED : CLEAR, first;

    for (size_t i = 0; i < m->own.count; i++)
        cq_try(use_place(m, m->own.at[i], colour, true));
    if (!cq_rule_has(&m->rule->first, m->piece))
        return CQ_OK;
    cq_try(look_around(m));
    first = touched_square(m);
    for (uint32_t i = 0; i <= first; i++)
        cq_try(use_place(m, m->around.at[i], i == first ? TOUCHED : CLEAR, false));
    return CQ_OK;
}

static cq_status use_rule(maker *m)
{
    switch (m->rule->kind) {
    case CQ_RULE_APART: return use_apart(m);
    case CQ_RULE_TOUCH: return use_touch(m);
    case CQ_RULE_FAULTS: return use_lines(m);
    case CQ_RULE_CROSSES: return use_corners(m);
    case CQ_RULE_CONNECTED: return CQ_OK;
    case CQ_RULE_COPIES: break;
    }
    return cq_rule_has(&m->rule->first, m->piece) ? use_place(m, 0, CQ_NO_COLOUR, false)
                                                  : CQ_OK;
}

/* ---- options ---- */

/* Makes the plain option the one that is looked at. */
static cq_status look_at(maker *m, uint32_t source)
{
    const uint32_t *starts = m->plain->starts.at;

    m->own.count = 0;
    for (uint32_t e = starts[source]; e < starts[source + 1]; e++) {
        uint32_t item = m->plain->entries.at[e].item;

        if (item >= m->board->count) {
            m->piece = item - (uint32_t)m->board->count;
            continue;
        }
        cq_try(cq_vec_push(m->ctx, &m->own, m->cells[item]));
        m->covered[m->cells[item]] = source + 1;
    }
    return CQ_OK;
}

/* As many as the squares round it, to the power of the rules that it must touch by. */
static cq_status vary(maker *m, uint32_t source)
{
    uint64_t variants = 1;

    m->option = (uint32_t)m->source.count; /* of which owns() is asked */
    cq_try(cq_vec_push(m->ctx, &m->source, source));
    cq_try(look_at(m, source));
    cq_try(look_around(m));
    m->source.count--;
    for (size_t i = 0; i < m->pieces->rules.count; i++)
        if (m->pieces->rules.at[i].kind == CQ_RULE_TOUCH &&
            cq_rule_has(&m->pieces->rules.at[i].first, m->piece))
            variants *= m->around.count;
    if (variants + m->source.count >= UINT32_MAX)
        return cq_fail(m->ctx, CQ_MEMORY, "too many rules about what must touch");
    for (uint32_t i = 0; i < variants; i++) {
        cq_try(cq_vec_push(m->ctx, &m->source, source));
        cq_try(cq_vec_push(m->ctx, &m->variant, i));
    }
    return CQ_OK;
}

static cq_status vary_all(maker *m)
{
    for (uint32_t o = 0; o < cq_cover_options(m->plain); o++) {
        cq_try(cq_poll_at(m->ctx, (uint64_t)o + 1));
        cq_try(vary(m, o));
    }
    return CQ_OK;
}

/* ---- items ---- */

static size_t count_places(const maker *m)
{
    switch (m->rule->kind) {
    case CQ_RULE_APART:
        return apart_places(m) * (m->rule->same ? m->rule->first.count : 1);
    case CQ_RULE_FAULTS: return (size_t)m->board->rows + m->board->cols;
    case CQ_RULE_COPIES: return 1;
    case CQ_RULE_CONNECTED: return 0;
    case CQ_RULE_TOUCH:
    case CQ_RULE_CROSSES: break;
    }
    return cq_board_size(m->board);
}

/* What an item of the rule asks for. */
static cq_item item_of(const maker *m)
{
    switch (m->rule->kind) {
    case CQ_RULE_FAULTS: return (cq_item){.least = 1, .most = CQ_ANY_COPIES};
    case CQ_RULE_CROSSES:
        return (cq_item){.least = 1, .most = m->blank == UINT32_MAX ? 2 : CORNERS};
    case CQ_RULE_COPIES:
        return (cq_item){.least = m->rule->least, .most = m->rule->most};
    case CQ_RULE_APART:
    case CQ_RULE_TOUCH:
    case CQ_RULE_CONNECTED: break;
    }
    return (cq_item){.least = 0, .most = 1};
}

static bool is_primary(cq_item item)
{
    return item.least > 0 || item.most > 1;
}

/* Whether squares meet along a line. */
static bool is_line(const maker *m, size_t line)
{
    bool across = line < m->board->rows;

    for (cq_cell cell = 0; cell < cq_board_size(m->board); cell++) {
        size_t at =
            across ? cell / m->board->cols : m->board->rows + cell % m->board->cols;
        cq_cell other;

        if (at != line || !cq_board_present(m->board, cell))
            continue;
        other = beside(m, cell, across, !across);
        if (other != CQ_NO_CELL && other != cell)
            return true;
    }
    return false;
}

static bool is_of_account(const maker *m, size_t place)
{
    cq_cell four[CORNERS];

    switch (m->rule->kind) {
    case CQ_RULE_APART: return m->count[place] > 1;
    case CQ_RULE_TOUCH: return m->count[place] > 0;
    case CQ_RULE_COPIES: return m->rule->least > 0 || m->count[place] > m->rule->most;
    case CQ_RULE_FAULTS: return is_line(m, place);
    case CQ_RULE_CROSSES:
    case CQ_RULE_CONNECTED: break;
    }
    return round_corner(m, (cq_cell)place, four);
}

/* Room for the places of a rule, of which none is used. */
static cq_status clear_places(maker *m)
{
    size_t places = count_places(m);

    if (places > m->places) {
        cq_free_each(m->stamp, m->count);
        m->stamp = cq_alloc(m->ctx, places, sizeof *m->stamp);
        m->count = cq_alloc(m->ctx, places, sizeof *m->count);
        cq_try_memory(m->stamp && m->count);
        m->places = places;
    }
    memset(m->stamp, 0, places * sizeof *m->stamp);
    memset(m->count, 0, places * sizeof *m->count);
    return CQ_OK;
}

/* Places become items, or nothing; the uses of the rule follow. */
static cq_status settle(maker *m)
{
    size_t places = count_places(m), kept = m->begin;

    cq_assert(places <= m->places && kept <= m->uses.count);
    for (size_t place = 0; place < places; place++) {
        m->stamp[place] = UINT32_MAX;
        if (!is_of_account(m, place))
            continue;
        m->stamp[place] = (uint32_t)m->made.items.count;
        cq_try(cq_vec_push(m->ctx, &m->made.items, item_of(m)));
    }
    for (size_t i = m->begin; i < m->uses.count; i++) {
        use u = m->uses.at[i];

        u.place = m->stamp[u.place];
        if (u.place != UINT32_MAX)
            m->uses.at[kept++] = u;
    }
    m->uses.count = m->begin = kept;
    return CQ_OK;
}

static cq_status add_rules(maker *m, bool primary)
{
    for (size_t i = 0; i < m->pieces->rules.count; i++) {
        m->rule = &m->pieces->rules.at[i];
        if (is_primary(item_of(m)) != primary || count_places(m) == 0)
            continue;
        cq_try(clear_places(m));
        for (m->option = 0; m->option < m->source.count; m->option++) {
            cq_try(cq_poll_at(m->ctx, (uint64_t)m->option + 1));
            cq_try(look_at(m, m->source.at[m->option]));
            cq_try(use_rule(m));
        }
        cq_try(settle(m));
    }
    return CQ_OK;
}

/* ---- the cover ---- */

static int compare_uses(const void *a, const void *b, void *user)
{
    const use *x = a, *y = b;

    (void)user;
    if (x->option != y->option)
        return x->option < y->option ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

static cq_status add_options(maker *m)
{
    cq_cover *made = &m->made;
    size_t next = 0;

    cq_sort_by(m->uses.at, m->uses.count, sizeof *m->uses.at, compare_uses, NULL);
    cq_try(cq_vec_push(m->ctx, &made->starts, 0));
    for (uint32_t o = 0; o < m->source.count; o++) {
        const uint32_t *starts = m->plain->starts.at + m->source.at[o];

        for (uint32_t e = starts[0]; e < starts[1]; e++)
            cq_try(cq_vec_push(m->ctx, &made->entries, m->plain->entries.at[e]));
        for (; next < m->uses.count && m->uses.at[next].option == o; next++)
            cq_try(cq_vec_push(
                m->ctx, &made->entries,
                ((cq_entry){m->uses.at[next].place, m->uses.at[next].colour})));
        if (made->entries.count > UINT32_MAX)
            return cq_fail(m->ctx, CQ_MEMORY, "the rules make too many entries");
        cq_try(cq_vec_push(m->ctx, &made->starts, (uint32_t)made->entries.count));
    }
    cq_assert(next == m->uses.count);
    return CQ_OK;
}

static cq_status begin(maker *m)
{
    uint32_t next = 0;

    m->cells = cq_alloc(m->ctx, m->board->count, sizeof *m->cells);
    m->covered = cq_zalloc(m->ctx, cq_board_size(m->board), sizeof *m->covered);
    cq_try_memory(m->cells && m->covered);
    for (cq_cell cell = 0; cell < cq_board_size(m->board); cell++)
        if (cq_board_present(m->board, cell))
            m->cells[next++] = cell;
    cq_assert(next == m->board->count);
    for (uint32_t i = 0; i < m->pieces->count; i++)
        if (m->pieces->at[i].blank)
            m->blank = i;
    for (size_t i = 0; i < m->plain->items.count; i++)
        cq_try(cq_vec_push(m->ctx, &m->made.items, m->plain->items.at[i]));
    return vary_all(m);
}

static cq_status make(maker *m)
{
    cq_try(begin(m));
    cq_try(add_rules(m, true));
    m->made.primary = m->made.items.count;
    cq_try(add_rules(m, false));
    return add_options(m);
}

cq_status cq_rule_cover_add(cq_context *ctx, const cq_board *board,
                            const cq_pieces *pieces, cq_cover *cover)
{
    maker m = {.ctx = ctx,
               .board = board,
               .pieces = pieces,
               .plain = cover,
               .blank = UINT32_MAX};
    cq_status status = make(&m);

    cq_free_each(m.cells, m.covered, m.stamp, m.count);
    cq_vec_free_each(&m.source, &m.variant, &m.uses, &m.own, &m.around);
    if (status == CQ_OK) {
        cq_cover_free(cover);
        *cover = m.made;
    } else {
        cq_cover_free(&m.made);
    }
    return status;
}

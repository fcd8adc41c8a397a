/* rule_judge.c - does a tiling keep its rules?
 *
 * Looked at square by square: the marks say which part covers each square. Nothing is
 * shared with the way in which engines see rules, as items of a cover. Squares that
 * stay free are covered by nothing: they touch nothing, and no four pieces meet at
 * them.
 *
 * Cost: for each rule a few looks at every square; regions are joined by union-find.
 */
#include "base/assert.h"
#include "check/judge.h"

#include <inttypes.h>

enum { SIDES = 4, AROUND = 8 };

/* Sides first, then corners. */
static const int down_by[AROUND] = {-1, 0, 0, 1, -1, -1, 1, 1};
static const int right_by[AROUND] = {0, -1, 1, 0, -1, 1, -1, 1};

typedef struct view {
    const cq_checker *checker;
    const cq_board *board;
    const cq_solution *solution;
    const cq_rule *rule;
    char *sentence;
} view;

/* The part that covers a cell, which is there. */
static uint32_t part_at(const view *v, cq_cell cell)
{
    cq_assert(v->checker->marks[cell] > v->checker->mark);
    return v->checker->marks[cell] - v->checker->mark - 1;
}

/* Whether a cell, which may be CQ_NO_CELL, lies under a piece. */
static bool is_covered(const view *v, cq_cell cell)
{
    return cell != CQ_NO_CELL && v->checker->marks[cell] > v->checker->mark;
}

static uint32_t piece_at(const view *v, cq_cell cell)
{
    cq_assert(part_at(v, cell) < v->solution->labels.count);
    return v->solution->labels.at[part_at(v, cell)];
}

static cq_cell beside(const view *v, cq_cell cell, int down, int right)
{
    return cq_board_step(v->board, cell / v->board->cols, cell % v->board->cols, down,
                         right);
}

static cq_verdict say_broken(const view *v, cq_cell cell, const char *why)
{
    char name[CQ_CELL_NAME_SIZE];

    return cq_judge_say(v->sentence, CQ_NO, "the rule '%.60s' is broken: %s %s",
                        v->rule->text, why, cq_cell_name(v->board, cell, name));
}

/* ---- apart and touch ---- */

static bool must_be_apart(const cq_rule *rule, uint32_t a, uint32_t b)
{
    if (rule->same)
        return a == b && cq_rule_has(&rule->first, a);
    if (rule->second.count == 0) /* spread */
        return cq_rule_has(&rule->first, a) && cq_rule_has(&rule->first, b);
    return (cq_rule_has(&rule->first, a) && cq_rule_has(&rule->second, b)) ||
           (cq_rule_has(&rule->first, b) && cq_rule_has(&rule->second, a));
}

static cq_verdict judge_apart(const view *v)
{
    unsigned looks = v->rule->corners ? AROUND : SIDES;

    for (cq_cell cell = 0; cell < cq_board_size(v->board); cell++)
        for (unsigned k = 0;
             cq_board_present(v->board, cell) && is_covered(v, cell) && k < looks;
             k++) {
            cq_cell other = beside(v, cell, down_by[k], right_by[k]);

            if (is_covered(v, other) && part_at(v, other) != part_at(v, cell) &&
                must_be_apart(v->rule, piece_at(v, cell), piece_at(v, other)))
                return say_broken(v, cell, "two of these pieces touch at");
        }
    return CQ_YES;
}

/* Whether a part has such a piece beside it. */
static bool touches(const view *v, size_t part)
{
    const cq_solution *s = v->solution;

    for (uint32_t i = s->starts.at[part]; i < s->starts.at[part + 1]; i++)
        for (unsigned k = 0; k < SIDES; k++) {
            cq_cell other = beside(v, s->members.at[i], down_by[k], right_by[k]);

            if (is_covered(v, other) && part_at(v, other) != part &&
                cq_rule_has(&v->rule->second, piece_at(v, other)))
                return true;
        }
    return false;
}

static cq_verdict judge_touch(const view *v)
{
    const cq_solution *s = v->solution;

    for (size_t part = 0; part < s->labels.count; part++)
        if (cq_rule_has(&v->rule->first, s->labels.at[part]) && !touches(v, part))
            return say_broken(v, s->members.at[s->starts.at[part]],
                              "nothing that it should touch is beside the piece at");
    return CQ_YES;
}

/* ---- lines and points ---- */

/* Along the line below a row, or to the right of a column: whether squares meet there,
 * and whether some part lies on both sides. */
static void look_along(const view *v, uint32_t line, bool across, bool *meet, bool *cut)
{
    uint32_t length = across ? v->board->cols : v->board->rows;

    *meet = *cut = false;
    for (uint32_t i = 0; i < length; i++) {
        uint32_t row = across ? line : i, col = across ? i : line;
        cq_cell cell = row * v->board->cols + col, other;

        if (!cq_board_present(v->board, cell))
            continue;
        other = beside(v, cell, across, !across);
        if (other == CQ_NO_CELL || other == cell)
            continue;
        *meet = true;
        *cut |= is_covered(v, cell) && is_covered(v, other) &&
                part_at(v, other) == part_at(v, cell);
    }
}

static cq_verdict judge_faults(const view *v)
{
    for (unsigned across = 0; across < 2; across++) {
        uint32_t lines = across ? v->board->rows : v->board->cols;

        for (uint32_t line = 0; line < lines; line++) {
            bool meet, cut;

            look_along(v, line, across, &meet, &cut);
            if (meet && !cut)
                return cq_judge_say(v->sentence, CQ_NO,
                                    "the rule '%.60s' is broken: no piece crosses the "
                                    "line %s %s %" PRIu32,
                                    v->rule->text, across ? "below" : "to the right of",
                                    across ? "row" : "column",
                                    across ? v->board->rows - line : line + 1);
        }
    }
    return CQ_YES;
}

static cq_verdict judge_crosses(const view *v)
{
    for (cq_cell cell = 0; cell < cq_board_size(v->board); cell++) {
        cq_cell four[4] = {cell, CQ_NO_CELL, CQ_NO_CELL, CQ_NO_CELL};
        bool meet = cq_board_present(v->board, cell) && is_covered(v, cell);

        for (int k = 1; k < 4 && meet; k++) {
            four[k] = beside(v, cell, k / 2, k % 2);
            for (int n = 0; n < k; n++)
                meet = meet && is_covered(v, four[k]) && four[k] != four[n] &&
                       part_at(v, four[k]) != part_at(v, four[n]);
        }
        if (meet)
            return say_broken(v, cell, "four pieces meet at the lower right corner of");
    }
    return CQ_YES;
}

/* ---- regions ---- */

/* The cell that stands for the region of this one. */
static cq_cell leader(const view *v, cq_cell cell)
{
    uint32_t *region = v->checker->region;

    cq_assert(region && cell < v->checker->places);
    while (region[cell] != cell) {
        region[cell] = region[region[cell]];
        cell = region[cell];
    }
    return cell;
}

static bool is_in_region(const view *v, cq_cell cell)
{
    return is_covered(v, cell) && cq_rule_has(&v->rule->first, piece_at(v, cell));
}

/* Every cell is a region first; those to the right and below join theirs. */
static void join_regions(const view *v)
{
    for (cq_cell cell = 0; cell < cq_board_size(v->board); cell++)
        v->checker->region[cell] = cell;
    for (cq_cell cell = 0; cell < cq_board_size(v->board); cell++)
        for (int down = 0; is_in_region(v, cell) && down < 2; down++) {
            cq_cell other = beside(v, cell, down, !down);

            if (is_in_region(v, other))
                v->checker->region[leader(v, other)] = leader(v, cell);
            cq_assert(!is_in_region(v, other) || leader(v, other) == leader(v, cell));
        }
}

static cq_verdict judge_connected(const view *v)
{
    cq_cell first = CQ_NO_CELL;
    char one[CQ_CELL_NAME_SIZE], two[CQ_CELL_NAME_SIZE];

    join_regions(v);
    for (cq_cell cell = 0; cell < cq_board_size(v->board); cell++) {
        if (!is_in_region(v, cell))
            continue;
        if (first == CQ_NO_CELL)
            first = cell;
        if (leader(v, cell) != leader(v, first))
            return cq_judge_say(v->sentence, CQ_NO,
                                "the rule '%.60s' is broken: these pieces do not "
                                "connect %s and %s",
                                v->rule->text, cq_cell_name(v->board, first, one),
                                cq_cell_name(v->board, cell, two));
    }
    return CQ_YES;
}

/* ---- copies ---- */

static cq_verdict judge_group(const view *v)
{
    uint64_t used = 0;

    for (size_t i = 0; i < v->rule->first.count; i++)
        used += v->checker->used[v->rule->first.at[i]];
    if (used >= v->rule->least && used <= v->rule->most)
        return CQ_YES;
    return cq_judge_say(v->sentence, CQ_NO,
                        "the rule '%.60s' is broken: %" PRIu64 " copies are used",
                        v->rule->text, used);
}

static cq_verdict judge_rule(const view *v)
{
    switch (v->rule->kind) {
    case CQ_RULE_APART: return judge_apart(v);
    case CQ_RULE_TOUCH: return judge_touch(v);
    case CQ_RULE_FAULTS: return judge_faults(v);
    case CQ_RULE_CROSSES: return judge_crosses(v);
    case CQ_RULE_CONNECTED: return judge_connected(v);
    case CQ_RULE_COPIES: break;
    }
    return judge_group(v);
}

cq_verdict cq_judge_rules(const cq_checker *checker, const cq_solution *solution,
                          char sentence[CQ_SENTENCE_SIZE])
{
    const cq_rules *rules = &checker->problem->pieces.rules;
    view v = {checker, checker->problem->board, solution, NULL, sentence};

    for (size_t i = 0; i < rules->count; i++) {
        v.rule = &rules->at[i];
        if (judge_rule(&v) != CQ_YES)
            return CQ_NO;
    }
    return CQ_YES;
}

/* ---- symmetries ---- */

/* Whether the image of one list is the other. */
static bool turns_into(const cq_pieces *pieces, const uint32_t *becomes,
                       const cq_u32s *list, const cq_u32s *other)
{
    for (uint32_t p = 0; p < pieces->count; p++)
        if (cq_rule_has(list, p) != cq_rule_has(other, becomes[p]))
            return false;
    return true;
}

static bool are_pieces(const cq_pieces *pieces, const uint32_t *becomes)
{
    for (size_t p = 0; p < pieces->count; p++)
        cq_hold(becomes[p] < pieces->count);
    return true;
}

bool cq_judge_rules_turned(const cq_pieces *pieces, const uint32_t *becomes)
{
    size_t found = 0;

    cq_assert(are_pieces(pieces, becomes));
    for (size_t i = 0; i < pieces->rules.count; i++)
        for (size_t k = 0; k < pieces->rules.count; k++) {
            const cq_rule *a = &pieces->rules.at[i], *b = &pieces->rules.at[k];

            if (a->kind == b->kind && a->same == b->same && a->corners == b->corners &&
                a->least == b->least && a->most == b->most &&
                turns_into(pieces, becomes, &a->first, &b->first) &&
                turns_into(pieces, becomes, &a->second, &b->second)) {
                found++;
                break;
            }
        }
    return found == pieces->rules.count;
}

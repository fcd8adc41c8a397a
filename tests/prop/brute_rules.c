/* brute_rules.c - whether a tiling keeps its rules, from coordinates alone.
 *
 * Every pair of squares is looked at, and every line and point: neighbours are found by
 * the difference of their rows and columns, round joined edges too.
 */
#include "prop.h"

/* Whether (b - a) is `by`, round an edge of `length` if it is joined. */
static bool differs_by(int a, int b, int by, int length, bool joined)
{
    int d = b - a - by;

    return joined ? d % length == 0 : d == 0;
}

/* Whether cell b lies down and right of cell a by these steps. */
static bool lies(const cq_board *board, int a, int b, int down, int right)
{
    int rows = (int)board->rows, cols = (int)board->cols;

    return a != b &&
           differs_by(a / cols, b / cols, down, rows, board->surface == CQ_TORUS) &&
           differs_by(a % cols, b % cols, right, cols, board->surface != CQ_PLANE);
}

static bool near(const cq_board *board, int a, int b, bool corners)
{
    for (int down = -1; down <= 1; down++)
        for (int right = -1; right <= 1; right++) {
            int steps = (down != 0) + (right != 0);

            if ((steps == 1 || (steps == 2 && corners)) &&
                lies(board, a, b, down, right))
                return true;
        }
    return false;
}

static bool in(const cq_u32s *list, uint32_t piece)
{
    bool found = false;

    for (size_t i = 0; i < list->count; i++)
        found |= list->at[i] == piece;
    return found;
}

typedef struct tiled {
    const cq_board *board;
    const int *owner;       /* part of each cell, -1: no cell */
    const uint32_t *pieces; /* of each part */
    int cells;
    uint32_t blank; /* the piece that free squares are, or CQ_NO_PIECE */
} tiled;

static bool keeps_apart(const tiled *t, const cq_rule *rule)
{
    for (int a = 0; a < t->cells; a++)
        for (int b = 0; b < t->cells; b++) {
            uint32_t p, q;
            bool bad;

            if (t->owner[a] < 0 || t->owner[b] < 0 || t->owner[a] == t->owner[b] ||
                !near(t->board, a, b, rule->corners))
                continue;
            p = t->pieces[t->owner[a]];
            q = t->pieces[t->owner[b]];
            bad = rule->same ? p == q && in(&rule->first, p)
                  : rule->second.count == 0
                      ? in(&rule->first, p) && in(&rule->first, q)
                      : in(&rule->first, p) && in(&rule->second, q);
            if (bad)
                return false;
        }
    return true;
}

static bool part_touches(const tiled *t, const cq_rule *rule, int part)
{
    for (int a = 0; a < t->cells; a++)
        for (int b = 0; b < t->cells; b++)
            if (t->owner[a] == part && t->owner[b] >= 0 && t->owner[b] != part &&
                near(t->board, a, b, false) &&
                in(&rule->second, t->pieces[t->owner[b]]))
                return true;
    return false;
}

static bool keeps_touching(const tiled *t, const cq_rule *rule, int parts)
{
    for (int part = 0; part < parts; part++)
        if (in(&rule->first, t->pieces[part]) && !part_touches(t, rule, part))
            return false;
    return true;
}

static bool keeps_copies(const tiled *t, const cq_rule *rule, int parts)
{
    uint32_t used = 0;

    for (int part = 0; part < parts; part++)
        used += in(&rule->first, t->pieces[part]);
    return used >= rule->least && used <= rule->most;
}

/* The line below a row (down = 1), or to the right of a column (down = 0). Free squares
 * on both sides of it are squares all the same: a piece must cross it. */
static bool line_holds(const tiled *t, int line, int down)
{
    bool meet = false;

    for (int a = 0; a < t->cells; a++)
        for (int b = 0; b < t->cells; b++) {
            int at = down ? a / (int)t->board->cols : a % (int)t->board->cols;

            if (at != line || !cq_board_present(t->board, (cq_cell)a) ||
                !cq_board_present(t->board, (cq_cell)b) ||
                !lies(t->board, a, b, down, !down))
                continue;
            if (t->owner[a] >= 0 && t->owner[a] == t->owner[b])
                return true;
            meet = true;
        }
    return !meet;
}

static bool keeps_faults(const tiled *t)
{
    for (int line = 0; line < (int)t->board->rows; line++)
        if (!line_holds(t, line, 1))
            return false;
    for (int line = 0; line < (int)t->board->cols; line++)
        if (!line_holds(t, line, 0))
            return false;
    return true;
}

static bool is_under_piece(const tiled *t, int owner)
{
    return owner >= 0 && t->pieces[owner] != t->blank;
}

/* Any four cells that lie round a point are covered by fewer than four parts. */
static bool keeps_crosses(const tiled *t)
{
    const cq_board *board = t->board;

    for (int a = 0; a < t->cells; a++)
        for (int b = 0; b < t->cells; b++)
            for (int c = 0; lies(board, a, b, 0, 1) && c < t->cells; c++)
                for (int d = 0; lies(board, a, c, 1, 0) && d < t->cells; d++) {
                    int o[4] = {t->owner[a], t->owner[b], t->owner[c], t->owner[d]};
                    bool all = lies(board, a, d, 1, 1) && b != c && b != d && c != d;

                    for (int i = 0; i < 4; i++)
                        for (int k = 0; k < i; k++)
                            all &= is_under_piece(t, o[i]) && is_under_piece(t, o[k]) &&
                                   o[i] != o[k];
                    if (all)
                        return false;
                }
    return true;
}

/* One square of these pieces is marked, and marks go over to neighbours until nothing
 * changes: then all of them are marked, if they are one region. */
static bool keeps_connected(const tiled *t, const cq_rule *rule)
{
    bool marked[64] = {false}, any = false, changed = true;

    for (int a = 0; a < t->cells && !any; a++)
        any = marked[a] = t->owner[a] >= 0 && in(&rule->first, t->pieces[t->owner[a]]);
    while (changed) {
        changed = false;
        for (int a = 0; a < t->cells; a++)
            for (int b = 0; b < t->cells; b++)
                if (marked[a] && !marked[b] && t->owner[b] >= 0 &&
                    in(&rule->first, t->pieces[t->owner[b]]) &&
                    near(t->board, a, b, false))
                    changed = marked[b] = true;
    }
    for (int a = 0; a < t->cells; a++)
        if (t->owner[a] >= 0 && in(&rule->first, t->pieces[t->owner[a]]) && !marked[a])
            return false;
    return true;
}

bool is_sifted(const cq_problem *problem)
{
    bool sifted = false;

    for (size_t i = 0; i < problem->pieces.rules.count; i++)
        sifted |= problem->pieces.rules.at[i].kind == CQ_RULE_CONNECTED;
    return sifted;
}

bool brute_rules(const cq_problem *problem, const int *owner, const uint32_t *pieces,
                 int parts)
{
    tiled t = {problem->board, owner, pieces, (int)cq_board_size(problem->board),
               cq_problem_free_piece(problem)};

    for (size_t i = 0; i < problem->pieces.rules.count; i++) {
        const cq_rule *rule = &problem->pieces.rules.at[i];
        bool kept = true;

        switch (rule->kind) {
        case CQ_RULE_APART: kept = keeps_apart(&t, rule); break;
        case CQ_RULE_TOUCH: kept = keeps_touching(&t, rule, parts); break;
        case CQ_RULE_COPIES: kept = keeps_copies(&t, rule, parts); break;
        case CQ_RULE_FAULTS: kept = keeps_faults(&t); break;
        case CQ_RULE_CROSSES: kept = keeps_crosses(&t); break;
        case CQ_RULE_CONNECTED: kept = keeps_connected(&t, rule); break;
        }
        if (!kept)
            return false;
    }
    return true;
}

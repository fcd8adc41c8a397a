/* connected.c - does a tiling keep the rules `connected`?
 *
 * That the squares under some pieces are one region is no matter of items: it can hang
 * on a piece at the far end of the board. So the engines search without these rules,
 * every solution is handed out, and those that break one are passed over (deliver.c).
 *
 * Cost: for each rule a look at every square that its pieces cover, by a flood from one
 * of them.
 */
#include "solve/connected.h"

#include "base/assert.h"

#include <string.h>

enum { OUTSIDE, INSIDE, REACHED };

typedef struct flood {
    const cq_board *board;
    uint8_t *state;  /* of each cell */
    uint32_t *stack; /* reached cells, whose neighbours are still to be looked at */
    size_t height;
} flood;

const cq_rule *cq_problem_sifting(const cq_problem *problem)
{
    return problem->kind == CQ_TILING ? cq_rules_sifting(&problem->pieces.rules) : NULL;
}

/* Marks the squares under the pieces of the list; returns their number. */
static size_t mark(flood *f, const cq_solution *s, const cq_u32s *list)
{
    size_t inside = 0;

    memset(f->state, OUTSIDE, cq_board_size(f->board));
    for (size_t part = 0; part < s->labels.count; part++)
        for (uint32_t i = s->starts.at[part];
             cq_rule_has(list, s->labels.at[part]) && i < s->starts.at[part + 1]; i++) {
            f->state[s->members.at[i]] = INSIDE;
            f->stack[0] = s->members.at[i]; /* any of them is where the flood begins */
            inside++;
        }
    return inside;
}

static size_t spread(flood *f)
{
    size_t reached = 1;

    f->height = 1;
    f->state[f->stack[0]] = REACHED;
    while (f->height) {
        cq_cell next[4];
        unsigned count = cq_board_neighbours(f->board, f->stack[--f->height], next);

        for (unsigned k = 0; k < count; k++)
            if (f->state[next[k]] == INSIDE) {
                f->state[next[k]] = REACHED;
                f->stack[f->height++] = next[k];
                reached++;
            }
    }
    return reached;
}

static bool keeps(flood *f, const cq_solution *solution, const cq_rule *rule)
{
    size_t inside = mark(f, solution, &rule->first);
    size_t reached = inside ? spread(f) : 0;

    cq_assert(reached <= inside);
    return reached == inside;
}

cq_status cq_keeps_connected(cq_context *ctx, const cq_problem *problem,
                             const cq_solution *solution, bool *out)
{
    const cq_rules *rules = &problem->pieces.rules;
    flood f = {.board = problem->board};
    cq_status status;

    *out = true;
    if (!cq_problem_sifting(problem))
        return CQ_OK;
    f.state = cq_alloc(ctx, cq_board_size(f.board), sizeof *f.state);
    f.stack = cq_alloc(ctx, cq_board_size(f.board), sizeof *f.stack);
    status = f.state && f.stack ? CQ_OK : CQ_MEMORY;
    for (size_t i = 0; status == CQ_OK && *out && i < rules->count; i++)
        *out = rules->at[i].kind != CQ_RULE_CONNECTED ||
               keeps(&f, solution, &rules->at[i]);
    cq_free_each(f.state, f.stack);
    return status;
}

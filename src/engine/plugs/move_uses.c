/* move_uses.c - how many tours use each edge: a forward sweep and a backward sweep.
 *
 * The kept layers have the number of ways to reach each state. A backward pass from the
 * final state finds in how many ways each can be completed: the sum, over the choices
 * at it, of the ways to complete the states that they lead to. The number of tours with
 * a choice of edges at a state is then the ways to reach the state times the ways to
 * complete the one that it leads to (the forward-backward method of hidden Markov
 * models: Baum, Petrie, Soules, Weiss, 1970), and the number for an edge is the sum
 * over all choices that use it.
 *
 *     layer i              step i                layer i + 1
 *     ways there   ---   a choice of edges   --->   ways on
 *
 * Ways to complete are the numbers of a layer like the one that has the ways there,
 * without the states that cannot be completed. With several ranks, each asks the others
 * for the blocks that its own states lead to (ask_blocks.c), and the uses of an edge
 * are added up in the end.
 *
 * Cost: the transitions of the sweep once more, with a product of long numbers each.
 */
#include "base/ratio.h"
#include "engine/plugs/ask_blocks.h"
#include "engine/plugs/plug_step.h"

#include <string.h>

typedef struct back_sweep {
    cq_plugs *plugs;
    unsigned limbs; /* of the number of all tours */
    const cq_plug_layer *layer;
    cq_plug_layer ahead;       /* the next one, with the ways on */
    cq_plug_patterns wanted;   /* of it */
    cq_plug_words ways, ranks; /* on from the states of a block */
    mpz_t *taken;              /* tours with each choice of the step */
    mpz_t *uses;               /* of each edge of the net, by its place in targets */
    mpz_t there, on;           /* ways to a state, and on from it */
} back_sweep;

/* ---- one step back ---- */

/* Whether states with this pattern may have a choice; then what becomes of them. */
static bool leads_on(const cq_plug_stepping *s, const cq_plug_choice *c,
                     cq_pattern before, cq_change *change, cq_pattern *there)
{
    cq_pattern after = cq_choice_apply(s, c, before);

    if (cq_wide_below(before, c->low) || !cq_wide_below(before, c->high) ||
        !cq_wide_is_zero(cq_wide_and(before, c->forbidden)) ||
        !cq_stepping_change(s, c, before, after, change))
        return false;
    *there = cq_stepping_spread(s, after);
    return true;
}

/* Adds the ways on that all states of a block have by a choice, which leads to a block
 * of this many ends, and notes the tours. */
static void add_ways(back_sweep *b, size_t at, cq_change change,
                     const cq_plug_block *next, unsigned ends_there, mpz_t taken)
{
    const cq_matings *matings = &b->plugs->matings;
    const cq_plug_block *block = &b->layer->blocks[at];
    unsigned limbs = b->layer->limbs, ends = cq_pattern_ends(b->layer->patterns[at]);
    size_t numbers = cq_plug_block_numbers(block, matings, ends);

    for (size_t i = 0; i < numbers; i++) {
        const uint64_t *there = block->words + i * limbs, *on = NULL;
        uint64_t rank;

        if (cq_limbs_are_zero(there, limbs))
            continue;
        rank = cq_mating_change(matings, change, ends,
                                cq_plug_block_rank(block, ends, limbs, i));
        if (rank != CQ_NO_RANK)
            on = cq_plug_block_find(next, ends_there, b->limbs, rank);
        if (!on)
            continue;
        cq_limbs_add(b->ways.at + i * b->limbs, on, b->limbs);
        cq_limbs_read(b->there, there, limbs);
        cq_limbs_read(b->on, on, b->limbs);
        mpz_addmul(taken, b->there, b->on);
    }
}

/* The ways that are not zero, with their ranks, as a block of the part. */
static cq_status store_ways(back_sweep *b, size_t at, size_t numbers,
                            cq_plug_part *part)
{
    const cq_plug_block *block = &b->layer->blocks[at];
    cq_pattern pattern = b->layer->patterns[at];
    unsigned ends = cq_pattern_ends(pattern);
    uint64_t *ways = b->ways.at, *ranks = b->ranks.at;
    size_t kept = 0, limbs = b->limbs;

    for (size_t i = 0; i < numbers; i++) {
        if (cq_limbs_are_zero(ways + i * limbs, limbs))
            continue;
        ranks[kept] = cq_plug_block_rank(block, ends, b->layer->limbs, i);
        cq_assert(kept == 0 || ranks[kept - 1] < ranks[kept]); /* the layer is kept */
        memmove(ways + kept++ * limbs, ways + i * limbs, limbs * sizeof *ways);
    }
    if (kept == b->plugs->matings.counts[ends])
        ranks = NULL;
    return kept ? cq_plug_store(part, pattern, ends, ways, ranks, kept, kept) : CQ_OK;
}

/* The ways on from all states of a block. */
static cq_status pass_block(back_sweep *b, const cq_plug_stepping *s, size_t at,
                            cq_plug_part *part)
{
    cq_pattern pattern = b->layer->patterns[at], there;
    size_t numbers = cq_plug_block_numbers(&b->layer->blocks[at], &b->plugs->matings,
                                           cq_pattern_ends(pattern));

    cq_try(cq_vec_renew(b->plugs->ctx, &b->ways, numbers * b->limbs));
    cq_try(cq_vec_renew(b->plugs->ctx, &b->ranks, numbers));
    memset(b->ways.at, 0, numbers * b->limbs * sizeof *b->ways.at);
    for (size_t i = 0; i < s->choices.count; i++) {
        const cq_plug_block *next = NULL;
        cq_change change;

        if (leads_on(s, &s->choices.at[i], pattern, &change, &there))
            next = cq_plug_layer_find(&b->ahead, there);
        if (next)
            add_ways(b, at, change, next, cq_pattern_ends(there), b->taken[i]);
    }
    return store_ways(b, at, numbers, part);
}

/* The same of the whole layer. */
static cq_status pass_layer(back_sweep *b, const cq_plug_stepping *s,
                            cq_plug_layer *out)
{
    cq_context *ctx = b->plugs->ctx;
    cq_status status = CQ_OK;
    cq_plug_part part;

    cq_assert(!cq_plug_layer_is_on_disk(b->layer));
    cq_plug_part_init(&part, ctx, b->limbs, 0, NULL);
    for (size_t i = 0; i < b->layer->count && status == CQ_OK; i++)
        status = i % 64 == 0 && cq_plugs_poll(b->plugs) ? CQ_STOPPED
                                                        : pass_block(b, s, i, &part);
    cq_then(status, cq_plug_layer_of_parts(ctx, b->limbs, &part, 1, out));
    cq_plug_part_free(&part);
    if (status == CQ_OK)
        cq_plug_layer_set_slots(out, b->layer->vertex, b->layer->slots);
    return status;
}

/* Adds the tours with a choice to its edges. */
static void add_uses(back_sweep *b, const cq_plug_choice *c, const mpz_t taken)
{
    for (unsigned i = 0; i < c->edges; i++) {
        uint32_t v = b->layer->vertex[0], to = cq_layer_vertex(b->layer, c->ends[i]);
        size_t edge = cq_net_edge(&b->plugs->net, v < to ? v : to, v < to ? to : v);

        cq_assert(edge != SIZE_MAX);
        mpz_add(b->uses[edge], b->uses[edge], taken);
    }
}

/* With several ranks: the ways on from all states that this rank's lead to. */
static cq_status complete_ways(back_sweep *b, const cq_plug_stepping *s)
{
    cq_plug_layer found = {0};
    cq_pattern there;
    cq_change change;

    if (!b->plugs->spread)
        return CQ_OK;
    b->wanted.count = 0;
    for (size_t i = 0; i < s->choices.count; i++)
        for (size_t at = 0; at < b->layer->count; at++)
            if (leads_on(s, &s->choices.at[i], b->layer->patterns[at], &change, &there))
                cq_try(cq_vec_push(b->plugs->ctx, &b->wanted, there));
    cq_try(cq_plug_ask(b->plugs, &b->ahead, &b->wanted, &found));
    cq_plug_layer_free(&b->ahead);
    b->ahead = found;
    return CQ_OK;
}

static cq_status step_back(back_sweep *b, size_t at)
{
    cq_plugs *plugs = b->plugs;
    cq_plug_layer here = {0};
    cq_plug_stepping s = {0};
    cq_status status = cq_plug_open_step(plugs, 0, at, &s);

    b->layer = &plugs->kept[0].at[at];
    b->taken = cq_alloc(plugs->ctx, s.choices.count, sizeof *b->taken);
    if (!b->taken)
        status = CQ_MEMORY;
    for (size_t i = 0; b->taken && i < s.choices.count; i++)
        mpz_init(b->taken[i]);
    cq_then(status, complete_ways(b, &s));
    cq_then(status, pass_layer(b, &s, &here));
    for (size_t i = 0; b->taken && i < s.choices.count; i++) {
        add_uses(b, &s.choices.at[i], b->taken[i]);
        mpz_clear(b->taken[i]);
    }
    cq_free(b->taken);
    cq_vec_free(&s.choices);
    cq_plug_layer_free(&b->ahead);
    b->ahead = here;
    return status;
}

/* ---- what is found ---- */

/* Uses of the edge between v and the vertex at a place of its list of neighbours. */
static cq_status tell_edge(back_sweep *b, uint32_t v, uint32_t to, const mpz_t tours,
                           mpz_t uses)
{
    const cq_problem *problem = b->plugs->run->problem;
    size_t edge = cq_net_edge(&b->plugs->net, v, to);
    bool board = problem->board != NULL;
    cq_status status;
    char *exact;

    if (edge == SIZE_MAX) /* between the ends of a closed tour: a post holds it */
        mpz_set(uses, tours);
    else
        mpz_mul_ui(uses, b->uses[edge], cq_plug_directions(problem));
    exact = cq_alloc(b->plugs->ctx, mpz_sizeinbase(uses, 10) + 2, 1);
    cq_try_memory(exact);
    mpz_get_str(exact, 10, uses);
    status = cq_findings_add(b->plugs->ctx, &b->plugs->run->answer->findings,
                             board ? cq_problem_cell(problem, v) : v,
                             board ? cq_problem_cell(problem, to) : to,
                             cq_ratio(uses, tours), exact);
    cq_free(exact);
    return status;
}

static cq_status tell(back_sweep *b, const mpz_t tours)
{
    const cq_graph *graph = &b->plugs->run->problem->graph;
    cq_status status = CQ_OK;
    mpz_t uses;

    mpz_init(uses);
    for (uint32_t v = 0; v < graph->vertices; v++)
        for (size_t e = graph->starts[v]; e < graph->starts[v + 1]; e++)
            if (graph->targets[e] > v && status == CQ_OK)
                status = tell_edge(b, v, graph->targets[e], tours, uses);
    mpz_clear(uses);
    return status;
}

/* ---- all of it ---- */

/* From the last state there is one way on, for the rank that has it. */
static cq_status sweep_back(back_sweep *b)
{
    cq_plugs *plugs = b->plugs;
    cq_plug_layer *last = &plugs->at.layer;

    cq_assert(last->count <= 1 && last->slots == 0);
    if (last->count)
        cq_try(cq_plug_layer_start(plugs->ctx, NULL, 0, &b->ahead));
    else
        b->ahead = (cq_plug_layer){.ctx = plugs->ctx, .limbs = 1};
    while (b->ahead.limbs < b->limbs)
        cq_try(cq_plug_layer_widen(&b->ahead));
    for (size_t i = plugs->kept[0].count; i-- > 0;)
        cq_try(step_back(b, i));
    return CQ_OK;
}

/* The ways on from the first state, which one rank has, are all tours. */
static cq_status check_whole(const back_sweep *b, const mpz_t tours)
{
    cq_plugs *plugs = b->plugs;
    cq_status status;
    mpz_t all;

    mpz_init(all);
    if (b->ahead.count)
        cq_limbs_read(all, b->ahead.blocks[0].words, b->limbs);
    status = cq_spread_add_up(plugs->spread, all);
    mpz_mul_ui(all, all, cq_plug_directions(plugs->run->problem));
    if (status == CQ_OK && mpz_cmp(all, tours) != 0)
        status = cq_fail(plugs->ctx, CQ_DEFECT,
                         "the way back found another number of tours");
    mpz_clear(all);
    return status;
}

/* Every tour has two edges at each vertex. */
static bool uses_check(const back_sweep *b, const mpz_t tours)
{
    const cq_net *net = &b->plugs->net;
    unsigned directions = cq_plug_directions(b->plugs->run->problem);
    bool right = true;
    mpz_t sum;

    mpz_init(sum);
    for (uint32_t v = 0; v < net->vertices && right; v++) {
        mpz_set_ui(sum, 0);
        for (size_t e = net->starts[v]; e < net->starts[v + 1]; e++) {
            uint32_t to = net->targets[e];

            mpz_add(sum, sum, b->uses[v < to ? e : cq_net_edge(net, to, v)]);
        }
        mpz_mul_ui(sum, sum, directions);
        mpz_sub(sum, sum, tours);
        right = mpz_cmp(sum, tours) == 0;
    }
    mpz_clear(sum);
    cq_hold(right);
    return true;
}

cq_status cq_plug_uses(cq_plugs *plugs, const mpz_t tours)
{
    back_sweep b = {.plugs = plugs};
    size_t arcs = plugs->net.starts[plugs->net.vertices];
    cq_status status;

    b.limbs = (unsigned)((mpz_sizeinbase(tours, 2) + 63) / 64);
    mpz_inits(b.there, b.on, NULL);
    b.uses = cq_alloc(plugs->ctx, arcs, sizeof *b.uses);
    for (size_t i = 0; b.uses && i < arcs; i++)
        mpz_init(b.uses[i]);
    status = b.uses ? sweep_back(&b) : CQ_MEMORY;
    cq_then(status, check_whole(&b, tours));
    cq_then(status, cq_spread_add_up_each(plugs->spread, b.uses, arcs));
    cq_assert(status != CQ_OK || uses_check(&b, tours));
    if (status == CQ_OK && cq_spread_rank(plugs->spread) == 0)
        status = tell(&b, tours);
    cq_plug_layer_free(&b.ahead);
    cq_vec_free_each(&b.wanted, &b.ways, &b.ranks);
    for (size_t i = 0; b.uses && i < arcs; i++)
        mpz_clear(b.uses[i]);
    cq_free(b.uses);
    mpz_clears(b.there, b.on, NULL);
    return status;
}

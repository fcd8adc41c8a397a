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
 * Ways to complete are stored like the numbers of a layer: `limbs` words for each entry
 * of each block, block after block. Blocks that list only some ranks are looked up by
 * binary search. With several ranks, each asks the others for the blocks that its own
 * states lead to (ask_ways.c), and the uses of an edge are added up in the end.
 *
 * Cost: the transitions of the sweep once more, with a product of long numbers each.
 */
#include "engine/plugs/move_uses.h"

#include "base/ratio.h"
#include "engine/plugs/plug_share.h"
#include "engine/plugs/plug_step.h"

#include <string.h>

typedef struct back_sweep {
    cq_plugs *plugs;
    size_t limbs; /* of the number of all tours */
    const cq_plug_layer *layer;
    cq_plug_ways here, ahead; /* on from that layer, and from the next one */
    cq_plug_patterns wanted;  /* of the next one, which other ranks have */
    cq_pattern *borders;      /* of all ranks there */
    mpz_t *uses;              /* of each edge of the net, by its place in targets */
    mpz_t there, on, taken;   /* ways to a state, on from it; tours with the choice */
} back_sweep;

/* ---- ways on ---- */

static size_t entries_of(const back_sweep *b, const cq_plug_layer *layer, size_t block)
{
    const cq_plug_block *at = &layer->blocks[block];
    unsigned ends = cq_pattern_ends(layer->patterns[block]);

    return cq_plug_block_is_full(at) ? (size_t)b->plugs->matings.counts[ends]
                                     : at->entries;
}

/* None yet, from the states of this rank. Their ranks ascend, since the layers are
 * kept. */
static cq_status ways_new(const back_sweep *b, const cq_plug_layer *layer,
                          cq_plug_ways *out)
{
    cq_context *ctx = b->plugs->ctx;

    for (size_t i = 0; i < layer->count; i++) {
        const cq_plug_block *block = &layer->blocks[i];
        unsigned ends = cq_pattern_ends(layer->patterns[i]);
        size_t entries = entries_of(b, layer, i);
        bool full = cq_plug_block_is_full(block);

        cq_try(cq_vec_push(ctx, &out->patterns, layer->patterns[i]));
        cq_try(cq_vec_push(ctx, &out->starts, out->ranks.count));
        cq_try(cq_vec_reserve(ctx, &out->ranks, entries));
        for (size_t e = 0; e < entries; e++) {
            uint64_t rank = full ? e : cq_plug_block_rank(block, ends, layer->limbs, e);

            cq_assert(e == 0 || out->ranks.at[out->ranks.count - 1] < rank);
            out->ranks.at[out->ranks.count++] = rank;
        }
    }
    cq_try(cq_vec_push(ctx, &out->starts, out->ranks.count));
    cq_try(cq_vec_reserve(ctx, &out->words, out->ranks.count * b->limbs));
    out->words.count = out->ranks.count * b->limbs;
    if (out->words.count)
        memset(out->words.at, 0, out->words.count * sizeof *out->words.at);
    return CQ_OK;
}

/* The ways on from the state of this rank in a block; NULL if the layer has it not. */
static const uint64_t *ways_at(const back_sweep *b, const cq_plug_ways *w, size_t block,
                               uint64_t rank)
{
    size_t low = w->starts.at[block], end = w->starts.at[block + 1], high = end;
    unsigned ends = cq_pattern_ends(w->patterns.at[block]);

    if (end - low == b->plugs->matings.counts[ends])
        low += (size_t)rank;
    else
        while (low < high) {
            size_t middle = low + (high - low) / 2;

            if (w->ranks.at[middle] < rank)
                low = middle + 1;
            else
                high = middle;
        }
    return low < end && w->ranks.at[low] == rank ? w->words.at + low * b->limbs : NULL;
}

/* ---- one step back ---- */

/* All states of a block by one choice. */
static void pass_block(back_sweep *b, size_t block, cq_change change, size_t target)
{
    const cq_plug_layer *layer = b->layer;
    const cq_plug_block *at = &layer->blocks[block];
    unsigned ends = cq_pattern_ends(layer->patterns[block]);
    size_t first = b->here.starts.at[block], entries = entries_of(b, layer, block);

    cq_assert(first + entries == b->here.starts.at[block + 1]);
    for (size_t i = 0; i < entries; i++) {
        const uint64_t *there = at->words + i * layer->limbs, *on;
        uint64_t rank;

        if (cq_limbs_are_zero(there, layer->limbs))
            continue;
        rank = cq_mating_change(&b->plugs->matings, change, ends,
                                b->here.ranks.at[first + i]);
        on = rank == CQ_NO_RANK ? NULL : ways_at(b, &b->ahead, target, rank);
        if (!on || cq_limbs_are_zero(on, b->limbs))
            continue;
        cq_limbs_add(b->here.words.at + (first + i) * b->limbs, on, b->limbs);
        cq_limbs_read(b->there, there, layer->limbs);
        cq_limbs_read(b->on, on, b->limbs);
        mpz_addmul(b->taken, b->there, b->on);
    }
}

/* Adds the tours of a state to the edges of a choice. */
static void add_uses(back_sweep *b, const cq_plug_choice *c)
{
    const cq_plug_layer *layer = b->layer;
    unsigned v = cq_slot_shift(0, layer->slots);
    unsigned edges = !c->links ? 0 : c->ends[1] == v ? 1 : 2;

    for (unsigned i = 0; i < edges; i++) {
        uint32_t other = layer->vertex[layer->slots - 1 - c->ends[i] / 2];
        uint32_t from = layer->vertex[0] < other ? layer->vertex[0] : other;
        size_t edge =
            cq_net_edge(&b->plugs->net, from, from == other ? layer->vertex[0] : other);

        cq_assert(edge != SIZE_MAX);
        mpz_add(b->uses[edge], b->uses[edge], b->taken);
    }
}

/* What a choice makes of a block of this rank: a block of the next layer. */
typedef cq_status visit_fn(back_sweep *b, size_t block, cq_change change,
                           cq_pattern there);

static cq_status each_target(back_sweep *b, const cq_plug_stepping *s,
                             const cq_plug_choice *c, visit_fn *visit)
{
    const cq_plug_layer *layer = b->layer;
    unsigned v = cq_slot_shift(0, layer->slots);
    unsigned edges = !c->links ? 0 : c->ends[1] == v ? 1 : 2;

    cq_assert(!cq_plug_layer_is_on_disk(layer));
    for (size_t i = cq_plug_layer_from(layer, c->low);
         i < layer->count && cq_wide_below(layer->patterns[i], c->high); i++) {
        cq_pattern before = layer->patterns[i], after;
        cq_change change;

        if (!cq_wide_is_zero(cq_wide_and(before, c->forbidden)))
            continue;
        after = cq_wide_plus(cq_wide_minus(before, cq_pattern_slot(2 - edges, v)),
                             c->added);
        if (cq_stepping_change(s, c, before, after, &change))
            cq_try(visit(b, i, change, cq_stepping_spread(s, after)));
    }
    return CQ_OK;
}

static cq_status pass_on(back_sweep *b, size_t block, cq_change change,
                         cq_pattern there)
{
    size_t target = cq_plug_ways_find(&b->ahead, there);

    if (target < b->ahead.patterns.count)
        pass_block(b, block, change, target);
    return CQ_OK;
}

static cq_status take_choice(back_sweep *b, const cq_plug_stepping *s,
                             const cq_plug_choice *c)
{
    mpz_set_ui(b->taken, 0);
    cq_try(each_target(b, s, c, pass_on));
    add_uses(b, c);
    return CQ_OK;
}

/* ---- with other ranks ---- */

static cq_status want(back_sweep *b, size_t block, cq_change change, cq_pattern there)
{
    unsigned me = cq_spread_rank(b->plugs->spread);
    size_t last = b->wanted.count;

    (void)block;
    (void)change;
    if ((last && cq_wide_is(b->wanted.at[last - 1], there)) ||
        (!cq_wide_below(there, b->borders[me]) &&
         cq_wide_below(there, b->borders[me + 1])))
        return CQ_OK;
    return cq_vec_push(b->plugs->ctx, &b->wanted, there);
}

/* The ways on that this rank needs, whoever has them. */
static cq_status complete_ways(back_sweep *b, const cq_plug_stepping *s,
                               const cq_plug_layer *next)
{
    cq_plugs *plugs = b->plugs;

    if (!plugs->spread)
        return CQ_OK;
    b->wanted.count = 0;
    cq_try(cq_plug_layer_borders(plugs, next, b->borders));
    cq_assert(cq_plug_borders_check(b->borders, cq_spread_count(plugs->spread)));
    for (size_t i = 0; i < s->choices.count; i++)
        cq_try(each_target(b, s, &s->choices.at[i], want));
    return cq_plug_ask_ways(plugs, b->limbs, b->borders, &b->wanted, &b->ahead);
}

static cq_status step_back(back_sweep *b, size_t at)
{
    cq_plugs *plugs = b->plugs;
    bool last = at + 1 == plugs->kept[0].count;
    const cq_plug_layer *next = last ? &plugs->at.layer : &plugs->kept[0].at[at + 1];
    cq_plug_stepping s = {0};
    cq_status status = cq_plug_open_step(plugs, 0, at, &s);

    b->layer = &plugs->kept[0].at[at];
    cq_then(status, ways_new(b, b->layer, &b->here));
    cq_then(status, complete_ways(b, &s, next));
    for (size_t i = 0; i < s.choices.count && status == CQ_OK; i++)
        status =
            cq_plugs_poll(plugs) ? CQ_STOPPED : take_choice(b, &s, &s.choices.at[i]);
    cq_vec_free(&s.choices);
    cq_plug_ways_free(&b->ahead);
    b->ahead = b->here;
    b->here = (cq_plug_ways){0};
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

static cq_status sweep_back(back_sweep *b)
{
    cq_plugs *plugs = b->plugs;
    cq_status status = ways_new(b, &plugs->at.layer, &b->ahead);

    if (status != CQ_OK)
        return status;
    cq_assert(plugs->at.layer.count <= 1 && b->ahead.words.count <= b->limbs);
    if (b->ahead.words.count) /* the rank that has the last state */
        b->ahead.words.at[0] = 1;
    for (size_t i = plugs->kept[0].count; i-- > 0 && status == CQ_OK;)
        status = step_back(b, i);
    return status;
}

/* The ways on from the first state, which one rank has, are all tours. */
static cq_status check_whole(const back_sweep *b, const mpz_t tours)
{
    cq_plugs *plugs = b->plugs;
    cq_status status;
    mpz_t all;

    mpz_init(all);
    if (b->ahead.words.count)
        cq_limbs_read(all, b->ahead.words.at, b->limbs);
    status = cq_spread_add_up(plugs->spread, plugs->ctx, all);
    mpz_mul_ui(all, all, cq_plug_directions(plugs->run->problem));
    if (status == CQ_OK && mpz_cmp(all, tours) != 0)
        status = cq_fail(plugs->ctx, CQ_DEFECT,
                         "the way back found another number of tours");
    mpz_clear(all);
    return status;
}

cq_status cq_plug_uses(cq_plugs *plugs, const mpz_t tours)
{
    back_sweep b = {.plugs = plugs};
    size_t arcs = plugs->net.starts[plugs->net.vertices];
    cq_status status;

    b.limbs = (mpz_sizeinbase(tours, 2) + 63) / 64;
    mpz_inits(b.there, b.on, b.taken, NULL);
    b.borders = cq_alloc(plugs->ctx, (size_t)cq_spread_count(plugs->spread) + 1,
                         sizeof *b.borders);
    b.uses = cq_alloc(plugs->ctx, arcs, sizeof *b.uses);
    for (size_t i = 0; b.uses && i < arcs; i++)
        mpz_init(b.uses[i]);
    status = b.uses && b.borders ? sweep_back(&b) : CQ_MEMORY;
    cq_then(status, check_whole(&b, tours));
    cq_then(status, cq_spread_add_up_each(plugs->spread, plugs->ctx, b.uses, arcs));
    if (status == CQ_OK && cq_spread_rank(plugs->spread) == 0)
        status = tell(&b, tours);
    cq_plug_ways_free(&b.here);
    cq_plug_ways_free(&b.ahead);
    cq_vec_free(&b.wanted);
    for (size_t i = 0; b.uses && i < arcs; i++)
        mpz_clear(b.uses[i]);
    cq_free_each(b.uses, b.borders);
    mpz_clears(b.there, b.on, b.taken, NULL);
    return status;
}

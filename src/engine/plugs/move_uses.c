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
 * binary search.
 *
 * Cost: the transitions of the sweep once more, with a product of long numbers each.
 */
#include "base/ratio.h"
#include "engine/plugs/plug_step.h"

#include <stdlib.h>
#include <string.h>

typedef struct ranked {
    uint64_t rank;
    size_t entry; /* of its block */
} ranked;

/* Ways on from the states of a layer. */
typedef struct ways_on {
    const cq_plug_layer *layer;
    size_t *starts;  /* of each block: entries before it */
    uint64_t *words; /* limbs for each entry */
    ranked *ranks;   /* by entry: of blocks that lack some ranks, ascending */
} ways_on;

typedef struct back_sweep {
    cq_plugs *plugs;
    size_t limbs; /* of the number of all tours */
    ways_on here, ahead;
    mpz_t *uses;            /* of each edge of the net, by its place in targets */
    mpz_t there, on, taken; /* ways to a state, on from it; tours with the choice */
} back_sweep;

/* ---- ways on ---- */

static size_t entries_of(const back_sweep *b, const cq_plug_layer *layer, size_t block)
{
    const cq_plug_block *at = &layer->blocks[block];
    unsigned ends = cq_pattern_ends(layer->patterns[block]);

    return cq_plug_block_is_full(at) ? (size_t)b->plugs->matings.counts[ends]
                                     : at->entries;
}

static void ways_free(ways_on *w)
{
    cq_free_each(w->starts, w->words, w->ranks);
    memset(w, 0, sizeof *w);
}

static int compare_ranks(const void *left, const void *right)
{
    const ranked *a = left, *b = right;

    return (a->rank > b->rank) - (a->rank < b->rank);
}

/* Such blocks list their ranks in any order. */
static void sort_ranks(const back_sweep *b, ways_on *w)
{
    for (size_t i = 0; i < w->layer->count; i++) {
        const cq_plug_block *block = &w->layer->blocks[i];
        unsigned ends = cq_pattern_ends(w->layer->patterns[i]);
        ranked *at = w->ranks + w->starts[i];

        if (cq_plug_block_is_full(block))
            continue;
        cq_assert(w->starts[i + 1] - w->starts[i] == block->entries);
        for (size_t e = 0; e < block->entries; e++)
            at[e] = (ranked){cq_plug_block_rank(block, ends, w->layer->limbs, e), e};
        qsort(at, entries_of(b, w->layer, i), sizeof *at, compare_ranks);
    }
}

static cq_status ways_new(const back_sweep *b, const cq_plug_layer *layer, ways_on *out)
{
    cq_context *ctx = b->plugs->ctx;
    size_t entries = 0;

    *out = (ways_on){.layer = layer};
    out->starts = cq_alloc(ctx, layer->count + 1, sizeof *out->starts);
    cq_try_memory(out->starts);
    for (size_t i = 0; i < layer->count; i++) {
        out->starts[i] = entries;
        entries += entries_of(b, layer, i);
    }
    out->starts[layer->count] = entries;
    out->words = cq_zalloc(ctx, entries * b->limbs + 1, sizeof *out->words);
    out->ranks = cq_alloc(ctx, entries + 1, sizeof *out->ranks);
    cq_try_memory(out->words && out->ranks);
    sort_ranks(b, out);
    return CQ_OK;
}

/* The ways on from the state of this rank in a block; NULL if the layer has it not. */
static const uint64_t *ways_at(const back_sweep *b, const ways_on *w, size_t block,
                               uint64_t rank)
{
    const cq_plug_block *at = &w->layer->blocks[block];
    size_t first = w->starts[block];
    const ranked key = {.rank = rank}, *found;

    if (cq_plug_block_is_full(at))
        return w->words + (first + (size_t)rank) * b->limbs;
    found = bsearch(&key, w->ranks + first, at->entries, sizeof key, compare_ranks);
    return found ? w->words + (first + found->entry) * b->limbs : NULL;
}

/* ---- one step back ---- */

/* All states of a block by one choice. */
static void pass_block(back_sweep *b, size_t block, cq_change change, size_t target)
{
    const cq_plug_layer *layer = b->here.layer;
    const cq_plug_block *at = &layer->blocks[block];
    unsigned ends = cq_pattern_ends(layer->patterns[block]);
    size_t entries = entries_of(b, layer, block);
    bool full = cq_plug_block_is_full(at);

    for (size_t i = 0; i < entries; i++) {
        const uint64_t *there = at->words + i * layer->limbs, *on;
        uint64_t rank = full ? i : cq_plug_block_rank(at, ends, layer->limbs, i);

        if (cq_limbs_are_zero(there, layer->limbs))
            continue;
        rank = cq_mating_change(&b->plugs->matings, change, ends, rank);
        on = rank == CQ_NO_RANK ? NULL : ways_at(b, &b->ahead, target, rank);
        if (!on || cq_limbs_are_zero(on, b->limbs))
            continue;
        cq_limbs_add(b->here.words + (b->here.starts[block] + i) * b->limbs, on,
                     b->limbs);
        cq_limbs_read(b->there, there, layer->limbs);
        cq_limbs_read(b->on, on, b->limbs);
        mpz_addmul(b->taken, b->there, b->on);
    }
}

/* Adds the tours of a state to the edges of a choice. */
static void add_uses(back_sweep *b, const cq_plug_choice *c)
{
    const cq_plug_layer *layer = b->here.layer;
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

static void take_choice(back_sweep *b, const cq_plug_stepping *s,
                        const cq_plug_choice *c)
{
    const cq_plug_layer *layer = b->here.layer, *next = b->ahead.layer;
    unsigned v = cq_slot_shift(0, layer->slots);
    unsigned edges = !c->links ? 0 : c->ends[1] == v ? 1 : 2;

    mpz_set_ui(b->taken, 0);
    cq_assert(!cq_plug_layer_is_on_disk(layer) && !cq_plug_layer_is_on_disk(next));
    for (size_t i = cq_plug_layer_from(layer, c->low);
         i < layer->count && cq_wide_below(layer->patterns[i], c->high); i++) {
        cq_pattern before = layer->patterns[i], after, there;
        cq_change change;
        size_t target;

        if (!cq_wide_is_zero(cq_wide_and(before, c->forbidden)))
            continue;
        after = cq_wide_plus(cq_wide_minus(before, cq_pattern_slot(2 - edges, v)),
                             c->added);
        if (!cq_stepping_change(s, c, before, after, &change))
            continue;
        there = cq_stepping_spread(s, after);
        target = cq_plug_layer_from(next, there);
        if (target < next->count && cq_wide_is(next->patterns[target], there))
            pass_block(b, i, change, target);
    }
    add_uses(b, c);
}

static cq_status step_back(back_sweep *b, size_t at)
{
    cq_plugs *plugs = b->plugs;
    cq_plug_stepping s = {0};
    cq_status status = cq_plug_open_step(plugs, 0, at, &s);

    cq_then(status, ways_new(b, &plugs->kept[0].at[at], &b->here));
    for (size_t i = 0; i < s.choices.count && status == CQ_OK; i++)
        if (cq_run_poll(plugs->run))
            status = CQ_STOPPED;
        else
            take_choice(b, &s, &s.choices.at[i]);
    cq_vec_free(&s.choices);
    ways_free(&b->ahead);
    b->ahead = b->here;
    b->here = (ways_on){0};
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
    cq_assert(plugs->at.layer.count == 1 && b->ahead.starts[1] == 1);
    b->ahead.words[0] = 1;
    for (size_t i = plugs->kept[0].count; i-- > 0 && status == CQ_OK;)
        status = step_back(b, i);
    return status;
}

/* The ways on from the first state are all tours. */
static bool is_whole(const back_sweep *b, const mpz_t tours)
{
    mpz_t all;
    bool same;

    mpz_init(all);
    cq_limbs_read(all, b->ahead.words, b->limbs);
    mpz_mul_ui(all, all, cq_plug_directions(b->plugs->run->problem));
    same = mpz_cmp(all, tours) == 0;
    mpz_clear(all);
    return same;
}

cq_status cq_plug_uses(cq_plugs *plugs, const mpz_t tours)
{
    back_sweep b = {.plugs = plugs};
    size_t arcs = plugs->net.starts[plugs->net.vertices];
    cq_status status;

    b.limbs = (mpz_sizeinbase(tours, 2) + 63) / 64;
    mpz_inits(b.there, b.on, b.taken, NULL);
    b.uses = cq_alloc(plugs->ctx, arcs, sizeof *b.uses);
    for (size_t i = 0; b.uses && i < arcs; i++)
        mpz_init(b.uses[i]);
    status = b.uses ? sweep_back(&b) : CQ_MEMORY;
    if (status == CQ_OK && !is_whole(&b, tours))
        status = cq_fail(plugs->ctx, CQ_DEFECT,
                         "the way back found another number of tours");
    cq_then(status, tell(&b, tours));
    ways_free(&b.here);
    ways_free(&b.ahead);
    for (size_t i = 0; b.uses && i < arcs; i++)
        mpz_clear(b.uses[i]);
    cq_free(b.uses);
    mpz_clears(b.there, b.on, b.taken, NULL);
    return status;
}

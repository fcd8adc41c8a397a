/* plug_check.c - checks the graph, the plan and the layers of a count of tours.
 *
 *     net       the neighbours of each vertex, ascending, and each edge from both sides
 *     mirrors   permutations, closed under one another
 *     plan      every edge is decided by one step of one side, or by its image
 *     layer     patterns ascending, ranks below the matings, sums as they are said
 *
 * Whether a step is right is shown by a sum that involves no block, rank or stream:
 * with a value h(state) that depends only on the degrees and mates of vertices,
 *
 *     sum of number * h(state)      modulo the prime 2^61 - 1
 *
 * is computed edge by edge, with paths linked in plain arrays of mates, and compared
 * with the sum of the new layer. Two layers that are joined are paired state by state.
 *
 * Cost: about a hundred times that of the step, so only small layers are checked.
 */
#include "base/mod61.h"
#include "engine/plugs/plug_cursor.h"
#include "engine/plugs/plug_step.h"
#include "problem/edge_pairs.h"

#include <string.h>

enum {
    STATES_MOST = 1024,    /* of a layer that is walked over */
    PAIRS_MOST = 1 << 17,  /* of states, when two layers are joined */
    EDGES_MOST = 2048,     /* of a net whose plan is */
    MIRRORS_WALKED = 16,   /* a group up to this size is multiplied out */
    VERTICES_WALKED = 1024 /* of a permutation */
};

/* ---- the graph ---- */

bool cq_net_check(const cq_net *net)
{
    cq_hold(net->starts[0] == 0 && net->hub <= net->vertices);
    cq_hold(net->hub + 1 >= net->vertices);
    for (uint32_t v = 0; v < net->vertices; v++)
        for (size_t e = net->starts[v]; e < net->starts[v + 1]; e++) {
            uint32_t to = net->targets[e];

            cq_hold(to < net->vertices && to != v);
            cq_hold(e == net->starts[v] || net->targets[e - 1] < to);
            cq_hold(cq_net_edge(net, v, to) == e);
            cq_hold(cq_net_edge(net, to, v) != SIZE_MAX);
        }
    cq_hold(net->post_at == CQ_NO_VERTEX || cq_net_degree(net, net->hub - 1) == 2);
    return true;
}

bool cq_is_permutation(const uint32_t *image, uint32_t n)
{
    for (uint32_t to = 0; to < n && n <= VERTICES_WALKED; to++) {
        uint32_t from = 0;

        while (from < n && image[from] != to)
            from++;
        if (from == n)
            return false;
    }
    return true;
}

/* Whether one of the mirrors is a, then b. */
static bool has_product(const cq_mirrors *mirrors, uint32_t n, const uint32_t *a,
                        const uint32_t *b)
{
    for (size_t m = 0; m < mirrors->count; m++) {
        const uint32_t *image = mirrors->images + m * n;
        uint32_t v = 0;

        while (v < n && image[v] == b[a[v]])
            v++;
        if (v == n)
            return true;
    }
    return false;
}

bool cq_mirrors_check(const cq_mirrors *mirrors, const cq_net *net)
{
    uint32_t n = net->vertices;

    for (uint32_t v = 0; v < n; v++)
        cq_hold(mirrors->images[v] == v);
    for (size_t a = 0; a < mirrors->count; a++)
        cq_hold(cq_is_permutation(mirrors->images + a * n, n));
    for (size_t a = 0; a < mirrors->count && mirrors->count <= MIRRORS_WALKED; a++)
        for (size_t b = 0; b < mirrors->count; b++)
            cq_hold(has_product(mirrors, n, mirrors->images + a * n,
                                mirrors->images + b * n));
    return true;
}

/* ---- the plan ---- */

/* How many of the first `count` steps of a side decide the edge; with `onto`, how many
 * images of their edges are it. */
static unsigned times_decided(const cq_plug_side *side, size_t count,
                              const uint32_t *onto, uint32_t a, uint32_t b)
{
    unsigned times = 0;

    for (size_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < side->steps.at[i].to; k++) {
            uint32_t v = side->steps.at[i].v;
            uint32_t to = side->targets.at[side->steps.at[i].first + k];

            v = onto ? onto[v] : v;
            to = onto ? onto[to] : to;
            times += (v == a && to == b) || (v == b && to == a);
        }
    return times;
}

static bool edges_check(const cq_net *net, const cq_plug_plan *plan)
{
    const cq_plug_side *sides = plan->sides;

    for (uint32_t v = 0; v < net->vertices; v++)
        for (size_t e = net->starts[v]; e < net->starts[v + 1]; e++) {
            uint32_t to = net->targets[e];
            unsigned times =
                times_decided(&sides[0], sides[0].steps.count, NULL, v, to);

            if (plan->split == CQ_SPLIT_TWO)
                times += times_decided(&sides[1], sides[1].steps.count, NULL, v, to);
            if (plan->split == CQ_SPLIT_MIRROR)
                times += times_decided(&sides[0], plan->kept, plan->onto, v, to);
            cq_hold(times == 1);
        }
    return true;
}

/* Vertices that are done with go in the order of their positions, so that the one at
 * hand comes before all that have a slot. */
static bool side_check(const cq_net *net, const cq_plug_side *side)
{
    bool last = true;

    cq_hold(cq_is_permutation(side->position, net->vertices));
    for (size_t i = 0; i < side->steps.count; i++) {
        const cq_plug_step *step = &side->steps.at[i];

        cq_hold(last || !step->last);
        last = step->last;
        cq_hold(!last || side->position[step->v] == i);
        cq_hold(step->first + step->to <= side->targets.count);
        for (uint32_t k = 0; k < step->to; k++)
            cq_hold(side->position[side->targets.at[step->first + k]] >
                    side->position[step->v]);
    }
    for (size_t i = 1; i < side->rest.count; i++)
        cq_hold(side->position[side->rest.at[i - 1]] <
                side->position[side->rest.at[i]]);
    return true;
}

/* Whether the first steps are done with the images of what this one is, and decide the
 * images of its edges. */
static bool keeps_step(const cq_plug_side *side, size_t count, const uint32_t *image,
                       const cq_plug_step *step)
{
    uint32_t at = side->position[image[step->v]];

    if (step->last)
        cq_hold(at < count && side->steps.at[at].last);
    for (uint32_t k = 0; k < step->to; k++)
        cq_hold(times_decided(side, count, NULL, image[step->v],
                              image[side->targets.at[step->first + k]]) == 1);
    return true;
}

/* If states are folded, all folds keep what was swept; since the last fold, because
 * they have kept what was before. */
static bool folds_check(const cq_net *net, const cq_mirrors *mirrors,
                        const cq_plug_plan *plan, const cq_plug_side *side)
{
    size_t kept = 0;

    for (size_t i = 0; i < side->steps.count; i++)
        for (; kept <= i && side->steps.at[i].fold; kept++)
            for (size_t m = 0; m < plan->folds.count; m++)
                cq_hold(keeps_step(side, i + 1,
                                   mirrors->images +
                                       (size_t)plan->folds.at[m] * net->vertices,
                                   &side->steps.at[kept]));
    return true;
}

bool cq_plug_plan_check(const cq_plug_plan *plan, const cq_net *net,
                        const cq_mirrors *mirrors)
{
    bool small = net->starts[net->vertices] <= EDGES_MOST;

    if (!plan->sides[0].steps.count) /* not to be run */
        return true;
    for (unsigned s = 0; s < (plan->split == CQ_SPLIT_TWO ? 2 : 1); s++) {
        cq_hold(side_check(net, &plan->sides[s]));
        cq_hold(!small || folds_check(net, mirrors, plan, &plan->sides[s]));
    }
    cq_hold(plan->split != CQ_SPLIT_MIRROR || plan->kept <= plan->sides[0].steps.count);
    cq_hold(plan->split == CQ_SPLIT_NONE || plan->maps > 0);
    for (size_t k = 0; k < plan->maps; k++)
        cq_hold(cq_is_permutation(plan->onto + k * net->vertices, net->vertices));
    cq_hold(!small || edges_check(net, plan));
    return true;
}

/* ---- a state, with the vertices of its slots ---- */

typedef struct state {
    const cq_plug_layer *layer;
    uint8_t degree[CQ_SLOTS_MOST];
    uint8_t mate[CQ_SLOTS_MOST]; /* of an end: the slot of the other */
} state;

/* Vertices that are untouched do not count, with a slot or without. */
static uint64_t value_of(const state *s)
{
    uint64_t value = 1;

    for (unsigned i = 0; i < s->layer->slots; i++) {
        uint32_t v = s->layer->vertex[i];

        if (s->degree[i])
            value = cq_mod61_plus(value, cq_mod61_mix(v, s->degree[i]));
        if (s->degree[i] == 1 && i < s->mate[i]) {
            uint32_t mate = s->layer->vertex[s->mate[i]];

            value = cq_mod61_plus(
                value, cq_mod61_mix(v < mate ? v : mate, 3 + (v < mate ? mate : v)));
        }
    }
    return cq_mod61_mix(value, 1);
}

static void read_state(const cq_matings *matings, const cq_plug_layer *layer,
                       cq_pattern pattern, uint64_t rank, state *out)
{
    uint8_t partners[CQ_MATING_MOST], slots[CQ_MATING_MOST];
    unsigned ends = 0;

    *out = (state){.layer = layer};
    for (unsigned i = 0; i < layer->slots; i++) {
        out->degree[i] =
            (uint8_t)cq_pattern_at(pattern, cq_slot_shift(i, layer->slots));
        if (out->degree[i] == 1)
            slots[ends++] = (uint8_t)i;
    }
    cq_mating_partners(matings, ends, rank, partners);
    for (unsigned k = 0; k < ends; k++)
        out->mate[slots[k]] = slots[partners[k]];
}

/* All states of a layer that have a number. */
typedef bool visit_fn(void *user, const state *s, uint64_t number);

static bool visit_block(const cq_matings *matings, const cq_plug_layer *layer,
                        cq_pattern pattern, const cq_plug_block *block, visit_fn *visit,
                        void *user)
{
    unsigned ends = cq_pattern_ends(pattern);
    size_t numbers = cq_plug_block_numbers(block, matings, ends);

    for (size_t i = 0; i < numbers; i++) {
        const uint64_t *number = block->words + i * layer->limbs;
        state s;

        if (cq_limbs_are_zero(number, layer->limbs))
            continue;
        read_state(matings, layer, pattern,
                   cq_plug_block_rank(block, ends, layer->limbs, i), &s);
        cq_hold(visit(user, &s, cq_mod61_words(number, layer->limbs)));
    }
    return true;
}

/* A disk that fails is none of this: what could be read is looked at. */
static bool visit_states(const cq_matings *matings, const cq_plug_layer *layer,
                         visit_fn *visit, void *user)
{
    cq_plug_cursor c;
    cq_status status;
    bool right = true;

    cq_plug_cursor_init(&c, layer, matings);
    for (status = cq_plug_cursor_read_on(&c);
         right && status == CQ_OK && cq_plug_cursor_has(&c);
         status = cq_plug_cursor_next(&c))
        right = visit_block(matings, layer, cq_plug_cursor_pattern(&c),
                            cq_plug_cursor_block(&c), visit, user);
    cq_plug_cursor_free(&c);
    return right;
}

static bool add_state(void *user, const state *s, uint64_t number)
{
    cq_plug_witness *witness = user;

    witness->states++;
    witness->sum = cq_mod61_plus(witness->sum, number);
    witness->print = cq_mod61_plus(witness->print, cq_mod61_times(number, value_of(s)));
    return true;
}

/* ---- one layer ---- */

static void add_number(mpz_t total, const uint64_t *words, unsigned limbs)
{
    mpz_t number;

    mpz_init(number);
    cq_limbs_read(number, words, limbs);
    mpz_add(total, total, number);
    mpz_clear(number);
}

static bool block_check(const cq_matings *matings, const cq_plug_layer *layer,
                        cq_pattern pattern, const cq_plug_block *block, mpz_t total)
{
    unsigned ends = cq_pattern_ends(pattern);
    size_t numbers = cq_plug_block_numbers(block, matings, ends);

    cq_hold(ends % 2 == 0 && ends <= CQ_MATING_MOST && ends <= layer->slots);
    for (size_t i = 0; i < numbers; i++) {
        const uint64_t *words = block->words + i * layer->limbs;

        cq_hold(!block->entries || !cq_limbs_are_zero(words, layer->limbs));
        cq_hold(cq_plug_block_rank(block, ends, layer->limbs, i) <
                matings->counts[ends]);
        add_number(total, words, layer->limbs);
    }
    return true;
}

/* Patterns ascend; of layers that are not too large every number is looked at. */
static bool blocks_check(const cq_matings *matings, const cq_plug_layer *layer,
                         mpz_t total)
{
    cq_pattern before = cq_wide_of(0);
    cq_plug_cursor c;
    cq_status status;
    bool whole = true, first = true;

    cq_plug_cursor_init(&c, layer, matings);
    for (status = cq_plug_cursor_read_on(&c);
         whole && status == CQ_OK && cq_plug_cursor_has(&c);
         status = cq_plug_cursor_next(&c)) {
        cq_pattern pattern = cq_plug_cursor_pattern(&c);

        whole = (first || cq_wide_below(before, pattern)) &&
                cq_pattern_is_sound(pattern, layer->slots) &&
                (layer->states > STATES_MOST ||
                 block_check(matings, layer, pattern, cq_plug_cursor_block(&c), total));
        before = pattern;
        first = false;
    }
    cq_plug_cursor_free(&c);
    return whole;
}

bool cq_plug_layer_check(const cq_plug_layer *layer, const cq_matings *matings,
                         const cq_plug_side *side, bool shared)
{
    bool whole;
    size_t bits;
    mpz_t total;

    cq_hold(layer->slots <= CQ_SLOTS_MOST && layer->limbs > 0);
    for (unsigned i = 1; i < layer->slots; i++)
        cq_hold(side->position[layer->vertex[i - 1]] <
                side->position[layer->vertex[i]]);
    mpz_init(total);
    whole = blocks_check(matings, layer, total);
    bits = mpz_sgn(total) ? mpz_sizeinbase(total, 2) : 0;
    mpz_clear(total);
    cq_hold(whole && (layer->states > STATES_MOST || layer->total_bits == bits ||
                      (shared && layer->total_bits > bits)));
    return true;
}

/* ---- what a step must come to ---- */

typedef struct foreseeing {
    const cq_net *net;
    const cq_plug_side *side;
    const cq_plug_step *step;
    const bool *decided;
    bool closing;        /* every vertex that is left has a slot */
    const cq_u32s *must; /* edges that are in every tour */
    cq_plug_witness *witness;
} foreseeing;

/* An edge between two slots; false if one is done or the path would close. */
static bool link(state *s, unsigned a, unsigned b, bool *closed)
{
    unsigned end_a = s->degree[a] ? s->mate[a] : a;
    unsigned end_b = s->degree[b] ? s->mate[b] : b;

    if (s->degree[a] == 2 || s->degree[b] == 2)
        return false;
    *closed = end_a == b;
    s->degree[a]++;
    s->degree[b]++;
    s->mate[end_a] = (uint8_t)end_b;
    s->mate[end_b] = (uint8_t)end_a;
    return true;
}

/* Edges that may still be taken at a vertex, and those that are. */
static unsigned chances(const foreseeing *f, const state *s, uint32_t v)
{
    unsigned slot = cq_slot_of(s->layer->vertex, s->layer->slots, v);
    unsigned sum = slot < s->layer->slots ? s->degree[slot] : 0;

    for (size_t e = f->net->starts[v]; e < f->net->starts[v + 1]; e++) {
        unsigned other =
            cq_slot_of(s->layer->vertex, s->layer->slots, f->net->targets[e]);

        if (!f->decided[e] && (other == s->layer->slots || s->degree[other] < 2))
            sum++;
    }
    return sum;
}

/* The vertices whose chances the step has changed: its own, the others of its edges,
 * and what these still have edges to. */
static bool may_complete(const foreseeing *f, const state *s)
{
    const uint32_t *to = f->side->targets.at + f->step->first;

    if (!f->step->last && chances(f, s, f->step->v) < 2)
        return false;
    for (uint32_t i = 0; i < f->step->to; i++) {
        if (chances(f, s, to[i]) < 2)
            return false;
        for (size_t e = f->net->starts[to[i]]; e < f->net->starts[to[i] + 1]; e++)
            if (!f->decided[e] && chances(f, s, f->net->targets[e]) < 2)
                return false;
    }
    return true;
}

static bool is_all_done(const state *s)
{
    for (unsigned i = 0; i < s->layer->slots; i++)
        if (s->degree[i] != 2)
            return false;
    return true;
}

/* Whether an edge of the step that must be used is not among these. */
static bool leaves_out(const foreseeing *f, const cq_plug_layer *layer,
                       const unsigned *slots, unsigned count)
{
    const uint32_t *to = f->side->targets.at + f->step->first;

    for (uint32_t i = 0; i < f->step->to; i++) {
        unsigned slot = cq_slot_of(layer->vertex, layer->slots, to[i]);

        if (cq_pairs_have(f->must, f->step->v, to[i]) &&
            !(count > 0 && slots[0] == slot) && !(count > 1 && slots[1] == slot))
            return true;
    }
    return false;
}

/* The state with these edges, if it is one that can become a tour. */
static void choose(const foreseeing *f, const state *before, uint64_t number,
                   const unsigned *slots, unsigned count)
{
    state s = *before;
    unsigned v = cq_slot_of(s.layer->vertex, s.layer->slots, f->step->v);
    bool closed = false;

    if (leaves_out(f, s.layer, slots, count))
        return;
    for (unsigned i = 0; i < count; i++)
        if (closed || !link(&s, v, slots[i], &closed))
            return;
    if (closed && !(f->closing && is_all_done(&s)))
        return;
    if (f->step->last) {
        if (s.degree[v] != 2)
            return;
        s.degree[v] = 0; /* it is gone */
    }
    if (may_complete(f, &s))
        add_state(f->witness, &s, number);
}

static bool take_step(void *user, const state *s, uint64_t number)
{
    const foreseeing *f = user;
    const uint32_t *to = f->side->targets.at + f->step->first;

    choose(f, s, number, NULL, 0);
    for (uint32_t a = 0; a < f->step->to; a++) {
        unsigned slots[2] = {cq_slot_of(s->layer->vertex, s->layer->slots, to[a])};

        choose(f, s, number, slots, 1);
        for (uint32_t b = a + 1; b < f->step->to; b++) {
            slots[1] = cq_slot_of(s->layer->vertex, s->layer->slots, to[b]);
            choose(f, s, number, slots, 2);
        }
    }
    return true;
}

/* Of a share nothing follows for what the rank will have. */
static bool is_watched(const cq_plugs *plugs, const cq_plug_layer *layer)
{
    return layer->states <= STATES_MOST && !plugs->spread;
}

bool cq_plug_watch(cq_plugs *plugs, const cq_plug_side *side, size_t at,
                   const bool *decided, const cq_plug_layer *layer)
{
    foreseeing f = {.net = &plugs->net,
                    .side = side,
                    .step = &side->steps.at[at],
                    .decided = decided,
                    .must = &plugs->run->problem->graph.must,
                    .witness = &plugs->witness};

    f.closing = side->rest.count == 0 && plugs->net.vertices - at == layer->slots;
    plugs->witness = (cq_plug_witness){.known = is_watched(plugs, layer)};
    return !plugs->witness.known || visit_states(&plugs->matings, layer, take_step, &f);
}

/* The states that came, in `came`, against those that were foreseen: no more of them,
 * and the same sum. */
static bool compare_witness(const cq_plugs *plugs, const cq_plug_layer *layer,
                            cq_plug_witness *came)
{
    if (!plugs->witness.known)
        return true;
    cq_hold(visit_states(&plugs->matings, layer, add_state, came));
    cq_hold(came->states == layer->states && came->states <= plugs->witness.states);
    cq_hold(came->sum == plugs->witness.sum);
    return true;
}

bool cq_plug_check(const cq_plugs *plugs, const cq_plug_side *side,
                   const cq_plug_layer *layer)
{
    cq_plug_witness came = {0};

    cq_hold(cq_plug_layer_check(layer, &plugs->matings, side, plugs->spread));
    cq_hold(compare_witness(plugs, layer, &came));
    cq_hold(!plugs->witness.known || came.print == plugs->witness.print);
    return true;
}

bool cq_plug_fold_watch(cq_plugs *plugs, const cq_plug_layer *layer)
{
    plugs->witness = (cq_plug_witness){.known = is_watched(plugs, layer)};
    return !plugs->witness.known ||
           visit_states(&plugs->matings, layer, add_state, &plugs->witness);
}

/* Folding makes other states of the same numbers: how many they were cannot grow, and
 * their sum stays. */
bool cq_plug_fold_check(const cq_plugs *plugs, const cq_plug_side *side,
                        const cq_plug_layer *layer)
{
    cq_plug_witness came = {0};

    cq_hold(cq_plug_layer_check(layer, &plugs->matings, side, plugs->spread));
    return compare_witness(plugs, layer, &came);
}

/* ---- two layers ---- */

typedef struct pairing {
    const cq_plugs *plugs;
    const cq_plug_layer *other;
    const uint32_t *onto; /* the map at hand */
    state one;
    uint64_t number, sum;
} pairing;

/* Whether two states make one cycle: at every vertex two edges together, and from an
 * end on one side and the other in turn past all of them. */
static bool make_tour(const pairing *p, const state *y)
{
    const state *x = &p->one;
    unsigned slot[CQ_SLOTS_MOST], ends = 0, passed = 0, start = CQ_SLOTS_MOST, at;

    for (unsigned i = 0; i < x->layer->slots; i++)
        slot[i] = CQ_SLOTS_MOST;
    for (unsigned k = 0; k < y->layer->slots; k++) {
        unsigned i =
            cq_slot_of(x->layer->vertex, x->layer->slots, p->onto[y->layer->vertex[k]]);

        if (i < x->layer->slots)
            slot[i] = k;
        else if (y->degree[k])
            return false; /* on this side it is done */
    }
    for (unsigned i = 0; i < x->layer->slots; i++) {
        unsigned theirs = slot[i] < CQ_SLOTS_MOST ? y->degree[slot[i]] : 0;

        if (x->degree[i] + theirs != 2)
            return false;
        if (x->degree[i] == 1) {
            ends++;
            start = i;
        }
    }
    if (!ends)
        return false;
    at = start;
    do {
        unsigned mate = x->mate[at], theirs = y->mate[slot[mate]];

        at = cq_slot_of(x->layer->vertex, x->layer->slots,
                        p->onto[y->layer->vertex[theirs]]);
        passed += 2;
    } while (at != start && passed <= ends);
    return passed == ends;
}

static bool pair_other(void *user, const state *s, uint64_t number)
{
    pairing *p = user;

    if (make_tour(p, s))
        p->sum = cq_mod61_plus(p->sum, cq_mod61_times(p->number, number));
    return true;
}

static bool pair_one(void *user, const state *s, uint64_t number)
{
    pairing *p = user;
    const cq_plug_plan *plan = &p->plugs->plan;

    p->one = *s;
    p->number = number;
    for (size_t map = 0; map < plan->maps; map++) {
        p->onto = plan->onto + map * p->plugs->net.vertices;
        cq_hold(visit_states(&p->plugs->matings, p->other, pair_other, p));
    }
    return true;
}

bool cq_plug_join_check(const cq_plugs *plugs, const cq_plug_layer *one,
                        const cq_plug_layer *other, const mpz_t tours)
{
    pairing p = {.plugs = plugs, .other = other};

    if (plugs->spread ||
        (double)one->states * (double)other->states * (double)plugs->plan.maps >
            PAIRS_MOST)
        return true;
    cq_hold(visit_states(&plugs->matings, one, pair_one, &p));
    cq_hold(cq_mod61_times(cq_mod61_number(tours), plugs->plan.maps) == p.sum);
    return true;
}

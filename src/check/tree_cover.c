/* tree_cover.c - is this tree a proof that there is no cover?
 *
 * A node names 1 + an item that needs more options. Whatever is chosen in the end, the
 * first of the item's options in it is one of those that are left, ascending; so the
 * node has a child for each of them, with that option chosen and those before it ruled
 * out. An item that still needs k of them cannot have its first among the last k - 1. A
 * child that leaves some item fewer options than it needs is done with; every other
 * child is a node, and what follows in the file is about it.
 *
 *     state    a bit for each option that is live, which means that it can still be
 *              chosen, and a bit for each item that needs more options. Each node on
 *              the path has one, and so has the child
 *     row      of an option: the state that it leaves of one in which all bits are set.
 *              A child has the bits that its node and the row have. Rows are made when
 *              they are needed, or kept if they are small
 *     counted  items that need several options, or may have several but not all. What
 *              an option does to these is not in its row: it depends on how many are
 *              chosen. Of any other item the first option is enough
 *
 * Memory for one path. Cost: a step goes over the words of a state, and over one or a
 * few words for each item that needs options.
 */
#include "base/assert.h"
#include "check/judge.h"
#include "check/option_lists.h"
#include "check/proof_reader.h"

#include <inttypes.h>
#include <string.h>

/* Also in several copies of the walk. */
#define INLINE static inline __attribute__((always_inline))

enum { ROWS_MOST = 524288 }; /* words of all rows that are kept: 4 MB */

typedef struct thing {
    uint32_t least, most; /* options; a secondary item is full after one */
    uint32_t used;        /* how many are chosen, if that is counted */
    bool counted;
} thing;

typedef struct branch {
    const cq_chunk *next, *end; /* of the item, in which options may be live */
    uint32_t tried;             /* the option of the child */
} branch;

/* What does not change. The walk has a copy of its own, so that the compiler knows it.
 */
typedef struct shape {
    size_t live, size;     /* words of a state: those of options, all */
    uint64_t *rows;        /* of all options, or room for one */
    bool kept;             /* all */
    bool counts;           /* some item is counted */
    const cq_chunk **seen; /* of each item a chunk that had a live option */
} shape;

typedef struct judge {
    cq_context *ctx;
    const cq_cover *cover;
    cq_proof_reader *reader;
    shape shape;
    cq_option_lists lists;   /* of each item its options */
    thing *things;           /* by their items */
    CQ_VEC(uint64_t) states; /* of the path, and of the child */
    uint64_t *top;           /* of the last node; of the child while that is read */
    CQ_VEC(branch) path;
    size_t depths; /* nodes on a path for which there is room in both */
} judge;

static uint64_t bit_of(uint32_t number)
{
    return UINT64_C(1) << number % 64;
}

/* ---- what is left ---- */

/* Whether a counted item has as many live options as it needs. */
__attribute__((noinline)) static bool count_options(const judge *j,
                                                    const uint64_t *state, size_t item)
{
    const thing *t = &j->things[item];
    uint32_t found = t->used;

    for (uint32_t i = j->lists.starts[item]; i < j->lists.starts[item + 1]; i++)
        found += (uint32_t)__builtin_popcountll(j->lists.chunks[i].bits &
                                                state[j->lists.chunks[i].word]);
    return found >= t->least;
}

/* The same of any item. Seldom needed, so not to take registers from where it is not.
 */
__attribute__((noinline)) static bool find_options(const judge *j,
                                                   const uint64_t *state, size_t item)
{
    const cq_chunk *at = j->lists.chunks + j->lists.starts[item];
    const cq_chunk *end = j->lists.chunks + j->lists.starts[item + 1];

    cq_assert(item < j->cover->primary && j->things[item].used < j->things[item].least);

    if (j->shape.counts && j->things[item].counted)
        return count_options(j, state, item);
    while (at < end && !(at->bits & state[at->word]))
        at++;
    if (at == end)
        return false;
    j->shape.seen[item] = at;
    return true;
}

/* Whether this is so of all these items, of which `base` is the first. Most find an
 * option where one was. */
INLINE bool find_all(judge *j, const shape *s, const uint64_t *state, size_t base,
                     uint64_t bits)
{
    for (; bits; bits &= bits - 1) {
        size_t item = base + (unsigned)__builtin_ctzll(bits);
        const cq_chunk *seen = s->seen[item];

        if (!(seen->bits & state[seen->word]) && !find_options(j, state, item))
            return false;
    }
    return true;
}

INLINE bool is_hopeless(judge *j, const shape *s, const uint64_t *state)
{
    for (size_t i = s->live; i < s->size; i++)
        if (!find_all(j, s, state, (i - s->live) * 64, state[i]))
            return true;
    return false;
}

/* The same if only this option went: its own items are to be looked at. */
INLINE bool is_missed(judge *j, const shape *s, const uint64_t *state,
                      const uint64_t *row)
{
    for (size_t i = s->live; i < s->size; i++)
        if (!find_all(j, s, state, (i - s->live) * 64, state[i] & ~row[i]))
            return true;
    return false;
}

INLINE bool is_needy(const shape *s, const uint64_t *state, uint32_t item)
{
    return state[s->live + item / 64] & bit_of(item);
}

/* ---- steps ---- */

/* All of a list go but those of another, which is a part of it. */
static void rule_out(const judge *j, uint64_t *state, uint32_t list, uint32_t but)
{
    const cq_chunk *chunks = j->lists.chunks, *at = chunks + j->lists.starts[list];
    const cq_chunk *end = chunks + j->lists.starts[list + 1];
    const cq_chunk *keep = chunks + j->lists.starts[but];
    const cq_chunk *kept = chunks + j->lists.starts[but + 1];

    for (; at < end; at++) {
        uint64_t gone = at->bits;

        if (keep < kept && keep->word == at->word)
            gone &= ~keep++->bits;
        state[at->word] &= ~gone;
    }
}

/* What an item becomes by one option more, which is then the `used`-th. */
static void fill(const judge *j, uint64_t *state, uint32_t e, uint32_t used)
{
    uint32_t item = j->cover->entries.at[e].item;

    if (used >= j->things[item].least)
        state[j->shape.live + item / 64] &= ~bit_of(item);
    if (used >= j->things[item].most)
        rule_out(j, state, item, j->lists.alike[e]);
}

static void make_row(const judge *j, uint32_t option, uint64_t *row)
{
    const cq_cover *cover = j->cover;

    cq_assert(option < cq_cover_options(cover));
    memset(row, 0xff, j->shape.size * sizeof *row);
    row[option / 64] &= ~bit_of(option);
    for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++)
        if (!j->things[cover->entries.at[e].item].counted)
            fill(j, row, e, 1);
}

INLINE const uint64_t *row_of(const judge *j, const shape *s, uint32_t option)
{
    if (s->kept)
        return s->rows + option * s->size;
    make_row(j, option, s->rows);
    return s->rows;
}

/* The counted items of the option, which the child has chosen. */
static void count_up(judge *j, uint64_t *child, uint32_t option)
{
    const cq_cover *cover = j->cover;

    for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++) {
        thing *t = &j->things[cover->entries.at[e].item];

        cq_assert(!t->counted || t->used < t->most);
        if (t->counted)
            fill(j, child, e, ++t->used);
    }
}

static void count_down(judge *j, uint32_t option)
{
    const cq_cover *cover = j->cover;

    for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++) {
        thing *t = &j->things[cover->entries.at[e].item];

        cq_assert(!t->counted || t->used > 0);
        t->used -= t->counted;
    }
}

/* ---- nodes ---- */

/* Counts again, from what is chosen: who is needy, and that nobody who is full has a
 * live option. */
static bool check_item(const judge *j, const uint64_t *state, uint32_t item)
{
    const cq_cover *cover = j->cover;
    const thing *t = &j->things[item];
    uint32_t used = 0;

    for (size_t i = 0; i < j->path.count; i++) {
        uint32_t option = j->path.at[i].tried;

        cq_hold(!(state[option / 64] & bit_of(option)));
        for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1];
             e++)
            used += cover->entries.at[e].item == item;
    }
    cq_hold(!t->counted || t->used == used);
    cq_hold(is_needy(&j->shape, state, item) == (used < t->least));
    for (uint32_t i = j->lists.starts[item]; i < j->lists.starts[item + 1]; i++)
        cq_hold(used < t->most || item >= cover->primary ||
                !(j->lists.chunks[i].bits & state[j->lists.chunks[i].word]));
    return true;
}

static bool check_state(const judge *j, const uint64_t *state)
{
    for (uint32_t item = 0; item < j->cover->items.count; item++)
        cq_hold(check_item(j, state, item));
    return true;
}

INLINE bool is_solved(const shape *s, const uint64_t *state)
{
    uint64_t needy = 0;

    for (size_t i = s->live; i < s->size; i++)
        needy |= state[i];
    return needy == 0;
}

/* For one more on the path, and for its child. */
__attribute__((noinline)) static cq_status make_room(judge *j)
{
    size_t depth = j->path.count;

    cq_assert(j->states.count == 0); /* what is in use follows from the path */
    cq_try(cq_vec_reserve(j->ctx, &j->path, 1));
    cq_try(cq_vec_reserve(j->ctx, &j->states, (depth + 2) * j->shape.size));
    j->top = j->states.at + depth * j->shape.size;
    j->depths = j->states.room / j->shape.size - 1;
    if (j->depths > j->path.room)
        j->depths = j->path.room;
    return CQ_OK;
}

/* An item that needs one option has it in every child: the node does not need it any
 * more. */
INLINE cq_status enter(judge *j, const shape *s, uint32_t item)
{
    const cq_chunk *chunks = j->lists.chunks;
    const uint32_t *starts = j->lists.starts + item;
    branch *b;

    if (j->path.count == j->depths)
        cq_try(make_room(j));
    if (!s->counts || !j->things[item].counted)
        j->top[s->live + item / 64] ^= bit_of(item);
    b = &j->path.at[j->path.count++];
    b->next = chunks + starts[0];
    b->end = chunks + starts[1];
    return CQ_OK;
}

static cq_status refuse(judge *j, const char *why, bool *more)
{
    *more = false;
    return cq_proof_refuse(j->reader, 0, why);
}

/* What the node branches on; no *more if nothing can be proved by that. */
INLINE cq_status read_node(judge *j, const shape *s, bool *more)
{
    const uint64_t *state = j->top;
    uint64_t number;

    cq_assert(!cq_walk_due(j->reader->nodes, j->cover->entries.count) ||
              check_state(j, state));
    if (is_solved(s, state))
        return refuse(j, "what is chosen here is a solution", more);
    cq_try(cq_proof_next(j->reader, j->path.count, j->cover->primary, &number));
    j->reader->nodes++;
    if (number == 0)
        return refuse(j, "there is no such leaf in a cover", more);
    if (!is_needy(s, state, (uint32_t)number - 1))
        return refuse(j, "it branches on an item that needs nothing more", more);
    return enter(j, s, (uint32_t)number - 1);
}

/* Makes the next child of a node, and rules its option out for those that follow; false
 * if there is none. */
INLINE bool go_down(judge *j, const shape *s, uint64_t *node, branch *b)
{
    const cq_chunk *at = b->next;
    uint64_t *child = node + s->size, bits = 0, lowest;
    const uint64_t *row;

    while (at < b->end && !(bits = at->bits & node[at->word]))
        at++;
    if (at == b->end)
        return false;
    lowest = bits & -bits;
    b->tried = at->word * 64 + (uint32_t)__builtin_ctzll(bits);
    b->next = at + (bits == lowest);
    node[at->word] ^= lowest;
    row = row_of(j, s, b->tried);
#pragma GCC unroll 4
    for (size_t i = 0; i < s->size; i++)
        child[i] = node[i] & row[i];
    if (s->counts)
        count_up(j, child, b->tried);
    return true;
}

/* Comes back from the last child; false if there is nothing more to try, or if the node
 * cannot do without the option of that child. */
INLINE bool go_on(judge *j, const shape *s, const uint64_t *node, const branch *b)
{
    if (s->counts) {
        count_down(j, b->tried);
        return !is_hopeless(j, s, node);
    }
    return b->next < b->end && !is_missed(j, s, node, row_of(j, s, b->tried));
}

/* Goes on to the next child that is a node; false if the tree is complete. */
INLINE bool advance(judge *j, const shape *s)
{
    branch *b = j->path.at + j->path.count - 1;
    uint64_t *node = j->top;
    bool fresh = true; /* no child of it was tried */

    for (;;) {
        if ((fresh || go_on(j, s, node, b)) && go_down(j, s, node, b)) {
            if (!is_hopeless(j, s, node + s->size))
                break;
        } else {
            if (--j->path.count == 0)
                return false;
            node -= s->size;
            b--;
        }
        fresh = false;
    }
    j->top = node + s->size;
    return true;
}

INLINE cq_status walk_in(judge *j, shape s)
{
    bool more = !is_hopeless(j, &s, j->top);

    while (more) {
        cq_try(cq_poll_at(j->ctx, j->reader->nodes + 1));
        cq_try(read_node(j, &s, &more));
        more = more && advance(j, &s);
    }
    return cq_proof_finish(j->reader);
}

/* The same for states of a size that the compiler knows, which spares the loops over
 * their words: pigeons take half as long. */
INLINE cq_status walk_small(judge *j, size_t live)
{
    return walk_in(j, (shape){.live = live,
                              .size = live + 1,
                              .rows = j->shape.rows,
                              .kept = true,
                              .seen = j->shape.seen});
}

static cq_status walk(judge *j)
{
    const shape *s = &j->shape;

    if (s->kept && !s->counts && s->size == s->live + 1)
        switch (s->live) {
        case 1: return walk_small(j, 1);
        case 2: return walk_small(j, 2);
        case 3: return walk_small(j, 3);
        default: break;
        }
    return walk_in(j, *s);
}

/* ---- making ---- */

static void make_thing(judge *j, uint32_t item)
{
    bool primary = item < j->cover->primary;
    thing t = {.least = primary ? j->cover->items.at[item].least : 0,
               .most = primary ? j->cover->items.at[item].most : 1};

    t.counted = t.least > 1 || (t.most > 1 && t.most < cq_cover_options(j->cover));
    j->shape.counts |= t.counted;
    j->things[item] = t;
    j->shape.seen[item] = &j->lists.chunks[j->lists.none];
}

/* The state in which nothing is chosen. */
static void begin(judge *j)
{
    uint64_t *state = j->top;

    memset(state, 0, j->shape.size * sizeof *state);
    for (uint32_t option = 0; option < cq_cover_options(j->cover); option++)
        state[option / 64] |= bit_of(option);
    for (uint32_t i = 0; i < j->cover->items.count; i++) {
        if (j->things[i].least)
            state[j->shape.live + i / 64] |= bit_of(i);
        if (j->things[i].most == 0)
            rule_out(j, state, i, (uint32_t)j->cover->items.count);
    }
}

static cq_status make(judge *j)
{
    size_t options = cq_cover_options(j->cover), items = j->cover->items.count;

    j->shape.live = options / 64 + 1;
    j->shape.size = j->shape.live + items / 64 + 1;
    j->shape.kept = options <= ROWS_MOST / j->shape.size;
    j->things = cq_alloc(j->ctx, items, sizeof *j->things);
    j->shape.seen = cq_alloc(j->ctx, items, sizeof *j->shape.seen);
    j->shape.rows = cq_alloc(j->ctx, (j->shape.kept ? options : 1) * j->shape.size,
                             sizeof *j->shape.rows);
    cq_try_memory(j->things && j->shape.seen && j->shape.rows);
    cq_try(cq_option_lists_make(j->ctx, j->cover, &j->lists));
    cq_try(make_room(j));
    for (uint32_t item = 0; item < items; item++)
        make_thing(j, item);
    for (uint32_t option = 0; j->shape.kept && option < options; option++)
        make_row(j, option, j->shape.rows + option * j->shape.size);
    begin(j);
    return CQ_OK;
}

cq_status cq_judge_cover_tree(const cq_cover *cover, cq_proof_reader *reader)
{
    judge j = {.ctx = reader->ctx, .cover = cover, .reader = reader};
    cq_status status = make(&j);

    cq_then(status, walk(&j));
    cq_option_lists_free(&j.lists);
    cq_free_each(j.things, j.shape.seen, j.shape.rows);
    cq_vec_free_each(&j.states, &j.path);
    return status;
}

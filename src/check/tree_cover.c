/* tree_cover.c - is this tree a proof that there is no cover?
 *
 * A node names 1 + an item that needs more options. Whatever is chosen in the end, the
 * first of the item's options in it is one of those that are left, ascending; so the
 * node has a child for each of them, with that option chosen and those before it ruled
 * out. An item that still needs k of them cannot have its first among the last k - 1. A
 * child that leaves some item fewer options than it needs is done with; every other
 * child is a node, and what follows in the file is about it.
 *
 *     out[o]       option o can not be chosen any more, or is chosen
 *     trail        those options, in the order in which they went out
 *     lists        of each item its entries; the first left[i] are of options that are
 *                  not out. One that goes out changes places with the last of these, so
 *                  that it comes back when left[i] grows again, in the reverse order
 *                  (P. Briggs and L. Torczon, An efficient representation for sparse
 *                  sets, 1993)
 *     place[e]     where entry e stands in the list of its item
 *     needs[i]     options that item i still needs, takes[i]: that it still may get
 *     given[s]     chosen options with a secondary item
 *     path         the branches above: the node's options and how far they were tried
 *
 * Memory for one path. Cost: a step goes over what is left in the lists of the items
 * that it fills, and over the entries of the options that go out.
 */
#include "base/assert.h"
#include "check/judge.h"
#include "check/placed_cover.h"
#include "check/proof_reader.h"

#include <inttypes.h>

typedef struct branch {
    size_t first, next, end; /* in `choices` */
    size_t before;           /* the trail, without the child that is tried */
    size_t start;            /* the trail, without those that were ruled out */
    bool hopeless;           /* by what was ruled out */
} branch;

typedef struct judge {
    cq_context *ctx;
    const cq_cover *cover;
    cq_proof_reader *reader;
    char *sentence;
    size_t *starts; /* the list of item i: from starts[i] to starts[i + 1] */
    uint32_t *lists, *place;
    uint32_t *owner; /* of each entry: its option */
    char *out;
    cq_u32s trail;
    uint32_t *left, *needs, *takes, *given;
    bool hopeless;      /* some item has fewer options left than it needs */
    size_t unsatisfied; /* items that need options */
    CQ_VEC(branch) path;
    cq_u32s choices;
} judge;

/* ---- steps ---- */

static void rule_out(judge *j, uint32_t option)
{
    const cq_cover *cover = j->cover;

    if (j->out[option])
        return;
    cq_assert(j->trail.count < cq_cover_options(cover));
    j->out[option] = 1;
    j->trail.at[j->trail.count++] = option; /* has room for all */
    for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++) {
        uint32_t item = cover->entries.at[e].item, left = --j->left[item];
        uint32_t *last = &j->lists[j->starts[item] + left], other = *last;

        j->lists[j->place[e]] = other;
        j->place[other] = j->place[e];
        *last = e;
        j->place[e] = (uint32_t)(last - j->lists);
        cq_assert(j->place[other] >= j->starts[item] && left < UINT32_MAX);
        if (left < j->needs[item])
            j->hopeless = true;
    }
}

static void bring_back(judge *j, size_t length)
{
    const cq_cover *cover = j->cover;

    while (j->trail.count > length) {
        uint32_t option = j->trail.at[--j->trail.count];

        cq_assert(j->out[option]);
        j->out[option] = 0;
        for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1];
             e++)
            j->left[cover->entries.at[e].item]++;
    }
    j->hopeless = false;
}

/* From the last on: what changes places with one that goes out has been looked at.
 * Stops if the branch is already dead. */
static void rule_out_item(judge *j, uint32_t item, uint32_t but)
{
    for (size_t i = j->left[item]; i-- > 0 && !j->hopeless;) {
        uint32_t e = j->lists[j->starts[item] + i];

        if (but == CQ_NO_COLOUR || j->cover->entries.at[e].colour != but)
            rule_out(j, j->owner[e]);
    }
}

/* First all that the option gives, then what that rules out. */
static void take(judge *j, uint32_t option)
{
    const cq_cover *cover = j->cover;
    const cq_entry *first = cover->entries.at + cover->starts.at[option];
    const cq_entry *end = cover->entries.at + cover->starts.at[option + 1];

    cq_assert(!j->out[option]);
    for (const cq_entry *e = first; e < end; e++)
        if (e->item < cover->primary) {
            cq_assert(j->takes[e->item] > 0); /* else all its options are out */
            j->takes[e->item]--;
            j->unsatisfied -= j->needs[e->item] == 1;
            j->needs[e->item] -= j->needs[e->item] > 0;
        } else {
            j->given[e->item]++;
        }
    rule_out(j, option);
    for (const cq_entry *e = first; e < end; e++)
        if (e->item < cover->primary ? j->takes[e->item] == 0 : j->given[e->item] == 1)
            rule_out_item(j, e->item, e->colour);
}

static void give_back(judge *j, uint32_t option)
{
    const cq_cover *cover = j->cover;

    for (size_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++) {
        uint32_t item = cover->entries.at[e].item;
        const cq_item *bounds = &cover->items.at[item];

        cq_assert(item < cover->primary || j->given[item] > 0);
        if (item >= cover->primary) {
            j->given[item]--;
        } else if (bounds->most - ++j->takes[item] < bounds->least) {
            j->unsatisfied += j->needs[item] == 0;
            j->needs[item]++;
        }
    }
}

/* ---- nodes ---- */

static bool refuse(judge *j, const char *why)
{
    cq_judge_say(j->sentence, CQ_NO, "node %" PRIu64 ", before byte %" PRIu64 ": %s",
                 j->reader->nodes, j->reader->bytes, why);
    return false;
}

/* Counts everything again: what is left of each item, and how many need options. */
static bool check_state(const judge *j)
{
    size_t unsatisfied = 0, out = 0;

    for (uint32_t item = 0; item < j->cover->items.count; item++) {
        uint32_t left = 0;

        for (size_t i = j->starts[item]; i < j->starts[item + 1]; i++)
            left += !j->out[j->owner[j->lists[i]]];
        cq_hold(left == j->left[item] && j->needs[item] <= left);
        unsatisfied += j->needs[item] > 0;
        if (item < j->cover->primary)
            cq_hold(j->needs[item] <= j->takes[item]);
    }
    for (size_t option = 0; option < cq_cover_options(j->cover); option++)
        out += j->out[option] != 0;
    cq_hold(out == j->trail.count && unsatisfied == j->unsatisfied);
    return true;
}

/* What the node branches on; false if that is no item that needs something. */
static cq_status read_node(judge *j, uint32_t *item, bool *sound)
{
    uint64_t number;

    cq_assert(!cq_walk_due(j->reader->nodes, j->cover->entries.count) ||
              check_state(j));
    cq_try(cq_proof_next(j->reader, j->path.count, j->cover->primary, &number));
    j->reader->nodes++;
    *item = (uint32_t)number - 1;
    *sound = number == 0 ? refuse(j, "there is no such leaf in a cover")
             : j->needs[*item] == 0
                 ? refuse(j, "it branches on an item that needs nothing more")
                 : true;
    return CQ_OK;
}

/* Into the choices from `first` on, which ascend; there is room. */
static void insert(judge *j, size_t first, uint32_t option)
{
    size_t at = j->choices.count++;

    for (; at > first && j->choices.at[at - 1] > option; at--)
        j->choices.at[at] = j->choices.at[at - 1];
    j->choices.at[at] = option;
}

static cq_status enter(judge *j, uint32_t item)
{
    branch b = {.first = j->choices.count,
                .next = j->choices.count,
                .before = j->trail.count,
                .start = j->trail.count};

    cq_try(cq_vec_reserve(j->ctx, &j->choices, j->left[item]));
    for (size_t i = 0; i < j->left[item]; i++)
        insert(j, b.first, j->owner[j->lists[j->starts[item] + i]]);
    cq_assert(j->choices.count - b.first == j->left[item]);
    cq_assert(j->left[item] >= j->needs[item]); /* else it was hopeless */
    b.end = j->choices.count - (j->needs[item] - 1);
    return cq_vec_push(j->ctx, &j->path, b);
}

/* Goes on to the next child that is a node; false if the tree is complete. */
static bool advance(judge *j)
{
    while (j->path.count) {
        branch *b = &j->path.at[j->path.count - 1];

        if (b->next > b->first) {
            uint32_t tried = j->choices.at[b->next - 1];

            give_back(j, tried);
            bring_back(j, b->before);
            j->hopeless = b->hopeless;
            rule_out(j, tried);
            b->before = j->trail.count;
            b->hopeless = j->hopeless;
        }
        if (b->next < b->end && !b->hopeless) { /* else so are all that follow */
            take(j, j->choices.at[b->next++]);
            if (!j->hopeless)
                return true;
            continue;
        }
        bring_back(j, b->start);
        j->choices.count = b->first;
        j->path.count--;
    }
    return false;
}

static cq_status walk(judge *j, bool *wrong)
{
    bool more = !j->hopeless, sound = true;
    uint32_t item;

    while (more && sound) {
        cq_try(cq_poll_at(j->ctx, j->reader->nodes + 1));
        if (j->unsatisfied == 0) {
            sound = refuse(j, "what is chosen here is a solution");
            break;
        }
        cq_try(read_node(j, &item, &sound));
        if (sound) {
            cq_try(enter(j, item));
            more = advance(j);
        }
    }
    *wrong = !sound;
    return sound ? cq_proof_finish(j->reader) : CQ_OK;
}

/* ---- making ---- */

static void fill_lists(judge *j)
{
    const cq_cover *cover = j->cover;

    for (size_t e = 0; e < cover->entries.count; e++)
        j->starts[cover->entries.at[e].item + 1]++;
    for (size_t i = 0; i < cover->items.count; i++)
        j->starts[i + 1] += j->starts[i];
    for (uint32_t option = 0; option < cq_cover_options(cover); option++)
        for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1];
             e++) {
            uint32_t item = cover->entries.at[e].item;

            j->owner[e] = option;
            j->place[e] = (uint32_t)j->starts[item] + j->left[item]++;
            j->lists[j->place[e]] = e;
        }
}

static void fill_needs(judge *j)
{
    const cq_cover *cover = j->cover;

    for (uint32_t i = 0; i < cover->primary; i++) {
        j->needs[i] = cover->items.at[i].least;
        j->takes[i] = cover->items.at[i].most;
        j->unsatisfied += j->needs[i] > 0;
        j->hopeless |= j->left[i] < j->needs[i];
    }
    for (uint32_t i = 0; i < cover->primary; i++)
        if (j->takes[i] == 0)
            rule_out_item(j, i, CQ_NO_COLOUR);
}

static bool allocate(judge *j)
{
    size_t items = j->cover->items.count, options = cq_cover_options(j->cover);

    j->starts = cq_zalloc(j->ctx, items + 1, sizeof *j->starts);
    j->lists = cq_alloc(j->ctx, j->cover->entries.count, sizeof *j->lists);
    j->place = cq_alloc(j->ctx, j->cover->entries.count, sizeof *j->place);
    j->owner = cq_alloc(j->ctx, j->cover->entries.count, sizeof *j->owner);
    j->out = cq_zalloc(j->ctx, options, 1);
    j->left = cq_zalloc(j->ctx, items, sizeof *j->left);
    j->needs = cq_zalloc(j->ctx, items, sizeof *j->needs);
    j->takes = cq_zalloc(j->ctx, items, sizeof *j->takes);
    j->given = cq_zalloc(j->ctx, items, sizeof *j->given);
    return j->starts && j->lists && j->place && j->owner && j->out && j->left &&
           j->needs && j->takes && j->given &&
           cq_vec_reserve(j->ctx, &j->trail, options) == CQ_OK;
}

static cq_status judge_cover(cq_context *ctx, const cq_cover *cover,
                             cq_proof_reader *reader, bool *wrong,
                             char sentence[CQ_SENTENCE_SIZE])
{
    judge j = {.ctx = ctx, .cover = cover, .reader = reader, .sentence = sentence};
    cq_status status = CQ_MEMORY;

    if (allocate(&j)) {
        fill_lists(&j);
        fill_needs(&j);
        status = walk(&j, wrong);
    }
    cq_free_each(j.starts, j.lists, j.place, j.owner, j.out, j.left, j.needs, j.takes,
                 j.given);
    cq_vec_free(&j.trail);
    cq_vec_free(&j.path);
    cq_vec_free(&j.choices);
    return status;
}

cq_status cq_judge_cover_tree(cq_context *ctx, const cq_problem *problem,
                              cq_proof_reader *reader, bool *wrong,
                              char sentence[CQ_SENTENCE_SIZE])
{
    return judge_cover(ctx, &problem->cover, reader, wrong, sentence);
}

/* Cells and pieces are items, in the checker's own numbering. */
cq_status cq_judge_tiling_tree(cq_context *ctx, const cq_problem *problem,
                               cq_proof_reader *reader, bool *wrong,
                               char sentence[CQ_SENTENCE_SIZE])
{
    cq_cover cover = {0};
    cq_status status = cq_tiling_cover_make(ctx, problem, &cover);

    if (status == CQ_OK)
        status = judge_cover(ctx, &cover, reader, wrong, sentence);
    cq_cover_free(&cover);
    return status;
}

/* sparse.h - a cover in sparse sets: which options are alive, item by item. */
#ifndef CQ_ENGINE_SEARCH_SPARSE_H
#define CQ_ENGINE_SEARCH_SPARSE_H

#include "base/assert.h"
#include "engine/search/search.h"

#define CQ_SPARSE_CLOSED UINT32_MAX /* the stamp of an item that may not be covered */

/* What is known of an item. */
typedef struct cq_sparse_item {
    uint32_t base, size; /* its living entries are set[base .. base + size) */
    uint32_t need;       /* primary: must still be covered so often; secondary: 0 */
    uint32_t room;       /* primary: may still be covered so often */
    uint32_t users;      /* secondary: chosen options that have it */
    uint32_t stamp; /* the size was saved since the last mark if it is the sparse's */
    uint32_t next, last; /* primary items with room, in their order, as a ring */
} cq_sparse_item;

/* A size to go back to. */
typedef struct cq_sparse_saved {
    uint32_t item, size;
} cq_sparse_saved;

/* A state to go back to. */
typedef struct cq_sparse_mark {
    size_t chosen, saved;
    uint32_t alive;
} cq_sparse_mark;

typedef struct cq_sparse {
    const cq_cover *cover;
    cq_outlet *out;
    uint32_t items, primary, options;
    cq_sparse_item *head; /* by item; the ring begins at head[items] */
    /* By entry of the cover. */
    uint32_t *item, *option; /* to which it belongs */
    uint32_t *where;         /* its place in `set` */
    uint32_t *set;           /* entries */
    uint32_t alive;          /* options */
    cq_sparse_saved *trail;
    size_t saved; /* sizes on the trail */
    uint32_t stamp;
    /* Items all of whose options are needed. */
    uint32_t *forced;
    bool *queued;
    uint32_t waiting;
    uint32_t failed; /* the item that had too few options, if a branch has ended */
} cq_sparse;

cq_status cq_sparse_make(cq_outlet *out, const cq_cover *cover, cq_sparse *sparse);
void cq_sparse_free(cq_sparse *sparse);
/* Walks over all sets and asserts that they agree. */
bool cq_sparse_check(const cq_sparse *sparse);
/* As far as that is affordable at this step. */
bool cq_sparse_check_step(const cq_sparse *sparse, uint64_t step);
/* Whether the cover forbids one of two living options beside the other: an item that
 * is covered once, or a colour. From its entries alone, as walkers compare with it. */
bool cq_sparse_clash(const cq_sparse *sparse, uint32_t a, uint32_t b);

/* These are false if some item can no longer be covered often enough. The first is for
 * one that has no more options than it needs: all of them are forced. */
bool cq_sparse_queue(cq_sparse *sparse, uint32_t item);
bool cq_sparse_remove(cq_sparse *sparse, uint32_t option);
bool cq_sparse_include(cq_sparse *sparse, uint32_t option);
bool cq_sparse_force(cq_sparse *sparse); /* all that is forced, until nothing is */

/* A mark, and back to it, as often as you like. */
cq_sparse_mark cq_sparse_set_mark(cq_sparse *sparse);
void cq_sparse_undo(cq_sparse *sparse, const cq_sparse_mark *mark);

/* Removes what can be in no solution and includes what is in all; false: there is
 * none. */
bool cq_sparse_reduce(cq_sparse *sparse);

/* The tree of sparse sets, over those of the root. */
extern const cq_walker cq_sparse_walker;
/* Sets like those of the root, for a searcher: with the lists that never change. */
cq_status cq_sparse_copy(const cq_sparse *root, cq_sparse *sparse);
void cq_sparse_free_copy(cq_sparse *sparse);

/* Whether a primary item may or must still be covered. */
static inline bool cq_sparse_is_open(const cq_sparse_item *head)
{
    return head->room && (head->size || head->need);
}

/* The living options of an item, in any order. */
static inline void cq_sparse_list(const cq_sparse *s, uint32_t item, uint32_t *options)
{
    const uint32_t *set = s->set + s->head[item].base;

    for (uint32_t i = 0; i < s->head[item].size; i++)
        options[i] = s->option[set[i]];
}

static inline bool cq_sparse_is_alive(const cq_sparse *s, uint32_t option)
{
    uint32_t entry = s->cover->starts.at[option];
    const cq_sparse_item *head;

    cq_assert(option < s->options);
    if (entry == s->cover->starts.at[option + 1])
        return false;
    head = &s->head[s->item[entry]];
    return head->stamp != CQ_SPARSE_CLOSED && s->where[entry] - head->base < head->size;
}

#endif

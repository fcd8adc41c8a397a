/* apart.c - counts covers that fall into independent parts, part by part.
 *
 * Items that share an option belong together; if there are several parts, a solution
 * consists of a solution of each part, and the number of solutions is their product. A
 * search over everything would search the second part once for every solution of the
 * first. The parts are found by union-find over the items (Tarjan, "Efficiency of a
 * good but not linear set union algorithm", Journal of the ACM 22, 1975), secondary
 * items included.
 *
 * This works only for counts: listed solutions come one after the other, and
 * checkpoints and parts belong to a single tree. Items without options are in no part;
 * if one of them must be covered, the whole cover is searched, which ends at once.
 * Cost: linear in the cover for each part. */
#include "engine/search/search.h"

#include "base/assert.h"
#include "base/limbs.h"

#include <string.h>

typedef struct apart {
    cq_run *run;
    const cq_cover *cover;
    uint64_t totals[CQ_DFS_COUNTS]; /* of all parts that were counted */
    const char *names[CQ_DFS_COUNTS];
    uint32_t *root;    /* by item: towards the first of its part */
    uint32_t *renamed; /* by item: its number in its part */
} apart;

/* ---- which items belong together ---- */

static uint32_t find_root(uint32_t *root, uint32_t item)
{
    while (root[item] != item)
        item = root[item] = root[root[item]];
    return item;
}

/* The root of a part is its least item, so that parts come in the order of the items.
 */
static void join(uint32_t *root, uint32_t a, uint32_t b)
{
    a = find_root(root, a);
    b = find_root(root, b);
    root[a < b ? b : a] = a < b ? a : b;
}

static uint32_t first_of(const apart *p, size_t option)
{
    return p->cover->entries.at[p->cover->starts.at[option]].item;
}

static bool is_empty(const apart *p, size_t option)
{
    return p->cover->starts.at[option] == p->cover->starts.at[option + 1];
}

/* Joins the items of each option; *parts counts the parts that have options. */
static void find_parts(apart *p, bool *used, size_t *parts)
{
    const cq_cover *cover = p->cover;

    for (uint32_t i = 0; i < cover->items.count; i++)
        p->root[i] = i;
    for (size_t o = 0; o < cq_cover_options(cover); o++)
        for (uint32_t e = cover->starts.at[o]; e < cover->starts.at[o + 1]; e++) {
            used[cover->entries.at[e].item] = true;
            join(p->root, first_of(p, o), cover->entries.at[e].item);
        }
    *parts = 0;
    for (uint32_t i = 0; i < cover->items.count; i++)
        *parts += used[i] && find_root(p->root, i) == i;
}

static bool lacks_options(const apart *p, const bool *used)
{
    for (size_t i = 0; i < p->cover->primary; i++)
        if (!used[i] && p->cover->items.at[i].least)
            return true;
    return false;
}

/* ---- a part as a cover ---- */

static cq_status take_items(apart *p, uint32_t part, cq_cover *out)
{
    const cq_cover *cover = p->cover;

    for (uint32_t i = 0; i < cover->items.count; i++) {
        const cq_item *item = &cover->items.at[i];
        const char *name = cq_item_name(cover, i);

        if (find_root(p->root, i) == part)
            cq_try(cq_cover_add_item(p->run->ctx, out, name, strlen(name),
                                     i < cover->primary, item->least, item->most,
                                     &p->renamed[i]));
    }
    return CQ_OK;
}

/* Colours are numbers here, which stay as they are. */
static cq_status take_options(const apart *p, uint32_t part, cq_cover *out)
{
    const cq_cover *cover = p->cover;

    for (size_t o = 0; o < cq_cover_options(cover); o++) {
        if (is_empty(p, o) || find_root(p->root, first_of(p, o)) != part)
            continue;
        cq_try(cq_cover_open_option(p->run->ctx, out));
        for (uint32_t e = cover->starts.at[o]; e < cover->starts.at[o + 1]; e++) {
            cq_entry entry = cover->entries.at[e];

            cq_try(cq_cover_add_entry(p->run->ctx, out, p->renamed[entry.item],
                                      entry.colour));
        }
    }
    return CQ_OK;
}

/* ---- counting ---- */

/* A search leaves its number, its counters and its reason in the answer of the run.
 * They are taken out of it after each part; at the end it has those of the whole. */
static void clear_answer(cq_answer *answer)
{
    cq_certificate_free(&answer->certificate);
    answer->found = 0;
    answer->counted = false;
    answer->verdict = CQ_UNKNOWN;
}

static void take_counters(apart *p)
{
    cq_answer *answer = p->run->answer;

    for (size_t i = 0; i < answer->counters.count && i < CQ_DFS_COUNTS; i++) {
        p->names[i] = answer->counters.at[i].name;
        p->totals[i] += answer->counters.at[i].value;
    }
    answer->counters.count = 0;
}

static cq_status count_part(apart *p, uint32_t part, mpz_t product)
{
    cq_answer *answer = p->run->answer;
    cq_cover cover = {0};
    mpz_t number;
    cq_status status = take_items(p, part, &cover);

    cq_then(status, take_options(p, part, &cover));
    clear_answer(answer);
    cq_assert(answer->counters.count == 0);
    cq_then(status, cq_search_connected(p->run, &cover, NULL));
    mpz_init(number);
    if (answer->counted)
        mpz_set(number, answer->count);
    else
        cq_number_set(number, answer->found);
    cq_assert(mpz_sgn(number) >= 0);
    mpz_mul(product, product, number);
    mpz_clear(number);
    take_counters(p);
    cq_cover_free(&cover);
    return status;
}

/* The count as a whole, if the run was not stopped. */
static cq_status tell(const apart *p, const mpz_t number)
{
    cq_run *run = p->run;

    cq_assert(run->answer->counters.count == 0 && mpz_sgn(number) >= 0);
    clear_answer(run->answer);
    if (run->stop == CQ_FINISHED && mpz_sgn(number))
        cq_run_number(run, number);
    else if (run->stop == CQ_FINISHED)
        cq_run_exhausted(run, p->totals[0]);
    for (int i = 0; i < CQ_DFS_COUNTS && p->names[i]; i++)
        cq_try(cq_answer_add_counter(run->answer, p->names[i], p->totals[i]));
    return CQ_OK;
}

/* One part without a solution, or a stop, ends it. */
static cq_status count_parts(apart *p, const bool *used)
{
    cq_status status = CQ_OK;
    mpz_t product;

    mpz_init_set_ui(product, 1);
    for (uint32_t i = 0; i < p->cover->items.count && status == CQ_OK; i++)
        if (used[i] && find_root(p->root, i) == i && mpz_sgn(product) &&
            p->run->stop == CQ_FINISHED)
            status = count_part(p, i, product);
    cq_then(status, tell(p, product));
    mpz_clear(product);
    return status;
}

/* Whether the count may be made of others: it is no list, and its tree is not saved,
 * cut into parts or shared with other processes. */
static bool may_be_made(const cq_run *run)
{
    return run->goal == CQ_GOAL_COUNT && !run->checkpoint && run->parts <= 1 &&
           !run->ranks && !run->sifted;
}

cq_status cq_search_apart(cq_run *run, const cq_cover *cover, bool *done)
{
    apart p = {.run = run, .cover = cover};
    size_t parts = 0;
    bool *used;
    cq_status status = CQ_OK;

    *done = false;
    if (!may_be_made(run) || cover->items.count < 2)
        return CQ_OK;
    p.root = cq_alloc(run->ctx, cover->items.count, sizeof *p.root);
    p.renamed = cq_alloc(run->ctx, cover->items.count, sizeof *p.renamed);
    used = cq_zalloc(run->ctx, cover->items.count, sizeof *used);
    if (p.root && p.renamed && used)
        find_parts(&p, used, &parts);
    else
        status = CQ_MEMORY;
    if (status == CQ_OK && parts > 1 && !lacks_options(&p, used)) {
        *done = true;
        cq_note(run->ctx, "the cover falls apart: %zu parts are counted one by one",
                parts);
        status = count_parts(&p, used);
    }
    cq_free_each(p.root, p.renamed, used);
    return status;
}

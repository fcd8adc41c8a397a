/* rule.h - rules of a tiling: how its pieces may lie beside one another.
 *
 *     apart A,B C       no copy of A or B shares a side with one of C
 *     apart A,B         nor two copies of A, nor two copies of B, with one another
 *     apart A C corners not even a corner
 *     spread A,B        no two copies of A or B share a side or a corner
 *     touch A,B C       every copy of A or B shares a side with another copy, of C
 *     copies A,B 0..3   that many copies of A and B together
 *     no-faults         every straight line across the board is crossed by a piece
 *     no-crosses        nowhere do the corners of four pieces meet
 *     connected A,B     the squares under all copies of A and B are one region
 *
 * A list names pieces, or says "all". Rules belong to a set of pieces, because they
 * speak of them by number; whoever has the pieces has their rules.
 */
#ifndef CQ_PROBLEM_RULE_H
#define CQ_PROBLEM_RULE_H

#include "base/text.h"
#include "board/board.h"

typedef enum cq_rule_kind {
    CQ_RULE_APART,
    CQ_RULE_TOUCH,
    CQ_RULE_COPIES,
    CQ_RULE_FAULTS,
    CQ_RULE_CROSSES,
    CQ_RULE_CONNECTED
} cq_rule_kind;

typedef struct cq_rule {
    char *text; /* as it was written */
    cq_rule_kind kind;
    bool same;             /* apart: copies of the same piece, each of `first` */
    bool corners;          /* apart: not even a corner is shared */
    cq_u32s first, second; /* numbers of pieces, ascending */
    uint32_t least, most;  /* copies */
} cq_rule;

typedef CQ_VEC(cq_rule) cq_rules;

struct cq_pieces;

void cq_rules_free(cq_rules *rules);
/* Reads one rule and adds it to the pieces it is about. */
cq_status cq_rule_read(cq_context *ctx, cq_span text, struct cq_pieces *pieces);
/* Several rules, with semicolons between them. */
cq_status cq_rules_read(cq_context *ctx, const char *source, const char *text,
                        struct cq_pieces *pieces);
/* The rules of one set of pieces for another, by the names in them. */
cq_status cq_rules_copy(cq_context *ctx, const struct cq_pieces *from,
                        struct cq_pieces *to);
/* Whether the rules stay the same if every piece becomes another. */
bool cq_rules_kept(const struct cq_pieces *pieces, const uint32_t *becomes);
uint64_t cq_rules_hash(const cq_rules *rules, uint64_t hash);

static inline bool cq_rule_has(const cq_u32s *list, uint32_t piece)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i] == piece)
            return true;
    return false;
}

/* The first rule of this kind, or NULL. */
static inline const cq_rule *cq_rules_first(const cq_rules *rules, cq_rule_kind kind)
{
    for (size_t i = 0; i < rules->count; i++)
        if (rules->at[i].kind == kind)
            return &rules->at[i];
    return NULL;
}

/* Whether some rule is of this kind. */
static inline bool cq_rules_have(const cq_rules *rules, cq_rule_kind kind)
{
    return cq_rules_first(rules, kind) != NULL;
}

/* The first rule that no items of a cover stand for, or NULL: whoever has solutions of
 * the cover must pass over those that break it. */
static inline const cq_rule *cq_rules_sifting(const cq_rules *rules)
{
    return cq_rules_first(rules, CQ_RULE_CONNECTED);
}

#endif

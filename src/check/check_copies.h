/* check_copies.h - which sums the allowed numbers of copies can make. */
#ifndef CQ_CHECK_CHECK_COPIES_H
#define CQ_CHECK_CHECK_COPIES_H

#include "base/bitset.h"
#include "problem/piece.h"

/* Pieces of the same area and value, taken together: `spare` copies may be used beyond
 * those that must be. */
typedef struct cq_lot {
    uint64_t area;
    int64_t value;
    uint64_t spare;
} cq_lot;

/* What must be used, and what may be. */
typedef struct cq_supply {
    bool too_large; /* what must be used has a larger area than the board */
    uint64_t fixed; /* its area */
    int64_t value;  /* its value */
    uint64_t left;  /* the area that the spare copies have to fill */
    CQ_VEC(cq_lot) lots;
} cq_supply;

/* `values` has a number for each piece, at most its area in size. Lots that cannot
 * change anything (no spare copies, too large) are left out. */
cq_status cq_supply_make(cq_context *ctx, const cq_pieces *pieces,
                         const int64_t *values, size_t area, cq_supply *out);
void cq_supply_free(cq_supply *supply);

/* Whether the spare copies can fill the area that is left, exactly. */
cq_status cq_supply_fills(cq_context *ctx, const cq_supply *supply, bool *out);
/* The largest total value of copies that fill the board; *decided is false if the board
 * is too large for it, *out is INT64_MIN if nothing fills it. */
cq_status cq_supply_best(cq_context *ctx, const cq_supply *supply, bool *decided,
                         int64_t *out);

/* Whether copies that fill the board can have a total value of `wanted` modulo
 * `modulus`, which all values are below; *decided is false if there are too many totals
 * to try. */
cq_status cq_supply_remainder(cq_context *ctx, const cq_supply *supply,
                              uint32_t modulus, uint32_t wanted, bool *decided,
                              bool *out);

/* The same for all areas up to `left` at once: what the spare copies make of each. With
 * modulus 0 that is the best value of each area, INT64_MIN if no copies make it. */
typedef struct cq_supply_table {
    bool decided; /* else it is too large */
    uint32_t modulus;
    char *made;    /* by area and remainder */
    int64_t *best; /* by area */
} cq_supply_table;

cq_status cq_supply_tabulate(cq_context *ctx, const cq_supply *supply, uint32_t modulus,
                             cq_supply_table *out);
void cq_supply_table_free(cq_supply_table *table);
/* Whether what must be used and spare copies of this area make `wanted`, modulo the
 * modulus; with modulus 0, at least that. */
bool cq_supply_makes(const cq_supply *supply, const cq_supply_table *table,
                     uint64_t area, int64_t wanted);

/* set |= set << by, over `words` words; bits beyond are lost. */
void cq_bits_spread_up(cq_word *set, size_t words, size_t by);
/* set = set >> by */
void cq_bits_move_down(cq_word *set, size_t words, size_t by);

#endif

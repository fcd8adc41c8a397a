/* check_copies.h - which sums the allowed numbers of copies can make. */
#ifndef CQ_CHECK_CHECK_COPIES_H
#define CQ_CHECK_CHECK_COPIES_H

#include "base/bitset.h"
#include "problem/piece.h"

/* Pieces of the same area and value, taken together: `spare` copies may be used beyond
 * those that must be, and no more than fit into what is left. */
typedef struct cq_lot {
    uint64_t area;
    int64_t value;
    uint64_t spare;
} cq_lot;

/* What must be used, and what may be. */
typedef struct cq_supply {
    bool too_large; /* what must be used has a larger area than the board */
    int64_t value;  /* its value */
    uint64_t left;  /* the area that the spare copies have to fill */
    CQ_VEC(cq_lot) lots;
    /* What copies make of each area up to `left`: by area and remainder whether there
     * are such; or, with modulus 0, by area their best value, INT64_MIN for none. */
    bool decided; /* else the table would be too large */
    uint32_t modulus;
    char *made;
    int64_t *best;
} cq_supply;

/* `values` has a number for each piece, at most its area in size. Lots that cannot
 * change anything (no spare copies, too large) are left out. */
cq_status cq_supply_make(cq_context *ctx, const cq_pieces *pieces,
                         const int64_t *values, size_t area, cq_supply *out);
void cq_supply_free(cq_supply *supply);

/* Whether the spare copies can fill the area that is left, exactly. */
cq_status cq_supply_fills(cq_context *ctx, const cq_supply *supply, bool *out);

/* Makes the table; all values are below the modulus, unless that is 0. */
cq_status cq_supply_tabulate(cq_context *ctx, cq_supply *supply, uint32_t modulus);
/* Whether copies that leave so much of the area free have a total value of `wanted`,
 * modulo the modulus; with modulus 0, at least that. */
bool cq_supply_makes(const cq_supply *supply, uint64_t unfilled, int64_t wanted);
/* The same in one for copies that fill the area; *decided is false if the table would
 * be too large. */
cq_status cq_supply_can(cq_context *ctx, const cq_pieces *pieces, const int64_t *values,
                        size_t area, uint32_t modulus, int64_t wanted, bool *decided,
                        bool *out);

/* set |= set << by, over `words` words; bits beyond are lost. */
void cq_bits_spread_up(cq_word *set, size_t words, size_t by);
/* set = set >> by */
void cq_bits_move_down(cq_word *set, size_t words, size_t by);

#endif

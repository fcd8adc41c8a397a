/* plug_join.h - the closed tours that two layers form together: their number, and any
 * one of them. */
#ifndef CQ_ENGINE_PLUGS_PLUG_JOIN_H
#define CQ_ENGINE_PLUGS_PLUG_JOIN_H

#include "engine/plugs/ask_blocks.h"
#include "engine/plugs/plug_images.h"

/* Patterns of the first layer with the tours that each makes, in ascending order. */
typedef struct cq_plug_shares {
    CQ_VEC(cq_pattern) patterns;
    CQ_VEC(uint64_t) words; /* a number each */
} cq_plug_shares;

typedef struct cq_plug_joining {
    cq_plugs *plugs;
    const cq_plug_layer *one, *other;
    /* The complements of the other layer, on the first one's slots; */
    cq_plug_imaging there;
    cq_plug_layer images; /* all of them; or no layer, if both are in memory */
    /* and back: from a pattern of the first to that of the other. */
    cq_plug_imaging back;
    size_t tasks;
    mpz_t *sums;            /* one a task */
    cq_plug_shares *shares; /* likewise, if tours are to be drawn; else NULL */
    cq_plug_shares noted;   /* those of all tasks, of this rank's patterns */
    unsigned share_limbs;
} cq_plug_joining;

/* An entry of the other side. */
typedef struct cq_plug_other {
    uint64_t y; /* its mating, with the ends numbered as this side's */
    const uint64_t *number;
} cq_plug_other;

/* What one worker needs to pair blocks; grows, and is kept from block to block. */
typedef struct cq_plug_pairing {
    cq_plug_joining *j;
    const cq_matings *matings;
    cq_context *ctx;
    cq_plug_gatherer *gatherer; /* its full array holds the other side's numbers */
    unsigned limbs;
    cq_plug_words numbers; /* this side's, one array after the other as ends go away */
    cq_plug_words back;    /* for cq_mating_add */
    mpz_t a, b;
    mpz_t sum;               /* of the tours */
    cq_plug_source *sources; /* the other side's blocks of the same ends */
    cq_change *changes;
    bool in_arrays;               /* how a tour is chosen; else */
    CQ_VEC(cq_plug_other) others; /* among these, by y */
} cq_plug_pairing;

/* The number of a tour of two blocks, taken apart: the matings of both sides, and the
 * number of each side's way to its own. */
typedef struct cq_plug_pair_choice {
    uint64_t x, y;
    mpz_t one, other;
} cq_plug_pair_choice;

cq_status cq_plug_pairing_new(cq_plug_joining *j, cq_plug_gatherer *gatherer,
                              cq_plug_pairing *out);
void cq_plug_pairing_free(cq_plug_pairing *p);
/* Adds the tours of the block and the first `count` of p->sources to p->sum. */
cq_status cq_plug_pair(cq_plug_pairing *p, const cq_plug_block *block, unsigned ends,
                       size_t count);
/* The tour of this number, from 0 on, which is lost; after cq_plug_pair_open with the
 * same blocks. */
cq_status cq_plug_pair_open(cq_plug_pairing *p, const cq_plug_block *block,
                            unsigned ends, size_t count);
cq_status cq_plug_pair_choose(cq_plug_pairing *p, const cq_plug_block *block,
                              unsigned ends, mpz_t number, cq_plug_pair_choice *out);

/* Sets what goes where; may lengthen the numbers of both layers. */
cq_status cq_plug_join_open(cq_plugs *plugs, cq_plug_layer *one, cq_plug_layer *other,
                            cq_plug_joining *out);
void cq_plug_join_close(cq_plug_joining *j);
/* The closed tours; each is there as many times as there are maps. */
cq_status cq_plug_join_count(cq_plug_joining *j, mpz_t out);
/* The same without what belongs to all ranks: adds what tasks over both layers come to
 * (join_layers.c); and with what other ranks have (join_shared.c). */
cq_status cq_plug_join_tasks(cq_plug_joining *j, mpz_t out);
cq_status cq_plug_join_shared(cq_plug_joining *j, mpz_t out);
/* The complements of a pattern, to the end of the list. */
cq_status cq_plug_join_want(const cq_plug_joining *j, cq_pattern pattern,
                            cq_plug_patterns *wanted);
/* In memory: p->sources are the complements of a pattern; returns how many. */
size_t cq_plug_join_sources(cq_plug_pairing *p, cq_pattern pattern);

#endif

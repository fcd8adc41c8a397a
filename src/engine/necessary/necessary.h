/* necessary.h - the conditions, each a function that proves the problem impossible or
 * not.
 *
 * Each fills *certificate and leaves its proof at CQ_PROOF_NONE if it proves
 * nothing.
 */
#ifndef CQ_ENGINE_NECESSARY_H
#define CQ_ENGINE_NECESSARY_H

#include "engine/engine.h"

typedef cq_status cq_condition(cq_run *run, cq_certificate *certificate);

cq_condition cq_necessary_area;
cq_condition cq_necessary_colours;
cq_condition cq_necessary_supply;
cq_condition cq_necessary_pieces; /* every needed piece has a place */
cq_condition cq_necessary_cells;  /* every cell can be covered */
cq_condition cq_necessary_items;  /* every item of a cover has options */
cq_condition cq_necessary_degree;
cq_condition cq_necessary_parts; /* the graph is connected */
cq_condition cq_necessary_balance;
cq_condition cq_necessary_ends;    /* of an open tour: their colours */
cq_condition cq_necessary_numbers; /* given ones: they can be as far apart */
cq_condition cq_necessary_sums;    /* of a magic tour: they can be equal */
cq_condition cq_necessary_symmetric;

#endif

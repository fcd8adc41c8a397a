/* mask.h - text that is shown on a terminal without doing anything to it. */
#ifndef CQ_BASE_MASK_H
#define CQ_BASE_MASK_H

/* Replaces control characters and what is not UTF-8 by '?', byte by byte. */
void cq_mask(char *text);

#endif

/* reading.h - covers and graphs that are read from texts, and what is noted on the way.
 */
#ifndef CQ_TESTS_UNIT_READING_H
#define CQ_TESTS_UNIT_READING_H

#include "context.h"
#include "problem/cover.h"
#include "problem/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct fixture {
    cq_cover cover;
    cq_graph graph;
    unsigned notes;
    char note[512]; /* the last */
} fixture;

static void remember_note(void *user, const char *sentence)
{
    fixture *f = user;

    f->notes++;
    snprintf(f->note, sizeof f->note, "%s", sentence);
}

static int set_up(void **state)
{
    *state = calloc(1, sizeof(fixture));
    if (!*state || open_context(state) != 0)
        return 1;
    cq_context_on_note(ctx, remember_note, *state);
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;

    cq_cover_free(&f->cover);
    cq_graph_free(&f->graph);
    free(f);
    return close_context(state);
}

#endif

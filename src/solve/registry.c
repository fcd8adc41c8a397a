/* registry.c - the table of engines.
 *
 * To add an engine: a folder under src/engine, a row here, a page in docs/engines.
 * If two engines say the same of themselves, the one that stands first here goes first.
 */
#include "solve/solve.h"

#include <string.h>

static const cq_engine *const engines[] = {
    &cq_engine_necessary, &cq_engine_colouring,  &cq_engine_matching,
    &cq_engine_gomory,    &cq_engine_direct,     &cq_engine_hall,
    &cq_engine_shuffle,   &cq_engine_cftp,       &cq_engine_kasteleyn,
    &cq_engine_polyomino, &cq_engine_search,     &cq_engine_backtrack,
    &cq_engine_dlx,       &cq_engine_warnsdorff, &cq_engine_rotation,
    &cq_engine_tough,     &cq_engine_cuts,       &cq_engine_plugs,
    &cq_engine_multipath, &cq_engine_conversion, &cq_engine_walk,
    &cq_engine_weave,     &cq_engine_frontier,   &cq_engine_restart,
    &cq_engine_figured,   &cq_engine_biaxial,    &cq_engine_sums,
    &cq_engine_branch,
};

enum { ENGINES = sizeof engines / sizeof *engines };
_Static_assert(sizeof engines / sizeof *engines <= CQ_ENGINES_MOST,
               "a choice holds all engines");

const cq_engine *cq_engine_at(size_t index)
{
    return index < ENGINES ? engines[index] : NULL;
}

/* Names from earlier versions. */
static const struct alias {
    const char *name, *now;
} aliases[] = {{"forced", "multipath"}, {"transfer", "frontier"}};

const char *cq_engine_alias(size_t index, const char **now)
{
    if (index >= sizeof aliases / sizeof *aliases)
        return NULL;
    if (now)
        *now = aliases[index].now;
    return aliases[index].name;
}

const cq_engine *cq_engine_find(const char *name)
{
    const char *alias, *now;

    for (size_t i = 0; (alias = cq_engine_alias(i, &now)); i++)
        if (strcmp(alias, name) == 0)
            name = now;
    for (size_t i = 0; i < ENGINES; i++)
        if (strcmp(engines[i]->name, name) == 0)
            return engines[i];
    return NULL;
}

const char *cq_engine_name(size_t index)
{
    return index < ENGINES ? engines[index]->name : NULL;
}

const char *cq_engine_summary(size_t index)
{
    return index < ENGINES ? engines[index]->summary : NULL;
}

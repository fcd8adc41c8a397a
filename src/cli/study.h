/* study.h - what `chequer experiment` can study: a row in the table of
 * command_experiment.c. */
#ifndef CQ_CLI_STUDY_H
#define CQ_CLI_STUDY_H

#include "cli/cli.h"
#include "cli/table.h"

/* What a plot shows, as it is gathered. */
typedef struct cq_study_plot {
    char title[160];
    char remark[160];
    const char *across;
    const char *names[CQ_SERIES_MOST];
    cq_reals places, shares[CQ_SERIES_MOST];
} cq_study_plot;

typedef struct cq_study {
    const char *name;
    /* Adds its columns, then its rows. *stopped: the user has ended it early. A mistake
     * in the flags is CQ_REFUSED, with its sentence in the context. */
    cq_status (*run)(cq_cli *cli, cq_ensemble_kind kind, cq_table *table,
                     cq_study_plot *plot, bool *stopped);
    bool plots;            /* fills the plot; others get NULL */
    cq_ensemble_kind kind; /* of its graphs, if it has any */
} cq_study;

/* The progress of a study: entries done of all, on standard error. */
typedef struct cq_study_progress {
    cq_progress_line line;
    double started;
    uint64_t done, all; /* entries */
    uint64_t found;     /* in them */
} cq_study_progress;

void cq_study_start(cq_study_progress *progress, const cq_cli *cli, uint64_t all);
/* For cq_options: user is the cq_study_progress. */
bool cq_study_tick(void *user, const cq_progress *progress);

cq_status cq_study_aztec(cq_cli *cli, cq_ensemble_kind kind, cq_table *table,
                         cq_study_plot *plot, bool *stopped);
cq_status cq_study_graphs(cq_cli *cli, cq_ensemble_kind kind, cq_table *table,
                          cq_study_plot *plot, bool *stopped);

#endif

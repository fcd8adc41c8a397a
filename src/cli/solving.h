/* solving.h - a search of the command while it runs: what its parts share.
 *
 *     solve_run.c     from the flags to cq_solve, board by board
 *     solve_print.c   the answer: solutions as they come, and the whole at the end
 *     solve_prove.c   the proof of a no, in a file
 *     solve_tell.c    what standard error says of it, and the exit code
 */
#ifndef CQ_CLI_SOLVING_H
#define CQ_CLI_SOLVING_H

#include "base/file.h"
#include "cli/cli.h"

#include <sys/stat.h>

typedef struct cq_search {
    cq_cli *cli;
    const cq_problem *problem;
    cq_goal goal;
    bool lists;    /* many solutions, printed as they come */
    size_t boards; /* in the file */
    cq_form form;
    cq_progress_line progress;
    cq_file_writer writer;    /* of -o FILE, open if its `out` is set */
    const char *checkpoint;   /* where the state is kept, or NULL */
    bool saved;               /* there is one, of this run or of the one before */
    struct stat saved_before; /* the file of that name before this run's first */
    cq_kept kept;             /* with it, a list in -o FILE; open if its `out` is */
    uint64_t resumed_at;      /* bytes of that list which are there already */
    cq_list *list;            /* NULL before its first solution */
    cq_drawing drawing;       /* of the flags, for the list */
    uint64_t printed;         /* solutions, with those of the run before in -o FILE */
    uint64_t before;          /* of the list, written by the run before */
    bool asked;               /* whether more pictures are wanted */
    bool on_terminal;         /* standard output is */
    double flushed;           /* when standard output was */
    int failure;              /* exit code of what failed, already reported; 0: none */
    bool refused;             /* it was an input, which going on does not help */
} cq_search;

/* ---- solve_print.c ---- */

/* The callbacks of cq_solve; `user` is the search. */
bool cq_search_solution(void *user, const cq_answer *answer);
bool cq_search_progress(void *user, const cq_progress *progress);
bool cq_search_checkpoint(void *user, uint64_t *mark);
/* The answer as a whole, or what is still to be said after a list. */
cq_status cq_search_write(cq_search *run, const cq_answer *answer);
/* Whether the search can be resumed: its list then stays as it is. */
bool cq_search_goes_on(const cq_search *run, const cq_answer *answer);

/* ---- solve_prove.c ---- */

/* --proof: writes why not, if that is the answer; gives the exit code. */
int cq_search_prove(cq_search *run, const cq_answer *answer, int exit_code);

/* ---- solve_tell.c ---- */

/* Writes the answer, says how it went, and gives the exit code. */
int cq_search_finish(cq_search *run, const cq_answer *answer);
/* Reports what failed, which is the exit code of the search. */
void cq_search_fail(cq_search *run, cq_status status);
/* After a failure: what is left to go on from. Without a checkpoint nothing stays. */
void cq_search_leave(cq_search *run);

#endif

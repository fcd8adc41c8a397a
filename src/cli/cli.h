/* cli.h - what the parts of the command share. */
#ifndef CQ_CLI_CLI_H
#define CQ_CLI_CLI_H

#include "base/assert.h"
#include "base/memory.h"
#include "base/suggest.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/flags.h"

enum {
    CQ_EXIT_YES = 0,
    CQ_EXIT_NO = 1,
    CQ_EXIT_USAGE = 2,
    CQ_EXIT_INPUT = 3,
    CQ_EXIT_STOPPED = 4,
    CQ_EXIT_DEFECT = 5
};

/* Functions that give an int give one of these: CQ_EXIT_YES goes on, and what is amiss
 * has been said before another one is given. */

struct cq_cli {
    cq_context *ctx;
    const cq_command *command; /* NULL for the bare `chequer` */
    cq_settings set;
    const char **args; /* those that are no flags; room for all of argv */
    size_t arg_count;
    int argc; /* the line as it was given */
    char *const *argv;
    bool output_failed;     /* standard output, and it was said */
    const char *board_text; /* an argument that was read as a board, for its caret */
    cq_ranks ranks;         /* count 0: started without mpirun */
    void *module;           /* that knows MPI */
};

/* ---- mpirun.c: one of several that mpirun has started ---- */

/* Finds the others, if there are any; gives CQ_EXIT_YES, or another exit code after a
 * message. */
int cq_ranks_join(cq_cli *cli);
/* How many mpirun has started, by the environment; 0: it was not mpirun. */
unsigned long cq_ranks_started(void);
/* For a problem on standard input: all ranks get what rank 0 reads.
 * True, or false after a message. */
bool cq_ranks_share_input(cq_cli *cli);
/* Waits until all are done. */
void cq_ranks_leave(cq_cli *cli);
/* NULL: this process is alone. */
const cq_ranks *cq_ranks_of(const cq_cli *cli);
/* This is another rank than 0: it prints and writes nothing. */
bool cq_ranks_follows(const cq_cli *cli);

/* ---- parse.c ---- */

/* Fills command, set and args from the line. */
int cq_cli_parse(cq_cli *cli);

/* ---- guess.c: what was meant by a line that is nearly right ---- */

/* Walks over what it knows, for checked builds: what it proposes is there. */
bool cq_guess_check(void);
/* There is no command of the first word: a message; gives the exit code. */
int cq_guess_command(cq_cli *cli, char *const *words, size_t count);
/* There are too many arguments: if they are a board in parts, a message, and the exit
 * code; else 0. */
int cq_guess_board(cq_cli *cli);
/* There is no flag of these letters: if they are a square to be removed from the board
 * before them, a message, and the exit code; else 0. */
int cq_guess_removed(cq_cli *cli, const char *letters);

/* ---- values.c: the values of flags ---- */

bool cq_value_time(const char *text, double *out);   /* "90", "0.5", "500ms", "1h30m" */
bool cq_value_size(const char *text, uint64_t *out); /* "4096", "500M", "2GiB" */
bool cq_value_part(const char *text, uint32_t *part, uint32_t *parts); /* "2/5" */

/* ---- ranges.c ---- */

typedef CQ_VEC(double) cq_reals;

/* "7..15", "100..900..200", "3,4.5": appends them. A range without a step goes by ones,
 * or with `tens` by the largest power of ten not above its first number. CQ_REFUSED
 * with a message about the flag if it is something else. */
cq_status cq_value_numbers(cq_context *ctx, const char *flag, const char *text,
                           bool tens, cq_reals *out);

/* ---- again.c ---- */

/* The command line that resumes from the checkpoint, and a line end. */
void cq_again_write(const cq_cli *cli, const char *checkpoint, FILE *out);

/* ---- partial_file.c: a list in a file that outlives the run ---- */

typedef struct cq_kept {
    const char *path;
    char *partial; /* the path where it is until it is complete */
    FILE *out;     /* NULL: not open */
} cq_kept;

/* Resumed: `length` bytes of it are there already; the rest is cut off. */
cq_status cq_kept_open(cq_context *ctx, const char *path, bool resumed, uint64_t length,
                       cq_kept *kept);
/* What was written is on the disk; *length says how much, unless it is not open. */
cq_status cq_kept_secure(cq_context *ctx, cq_kept *kept, uint64_t *length);
cq_status cq_kept_complete(cq_context *ctx, cq_kept *kept);
void cq_kept_close(cq_kept *kept);
/* Closes the list and removes it: no checkpoint says how to continue it. */
void cq_kept_drop(cq_kept *kept);

/* ---- report.c: what goes wrong, on standard error ---- */

/* "by the time limit" */
const char *cq_stopped_by(cq_stop stop);
/* The exit code for a status, and if it is CQ_OK for the verdict. */
int cq_exit_code(cq_status status, cq_verdict verdict);
/* The message that the context holds; returns the exit code for the status. */
int cq_report(cq_cli *cli, cq_status status);
/* A mistake in how the command was called; returns CQ_EXIT_USAGE. */
int cq_usage(const cq_cli *cli, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A remark, if not -q. */
void cq_remark(const cq_cli *cli, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* True, or false after a message (one for the whole run); a closed pipe ends the
 * process. */
bool cq_flush_output(cq_cli *cli);

/* ---- terminal.c ---- */

typedef enum cq_style {
    CQ_STYLE_PLAIN,
    CQ_STYLE_BOLD,
    CQ_STYLE_BAD,
    CQ_STYLE_GOOD
} cq_style;

bool cq_terminal_is(FILE *stream);
bool cq_terminal_can_redraw(FILE *stream);
bool cq_terminal_utf8(void);
unsigned cq_terminal_width(FILE *stream);
/* The bytes that switch a style on (CQ_STYLE_PLAIN: all off), "" without colours. */
const char *cq_style_on(const cq_cli *cli, FILE *stream, cq_style style);

/* ---- load.c ---- */

/* The first argument becomes a problem, with --pieces, --leaper and --open applied. If
 * several boards are allowed, those of one file come as a chain. */
cq_status cq_load_problem(cq_cli *cli, cq_reading reading, bool several,
                          cq_problem **out);
/* A problem as hints of its answer have it, and as the flags say. */
cq_status cq_load_hinted(cq_cli *cli, const cq_answer_hints *hints, cq_problem **out);
/* The problem and the ANSWER of check, draw and convert. *json, which may be NULL, says
 * how the answer was written. */
cq_status cq_load_answered(cq_cli *cli, const char *answer_argument,
                           cq_problem **problem, cq_answer **answer, bool *json);
cq_reading cq_reading_named(const char *name); /* of --as; NULL gives CQ_READ_ANY */

/* ---- output.c: in which format, and where to ---- */

typedef enum cq_form {
    CQ_FORM_TXT,
    CQ_FORM_BOX,
    CQ_FORM_SVG,
    CQ_FORM_PNG,
    CQ_FORM_PDF,
    CQ_FORM_TEX,
    CQ_FORM_JSON,
    CQ_FORM_MOVES, /* tours: a list of squares */
    CQ_FORM_TOUR,  /* tours: a TOUR file of TSPLIB */
    CQ_FORM_APNG,
    CQ_FORMS
} cq_form;

/* From -o, --format and --json. */
int cq_output_choose(const cq_cli *cli, const cq_problem *problem, cq_form *out);
const char *cq_path_ending(const char *path); /* "svg", or NULL */
/* Walks over the table of forms, for checked builds. */
bool cq_forms_check(void);
bool cq_form_is_picture(cq_form form);  /* box drawing is text */
bool cq_form_is_walk(cq_form form);     /* a list of a tour's squares */
cq_format cq_form_format(cq_form form); /* of its pictures */
/* How solutions are listed in this form; single pictures are not. */
cq_list_form cq_form_list(cq_form form);

/* What the flags say about pictures. */
cq_drawing cq_output_drawing(const cq_cli *cli);
/* One picture to `out`, of a solution by its number from 0, or of what the answer says
 * beside them. The answer may be NULL. */
cq_status cq_output_draw(const cq_cli *cli, cq_form form, const cq_problem *problem,
                         const cq_answer *answer, size_t solution, FILE *out);
/* Whatever `write` writes, to standard output (NULL) or to a file, which is there when
 * it is complete. */
typedef cq_status cq_write_fn(const void *what, FILE *out);
cq_status cq_output_write(const cq_cli *cli, const char *path, cq_write_fn *write,
                          const void *what);
/* The same to -o FILE, or with a number above 0 to NAME-number.svg for NAME.svg. */
cq_status cq_output_write_numbered(const cq_cli *cli, uint64_t number,
                                   cq_write_fn *write, const void *what);
/* NAME-number.svg for NAME.svg, to be freed; NULL: no memory. */
char *cq_path_numbered(cq_context *ctx, const char *path, uint64_t number);
/* cq_output_draw, numbered likewise. */
cq_status cq_output_draw_numbered(const cq_cli *cli, cq_form form, uint64_t number,
                                  const cq_problem *problem, const cq_answer *answer,
                                  size_t solution);
/* --explain: the argument on standard output, or in a text file; pictures of the steps
 * in NAME-1.svg and so on, or both in NAME.pdf (command_explain.c). */
cq_status cq_output_explain(const cq_cli *cli, cq_form form, const cq_problem *problem,
                            const cq_answer *answer);
/* On a terminal, or with -v, standard error says what was written. */
void cq_output_tell(const cq_cli *cli, const char *path);

/* ---- signals.c ---- */

void cq_signals_start(void); /* SIGUSR1 asks for the state from now on */
/* What a stopped run knows is printed all the same: the time and the signal that
 * stopped it are forgotten. */
void cq_tell_freely(cq_cli *cli, cq_stop stop);
void cq_signals_watch(cq_context *ctx); /* SIGINT and SIGTERM cancel; NULL: no more */
bool cq_signals_state_wanted(void);     /* and after this no longer is */

/* ---- threads.c ---- */

/* Of --threads: 0 is one for each core. */
unsigned cq_cli_threads(const cq_cli *cli);

/* ---- progress.c ---- */

typedef struct cq_progress_line {
    bool wanted; /* standard error is a terminal, and not -q */
    bool shown;
    bool lists;   /* all solutions are wanted */
    double next;  /* when to draw again, in seconds since the start */
    double share; /* as reported last, and when the run will end by that; 0: unknown */
    double end;
} cq_progress_line;

cq_progress_line cq_progress_start(const cq_cli *cli);
void cq_progress_show(cq_progress_line *line, const cq_progress *progress);
void cq_progress_erase(cq_progress_line *line);

/* ---- solve_run.c: what tile, cover, tour and ham share ---- */

/* What the flags say of how tours are searched, into the options. */
void cq_cli_tour_rules(const cq_cli *cli, cq_options *options);

/* ---- command_order.c ---- */

/* The order of --use-order, NULL if it was not given; it belongs to the caller. */
cq_status cq_load_order(cq_cli *cli, const cq_problem *problem, cq_sweep_order **out);
/* --order: prints the order that a sweep would take; gives the exit code. */
int cq_run_order(cq_cli *cli, const cq_problem *problem);

/* ---- command_trace.c ---- */

/* --lays, --trace and --worksheet, which solve nothing; gives the exit code. */
int cq_run_trace(cq_cli *cli, const cq_problem *problem);

/* ---- help.c, man.c, completion.c ---- */

void cq_help_short(const cq_cli *cli, FILE *out);
void cq_help_command(const cq_cli *cli, const cq_command *command, FILE *out);
/* The page of one command, or with NULL that of all. */
void cq_man_write(FILE *out, const cq_command *command);
void cq_completion_bash(FILE *out);
void cq_completion_zsh(FILE *out);
void cq_completion_fish(FILE *out);

#endif

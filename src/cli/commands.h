/* commands.h - the commands, and the topics of the help. */
#ifndef CQ_CLI_COMMANDS_H
#define CQ_CLI_COMMANDS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cq_cli cq_cli;

typedef struct cq_command {
    const char *name;
    unsigned bit;            /* CQ_CMD_... */
    const char *arguments;   /* "BOARD|FILE|-" */
    size_t least, most;      /* how many arguments */
    const char *summary;     /* a line for the list */
    const char *text;        /* paragraphs, see topics.c */
    const char *examples;    /* lines */
    int (*run)(cq_cli *cli); /* gives the exit code */
} cq_command;

/* Walks over the tables, for checked builds: the bits are those of the rows, and no
 * name stands twice. */
bool cq_commands_check(void);
/* In the order of the help; after the last, one without a name. */
extern const cq_command cq_commands[];
const cq_command *cq_command_named(const char *name);

int cq_run_solve(cq_cli *cli); /* tile, cover, tour and ham */
int cq_run_check(cq_cli *cli);
int cq_run_draw(cq_cli *cli);
int cq_run_convert(cq_cli *cli);
int cq_run_merge(cq_cli *cli);
int cq_run_experiment(cq_cli *cli);
int cq_run_sequence(cq_cli *cli);
int cq_run_make(cq_cli *cli);
int cq_run_request(cq_cli *cli);
int cq_run_serve(cq_cli *cli);
int cq_run_help(cq_cli *cli);

typedef struct cq_topic {
    const char *name;
    const char *summary;
    const char *text; /* NULL: made from a table, the engines' or that of flags */
} cq_topic;

extern const cq_topic cq_topics[]; /* likewise */
const cq_topic *cq_topic_named(const char *name);

#endif

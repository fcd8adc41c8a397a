/* flags.h - the one table of flags, and where their values go. */
#ifndef CQ_CLI_FLAGS_H
#define CQ_CLI_FLAGS_H

#include "base/assert.h"
#include "chequer.h"

/* Commands as bits, in the order of the table in commands.c; CQ_CMD_NONE is the bare
 * `chequer --flag`. */
enum {
    CQ_CMD_TILE = 1 << 0,
    CQ_CMD_COVER = 1 << 1,
    CQ_CMD_TOUR = 1 << 2,
    CQ_CMD_HAM = 1 << 3,
    CQ_CMD_CHECK = 1 << 4,
    CQ_CMD_DRAW = 1 << 5,
    CQ_CMD_CONVERT = 1 << 6,
    CQ_CMD_MERGE = 1 << 7,
    CQ_CMD_EXPERIMENT = 1 << 8,
    CQ_CMD_SEQUENCE = 1 << 9,
    CQ_CMD_MAKE = 1 << 10,
    CQ_CMD_REQUEST = 1 << 11,
    CQ_CMD_SERVE = 1 << 12,
    CQ_CMD_HELP = 1 << 13,
    CQ_CMD_SOLVE = CQ_CMD_TILE | CQ_CMD_COVER | CQ_CMD_TOUR | CQ_CMD_HAM,
    CQ_CMD_NONE = 1 << 30
};

/* What the flags set. Texts are borrowed from argv; NULL or 0 if not given. */
typedef struct cq_settings {
    bool count, all, why, explain, worksheet, lays;
    bool unique, symmetric, confirm;
    bool repair, forced, probabilities, by_copies, bounds, estimate, order;
    uint64_t first, samples, cheapest, dearest, seed, threads, steps, trace;
    double start_seconds;
    bool total, no_weights;
    const char *by, *nth, *index_of, *ties, *move_order, *cut, *join;
    uint64_t low, high; /* experiment and sequence: --from and --to */
    uint64_t first_n;   /* sequence: --from, which may be 0 */
    bool tour;          /* sequence */
    const char *engines;
    const char *vertices, *degree, *save; /* experiment */
    uint64_t graphs;
    bool whole_odds;
    bool fewest, sheets; /* make */
    const char *box;
    uint64_t solutions, highest, easiest, hardest, tries, puzzles;
    const char *max; /* what */
    const char *pieces, *rules, *free, *weights, *leaper, *as;
    const char *from, *end, *symmetry; /* of a tour: --from, --to, --symmetric */
    const char *with, *without, *at;   /* of a tour: moves, numbers */
    const char *magic;                 /* of a tour: which lines */
    bool closed, open, as_drawn, numbered;
    const char *engine, *use_order;
    double seconds;
    uint64_t memory, work;
    const char *checkpoint, *resume, *part, *scratch;
    const char *output; /* NULL: standard output, also for "-" */
    const char *format, *to, *answer, *proof;
    bool json;
    uint64_t requests;
    const char *host, *port;
    bool open_browser;
    bool numbers, path, by_time, animate, types, no_coordinates;
    bool quiet, verbose;
    const char *color;
    bool help, version;
    bool man, bash, zsh, fish;
} cq_settings;

typedef enum cq_flag_type {
    CQ_FLAG_SWITCH, /* bool */
    CQ_FLAG_TEXT,   /* const char *, any */
    CQ_FLAG_FILE,   /* const char *, a path; completed as one */
    CQ_FLAG_CHOICE, /* const char *, one of `choices` */
    CQ_FLAG_ENGINE, /* const char *, one of the library's engines */
    CQ_FLAG_NUMBER, /* uint64_t from 1 */
    CQ_FLAG_WHOLE,  /* uint64_t from 0 */
    CQ_FLAG_TIMES,  /* uint64_t from 1, only as --flag=N; without it 1 */
    CQ_FLAG_WHICH,  /* const char *, one of `choices`, as --flag=WORD; without it the
                       first */
    CQ_FLAG_TIME,   /* double: seconds, or with a unit as in 1h30m */
    CQ_FLAG_SIZE    /* uint64_t: bytes, or with a unit as in 500M */
} cq_flag_type;

typedef enum cq_flag_group {
    CQ_GROUP_GOAL,
    CQ_GROUP_PROBLEM,
    CQ_GROUP_SEARCH,
    CQ_GROUP_SERVER,
    CQ_GROUP_OUTPUT,
    CQ_GROUP_DRAWING,
    CQ_GROUP_GENERAL,
    CQ_GROUPS
} cq_flag_group;

/* Of which numbers `rivals` is: that of the goals, and one more than the largest. */
enum { CQ_RIVAL_GOALS = 1, CQ_RIVALS = 7 };

typedef struct cq_flag {
    const char *name; /* without its two dashes */
    char letter;      /* 0 if there is no short form */
    cq_flag_type type;
    cq_flag_group group;
    unsigned commands;    /* that take it */
    unsigned rivals;      /* flags of the same number exclude one another; 0: none */
    size_t slot;          /* offset in cq_settings */
    const char *argument; /* what its argument is called; NULL for a switch */
    const char *const *choices; /* CQ_FLAG_CHOICE, _WHICH: ends in NULL */
    const char *help;           /* one or two sentences */
} cq_flag;

/* Walks over the table, for checked builds: no command has two flags of one name or
 * letter, values have an argument and fit into their place. */
bool cq_flags_check(void);

/* Whether it may stand alone, or takes its argument only as --flag=ARGUMENT. */
bool cq_flag_is_optional(const cq_flag *flag);

/* Whether --max asks for pieces or points, which are weights. */
bool cq_max_weighed(const cq_settings *set);

/* In the order of the help; after the last, one without a name. */
extern const cq_flag cq_flags[];
/* The flag of that name that one of the commands takes; else one of that name that they
 * do not take; NULL if there is none. Flags of different commands may share a name.
 */
const cq_flag *cq_flag_named(const char *name, size_t length, unsigned commands);
const cq_flag *cq_flag_lettered(char letter, unsigned commands);
/* Whether the command takes that flag, of a name that exists, and it was given; a
 * number that is 0 counts as not given. */
bool cq_flag_given(const cq_settings *set, const char *name, unsigned commands);
const char *cq_flag_group_title(cq_flag_group group);

/* The words that a flag's argument may be, by number from 0: its choices, or the
 * engines' names; NULL past the last and for every other type. */
const char *cq_flag_choice(const cq_flag *flag, size_t index);

#endif

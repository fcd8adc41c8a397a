/* parse.c - the command line, by the table of flags.
 *
 *     chequer COMMAND [FLAG | ARGUMENT]...
 *
 * --flag VALUE and --flag=VALUE, -oFILE and -o FILE, letters that take no value
 * together (-qh); flags and arguments in any order; `--` ends the flags, `-` is an
 * argument. A flag given twice counts as given last. What is not understood gets one
 * sentence and, if a real word is near, "did you mean". Nothing is run and nothing
 * written before the whole line is understood.
 */
#include "base/assert.h"
#include "base/settings.h"
#include "cli/cli.h"

#include <string.h>

typedef struct line {
    cq_cli *cli;
    char **at, **end;            /* what is left of argv */
    const cq_flag *given[1 + 8]; /* by rivals' number: the one that was given */
} line;

static unsigned command_bit(const cq_cli *cli)
{
    return cli->command ? cli->command->bit : (unsigned)CQ_CMD_NONE;
}

/* ---- what is said about mistakes ---- */

/* The commands that take a flag: "tour, check and draw". */
static void list_takers(const cq_flag *flag, char *out, size_t size)
{
    const cq_command *command;
    size_t used = 0, left = (size_t)__builtin_popcount(flag->commands);

    left -= (flag->commands & CQ_CMD_NONE) != 0;
    out[0] = '\0';
    for (size_t i = 0; (command = cq_command_at(i)) && used < size; i++)
        if (flag->commands & command->bit) {
            left--;
            used += (size_t)snprintf(out + used, size - used, "%s%s", command->name,
                                     left == 0   ? ""
                                     : left == 1 ? " and "
                                                 : ", ");
        }
}

static int misplaced_flag(const cq_cli *cli, const cq_flag *flag)
{
    char takers[128];

    list_takers(flag, takers, sizeof takers);
    if (!*takers)
        return cq_usage(cli, "--%s must be used alone: chequer --%s", flag->name,
                        flag->name);
    if (!cli->command)
        return cq_usage(cli, "--%s must come after a command; %s accept%s it",
                        flag->name, takers, strchr(takers, ' ') ? "" : "s");
    return cq_usage(cli, "--%s does not work with %s, only with %s", flag->name,
                    cli->command->name, takers);
}

static int unknown_flag(const cq_cli *cli, const char *name, size_t length)
{
    cq_suggest suggest = cq_suggest_for(name, length);
    const cq_flag *flag;

    for (size_t i = 0; (flag = cq_flag_at(i)); i++)
        if (flag->commands & command_bit(cli))
            cq_suggest_offer(&suggest, flag->name);
    if (suggest.best)
        return cq_usage(cli, "there is no flag --%.*s; did you mean --%s?", (int)length,
                        name, suggest.best);
    return cq_usage(cli, "there is no flag --%.*s", (int)length, name);
}

/* "--engine takes backtrack, matching or ..., not 'x'; did you mean ...?" */
static int unknown_choice(const cq_cli *cli, const cq_flag *flag, const char *value)
{
    cq_suggest suggest = cq_suggest_for(value, strlen(value));
    char list[512];
    size_t used = 0;
    const char *choice;

    list[0] = '\0';
    for (size_t i = 0; (choice = cq_flag_choice(flag, i)); i++) {
        const char *between = i == 0 ? "" : cq_flag_choice(flag, i + 1) ? ", " : " or ";

        cq_suggest_offer(&suggest, choice);
        if (used < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", between,
                                     choice);
    }
    return cq_usage(cli, "--%s takes %s, not '%s'%s%s%s", flag->name, list, value,
                    suggest.best ? "; did you mean " : "",
                    suggest.best ? suggest.best : "", suggest.best ? "?" : "");
}

/* ---- values ---- */

/* Older names of engines are accepted, though not offered. */
static bool is_choice(const cq_flag *flag, const char *value)
{
    const char *choice, *now;

    for (size_t i = 0; (choice = cq_flag_choice(flag, i)); i++)
        if (strcmp(choice, value) == 0)
            return true;
    for (size_t i = 0;
         flag->type == CQ_FLAG_ENGINE && (choice = cq_engine_alias(i, &now)); i++)
        if (strcmp(choice, value) == 0)
            return true;
    return false;
}

static bool store(cq_cli *cli, const cq_flag *flag, const char *value, int *exit_code)
{
    char *slot = (char *)&cli->set + flag->slot;

    cq_assert(value || flag->type == CQ_FLAG_SWITCH || cq_flag_is_optional(flag));
    switch (flag->type) {
    case CQ_FLAG_SWITCH: *(bool *)slot = true; return true;
    case CQ_FLAG_WHICH:
        value = value ? value : flag->choices[0];
        /* fall through */
    case CQ_FLAG_CHOICE:
    case CQ_FLAG_ENGINE:
        if (!is_choice(flag, value)) {
            *exit_code = unknown_choice(cli, flag, value);
            return false;
        }
        break;
    case CQ_FLAG_TEXT:
    case CQ_FLAG_FILE: break;
    case CQ_FLAG_WHOLE:
        if (cq_parse_u64(value, strlen(value), UINT64_MAX, (uint64_t *)slot))
            return true;
        *exit_code = cq_usage(cli, "--%s takes a whole number of at least 0, not '%s'",
                              flag->name, value);
        return false;
    case CQ_FLAG_TIMES:
        if (!value) {
            *(uint64_t *)slot = 1;
            return true;
        }
        /* fall through */
    case CQ_FLAG_NUMBER:
        if (cq_parse_u64(value, strlen(value), UINT64_MAX, (uint64_t *)slot) &&
            *(uint64_t *)slot > 0)
            return true;
        *exit_code = cq_usage(cli, "--%s takes a whole number of at least 1, not '%s'",
                              flag->name, value);
        return false;
    case CQ_FLAG_TIME:
        if (cq_value_time(value, (double *)slot))
            return true;
        *exit_code =
            cq_usage(cli, "--%s takes a time such as 10, 500ms, 2m or 1h30m, not '%s'",
                     flag->name, value);
        return false;
    case CQ_FLAG_SIZE:
        if (cq_value_size(value, (uint64_t *)slot))
            return true;
        *exit_code = cq_usage(cli, "--%s takes a size such as 64M or 2G, not '%s'",
                              flag->name, value);
        return false;
    }
    if (!*value) {
        *exit_code =
            cq_usage(cli, "--%s needs an argument that is not empty", flag->name);
        return false;
    }
    *(const char **)slot = value;
    return true;
}

/* ---- the walk ---- */

static bool note_rivals(line *walk, const cq_flag *flag, int *exit_code)
{
    const cq_flag *other = walk->given[flag->rivals];

    cq_assert(flag->rivals < sizeof walk->given / sizeof *walk->given);
    if (flag->rivals && other && other != flag) {
        *exit_code = cq_usage(walk->cli, "--%s and --%s cannot be combined",
                              other->name, flag->name);
        return false;
    }
    walk->given[flag->rivals] = flag;
    return true;
}

/* `value` is what was joined to the flag, or NULL. */
static bool take_flag(line *walk, const cq_flag *flag, const char *value,
                      int *exit_code)
{
    if (!(flag->commands & command_bit(walk->cli))) {
        *exit_code = misplaced_flag(walk->cli, flag);
        return false;
    }
    if (!note_rivals(walk, flag, exit_code))
        return false;
    if (flag->type == CQ_FLAG_SWITCH && value) {
        *exit_code = cq_usage(walk->cli, "--%s takes no argument, but was given '%s'",
                              flag->name, value);
        return false;
    }
    if (flag->type != CQ_FLAG_SWITCH && !cq_flag_is_optional(flag) && !value) {
        if (walk->at == walk->end) {
            *exit_code = cq_usage(walk->cli, "--%s needs an argument: --%s %s",
                                  flag->name, flag->name, flag->argument);
            return false;
        }
        value = *walk->at++;
    }
    return store(walk->cli, flag, value, exit_code);
}

static bool take_long(line *walk, const char *text, int *exit_code)
{
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : strlen(text);
    const cq_flag *flag = cq_flag_named(text, length, command_bit(walk->cli));

    if (!flag) {
        *exit_code = unknown_flag(walk->cli, text, length);
        return false;
    }
    return take_flag(walk, flag, equals ? equals + 1 : NULL, exit_code);
}

static bool take_letters(line *walk, const char *text, int *exit_code)
{
    for (; *text; text++) {
        const cq_flag *flag = cq_flag_lettered(*text, command_bit(walk->cli));

        if (!flag) {
            char name[16];

            *exit_code = cq_guess_removed(walk->cli, text);
            if (*exit_code)
                return false;
            *exit_code =
                cq_usage(walk->cli, "there is no flag -%s",
                         *text > ' ' && *text <= '~' ? (char[]){*text, '\0'}
                                                     : cq_char_name(*text, name));
            return false;
        }
        if (flag->type != CQ_FLAG_SWITCH)
            return take_flag(walk, flag, text[1] ? text + 1 : NULL, exit_code);
        if (!take_flag(walk, flag, NULL, exit_code))
            return false;
    }
    return true;
}

static bool take_all(line *walk, int *exit_code)
{
    bool flags = true;

    while (walk->at < walk->end) {
        const char *text = *walk->at++;

        if (flags && strcmp(text, "--") == 0) {
            flags = false;
        } else if (flags && strncmp(text, "--", 2) == 0) {
            if (!take_long(walk, text + 2, exit_code))
                return false;
        } else if (flags && text[0] == '-' && text[1]) {
            if (!take_letters(walk, text + 1, exit_code))
                return false;
        } else {
            cq_assert(walk->cli->arg_count < (size_t)walk->cli->argc);
            walk->cli->args[walk->cli->arg_count++] = text;
        }
    }
    return true;
}

/* --help and --version need nothing else; all other lines need their arguments. */
static bool check_arguments(cq_cli *cli, int *exit_code)
{
    const cq_command *command = cli->command;

    if (cli->set.help || cli->set.version || !command)
        return true;
    if (cli->arg_count < command->least) {
        *exit_code = cq_usage(cli, "%s needs %s: chequer %s %s", command->name,
                              command->least == 1 ? "an argument" : "two arguments",
                              command->name, command->arguments);
        return false;
    }
    if (cli->arg_count > command->most) {
        *exit_code = cq_guess_board(cli);
        if (*exit_code)
            return false;
        *exit_code = cq_usage(cli, "%s takes %s, not %zu: chequer %s %s", command->name,
                              command->most == 0   ? "no arguments"
                              : command->most == 1 ? "one argument"
                                                   : "two arguments",
                              cli->arg_count, command->name, command->arguments);
        return false;
    }
    return true;
}

static bool check_goal(const cq_cli *cli, int *exit_code)
{
    const cq_settings *set = &cli->set;
    uint32_t part, parts;
    const char *goal = set->count           ? "count"
                       : set->why           ? "why"
                       : set->explain       ? "explain"
                       : set->max           ? "max"
                       : set->repair        ? "repair"
                       : set->forced        ? "forced"
                       : set->probabilities ? "probabilities"
                       : set->order         ? "order"
                       : set->estimate      ? "estimate"
                       : set->samples       ? "sample"
                       : set->cheapest      ? "cheapest"
                       : set->dearest       ? "dearest"
                       : set->total         ? "total"
                       : set->by            ? "by"
                       : set->nth           ? "nth"
                       : set->index_of      ? "index-of"
                       : set->by_copies     ? "by-copies"
                       : set->bounds        ? "bounds"
                       : set->lays          ? "lays"
                       : set->trace         ? "trace"
                                            : NULL;

    if (set->first && goal) {
        *exit_code = cq_usage(
            cli, "--first lists solutions and cannot be combined with --%s", goal);
        return false;
    }
    if (set->part && !cq_value_part(set->part, &part, &parts)) {
        *exit_code =
            cq_usage(cli,
                     "--part takes a part and the number of parts, such as 2/5, "
                     "not '%s'",
                     set->part);
        return false;
    }
    if (set->threads > CQ_THREADS_MOST) {
        *exit_code = cq_usage(cli, "--threads takes at most %d, not %llu",
                              CQ_THREADS_MOST, (unsigned long long)set->threads);
        return false;
    }
    return true;
}

bool cq_cli_parse(cq_cli *cli, int argc, char **argv, int *exit_code)
{
    line walk = {.cli = cli, .at = argv + 1, .end = argv + argc};

    cli->set.threads = 1;
    cli->set.first_n = 1;
    if (argc > 1 && argv[1][0] != '-') {
        cli->command = cq_command_named(argv[1]);
        if (!cli->command) {
            *exit_code = cq_guess_command(cli, argv + 1, (size_t)argc - 1);
            return false;
        }
        walk.at++;
    }
    return take_all(&walk, exit_code) && check_arguments(cli, exit_code) &&
           check_goal(cli, exit_code);
}

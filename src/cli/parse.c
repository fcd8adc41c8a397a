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
#include "base/settings.h"
#include "cli/cli.h"

#include <string.h>

typedef struct line {
    cq_cli *cli;
    char *const *at, *const *end;    /* what is left of argv */
    const cq_flag *given[CQ_RIVALS]; /* by rivals' number: the one that was given */
} line;

static unsigned command_bit(const cq_cli *cli)
{
    return cli->command ? cli->command->bit : (unsigned)CQ_CMD_NONE;
}

/* ---- what is said about mistakes ---- */

/* The commands that take a flag: "tour, check and draw". */
static void list_takers(const cq_flag *flag, char *out, size_t size)
{
    int left = __builtin_popcount(flag->commands & ~(unsigned)CQ_CMD_NONE);

    out[0] = '\0';
    for (const cq_command *command = cq_commands; command->name; command++)
        if (flag->commands & command->bit) {
            left--;
            cq_append(out, size, "%s%s", command->name,
                      left == 0   ? ""
                      : left == 1 ? " and "
                                  : ", ");
        }
    cq_assert(strlen(out) + 1 < size && left == 0);
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

    for (const cq_flag *flag = cq_flags; flag->name; flag++)
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
    char list[512] = "";
    const char *choice;

    for (size_t i = 0; (choice = cq_flag_choice(flag, i)); i++) {
        const char *between = i == 0 ? "" : cq_flag_choice(flag, i + 1) ? ", " : " or ";

        cq_suggest_offer(&suggest, choice);
        cq_append(list, sizeof list, "%s%s", between, choice);
    }
    cq_assert(strlen(list) + 1 < sizeof list);
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

/* What a value is called that is more than a text; NULL: it is a text. */
static const char *const wanted[] = {[CQ_FLAG_WHOLE] = "a whole number of at least 0",
                                     [CQ_FLAG_NUMBER] = "a whole number of at least 1",
                                     [CQ_FLAG_TIMES] = "a whole number of at least 1",
                                     [CQ_FLAG_TIME] =
                                         "a time such as 10, 500ms, 2m or 1h30m",
                                     [CQ_FLAG_SIZE] = "a size such as 64M or 2G"};

/* Puts the value of such a type into its place; false: it is none. */
static bool convert(cq_flag_type type, const char *value, void *slot)
{
    uint64_t *number = slot;

    cq_assert(wanted[type]);
    if (type == CQ_FLAG_TIME)
        return cq_value_time(value, slot);
    if (type == CQ_FLAG_SIZE)
        return cq_value_size(value, number);
    return cq_parse_u64(value, strlen(value), UINT64_MAX, number) &&
           (type == CQ_FLAG_WHOLE || *number > 0);
}

/* `value` is NULL if the flag stands alone. */
static int store(cq_cli *cli, const cq_flag *flag, const char *value)
{
    char *slot = (char *)&cli->set + flag->slot;

    cq_assert((value != NULL) == (flag->type != CQ_FLAG_SWITCH) ||
              cq_flag_is_optional(flag));
    if (flag->type == CQ_FLAG_SWITCH) {
        *(bool *)slot = true;
        return CQ_EXIT_YES;
    }
    if (!value)
        value = flag->type == CQ_FLAG_WHICH ? flag->choices[0] : "1";
    if (flag->type < sizeof wanted / sizeof *wanted && wanted[flag->type])
        return convert(flag->type, value, slot)
                   ? CQ_EXIT_YES
                   : cq_usage(cli, "--%s takes %s, not '%s'", flag->name,
                              wanted[flag->type], value);
    if (cq_flag_choice(flag, 0) && !is_choice(flag, value))
        return unknown_choice(cli, flag, value);
    if (!*value)
        return cq_usage(cli, "--%s needs an argument that is not empty", flag->name);
    *(const char **)slot = value;
    return CQ_EXIT_YES;
}

/* ---- the walk ---- */

static int note_rivals(line *walk, const cq_flag *flag)
{
    const cq_flag *other = walk->given[flag->rivals];

    cq_assert(flag->rivals < CQ_RIVALS);
    if (flag->rivals && other && other != flag)
        return cq_usage(walk->cli, "--%s and --%s cannot be combined", other->name,
                        flag->name);
    walk->given[flag->rivals] = flag;
    return CQ_EXIT_YES;
}

/* `value` is what was joined to the flag, or NULL. */
static int take_flag(line *walk, const cq_flag *flag, const char *value)
{
    int exit_code;

    if (!(flag->commands & command_bit(walk->cli)))
        return misplaced_flag(walk->cli, flag);
    exit_code = note_rivals(walk, flag);
    if (exit_code)
        return exit_code;
    if (flag->type == CQ_FLAG_SWITCH && value)
        return cq_usage(walk->cli, "--%s takes no argument, but was given '%s'",
                        flag->name, value);
    if (flag->type != CQ_FLAG_SWITCH && !cq_flag_is_optional(flag) && !value) {
        if (walk->at == walk->end)
            return cq_usage(walk->cli, "--%s needs an argument: --%s %s", flag->name,
                            flag->name, flag->argument);
        value = *walk->at++;
    }
    cq_assert(walk->at <= walk->end);
    return store(walk->cli, flag, value);
}

static int take_long(line *walk, const char *text)
{
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : strlen(text);
    const cq_flag *flag = cq_flag_named(text, length, command_bit(walk->cli));

    return flag ? take_flag(walk, flag, equals ? equals + 1 : NULL)
                : unknown_flag(walk->cli, text, length);
}

static int unknown_letter(cq_cli *cli, const char *text)
{
    int exit_code = cq_guess_removed(cli, text);
    char name[16];

    if (exit_code)
        return exit_code;
    return cq_usage(cli, "there is no flag -%s",
                    *text > ' ' && *text <= '~' ? (char[]){*text, '\0'}
                                                : cq_char_name(*text, name));
}

static int take_letters(line *walk, const char *text)
{
    int exit_code = CQ_EXIT_YES;

    for (; *text && !exit_code; text++) {
        const cq_flag *flag = cq_flag_lettered(*text, command_bit(walk->cli));

        if (!flag)
            return unknown_letter(walk->cli, text);
        if (flag->type != CQ_FLAG_SWITCH)
            return take_flag(walk, flag, text[1] ? text + 1 : NULL);
        exit_code = take_flag(walk, flag, NULL);
    }
    return exit_code;
}

static int take_all(line *walk)
{
    bool flags = true;
    int exit_code = CQ_EXIT_YES;

    while (walk->at < walk->end && !exit_code) {
        const char *text = *walk->at++;

        if (flags && strcmp(text, "--") == 0) {
            flags = false;
        } else if (flags && strncmp(text, "--", 2) == 0) {
            exit_code = take_long(walk, text + 2);
        } else if (flags && text[0] == '-' && text[1]) {
            exit_code = take_letters(walk, text + 1);
        } else {
            cq_assert(walk->cli->arg_count < (size_t)walk->cli->argc);
            walk->cli->args[walk->cli->arg_count++] = text;
        }
    }
    return exit_code;
}

/* --help and --version need nothing else; all other lines need their arguments. */
static int check_arguments(cq_cli *cli)
{
    const cq_command *command = cli->command;
    int exit_code;

    if (cli->set.help || cli->set.version || !command)
        return CQ_EXIT_YES;
    if (cli->arg_count < command->least)
        return cq_usage(cli, "%s needs %s: chequer %s %s", command->name,
                        command->least == 1 ? "an argument" : "two arguments",
                        command->name, command->arguments);
    if (cli->arg_count <= command->most)
        return CQ_EXIT_YES;
    exit_code = cq_guess_board(cli);
    if (exit_code)
        return exit_code;
    return cq_usage(cli, "%s takes %s, not %zu: chequer %s %s", command->name,
                    command->most == 0   ? "no arguments"
                    : command->most == 1 ? "one argument"
                                         : "two arguments",
                    cli->arg_count, command->name, command->arguments);
}

/* What no flag alone can say: --first goes with a goal that lists, and no other. */
static int check_settings(const cq_cli *cli, const cq_flag *goal)
{
    const cq_settings *set = &cli->set;
    uint32_t part, parts;

    if (set->first && goal && !set->all)
        return cq_usage(cli, "--first lists solutions and cannot be combined with --%s",
                        goal->name);
    if (set->part && !cq_value_part(set->part, &part, &parts))
        return cq_usage(cli,
                        "--part takes a part and the number of parts, such as 2/5, "
                        "not '%s'",
                        set->part);
    if (set->threads > CQ_THREADS_MOST)
        return cq_usage(cli, "--threads takes at most %d, not %llu", CQ_THREADS_MOST,
                        (unsigned long long)set->threads);
    return CQ_EXIT_YES;
}

int cq_cli_parse(cq_cli *cli)
{
    line walk = {.cli = cli, .at = cli->argv + 1, .end = cli->argv + cli->argc};
    int exit_code;

    cli->set.threads = 1;
    cli->set.first_n = 1;
    if (cli->argc > 1 && cli->argv[1][0] != '-') {
        cli->command = cq_command_named(*walk.at);
        if (!cli->command)
            return cq_guess_command(cli, walk.at, (size_t)cli->argc - 1);
        walk.at++;
    }
    exit_code = take_all(&walk);
    if (cli->set.output && strcmp(cli->set.output, "-") == 0)
        cli->set.output = NULL;
    if (!exit_code)
        exit_code = check_arguments(cli);
    return exit_code ? exit_code : check_settings(cli, walk.given[CQ_RIVAL_GOALS]);
}

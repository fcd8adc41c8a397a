/* help.c - the help, from the tables of commands, flags and topics.
 *
 * Lines are at most WIDTH characters, on every terminal and in every pipe, so that
 * tests and documents can quote them.
 */
#include "cli/cli.h"

#include <string.h>

enum { WIDTH = 79, FLAG_COLUMN = 24 };

static void heading(const cq_cli *cli, FILE *out, const char *text)
{
    fprintf(out, "%s%s:%s\n", cq_style_on(cli, out, CQ_STYLE_BOLD), text,
            cq_style_on(cli, out, CQ_STYLE_PLAIN));
}

/* Fills words into lines from `indent` on; the first line has `used` characters. */
static void fill(FILE *out, const char *text, size_t length, size_t indent, size_t used)
{
    const char *end = text + length;
    bool first = true;

    while (text < end) {
        size_t word = strcspn(text, " \n");

        if (word > (size_t)(end - text))
            word = (size_t)(end - text);
        if (!first && used + 1 + word > WIDTH) {
            fputc('\n', out);
            used = 0;
            first = true;
        }
        if (used < indent) {
            fprintf(out, "%*s", (int)(indent - used), "");
            used = indent;
        }
        if (!first) {
            fputc(' ', out);
            used++;
        }
        fwrite(text, 1, word, out);
        used += word;
        cq_assert(used <= WIDTH || used == indent + word);
        first = false;
        text += word + (text + word < end);
    }
    fputc('\n', out);
}

/* Paragraphs filled, lines that begin with four spaces kept. */
static void print_text(FILE *out, const char *text, size_t indent)
{
    while (*text) {
        size_t line = strcspn(text, "\n");

        if (line == 0)
            fputc('\n', out);
        else if (strncmp(text, "    ", 4) == 0)
            fprintf(out, "%*s%.*s\n", (int)indent, "", (int)line, text);
        else
            fill(out, text, line, indent, 0);
        text += line + (text[line] == '\n');
    }
}

static void print_choices(FILE *out, const cq_flag *flag)
{
    char text[256] = "One of:";

    for (size_t i = 0; cq_flag_choice(flag, i); i++)
        cq_append(text, sizeof text, " %s", cq_flag_choice(flag, i));
    cq_assert(strlen(text) + 1 < sizeof text);
    fill(out, text, strlen(text), FLAG_COLUMN, 0);
}

static void print_flag(FILE *out, const cq_flag *flag)
{
    bool optional = cq_flag_is_optional(flag);
    char left[64];
    int used = snprintf(left, sizeof left, "  %c%c%s --%s%s%s%s",
                        flag->letter ? '-' : ' ', flag->letter ? flag->letter : ' ',
                        flag->letter ? "," : " ", flag->name,
                        !flag->argument ? ""
                        : optional      ? "[="
                                        : " ",
                        flag->argument ? flag->argument : "", optional ? "]" : "");

    cq_assert(used < (int)sizeof left);
    fputs(left, out);
    if (used + 2 > FLAG_COLUMN) {
        fputc('\n', out);
        used = 0;
    }
    fill(out, flag->help, strlen(flag->help), FLAG_COLUMN, (size_t)used);
    if (flag->type == CQ_FLAG_CHOICE || flag->type == CQ_FLAG_WHICH)
        print_choices(out, flag);
}

/* Those that nearly every command takes are only named: "-q, -v, --color WHEN". */
static void print_general(unsigned bit, FILE *out)
{
    char text[256] = "General:";
    const char *between = "";

    for (const cq_flag *flag = cq_flags; flag->name; flag++) {
        if (flag->group != CQ_GROUP_GENERAL || !(flag->commands & bit))
            continue;
        if (flag->letter)
            cq_append(text, sizeof text, "%s -%c", between, flag->letter);
        else
            cq_append(text, sizeof text, "%s --%s%s%s", between, flag->name,
                      flag->argument ? " " : "", flag->argument ? flag->argument : "");
        between = ",";
    }
    cq_append(text, sizeof text, "; see 'chequer help general'.");
    cq_assert(strlen(text) + 1 < sizeof text);
    fputc('\n', out);
    fill(out, text, strlen(text), 0, 0);
}

/* The groups from `first` up to `end`. */
static void print_flags(const cq_cli *cli, unsigned bit, int first_group, int end,
                        FILE *out)
{
    for (int group = first_group; group < end; group++) {
        bool first = true;

        for (const cq_flag *flag = cq_flags; flag->name; flag++) {
            if ((int)flag->group != group || !(flag->commands & bit))
                continue;
            if (first) {
                fputc('\n', out);
                heading(cli, out, cq_flag_group_title((cq_flag_group)group));
            }
            first = false;
            print_flag(out, flag);
        }
    }
}

static void print_lines(FILE *out, const char *lines)
{
    while (*lines) {
        size_t length = strcspn(lines, "\n");

        fprintf(out, "  %.*s\n", (int)length, lines);
        lines += length + (lines[length] == '\n');
    }
}

void cq_help_command(const cq_cli *cli, const cq_command *command, FILE *out)
{
    fprintf(out, "chequer %s: %s\n\n", command->name, command->summary);
    heading(cli, out, "Usage");
    fprintf(out, "  chequer %s %s [FLAG...]\n\n", command->name, command->arguments);
    print_text(out, command->text, 0);
    fputc('\n', out);
    heading(cli, out, "Examples");
    print_lines(out, command->examples);
    print_flags(cli, command->bit, 0, CQ_GROUP_GENERAL, out);
    print_general(command->bit, out);
}

static void print_commands(const cq_cli *cli, FILE *out)
{
    heading(cli, out, "Commands");
    for (const cq_command *command = cq_commands; command->name; command++) {
        char left[48];

        cq_assert(strlen(command->name) + strlen(command->arguments) < 24);
        snprintf(left, sizeof left, "%s %s", command->name, command->arguments);
        fprintf(out, "  %-24s %s\n", left, command->summary);
    }
}

/* What the bare `chequer` says. */
void cq_help_short(const cq_cli *cli, FILE *out)
{
    fputs("chequer: can this board be covered or toured? How, how often, or why not?\n"
          "\n",
          out);
    heading(cli, out, "Usage");
    fputs("  chequer COMMAND ARGUMENT... [FLAG...]\n\n", out);
    print_commands(cli, out);
    fputs("\n"
          "Try 'chequer help', or 'chequer help COMMAND' for one command.\n",
          out);
}

static void print_topics(const cq_cli *cli, FILE *out)
{
    heading(cli, out, "Topics");
    for (const cq_topic *topic = cq_topics; topic->name; topic++)
        fprintf(out, "  %-24s %s\n", topic->name, topic->summary);
}

static void print_overview(const cq_cli *cli, FILE *out)
{
    fputs("chequer: can this board be covered or toured? How, how often, or why not?\n"
          "\n",
          out);
    heading(cli, out, "Usage");
    fputs("  chequer COMMAND ARGUMENT... [FLAG...]\n"
          "  chequer help COMMAND|TOPIC\n\n",
          out);
    print_commands(cli, out);
    fputc('\n', out);
    print_topics(cli, out);
    fputc('\n', out);
    heading(cli, out, "Examples");
    print_lines(out, "chequer tile 8x8-a1,h8               # why it is impossible\n"
                     "chequer tile 8x8-a1,b1 -o t.svg      # a tiling, as a picture\n"
                     "chequer tile 8x8 --count             # how many ways\n"
                     "chequer tour 6x6 --open              # a knight's tour\n"
                     "chequer tile - --json < board.txt | chequer check board.txt -\n");
    fputc('\n', out);
    heading(cli, out, "Exit codes");
    fputs("  0 yes, 1 no, 2 usage, 3 bad input, 4 stopped, 5 defect\n", out);
}

static void print_engines(FILE *out)
{
    static const char text[] =
        "chequer chooses the best engine for the problem and the goal; -v shows which, "
        "and why. --engine forces one; if it does not fit, it is refused with the "
        "reason.\n"
        "\n";
    const char *alias, *now;

    print_text(out, text, 0);
    for (size_t i = 0; cq_engine_name(i); i++) {
        const char *summary = cq_engine_summary(i);

        fprintf(out, "  %-14s", cq_engine_name(i));
        fill(out, summary, strlen(summary), 17, 16);
    }
    fputs("\n"
          "Old names that still work:\n"
          "\n",
          out);
    for (size_t i = 0; (alias = cq_engine_alias(i, &now)); i++)
        fprintf(out, "  %-14sthe engine %s\n", alias, now);
}

static int unknown_topic(const cq_cli *cli, const char *name)
{
    cq_suggest suggest = cq_suggest_for(name, strlen(name));

    for (const cq_command *command = cq_commands; command->name; command++)
        cq_suggest_offer(&suggest, command->name);
    for (const cq_topic *topic = cq_topics; topic->name; topic++)
        cq_suggest_offer(&suggest, topic->name);
    return cq_usage(cli, "there is no command or topic '%s'%s%s%s", name,
                    suggest.best ? "; did you mean '" : "",
                    suggest.best ? suggest.best : "", suggest.best ? "'?" : "");
}

int cq_run_help(cq_cli *cli)
{
    const char *name = cli->arg_count ? cli->args[0] : NULL;
    const cq_command *command = name ? cq_command_named(name) : NULL;
    const cq_topic *topic = name ? cq_topic_named(name) : NULL;

    if (cli->set.man && (command || !name))
        cq_man_write(stdout, command);
    else if (cli->set.man && topic)
        return cq_usage(cli,
                        "--man works for commands, but '%s' is a topic: it is part of "
                        "'chequer help --man'",
                        name);
    else if (cli->set.bash)
        cq_completion_bash(stdout);
    else if (cli->set.zsh)
        cq_completion_zsh(stdout);
    else if (cli->set.fish)
        cq_completion_fish(stdout);
    else if (!name)
        print_overview(cli, stdout);
    else if (command)
        cq_help_command(cli, command, stdout);
    else if (topic && topic->text)
        print_text(stdout, topic->text, 0);
    else if (topic && strcmp(topic->name, "general") == 0)
        print_flags(cli, ~0u, CQ_GROUP_GENERAL, CQ_GROUPS, stdout);
    else if (topic)
        print_engines(stdout);
    else
        return unknown_topic(cli, name);
    return CQ_EXIT_YES;
}

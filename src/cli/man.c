/* man.c - the man pages, from the tables of commands, flags and topics.
 *
 * chequer(1) has everything, to be searched in; chequer-tile(1) and its like have what
 * one command takes.
 *
 * In the macros of man(7). Text is escaped so that roff prints it as it is written: a
 * hyphen that is to be typed is \-, a backslash \e, and a dot or an apostrophe at the
 * start of a line gets a zero-width \& before it. Topics and commands are paragraphs;
 * the lines of theirs that begin with four spaces are printed unfilled.
 */
#include "cli/cli.h"

#include <ctype.h>
#include <string.h>

static void put_text(FILE *out, const char *text, size_t length)
{
    if (length && (*text == '.' || *text == '\''))
        fputs("\\&", out);
    for (size_t i = 0; i < length; i++) {
        switch (text[i]) {
        case '-': fputs("\\-", out); break;
        case '\\': fputs("\\e", out); break;
        case '\'': fputs("\\(aq", out); break;
        case '~': fputs("\\(ti", out); break;
        case '^': fputs("\\(ha", out); break;
        case '`': fputs("\\(ga", out); break;
        default: fputc(text[i], out);
        }
    }
}

/* A sentence a line, as roff likes it. */
static void put_prose(FILE *out, const char *text, size_t length)
{
    size_t from = 0;

    for (size_t i = 0; i + 2 < length; i++)
        if (text[i] == '.' && text[i + 1] == ' ' &&
            isupper((unsigned char)text[i + 2])) {
            put_text(out, text + from, i + 1 - from);
            fputc('\n', out);
            from = i + 2;
        }
    put_text(out, text + from, length - from);
    fputc('\n', out);
}

static void put_line(FILE *out, const char *text)
{
    put_prose(out, text, strlen(text));
}

/* Lines that are kept, up to the first other one; returns where that is. */
static const char *put_kept(FILE *out, const char *text, size_t margin)
{
    fputs(".PP\n.RS 4\n.nf\n", out);
    while (strncmp(text, "    ", margin) == 0 && *text) {
        size_t line = strcspn(text, "\n");

        put_text(out, text + margin, line - margin);
        fputc('\n', out);
        text += line + (text[line] == '\n');
    }
    fputs(".fi\n.RE\n", out);
    return text;
}

static void put_paragraphs(FILE *out, const char *text)
{
    bool first = true;

    while (*text) {
        size_t line = strcspn(text, "\n");

        if (line == 0) {
            text++;
            continue;
        }
        if (strncmp(text, "    ", 4) == 0) {
            text = put_kept(out, text, 4);
        } else {
            if (!first)
                fputs(".PP\n", out);
            put_prose(out, text, line);
            text += line + (text[line] == '\n');
        }
        first = false;
    }
}

static void put_upper(FILE *out, const char *text)
{
    for (; *text; text++)
        fputc(toupper((unsigned char)*text), out);
}

/* "(With tile, cover.)", if not every command takes the flag. */
static void put_takers(FILE *out, const cq_flag *flag)
{
    const char *between = "";
    bool every = true;

    for (const cq_command *command = cq_commands; command->name; command++)
        every = every && (command->bit == CQ_CMD_HELP || flag->commands & command->bit);
    if (every || flag->commands == CQ_CMD_NONE)
        return;
    fputs("(With", out);
    for (const cq_command *command = cq_commands; command->name; command++)
        if (flag->commands & command->bit) {
            fprintf(out, "%s \\fB%s\\fR", between, command->name);
            between = ",";
        }
    fputs(".)\n", out);
}

static void put_flag(FILE *out, const cq_flag *flag)
{
    fputs(".TP\n", out);
    if (flag->letter)
        fprintf(out, "\\fB\\-%c\\fR, ", flag->letter);
    fputs("\\fB\\-\\-", out);
    put_text(out, flag->name, strlen(flag->name));
    fputs("\\fR", out);
    if (cq_flag_is_optional(flag))
        fprintf(out, "[=\\fI%s\\fR]", flag->argument);
    else if (flag->argument)
        fprintf(out, " \\fI%s\\fR", flag->argument);
    fputc('\n', out);
    put_line(out, flag->help);
    if (flag->type == CQ_FLAG_CHOICE || flag->type == CQ_FLAG_WHICH) {
        fputs("One of", out);
        for (size_t i = 0; cq_flag_choice(flag, i); i++)
            fprintf(out, "%s %s", i ? "," : "", cq_flag_choice(flag, i));
        fputs(".\n", out);
    }
}

/* The flags of one command, or with NULL those of all, each with its commands. */
static void put_flags(FILE *out, const cq_command *only)
{
    fputs(".SH OPTIONS\n", out);
    for (int group = 0; group < CQ_GROUPS; group++) {
        bool titled = false;

        for (const cq_flag *flag = cq_flags; flag->name; flag++) {
            if ((int)flag->group != group || (only && !(flag->commands & only->bit)))
                continue;
            if (!titled) {
                fputs(".SS ", out);
                put_line(out, cq_flag_group_title((cq_flag_group)group));
            }
            titled = true;
            put_flag(out, flag);
            if (!only)
                put_takers(out, flag);
        }
    }
}

static void put_commands(FILE *out)
{
    fputs(".SH COMMANDS\n", out);
    for (const cq_command *command = cq_commands; command->name; command++) {
        fprintf(out, ".SS \"chequer %s ", command->name);
        put_text(out, command->arguments, strlen(command->arguments));
        fputs("\"\n", out);
        put_paragraphs(out, command->text);
        put_kept(out, command->examples, 0);
    }
}

static void put_topic(FILE *out, const cq_topic *topic)
{
    fputs(".SH ", out);
    put_upper(out, strcmp(topic->name, "exit") == 0 ? "exit status" : topic->name);
    fputc('\n', out);
    if (topic->text) {
        put_paragraphs(out, topic->text);
        return;
    }
    for (size_t e = 0; cq_engine_name(e); e++) {
        fprintf(out, ".TP\n\\fB%s\\fR\n", cq_engine_name(e));
        put_line(out, cq_engine_summary(e));
    }
}

/* All pages but the one that is being written. */
static void put_see_also(FILE *out, const cq_command *here)
{
    fputs(".SH SEE ALSO\n", out);
    if (here)
        fputs(".BR chequer (1),\n", out);
    for (const cq_command *command = cq_commands; command->name; command++)
        if (command != here)
            fprintf(out, ".BR chequer\\-%s (1),\n", command->name);
    fputs(".BR libchequer (3)\n", out);
}

static void write_whole(FILE *out)
{
    fprintf(out, ".TH CHEQUER 1 \"\" \"chequer %s\" \"User Commands\"\n", cq_version());
    fputs(".SH NAME\n"
          "chequer \\- cover boards with pieces, tour them, and prove it\n"
          ".SH SYNOPSIS\n"
          "\\fBchequer\\fR \\fICOMMAND\\fR \\fIARGUMENT\\fR... [\\fIFLAG\\fR...]\n"
          ".SH DESCRIPTION\n"
          "\\fBchequer\\fR answers for any board that you can draw: can it be covered "
          "with these pieces, or toured square by square? How, in how many ways, and "
          "if not, why not?\n"
          "It solves exact covers and finds Hamiltonian cycles as well.\n"
          "Every answer is checked before it is printed, and can be checked again.\n"
          ".PP\n"
          "Standard output has the answer and nothing else.\n"
          "Flags and arguments may come in any order after the command; \\fB\\-\\-\\fR "
          "ends the flags.\n",
          out);
    put_commands(out);
    put_flags(out, NULL);
    for (const cq_topic *topic = cq_topics; topic->name; topic++)
        put_topic(out, topic);
    put_see_also(out, NULL);
}

static void write_one(FILE *out, const cq_command *command)
{
    fputs(".TH CHEQUER\\-", out);
    put_upper(out, command->name);
    fprintf(out, " 1 \"\" \"chequer %s\" \"User Commands\"\n", cq_version());
    fprintf(out, ".SH NAME\nchequer\\-%s \\- ", command->name);
    put_line(out, command->summary);
    fprintf(out, ".SH SYNOPSIS\n\\fBchequer %s\\fR \\fI", command->name);
    put_text(out, command->arguments, strlen(command->arguments));
    fputs("\\fR [\\fIFLAG\\fR...]\n.SH DESCRIPTION\n", out);
    put_paragraphs(out, command->text);
    put_flags(out, command);
    put_topic(out, cq_topic_named("exit"));
    fputs(".SH EXAMPLES\n", out);
    put_kept(out, command->examples, 0);
    put_see_also(out, command);
}

void cq_man_write(FILE *out, const cq_command *command)
{
    if (command)
        write_one(out, command);
    else
        write_whole(out);
}

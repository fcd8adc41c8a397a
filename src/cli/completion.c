/* completion.c - completions for bash, zsh and fish, from the tables.
 *
 * All know the commands, each command's flags, the words that a flag's argument may be,
 * and that other arguments are files. Flags are offered with their long names; zsh and
 * fish also show what they do.
 */
#include "cli/cli.h"

#include <string.h>

/* The words that a flag's argument may be, one after the other. */
static void put_choices(FILE *out, const cq_flag *flag)
{
    for (size_t i = 0; cq_flag_choice(flag, i); i++)
        fprintf(out, "%s%s", i ? " " : "", cq_flag_choice(flag, i));
}

/* What 'chequer help' explains, each with a space after it. */
static void put_subjects(FILE *out)
{
    for (const cq_command *command = cq_commands; command->name; command++)
        fprintf(out, "%s ", command->name);
    for (const cq_topic *topic = cq_topics; topic->name; topic++)
        fprintf(out, "%s ", topic->name);
}

/* ---- bash ---- */

static void bash_flags(FILE *out, unsigned bit)
{
    for (const cq_flag *flag = cq_flags; flag->name; flag++) {
        if (!(flag->commands & bit))
            continue;
        if (flag->letter)
            fprintf(out, "-%c ", flag->letter);
        fprintf(out, "--%s ", flag->name);
    }
}

/* The command and the flag, for each command that takes it: two may share its name. */
static void bash_pattern(FILE *out, const cq_flag *flag)
{
    const char *between = "";

    for (const cq_command *command = cq_commands; command->name; command++) {
        if (!(flag->commands & command->bit))
            continue;
        if (flag->letter)
            fprintf(out, "%s%s:-%c", between, command->name, flag->letter);
        fprintf(out, "%s%s:--%s", flag->letter ? "|" : between, command->name,
                flag->name);
        between = "|";
    }
    if (flag->commands & CQ_CMD_NONE)
        fprintf(out, "%s*:--%s", between, flag->name);
}

static void bash_words_of_flags(FILE *out)
{
    fputs("    case ${COMP_WORDS[1]}:$before in\n", out);
    for (const cq_flag *flag = cq_flags; flag->name; flag++) {
        if (flag->type == CQ_FLAG_SWITCH || cq_flag_is_optional(flag))
            continue;
        fputs("    ", out);
        bash_pattern(out, flag);
        fputs(") ", out);
        if (flag->type == CQ_FLAG_FILE) {
            fputs("COMPREPLY=($(compgen -f -- \"$word\"))\n", out);
        } else if (cq_flag_choice(flag, 0)) {
            fputs("COMPREPLY=($(compgen -W \"", out);
            put_choices(out, flag);
            fputs("\" -- \"$word\"))\n", out);
        } else {
            fputs("COMPREPLY=()\n", out);
        }
        fputs("        return ;;\n", out);
    }
    fputs("    esac\n", out);
}

void cq_completion_bash(FILE *out)
{
    fputs("# bash completion for chequer; made by 'chequer help --bash'\n"
          "_chequer() {\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} before flags\n"
          "    before=${COMP_WORDS[COMP_CWORD-1]}\n"
          "    if [[ $word == = ]]; then\n"
          "        word=\n"
          "    elif [[ $before == = && COMP_CWORD -gt 1 ]]; then\n"
          "        before=${COMP_WORDS[COMP_CWORD-2]}\n"
          "    fi\n",
          out);
    bash_words_of_flags(out);
    fputs("    if [[ $COMP_CWORD == 1 ]]; then\n"
          "        COMPREPLY=($(compgen -W \"",
          out);
    for (const cq_command *command = cq_commands; command->name; command++)
        fprintf(out, "%s ", command->name);
    bash_flags(out, CQ_CMD_NONE);
    fputs("\" -- \"$word\"))\n"
          "        return\n"
          "    fi\n"
          "    case ${COMP_WORDS[1]} in\n",
          out);
    for (const cq_command *command = cq_commands; command->name; command++) {
        fprintf(out, "    %s) flags=\"", command->name);
        bash_flags(out, command->bit);
        fputs("\" ;;\n", out);
    }
    fputs("    esac\n"
          "    if [[ $word == -* ]]; then\n"
          "        COMPREPLY=($(compgen -W \"$flags\" -- \"$word\"))\n"
          "    elif [[ ${COMP_WORDS[1]} == help ]]; then\n"
          "        COMPREPLY=($(compgen -W \"",
          out);
    put_subjects(out);
    fputs("\" -- \"$word\"))\n"
          "    else\n"
          "        COMPREPLY=($(compgen -f -- \"$word\"))\n"
          "    fi\n"
          "}\n"
          "complete -o filenames -F _chequer chequer\n",
          out);
}

/* ---- zsh ---- */

/* Inside '...[...]': no quotes, and brackets and colons escaped. */
static void zsh_text(FILE *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\'')
            fputs("'\\''", out);
        else if (strchr("[]:\\", text[i]))
            fprintf(out, "\\%c", text[i]);
        else
            fputc(text[i], out);
    }
}

/* How much of its help says what a flag does: the first sentence, without its dot. */
static size_t first_sentence(const cq_flag *flag)
{
    const char *end = strstr(flag->help, ". ");
    size_t length = end ? (size_t)(end - flag->help) : strlen(flag->help);

    cq_assert(length > 1 && !memchr(flag->help, '\n', length));
    return length - (flag->help[length - 1] == '.');
}

static void zsh_help(FILE *out, const cq_flag *flag)
{
    fputc('[', out);
    zsh_text(out, flag->help, first_sentence(flag));
    fputc(']', out);
}

static void zsh_argument(FILE *out, const cq_flag *flag)
{
    if (flag->type == CQ_FLAG_SWITCH)
        return;
    fprintf(out, "%s%s:", cq_flag_is_optional(flag) ? "::" : ":", flag->argument);
    if (flag->type == CQ_FLAG_FILE) {
        fputs("_files", out);
    } else if (cq_flag_choice(flag, 0)) {
        fputc('(', out);
        put_choices(out, flag);
        fputc(')', out);
    }
}

/* '--count[...]', or '(-o --output)'{-o+,--output=}'[...]:FILE:_files' */
static void zsh_flag(FILE *out, const cq_flag *flag)
{
    bool has_value = flag->type != CQ_FLAG_SWITCH;

    fputs("            ", out);
    if (flag->letter)
        fprintf(out, "'(-%c --%s)'{-%c%s,--%s%s}'", flag->letter, flag->name,
                flag->letter, has_value ? "+" : "", flag->name, has_value ? "=" : "");
    else
        fprintf(out, "'--%s%s", flag->name,
                cq_flag_is_optional(flag) ? "=-"
                : has_value               ? "="
                                          : "");
    zsh_help(out, flag);
    zsh_argument(out, flag);
    fputs("' \\\n", out);
}

static void zsh_command(FILE *out, const cq_command *command)
{
    fprintf(out, "    %s)\n        _arguments -s -S \\\n", command->name);
    for (const cq_flag *flag = cq_flags; flag->name; flag++)
        if (flag->commands & command->bit)
            zsh_flag(out, flag);
    if (command->bit != CQ_CMD_HELP) {
        fputs("            '*:file:_files' ;;\n", out);
        return;
    }
    fputs("            '*:topic:(", out);
    put_subjects(out);
    fputs(")' ;;\n", out);
}

void cq_completion_zsh(FILE *out)
{
    fputs("#compdef chequer\n"
          "# zsh completion for chequer; made by 'chequer help --zsh'\n"
          "_chequer() {\n"
          "    local -a commands\n"
          "    commands=(\n",
          out);
    for (const cq_command *command = cq_commands; command->name; command++) {
        fprintf(out, "        '%s:", command->name);
        zsh_text(out, command->summary, strlen(command->summary));
        fputs("'\n", out);
    }
    fputs("    )\n"
          "    if (( CURRENT == 2 )); then\n"
          "        _describe command commands\n"
          "        return\n"
          "    fi\n"
          "    local command=$words[2]\n"
          "    shift words\n"
          "    (( CURRENT-- ))\n"
          "    case $command in\n",
          out);
    for (const cq_command *command = cq_commands; command->name; command++)
        zsh_command(out, command);
    fputs("    esac\n"
          "}\n"
          "_chequer \"$@\"\n",
          out);
}

/* ---- fish ---- */

/* Inside '...'. */
static void fish_text(FILE *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\'' || text[i] == '\\')
            fputc('\\', out);
        fputc(text[i], out);
    }
}

/* For which commands: "-n '__fish_seen_subcommand_from tile cover'". */
static void fish_condition(FILE *out, unsigned commands)
{
    fputs("complete -c chequer -n '", out);
    if (commands & CQ_CMD_NONE)
        fputs("__fish_use_subcommand; or ", out);
    fputs("__fish_seen_subcommand_from", out);
    for (const cq_command *command = cq_commands; command->name; command++)
        if (commands & command->bit)
            fprintf(out, " %s", command->name);
    fputc('\'', out);
}

/* What may follow the flag: nothing, a file, some words, or anything. */
static void fish_argument(FILE *out, const cq_flag *flag)
{
    if (flag->type == CQ_FLAG_SWITCH || cq_flag_is_optional(flag))
        return;
    if (flag->type == CQ_FLAG_FILE) {
        fputs(" -r -F", out);
        return;
    }
    fputs(" -x", out);
    if (!cq_flag_choice(flag, 0))
        return;
    fputs(" -a '", out);
    put_choices(out, flag);
    fputc('\'', out);
}

static void fish_flag(FILE *out, const cq_flag *flag)
{
    fish_condition(out, flag->commands);
    if (flag->letter)
        fprintf(out, " -s %c", flag->letter);
    fprintf(out, " -l %s", flag->name);
    fish_argument(out, flag);
    fputs(" -d '", out);
    fish_text(out, flag->help, first_sentence(flag));
    fputs("'\n", out);
}

/* A word that may stand after the condition, with what it is. */
static void fish_word(FILE *out, const char *condition, const char *word,
                      const char *summary)
{
    fprintf(out, "complete -c chequer -n '%s' -f -a %s -d '", condition, word);
    fish_text(out, summary, strlen(summary));
    fputs("'\n", out);
}

void cq_completion_fish(FILE *out)
{
    fputs("# fish completion for chequer; made by 'chequer help --fish'\n", out);
    for (const cq_command *command = cq_commands; command->name; command++) {
        fish_word(out, "__fish_use_subcommand", command->name, command->summary);
        fish_word(out, "__fish_seen_subcommand_from help", command->name,
                  command->summary);
    }
    for (const cq_topic *topic = cq_topics; topic->name; topic++)
        fish_word(out, "__fish_seen_subcommand_from help", topic->name, topic->summary);
    for (const cq_flag *flag = cq_flags; flag->name; flag++)
        fish_flag(out, flag);
}

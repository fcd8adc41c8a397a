/* again.c - the command that resumes a search, for people to copy.
 *
 * It is the line as it was given, with --resume instead of --checkpoint, each word
 * quoted if a shell would change it.
 */
#include "cli/cli.h"

#include <string.h>

static void put_word(FILE *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789-_=+:,./@%";

    if (*word && word[strspn(word, plain)] == '\0') {
        fputs(word, out);
        return;
    }
    putc('\'', out);
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", out);
        else
            putc(*word, out);
    putc('\'', out);
}

/* Whether the word is the flag; *joined: its value comes after '=' in the same word. */
static bool is_flag(const char *word, const char *flag, bool *joined)
{
    size_t length = strlen(flag);

    if (strncmp(word, flag, length) != 0)
        return false;
    *joined = word[length] == '=';
    return *joined || word[length] == '\0';
}

void cq_again_write(const cq_cli *cli, const char *checkpoint, FILE *out)
{
    bool flags = true, joined;

    cq_assert(*checkpoint);
    fputs("chequer", out);
    for (int i = 1; i < cli->argc; i++) {
        const char *word = cli->argv[i];

        flags &= strcmp(word, "--") != 0;
        if (flags && (is_flag(word, "--checkpoint", &joined) ||
                      is_flag(word, "--resume", &joined))) {
            i += !joined;
            cq_assert(i < cli->argc); /* the line was understood */
            continue;
        }
        if (!flags && strcmp(word, "--") == 0) {
            fputs(" --resume ", out);
            put_word(out, checkpoint);
        }
        putc(' ', out);
        put_word(out, word);
    }
    if (flags) {
        fputs(" --resume ", out);
        put_word(out, checkpoint);
    }
    putc('\n', out);
}

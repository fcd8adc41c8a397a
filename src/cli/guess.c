/* guess.c - what was meant by a command line that is nearly right.
 *
 * People leave the command out (chequer 8x8), take a question for one (chequer count
 * 8x8), or write the removed squares as words of their own (chequer tile 8x8 a1 h8).
 * The message is then the line that they would have to write. Nothing is run: a guess
 * that is wrong should cost nothing.
 */
#include "cli/cli.h"

#include <string.h>
#include <unistd.h>

/* Words that are no commands, but say what is wanted. */
static const struct wish {
    const char *word, *command, *flag; /* the flag stands at the end; NULL: none */
} wishes[] = {
    {"count", "tile", "--count"},   {"all", "tile", "--all"},
    {"list", "tile", "--all"},      {"sample", "tile", "--sample"},
    {"random", "tile", "--sample"}, {"why", "tile", "--why"},
    {"prove", "tile", "--why"},     {"explain", "tile", "--explain"},
    {"max", "tile", "--max"},       {"repair", "tile", "--repair"},
    {"solve", "tile", NULL},        {"find", "tile", NULL},
    {"tiling", "tile", NULL},       {"domino", "tile", NULL},
    {"dominoes", "tile", NULL},     {"knight", "tour", NULL},
    {"walk", "tour", NULL},         {"hamiltonian", "ham", NULL},
    {"graph", "ham", NULL},         {"browser", "serve", "--open"},
    {"page", "serve", "--open"},    {"web", "serve", "--open"},
    {"verify", "check", NULL},      {"picture", "draw", NULL},
    {"version", NULL, "--version"}, {"oeis", "sequence", NULL},
};

/* Endings of files that one command reads. */
static const struct ending {
    const char *ending, *command;
} endings[] = {{"hcp", "ham"},   {"col", "ham"},   {"g6", "ham"},
               {"dlx", "cover"}, {"edges", "ham"}, {"json", "request"}};

bool cq_guess_check(void)
{
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++) {
        const struct wish *wish = &wishes[i];
        const cq_command *command =
            wish->command ? cq_command_named(wish->command) : NULL;
        unsigned bit = command ? command->bit : (unsigned)CQ_CMD_NONE;

        cq_hold(!cq_command_named(wish->word) && (command || !wish->command));
        cq_hold(!wish->flag ||
                cq_flag_named(wish->flag + 2, strlen(wish->flag + 2), bit)->commands &
                    bit);
    }
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        cq_hold(cq_command_named(endings[i].command));
    return true;
}

/* Words as they would be typed again: quoted if the shell would change them. */
static void add_word(char *line, size_t size, const char *word)
{
    const char *quote = strpbrk(word, " *?$&|;<>()#\\\"") ? "'" : "";

    cq_append(line, size, " %s%s%s", quote, word, quote);
}

/* "chequer COMMAND WORDS FLAG" */
static int propose(const cq_cli *cli, const char *typed, const char *command,
                   char *const *words, size_t count, const char *flag)
{
    char line[512] = "chequer";

    if (command)
        add_word(line, sizeof line, command);
    for (size_t i = 0; i < count; i++)
        add_word(line, sizeof line, words[i]);
    if (flag)
        add_word(line, sizeof line, flag);
    return cq_usage(cli, "there is no command '%s'; did you mean '%s'?", typed, line);
}

/* A board, or NULL for what is none; it fails only for want of memory or time. */
static cq_status board_of(cq_context *ctx, const char *word, cq_board **out)
{
    cq_status status = cq_board_parse(ctx, word, out);

    return status == CQ_INPUT ? CQ_OK : status;
}

/* The command that takes such an argument, or NULL. */
static cq_status command_for(cq_context *ctx, const char *word, const char **out)
{
    const char *ending = cq_path_ending(word);
    cq_board *board = NULL;

    *out = NULL;
    if (access(word, F_OK) == 0) {
        *out = "tile";
        for (size_t i = 0; ending && i < sizeof endings / sizeof *endings; i++)
            if (strcmp(endings[i].ending, ending) == 0)
                *out = endings[i].command;
        return CQ_OK;
    }
    if (strchr(word, 'N') && (strchr(word, 'x') || strchr(word, ':'))) {
        *out = "sequence";
        return CQ_OK;
    }
    cq_try(board_of(ctx, word, &board));
    if (board)
        *out = "tile";
    cq_board_free(board);
    return CQ_OK;
}

/* A tiling is what is asked for most; the argument may say something else. */
static int propose_wish(cq_cli *cli, const struct wish *wish, char *const *words,
                        size_t count)
{
    const char *command = wish->command, *taker = NULL;
    cq_status status = count > 1 ? command_for(cli->ctx, words[1], &taker) : CQ_OK;

    if (status != CQ_OK)
        return cq_report(cli, status);
    if (taker && command && strcmp(command, "tile") == 0)
        command = taker;
    return propose(cli, words[0], command, words + 1, count - 1, wish->flag);
}

int cq_guess_command(cq_cli *cli, char *const *words, size_t count)
{
    cq_suggest suggest = cq_suggest_for(words[0], strlen(words[0]));
    const char *taker;
    cq_status status = command_for(cli->ctx, words[0], &taker);

    if (status != CQ_OK)
        return cq_report(cli, status);
    if (taker)
        return propose(cli, words[0], taker, words, count, NULL);
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++)
        if (strcmp(wishes[i].word, words[0]) == 0)
            return propose_wish(cli, &wishes[i], words, count);
    for (const cq_command *command = cq_commands; command->name; command++)
        cq_suggest_offer(&suggest, command->name);
    if (suggest.best)
        return cq_usage(cli, "there is no command '%s'; did you mean '%s'?", words[0],
                        suggest.best);
    return cq_usage(cli, "there is no command '%s'", words[0]);
}

/* Whether the arguments from `first` on are squares that the board has. */
static bool are_squares(const cq_cli *cli, const cq_board *board, size_t first)
{
    cq_cell cell;

    for (size_t i = first; i < cli->arg_count; i++)
        if (cq_cell_parse(cli->ctx, board, cli->args[i], &cell) != CQ_OK)
            return false;
    return first < cli->arg_count;
}

static bool is_number(const char *text)
{
    uint32_t number;

    return cq_parse_u32(text, strlen(text), INT32_MAX, &number);
}

/* "8x8-a1,h8" of "8x8 a1 h8" and of "8x8-a1 h8"; "8x8" of "8 x 8" and of "8 8"; "" if
 * the arguments are no board. */
static cq_status join(const cq_cli *cli, char *board, size_t size)
{
    const char *const *args = cli->args;
    cq_board *parsed = NULL;

    board[0] = '\0';
    cq_try(board_of(cli->ctx, args[0], &parsed));
    for (size_t i = 0; !parsed && i < cli->arg_count; i++) {
        bool numbers = i > 0 && is_number(args[i - 1]) && is_number(args[i]);

        cq_append(board, size, "%s%s", numbers ? "x" : "", args[i]);
    }
    if (*board) {
        cq_try(board_of(cli->ctx, board, &parsed));
        board[parsed ? strlen(board) : 0] = '\0';
    } else if (are_squares(cli, parsed, 1)) {
        cq_append(board, size, "%s", args[0]);
        for (size_t i = 1; i < cli->arg_count; i++)
            cq_append(board, size, "%c%s", strchr(board, '-') ? ',' : '-', args[i]);
    }
    cq_board_free(parsed);
    return CQ_OK;
}

int cq_guess_board(cq_cli *cli)
{
    char board[512];
    cq_status status;

    if (!(cli->command->bit & (CQ_CMD_TILE | CQ_CMD_COVER | CQ_CMD_TOUR)))
        return CQ_EXIT_YES;
    status = join(cli, board, sizeof board);
    if (status != CQ_OK)
        return cq_report(cli, status);
    if (!*board)
        return CQ_EXIT_YES;
    if (cli->command->bit == CQ_CMD_TOUR && cli->arg_count == 2)
        return cq_usage(cli,
                        "a board is one word: to remove the square, write %s; to start "
                        "on it, use --from %s",
                        board, cli->args[1]);
    return cq_usage(cli, "a board is one word, without spaces: chequer %s %s",
                    cli->command->name, board);
}

int cq_guess_removed(cq_cli *cli, const char *letters)
{
    const char *before = cli->arg_count ? cli->args[cli->arg_count - 1] : "";
    cq_board *board = NULL;
    cq_cell cell;
    bool square;
    cq_status status = board_of(cli->ctx, before, &board);

    if (status != CQ_OK)
        return cq_report(cli, status);
    square = board && cq_cell_parse(cli->ctx, board, letters, &cell) == CQ_OK;
    cq_board_free(board);
    if (!square)
        return CQ_EXIT_YES;
    return cq_usage(cli, "a board is one word, without spaces: chequer %s %s-%s",
                    cli->command ? cli->command->name : "tile", before, letters);
}

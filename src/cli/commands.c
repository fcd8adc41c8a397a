/* commands.c - the commands: a row each, with all that is to be said about it.
 *
 * Text is in paragraphs, separated by empty lines; lines that begin with four spaces
 * are kept as they are (see help.c and man.c, which print it). An example is a command,
 * two spaces and more, '#', and a remark.
 */
#include "base/assert.h"
#include "cli/commands.h"
#include "cli/flags.h"

#include <stdint.h>
#include <string.h>

const cq_command cq_commands[] = {
    {"tile", CQ_CMD_TILE, "BOARD|FILE|-", 1, 1, "cover a board with pieces",
     "Covers the board with pieces, so that every square is under exactly one piece. "
     "The pieces are dominoes, unless --pieces or the puzzle file says otherwise. "
     "Prints a tiling, or why there is none.\n"
     "\n"
     "Leave squares free with --free, cover as much as possible with --max, restrict "
     "how "
     "pieces lie with --rule, and draw tilings at random with --sample. For dominoes "
     "you "
     "can also ask for the argument step by step (--explain), what to change on the "
     "board (--repair), which are in every tiling and which in none (--forced), and "
     "the "
     "probability of each (--probabilities).",
     "chequer tile 8x8-a1,b1               # dominoes, with two squares missing\n"
     "chequer tile 8x8-a1,h8 --why         # the mutilated chessboard\n"
     "chequer tile 8x8-a1,b5 --explain -o steps.svg\n"
     "chequer tile aztec:200 --sample -o arctic.png\n"
     "chequer tile 6x10 --pieces pentominoes -o six-by-ten.svg\n"
     "chequer tile 5x9 --pieces 'L3*' --count\n"
     "chequer tile - --json < board.txt    # a board drawn with # and .\n",
     cq_run_solve},
    {"cover", CQ_CMD_COVER, "FILE|-", 1, 1, "choose sets that cover every item once",
     "Solves an exact cover problem: FILE lists items and options, and the task is to "
     "choose options so that every item is in exactly one of them (see 'chequer help "
     "covers'). A board or a puzzle file is turned into a cover: its items are the "
     "squares and the pieces, its options are the ways to place a piece.",
     "chequer cover sets.dlx\n"
     "chequer cover sets.dlx --all --first 10\n"
     "chequer cover 4x4 --pieces 'L3*,I4*' --count\n",
     cq_run_solve},
    {"tour", CQ_CMD_TOUR, "BOARD|FILE|-", 1, 1, "visit every square of a board once",
     "Looks for a tour by a knight, or by another leaper, that visits every square "
     "once and returns to its start. With --open it may end anywhere. --explain shows "
     "step by step how a tour is made, or why there is none.",
     "chequer tour 6x6\n"
     "chequer tour 5x5 --open -o tour.svg --path\n"
     "chequer tour 8x8 --by-time --animate -o tour.svg\n"
     "chequer tour 8x8 --format moves\n"
     "chequer tour aztec:5 --explain -o steps.svg\n"
     "chequer tour 8x8 --open --from 5:6 --engine warnsdorff\n"
     "chequer tour 3x10 --leaper 0,1+1,1\n",
     cq_run_solve},
    {"ham", CQ_CMD_HAM, "FILE|-", 1, 1, "visit every vertex of a graph once",
     "Looks for a Hamiltonian cycle of a graph, or with --open for a Hamiltonian path. "
     "The graph is an edge list, DIMACS, TSPLIB HCP or graph6, recognised by its "
     "content (see 'chequer help graphs').",
     "chequer ham dodecahedron.hcp\n"
     "chequer ham --open graph.col --json\n",
     cq_run_solve},
    {"check", CQ_CMD_CHECK, "PROBLEM ANSWER", 2, 2, "judge an answer",
     "Judges an answer from the problem alone, and prints one sentence: 'right', "
     "'wrong' or 'undecided', and why. PROBLEM is the argument of tile, cover, tour or "
     "ham; ANSWER is a file with the output of that command, as text or JSON. One of "
     "the two may be '-'. Solutions and proofs of impossibility are always verified. "
     "Whether a list is complete, or a count correct, is verified only if it can be "
     "repeated quickly.",
     "chequer tile 8x8 --json > t.json; chequer check 8x8 t.json\n"
     "chequer tour 6x6 | chequer check --as tour 6x6 -\n"
     "chequer tile 8x8-a1,h8 | chequer check 8x8-a1,h8 -\n",
     cq_run_check},
    {"draw", CQ_CMD_DRAW, "PROBLEM [ANSWER]", 1, 2, "draw a board, or an answer on it",
     "Draws the board of PROBLEM, with ANSWER on it if you give one: a tiling, a tour, "
     "or the squares that prove that there is none. Without -o the picture is text. "
     "Several solutions go to NAME-1.svg, NAME-2.svg and so on.",
     "chequer draw aztec:5\n"
     "chequer draw 8x8-a1,h8 -o board.pdf\n"
     "chequer tour 8x8 | chequer draw --as tour 8x8 - -o tour.png\n",
     cq_run_draw},
    {"convert", CQ_CMD_CONVERT, "PROBLEM", 1, 1, "write a problem in another format",
     "Writes PROBLEM in the format selected by --to or by the ending of -o: a tiling "
     "as a puzzle file, as art (its board only), as squares with their neighbours "
     "(adjacency) or as a cover; a tiling or a cover for SAT solvers (cnf) and "
     "pseudo-Boolean solvers (opb); a graph, or a board with the leaps of --leaper, as "
     "edges, dimacs, tsplib or graph6; a tour of a board also as a puzzle file. The "
     "default is the format that keeps "
     "everything: puzzle, cover or "
     "edges.\n"
     "\n"
     "--answer converts an answer to PROBLEM instead, to txt or json, a tour also to "
     "moves or tour (TSPLIB). Without --to, text becomes JSON and JSON becomes text.\n"
     "\n"
     "The endings are .puzzle, .art, .dlx (a cover), .edges, .col (dimacs), .hcp "
     "(tsplib), .g6 (graph6), .cnf, .opb, .json, .moves, .tour, and .txt for the text "
     "that keeps "
     "everything.",
     "chequer convert 8x8-a1,h8 --to art\n"
     "chequer convert 6x10 --pieces pentominoes -o pentominoes.dlx\n"
     "chequer convert 8x8 --leaper knight -o knight.g6\n"
     "chequer convert graph.col --to edges\n"
     "chequer convert 8x8 --answer tiling.txt --to json\n",
     cq_run_convert},
    {"merge", CQ_CMD_MERGE, "PROBLEM ANSWER...", 2, SIZE_MAX,
     "combine the answers to the parts of a search",
     "Combines the answers to all parts of a search (--part), which may come from "
     "different machines, into one answer, as if the search had not been split. ANSWER "
     "is the JSON output of a part. Every part must be present, once, and complete.",
     "chequer tile 6x10 --pieces pentominoes --count --part 1/2 --json > 1.json\n"
     "chequer tile 6x10 --pieces pentominoes --count --part 2/2 --json > 2.json\n"
     "chequer merge 6x10 --pieces pentominoes 1.json 2.json\n",
     cq_run_merge},
    {"experiment", CQ_CMD_EXPERIMENT, "STUDY", 1, 1,
     "repeat a study from the literature",
     "Repeats a study and prints its table, row by row:\n"
     "\n"
     "    aztec       closed knight's tours of Aztec diamonds, by radius\n"
     "    random      Hamiltonian cycles of random graphs G(n, p)\n"
     "    regular     the same for random regular graphs\n"
     "    hidden      the same for graphs with a hidden cycle\n"
     "    subdivided  the same for cubic graphs with subdivided edges\n"
     "\n"
     "For each radius from --from to --to, aztec prints the number of squares and, for "
     "each engine of --engines, the seconds that it took to find a tour, or '-' if it "
     "found none within --time.\n"
     "\n"
     "The others generate --graphs connected graphs for each number of --vertices and "
     "each --degree. 'converted' is the share of the Hamiltonian paths found by "
     "Warnsdorff's rule, over all starts, that path conversion turns into cycles; "
     "'success' is the share of graphs with such a path in which it finds a cycle. The "
     "columns after that show the truth: how many graphs have a Hamiltonian cycle, or "
     "a path, and how many have none.\n"
     "\n"
     "The studies are those of Davies, Xue and Yerger (Involve 10, 2017), whose "
     "algorithms are the engines conversion and walk.",
     "chequer experiment aztec --from 2 --to 140 --time 1m\n"
     "chequer experiment aztec --engines conversion,warnsdorff --format csv\n"
     "chequer experiment random --vertices 1000 --degree 7..15 --threads 0\n"
     "chequer experiment random --vertices 100..900 --degree 8 -o plot.svg\n"
     "chequer experiment regular --graphs 1000 -o table.json\n"
     "chequer experiment hidden --graphs 20 --save graphs\n",
     cq_run_experiment},
    {"sequence", CQ_CMD_SEQUENCE, "FAMILY|FILE|-", 1, 1,
     "count the tilings or tours of a family of boards",
     "Counts the tilings for N = 1, 2, 3 ... of a board with an N in it: 4xN, Nx2N, "
     "NxN-a1, aztec:N, torus:4xN, cylinder:Nx6; with --tour it counts tours. A FILE "
     "contains the drawing of a board below a line of marks; the columns marked N are "
     "repeated N times. Prints a line for each N and then, after '#', the linear "
     "recurrence of the terms and its generating function, if there is one short "
     "enough to be checked on further terms, and whether it is proved or a guess.\n"
     "\n"
     "-o FILE writes a b-file to NAME.txt, PARI/GP to NAME.gp, and NAME.json, "
     "NAME.sage and NAME.tex.",
     "chequer sequence 4xN --pieces 'L3*' --to 40\n"
     "chequer sequence aztec:N --to 10\n"
     "chequer sequence NxN --to 12 -o b.txt    # an OEIS b-file\n"
     "chequer sequence 2Nx2N --tour --to 3     # closed knight's tours\n"
     "chequer sequence 2xN --pieces 'monomino*,domino*' --by-copies\n",
     cq_run_sequence},
    {"make", CQ_CMD_MAKE, "KIND [BOARD]", 1, 2,
     "make a puzzle with exactly one solution, or K",
     "Makes a puzzle at random, by --seed, that has exactly one solution, or as many "
     "as "
     "--solutions says. Prints a puzzle file with its hardness on top:\n"
     "\n"
     "    numbers  a board with numbers, on which the dominoes of a set lie\n"
     "    pieces   some of the pieces of a set that cover BOARD\n"
     "    board    a board for pieces\n"
     "    letters  pieces for BOARD, and letters that tell which piece lies there\n"
     "    sudoku   digits in rows, columns and boxes, as a cover\n"
     "    tour     a tour of BOARD (default 6x6) with numbers on some squares\n"
     "\n"
     "Every puzzle is counted by two searches that share no code. Of letters, digits "
     "and numbers of a tour, and of other numbers with --fewest, none can be left out: "
     "there would be more solutions.",
     "chequer make numbers --highest 4\n"
     "chequer make numbers --fewest --seed 7 -o dominoes.chq --sheets\n"
     "chequer make pieces 5x6 --solutions 2\n"
     "chequer make board --pieces pentominoes --symmetric\n"
     "chequer make letters 6x10\n"
     "chequer make sudoku --symmetric --hardest 200\n"
     "chequer make tour 8x8 --leaper king --open\n",
     cq_run_make},
    {"request", CQ_CMD_REQUEST, "FILE|-", 1, 1, "answer a request in JSON",
     "Answers a request like the server: a problem, a goal and options in JSON. Each "
     "event is printed as a line of JSON with its name: progress, solution, and at the "
     "end answer or error.",
     "chequer request request.json\n"
     "chequer request - < request.json > events.jsonl\n",
     cq_run_request},
    {"serve", CQ_CMD_SERVE, "[LINK]", 0, 1, "open the page: draw boards in the browser",
     "Serves a page where you draw boards with the mouse and see the answer at once, "
     "and prints its address. It listens on this machine only, unless --host says "
     "otherwise. Ctrl-C stops it. With LINK, copied from the page on any port or from "
     "chequer.html, the address leads to what it shows.\n"
     "\n"
     "Each request may use one minute, 1 GiB and one thread; --time, --memory and "
     "--threads change that.",
     "chequer serve --open\n"
     "chequer serve --open 'http://127.0.0.1:8864/#tab=dominoes&board=8x8-a1,h8'\n"
     "chequer serve --port 8080 --time 10m\n",
     cq_run_serve},
    {"help", CQ_CMD_HELP, "[COMMAND|TOPIC]", 0, 1, "explain a command or a topic",
     "Explains a command or a topic, or lists them all. It also prints the man pages "
     "and the shell completions.",
     "chequer help tile\n"
     "chequer help boards\n"
     "chequer help tile --man | man -l -\n"
     "source <(chequer help --bash)\n"
     "chequer help --fish | source\n",
     cq_run_help},
    {.name = NULL},
};

bool cq_commands_check(void)
{
    unsigned bits = 0;

    for (const cq_command *command = cq_commands; command->name; command++) {
        cq_hold(command->bit == bits + 1); /* the next one */
        cq_hold(command->name[0] && command->summary[0] && command->text[0]);
        cq_hold(command->least <= command->most && command->run);
        cq_hold(cq_command_named(command->name) == command);
        cq_hold(!cq_topic_named(command->name)); /* help NAME means one of them */
        cq_hold(command->examples[strlen(command->examples) - 1] == '\n');
        bits |= command->bit;
    }
    for (const cq_topic *topic = cq_topics; topic->name; topic++)
        cq_hold(cq_topic_named(topic->name) == topic && topic->summary[0]);
    return true;
}

const cq_command *cq_command_named(const char *name)
{
    for (const cq_command *command = cq_commands; command->name; command++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}

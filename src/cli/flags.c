/* flags.c - every flag of the command, once.
 *
 * A row says what a flag is called, which commands take it, what its value is and where
 * it goes, and what it does. The parser (parse.c), the help (help.c), the man page
 * (man.c) and the completions (completion.c) are loops over this table, so a new flag
 * is a row here, a member of cq_settings, and the code that looks at that member.
 *
 * The order of the rows within a group is the order in which people read them.
 */
#include "base/assert.h"
#include "cli/flags.h"

#include "base/words.h"

#include <stddef.h>
#include <string.h>

enum {
    SOLVERS = CQ_CMD_SOLVE,
    READERS = CQ_CMD_CHECK | CQ_CMD_DRAW | CQ_CMD_CONVERT,
    SERVERS = CQ_CMD_REQUEST | CQ_CMD_SERVE,
    COUNTERS = SOLVERS | CQ_CMD_SEQUENCE,
    WORKERS = COUNTERS | READERS | CQ_CMD_MERGE,
    ALL = WORKERS | CQ_CMD_EXPERIMENT | CQ_CMD_MAKE | SERVERS | CQ_CMD_HELP,
    SEARCHERS = CQ_CMD_TILE | CQ_CMD_COVER,
    TOURISTS = CQ_CMD_TOUR | CQ_CMD_DRAW,
    WALKERS = CQ_CMD_TOUR | CQ_CMD_HAM | CQ_CMD_CHECK | CQ_CMD_DRAW | CQ_CMD_MERGE,
    DRAWERS = TOURISTS | CQ_CMD_TILE
};

/* Numbers for `rivals`. */
enum { GOALS = CQ_RIVAL_GOALS, ENDS, NOISE, FORMATS, PAGES, TILES };

static const char *const formats[] = {"txt",  "box",   "svg",  "png",  "pdf", "tex",
                                      "json", "moves", "tour", "apng", NULL};
static const char *const targets[] = {
    "puzzle", "art", "cover", "edges", "dimacs", "tsplib", "graph6", "adjacency",
    "cnf",    "opb", "txt",   "json",  "moves",  "tour",   NULL};
static const char *const tables[] = {"txt", "csv", "json", "svg",
                                     "png", "pdf", "tex",  NULL};
static const char *const maxima[] = {"squares", "pieces", "points", NULL};
static const char *const symmetries[] = {"180", "90", "mirror", NULL};
static const char *const colours[] = {"auto", "always", "never", NULL};

#define SLOT(member) offsetof(cq_settings, member)

const cq_flag cq_flags[] = {
    {"count", 0, CQ_FLAG_SWITCH, CQ_GROUP_GOAL, SOLVERS, GOALS, SLOT(count), NULL, NULL,
     "Print how many solutions there are: the exact number, alone on its line."},
    {"all", 0, CQ_FLAG_SWITCH, CQ_GROUP_GOAL, SOLVERS, GOALS, SLOT(all), NULL, NULL,
     "Print every solution as it is found."},
    {"first", 0, CQ_FLAG_NUMBER, CQ_GROUP_GOAL, SOLVERS, 0, SLOT(first), "N", NULL,
     "Like --all, but stop after N solutions."},
    {"unique", 0, CQ_FLAG_SWITCH, CQ_GROUP_GOAL, SEARCHERS | CQ_CMD_TOUR, 0,
     SLOT(unique), NULL, NULL,
     "Treat solutions that are rotations or reflections of each other as one, and "
     "print the size of each class. Combine with --all, --first or --count, or use "
     "alone."},
    {"symmetric", 0, CQ_FLAG_SWITCH, CQ_GROUP_GOAL, CQ_CMD_TILE, 0, SLOT(symmetric),
     NULL, NULL,
     "Print only solutions that are themselves symmetric. Combine with --all, --first, "
     "--count or --unique, or use alone."},
    {"unique", 0, CQ_FLAG_SWITCH, CQ_GROUP_PROBLEM, CQ_CMD_CHECK, 0, SLOT(unique), NULL,
     NULL, "Judge ANSWER as an answer to --unique, even if it does not say so."},
    {"symmetric", 0, CQ_FLAG_SWITCH, CQ_GROUP_PROBLEM, CQ_CMD_CHECK, 0, SLOT(symmetric),
     NULL, NULL,
     "Judge ANSWER as an answer to --symmetric, even if it does not say so."},
    {"confirm", 0, CQ_FLAG_SWITCH, CQ_GROUP_GOAL, COUNTERS, 0, SLOT(confirm), NULL,
     NULL,
     "Count again with the checker's own code, however long it takes: also "
     "probabilities and numbers of copies. By default this is done only if it takes "
     "about a tenth of a second. -v says how it was confirmed."},
    {"why", 0, CQ_FLAG_SWITCH, CQ_GROUP_GOAL, SOLVERS, GOALS, SLOT(why), NULL, NULL,
     "Print only the reason why there is no solution, or 'possible'."},
    {"explain", 0, CQ_FLAG_SWITCH, CQ_GROUP_GOAL, CQ_CMD_TOUR, GOALS, SLOT(explain),
     NULL, NULL,
     "Explain step by step how an open tour is found, cut into cycles and joined into "
     "a closed one, or why there is none. -o NAME.svg draws each step, to NAME-1.svg, "
     "NAME-2.svg and so on."},
    {"explain", 0, CQ_FLAG_SWITCH, CQ_GROUP_GOAL, CQ_CMD_TILE, GOALS, SLOT(explain),
     NULL, NULL,
     "Explain step by step why there is a domino tiling, or why not. -o NAME.svg draws "
     "each step, to NAME-1.svg, NAME-2.svg and so on; -o NAME.pdf makes one handout "
     "with text and pictures."},
    {"lays", 0, CQ_FLAG_SWITCH, CQ_GROUP_GOAL, CQ_CMD_TILE, GOALS, SLOT(lays), NULL,
     NULL,
     "Print the table of lays that the engine backtrack tries: each piece in each "
     "orientation, by the colour of its first square. With --unique one piece is "
     "restricted to some orientations."},
    {"trace", 0, CQ_FLAG_NUMBER, CQ_GROUP_GOAL, CQ_CMD_TILE, GOALS, SLOT(trace), "N",
     NULL,
     "Print the position of the engine backtrack after N moves (pieces laid or taken "
     "back), and what fits next."},
    {"worksheet", 0, CQ_FLAG_SWITCH, CQ_GROUP_GOAL, CQ_CMD_TILE, 0, SLOT(worksheet),
     NULL, NULL,
     "Write an exercise to -o NAME.pdf: the board, the task and the pieces, without a "
     "solution. Nothing is solved."},
    {"max", 0, CQ_FLAG_WHICH, CQ_GROUP_GOAL, CQ_CMD_TILE, GOALS, SLOT(max), "WHAT",
     maxima,
     "Cover as many squares as possible, with at most as many copies of each piece as "
     "there are; '#' is a square left over. Or lay as many pieces, or as many points "
     "(weights), as possible. If a limit stops it: the best so far, and a bound."},
    {"max", 0, CQ_FLAG_WHICH, CQ_GROUP_PROBLEM, READERS, 0, SLOT(max), "WHAT", maxima,
     "The answer is one of tile with this flag: copies may stay unused, squares free, "
     "and with pieces each copy is a point."},
    {"repair", 0, CQ_FLAG_SWITCH, CQ_GROUP_GOAL, CQ_CMD_TILE, GOALS, SLOT(repair), NULL,
     NULL,
     "Find the fewest squares to remove or restore so that dominoes can cover the "
     "board."},
    {"forced", 0, CQ_FLAG_SWITCH, CQ_GROUP_GOAL, CQ_CMD_TILE, GOALS, SLOT(forced), NULL,
     NULL, "Print the dominoes that are in every tiling, and those that are in none."},
    {"probabilities", 0, CQ_FLAG_SWITCH, CQ_GROUP_GOAL, CQ_CMD_TILE, GOALS,
     SLOT(probabilities), NULL, NULL,
     "Print the probability of each domino in a random tiling; for other pieces, how "
     "many tilings contain each placement."},
    {"probabilities", 0, CQ_FLAG_SWITCH, CQ_GROUP_GOAL, CQ_CMD_COVER, GOALS,
     SLOT(probabilities), NULL, NULL,
     "Print how many solutions contain each option, of all solutions."},
    {"probabilities", 0, CQ_FLAG_SWITCH, CQ_GROUP_GOAL, CQ_CMD_TOUR | CQ_CMD_HAM, GOALS,
     SLOT(probabilities), NULL, NULL,
     "Print how many tours use each move or edge, of all tours."},
    {"by-copies", 0, CQ_FLAG_SWITCH, CQ_GROUP_GOAL, CQ_CMD_TILE, GOALS, SLOT(by_copies),
     NULL, NULL,
     "Count the tilings by how many copies of each piece they use, with one line for "
     "each combination."},
    {"bounds", 0, CQ_FLAG_SWITCH, CQ_GROUP_GOAL, CQ_CMD_TILE, GOALS, SLOT(bounds), NULL,
     NULL,
     "Print how many copies of each piece a tiling can have: at least, at most, and "
     "even or odd or another remainder, as far as areas and numbers on the squares "
     "show it without a search."},
    {"by-copies", 0, CQ_FLAG_SWITCH, CQ_GROUP_GOAL, CQ_CMD_SEQUENCE, 0, SLOT(by_copies),
     NULL, NULL,
     "Print a triangle: for each N, how many tilings use 0, 1, 2 and so on copies of "
     "the first piece."},
    {"sample", 0, CQ_FLAG_TIMES, CQ_GROUP_GOAL, SEARCHERS, GOALS, SLOT(samples), "N",
     NULL,
     "Draw N solutions at random (default 1), all equally likely, or in proportion to "
     "their weights if there are any."},
    {"sample", 0, CQ_FLAG_TIMES, CQ_GROUP_GOAL, CQ_CMD_TOUR | CQ_CMD_HAM, GOALS,
     SLOT(samples), "N", NULL,
     "Draw N tours at random (default 1), all equally likely."},
    {"cheapest", 0, CQ_FLAG_TIMES, CQ_GROUP_GOAL, CQ_CMD_TILE | CQ_CMD_COVER, GOALS,
     SLOT(cheapest), "N", NULL,
     "Print the N solutions (default 1) that cost the least, in order. A solution "
     "costs the sum of its weights; see 'chequer help weights'."},
    {"dearest", 0, CQ_FLAG_TIMES, CQ_GROUP_GOAL, CQ_CMD_TILE | CQ_CMD_COVER, GOALS,
     SLOT(dearest), "N", NULL,
     "Print the N solutions (default 1) that cost the most, in order."},
    {"total", 0, CQ_FLAG_SWITCH, CQ_GROUP_GOAL, CQ_CMD_TILE | CQ_CMD_COVER, GOALS,
     SLOT(total), NULL, NULL,
     "Print the total weight of all solutions, a number or a polynomial: each solution "
     "counts for the product of its weights. With weights, --count prints the same."},
    {"by", 0, CQ_FLAG_TEXT, CQ_GROUP_GOAL, CQ_CMD_TILE | CQ_CMD_COVER, GOALS, SLOT(by),
     "X", NULL,
     "Print --total as a polynomial in X, which is one letter or two, with 1 for every "
     "other variable."},
    {"nth", 0, CQ_FLAG_TEXT, CQ_GROUP_GOAL, SOLVERS, GOALS, SLOT(nth), "K", NULL,
     "Print solution number K, from 1 to the number that --count prints, without "
     "listing the others."},
    {"index-of", 0, CQ_FLAG_FILE, CQ_GROUP_GOAL, SOLVERS, GOALS, SLOT(index_of), "FILE",
     NULL, "Print the K for which --nth K is the first solution in FILE."},
    {"estimate", 0, CQ_FLAG_SWITCH, CQ_GROUP_GOAL, SEARCHERS, GOALS, SLOT(estimate),
     NULL, NULL,
     "Estimate the number of solutions and the time to find them all, from random "
     "probes into the search. --time sets how long to probe. If a sweep would count "
     "them: its states, memory, disk and time."},
    {"estimate", 0, CQ_FLAG_SWITCH, CQ_GROUP_GOAL, CQ_CMD_TOUR | CQ_CMD_HAM, GOALS,
     SLOT(estimate), NULL, NULL,
     "Estimate what --count would take: states, memory, disk and time; with --engine "
     "multipath, the number of tours and the size of a search, from random probes."},

    {"order", 0, CQ_FLAG_SWITCH, CQ_GROUP_GOAL, SEARCHERS, GOALS, SLOT(order), NULL,
     NULL,
     "Print the order in which a sweep would decide the squares, as numbers on the "
     "board (for a cover: its items), and with -v the expected cost."},

    {"pieces", 0, CQ_FLAG_TEXT, CQ_GROUP_PROBLEM,
     CQ_CMD_TILE | CQ_CMD_COVER | READERS | CQ_CMD_MERGE | CQ_CMD_SEQUENCE, TILES,
     SLOT(pieces), "SETS", NULL,
     "Cover the board with these pieces instead of dominoes or the pieces in the "
     "puzzle file; see 'chequer help pieces'."},
    {"rule", 0, CQ_FLAG_TEXT, CQ_GROUP_PROBLEM,
     CQ_CMD_TILE | CQ_CMD_COVER | READERS | CQ_CMD_MERGE, 0, SLOT(rules), "RULES", NULL,
     "Accept only tilings that keep these rules, with semicolons between them: 'apart "
     "L3', 'touch A,B C', 'copies A,B 0..3', 'spread A', 'no-faults', 'no-crosses', "
     "'connected A,B'; see 'chequer help rules'."},
    {"pieces", 0, CQ_FLAG_TEXT, CQ_GROUP_PROBLEM, CQ_CMD_MAKE, 0, SLOT(pieces), "SETS",
     NULL,
     "pieces: choose from these (default pentominoes). board: make a board for these "
     "(default tetrominoes). letters: cover the board with these."},
    {"solutions", 0, CQ_FLAG_NUMBER, CQ_GROUP_PROBLEM, CQ_CMD_MAKE, 0, SLOT(solutions),
     "K", NULL,
     "Make a puzzle with exactly K solutions (default 1). For pieces and board, "
     "rotations and reflections of a solution are the same."},
    {"highest", 0, CQ_FLAG_NUMBER, CQ_GROUP_PROBLEM, CQ_CMD_MAKE, 0, SLOT(highest), "N",
     NULL, "numbers: the set has all dominoes from 0-0 to N-N (default 6)."},
    {"fewest", 0, CQ_FLAG_SWITCH, CQ_GROUP_PROBLEM, CQ_CMD_MAKE, 0, SLOT(fewest), NULL,
     NULL,
     "numbers: leave numbers out as long as the solution stays the only one; then each "
     "of the rest is needed."},
    {"symmetric", 0, CQ_FLAG_SWITCH, CQ_GROUP_PROBLEM, CQ_CMD_MAKE, 0, SLOT(symmetric),
     NULL, NULL,
     "board: a board that a half turn maps onto itself. letters, sudoku, tour, and "
     "numbers with --fewest: givens that a half turn maps onto givens."},
    {"box", 0, CQ_FLAG_TEXT, CQ_GROUP_PROBLEM, CQ_CMD_MAKE, 0, SLOT(box), "RxC", NULL,
     "sudoku: the rows and columns of a box (default 3x3)."},
    {"easiest", 0, CQ_FLAG_WHOLE, CQ_GROUP_PROBLEM, CQ_CMD_MAKE, 0, SLOT(easiest), "N",
     NULL,
     "Make a puzzle whose hardness is at least N: the nodes that the engine dlx, or "
     "figured for a tour, visits to find all solutions."},
    {"hardest", 0, CQ_FLAG_NUMBER, CQ_GROUP_PROBLEM, CQ_CMD_MAKE, 0, SLOT(hardest), "N",
     NULL, "Make a puzzle whose hardness is at most N."},
    {"tries", 0, CQ_FLAG_NUMBER, CQ_GROUP_SEARCH, CQ_CMD_MAKE, 0, SLOT(tries), "N",
     NULL, "Give up after N tries (default 10000)."},
    {"puzzles", 0, CQ_FLAG_NUMBER, CQ_GROUP_OUTPUT, CQ_CMD_MAKE, 0, SLOT(puzzles), "N",
     NULL,
     "Make N puzzles, each with the next seed. With -o NAME.chq they go to NAME-1.chq, "
     "NAME-2.chq and so on."},
    {"sheets", 0, CQ_FLAG_SWITCH, CQ_GROUP_OUTPUT, CQ_CMD_MAKE, 0, SLOT(sheets), NULL,
     NULL, "With -o NAME.chq, also write NAME-worksheet.pdf and NAME-solution.pdf."},
    {"output", 'o', CQ_FLAG_FILE, CQ_GROUP_OUTPUT, CQ_CMD_MAKE, 0, SLOT(output), "FILE",
     NULL, "Write the puzzle to FILE."},
    {"seed", 0, CQ_FLAG_WHOLE, CQ_GROUP_SEARCH, CQ_CMD_MAKE, 0, SLOT(seed), "N", NULL,
     "Seed for all random choices (default 0). Another seed makes another puzzle."},
    {"time", 0, CQ_FLAG_TIME, CQ_GROUP_SEARCH, CQ_CMD_MAKE, 0, SLOT(seconds), "TIME",
     NULL,
     "Stop after this time, such as 90, 1.5, 500ms or 1h30m (default: no limit)."},
    {"memory", 0, CQ_FLAG_SIZE, CQ_GROUP_SEARCH, CQ_CMD_MAKE, 0, SLOT(memory), "SIZE",
     NULL, "Use at most this much memory, such as 500M or 2G."},
    {"json", 0, CQ_FLAG_SWITCH, CQ_GROUP_OUTPUT, CQ_CMD_MAKE, 0, SLOT(json), NULL, NULL,
     "Write JSON: the puzzle as text, its solutions, and how it was made."},
    {"weight", 0, CQ_FLAG_TEXT, CQ_GROUP_PROBLEM, CQ_CMD_TILE | CQ_CMD_COVER | READERS,
     0, SLOT(weights), "WEIGHTS", NULL,
     "Give pieces weights, with semicolons between them: 'A = 3', 'domino as ## = x', "
     "'at a1,b2 = 1/2', 'A on a1,b1 = 2xy'; see 'chequer help weights'."},
    {"no-weights", 0, CQ_FLAG_SWITCH, CQ_GROUP_PROBLEM,
     CQ_CMD_TILE | CQ_CMD_COVER | READERS, 0, SLOT(no_weights), NULL, NULL,
     "Leave out all weights in FILE."},
    {"free", 0, CQ_FLAG_TEXT, CQ_GROUP_PROBLEM,
     CQ_CMD_TILE | CQ_CMD_COVER | READERS | CQ_CMD_MERGE, 0, SLOT(free), "N", NULL,
     "Leave N squares free: a number, a range such as 0..4, or any. 'N in=a1,b2,c3' "
     "names the squares that may stay free; 'any fewer' lets copies of pieces stay "
     "unused."},
    {"tiles-as-drawn", 0, CQ_FLAG_SWITCH, CQ_GROUP_PROBLEM,
     SEARCHERS | READERS | CQ_CMD_MERGE, TILES, SLOT(as_drawn), NULL, NULL,
     "Read FILE as bare drawings separated by empty lines: a region, then its tiles, "
     "each used any number of times exactly as drawn. '#' is a unit; everything else "
     "is empty."},
    {"numbered", 0, CQ_FLAG_SWITCH, CQ_GROUP_PROBLEM, CQ_CMD_COVER | CQ_CMD_CONVERT, 0,
     SLOT(numbered), NULL, NULL,
     "When a board becomes a cover, call its squares 1, 2, 3 and so on, row by row, "
     "instead of a1, b1."},
    {"leaper", 0, CQ_FLAG_TEXT, CQ_GROUP_PROBLEM,
     CQ_CMD_TOUR | READERS | CQ_CMD_MERGE | CQ_CMD_SEQUENCE, 0, SLOT(leaper), "LEAPS",
     NULL,
     "Move with this piece (default knight): king, queen, rook, wazir, camel and so "
     "on, or its leaps as numbers, such as 1,2 or 1,2+0,1; 0,1* repeats a leap, and "
     "(1,-2) is one move, down and right."},
    {"closed", 0, CQ_FLAG_SWITCH, CQ_GROUP_PROBLEM,
     CQ_CMD_TOUR | CQ_CMD_HAM | READERS | CQ_CMD_MERGE | CQ_CMD_SEQUENCE, ENDS,
     SLOT(closed), NULL, NULL, "The tour returns to its start. This is the default."},
    {"open", 0, CQ_FLAG_SWITCH, CQ_GROUP_PROBLEM,
     CQ_CMD_TOUR | CQ_CMD_HAM | READERS | CQ_CMD_MERGE | CQ_CMD_SEQUENCE, ENDS,
     SLOT(open), NULL, NULL, "The tour may end anywhere."},
    {"leaper", 0, CQ_FLAG_TEXT, CQ_GROUP_PROBLEM, CQ_CMD_MAKE, 0, SLOT(leaper), "LEAPS",
     NULL,
     "tour: move with this piece (default knight), such as king, wazir or 1,2+0,1."},
    {"open", 0, CQ_FLAG_SWITCH, CQ_GROUP_PROBLEM, CQ_CMD_MAKE, 0, SLOT(open), NULL,
     NULL, "tour: it need not return to its start."},
    {"from", 0, CQ_FLAG_NUMBER, CQ_GROUP_PROBLEM, CQ_CMD_EXPERIMENT, 0, SLOT(low), "N",
     NULL, "Study aztec: the first radius (default 2)."},
    {"to", 0, CQ_FLAG_NUMBER, CQ_GROUP_PROBLEM, CQ_CMD_EXPERIMENT, 0, SLOT(high), "N",
     NULL, "Study aztec: the last radius (default 30)."},
    {"vertices", 0, CQ_FLAG_TEXT, CQ_GROUP_PROBLEM, CQ_CMD_EXPERIMENT, 0,
     SLOT(vertices), "NUMBERS", NULL,
     "Studies of graphs: the number of vertices, such as 1000, 100..900, 100..900..200 "
     "or 100,500. A range without a step goes by hundreds if it starts at 100 or more, "
     "by thousands from 1000."},
    {"degree", 0, CQ_FLAG_TEXT, CQ_GROUP_PROBLEM, CQ_CMD_EXPERIMENT, 0, SLOT(degree),
     "NUMBERS", NULL,
     "Studies of graphs: the average degree, such as 8, 7..15 or 3..5..0.5."},
    {"graphs", 0, CQ_FLAG_NUMBER, CQ_GROUP_PROBLEM, CQ_CMD_EXPERIMENT, 0, SLOT(graphs),
     "N", NULL,
     "Studies of graphs: the number of connected graphs for each row (default 100)."},
    {"whole-odds", 0, CQ_FLAG_SWITCH, CQ_GROUP_PROBLEM, CQ_CMD_EXPERIMENT, 0,
     SLOT(whole_odds), NULL, NULL,
     "Study random: join two vertices with probability 1 / k, where k is (n - 1) / "
     "degree rounded down."},
    {"from", 0, CQ_FLAG_TEXT, CQ_GROUP_PROBLEM, WALKERS, 0, SLOT(from), "SQUARE", NULL,
     "Start on this square, such as e4 or 4:4, or at this vertex of a graph."},
    {"to", 0, CQ_FLAG_TEXT, CQ_GROUP_PROBLEM, WALKERS, 0, SLOT(end), "SQUARE", NULL,
     "End on this square. A closed tour then returns from it to its start."},
    {"at", 0, CQ_FLAG_TEXT, CQ_GROUP_PROBLEM, WALKERS, 0, SLOT(at), "NUMBERS", NULL,
     "These squares have these numbers in the tour, such as e4=17,a1=1."},
    {"magic", 0, CQ_FLAG_CHOICE, CQ_GROUP_PROBLEM, WALKERS & ~CQ_CMD_HAM, 0,
     SLOT(magic), "KIND", cq_magic_words + 1,
     "The numbers of the tour have the same sum in all rows, and in all columns "
     "(semi), "
     "and also in both diagonals (full)."},
    {"with", 0, CQ_FLAG_TEXT, CQ_GROUP_PROBLEM, WALKERS | CQ_CMD_CONVERT, 0, SLOT(with),
     "MOVES", NULL,
     "The tour must use these moves, such as e4-f6 or a1-b3,c1-b3; in a graph these "
     "edges, such as u-v."},
    {"without", 0, CQ_FLAG_TEXT, CQ_GROUP_PROBLEM, WALKERS | CQ_CMD_CONVERT, 0,
     SLOT(without), "MOVES", NULL, "The tour must not use these moves or edges."},
    {"symmetric", 0, CQ_FLAG_CHOICE, CQ_GROUP_PROBLEM, CQ_CMD_TOUR, 0, SLOT(symmetry),
     "KIND", symmetries,
     "Find a tour that looks the same after a rotation by 180 or 90 degrees, or in a "
     "mirror."},
    {"symmetry", 0, CQ_FLAG_CHOICE, CQ_GROUP_PROBLEM, CQ_CMD_CHECK | CQ_CMD_MERGE, 0,
     SLOT(symmetry), "KIND", symmetries,
     "Judge ANSWER as an answer to 'chequer tour --symmetric KIND'."},
    {"from", 0, CQ_FLAG_WHOLE, CQ_GROUP_PROBLEM, CQ_CMD_SEQUENCE, 0, SLOT(first_n), "N",
     NULL, "The first N (default 1); 0 includes the empty board."},
    {"to", 0, CQ_FLAG_NUMBER, CQ_GROUP_PROBLEM, CQ_CMD_SEQUENCE, 0, SLOT(high), "N",
     NULL, "The last N (default: twenty terms)."},
    {"tour", 0, CQ_FLAG_SWITCH, CQ_GROUP_PROBLEM, CQ_CMD_SEQUENCE, TILES, SLOT(tour),
     NULL, NULL,
     "Count knight's tours instead of tilings. --leaper selects another piece, --open "
     "counts open tours."},
    {"as", 0, CQ_FLAG_CHOICE, CQ_GROUP_PROBLEM, READERS | CQ_CMD_MERGE, 0, SLOT(as),
     "COMMAND", cq_reading_words + 1,
     "Read PROBLEM as this command would. By default the answer and the content of the "
     "file decide."},

    {"engine", 0, CQ_FLAG_ENGINE, CQ_GROUP_SEARCH, COUNTERS, 0, SLOT(engine), "NAME",
     NULL,
     "Use this engine instead of the best that fits; see 'chequer help engines'."},
    {"engines", 0, CQ_FLAG_TEXT, CQ_GROUP_SEARCH, CQ_CMD_EXPERIMENT, 0, SLOT(engines),
     "NAMES", NULL,
     "Study aztec: compare these engines, separated by commas (default "
     "conversion,walk,weave)."},
    {"seed", 0, CQ_FLAG_WHOLE, CQ_GROUP_SEARCH, SOLVERS | CQ_CMD_EXPERIMENT, 0,
     SLOT(seed), "N", NULL,
     "Seed for all random choices (default 0). The same seed gives the same answer; "
     "another seed gives, for example, another tour."},
    {"ties", 0, CQ_FLAG_CHOICE, CQ_GROUP_SEARCH,
     CQ_CMD_TOUR | CQ_CMD_HAM | CQ_CMD_EXPERIMENT, 0, SLOT(ties), "RULE", cq_ties_words,
     "Which of several equally good moves the engines warnsdorff and conversion take, "
     "and which one the engine walk tries first: number (the smallest number; the "
     "default), pohl (the smallest total of further moves), centre (the farthest from "
     "the centre), random, most (the largest total), or largest (next to the square "
     "with the most moves)."},
    {"move-order", 0, CQ_FLAG_TEXT, CQ_GROUP_SEARCH,
     CQ_CMD_TOUR | CQ_CMD_HAM | CQ_CMD_EXPERIMENT, 0, SLOT(move_order), "ORDER", NULL,
     "The order in which the engines backtrack, walk, warnsdorff and conversion try "
     "moves: number (row by row; the default), reverse (the default of walk), "
     "clockwise (starting from the right), anticlockwise (starting from below), or all "
     "moves as down:right, such as 2:1,1:2,-1:2,-2:1,-2:-1,-1:-2,1:-2,2:-1."},
    {"cut", 0, CQ_FLAG_CHOICE, CQ_GROUP_SEARCH,
     CQ_CMD_TOUR | CQ_CMD_HAM | CQ_CMD_EXPERIMENT, 0, SLOT(cut), "RULE", cq_cut_words,
     "Where the engine conversion cuts an open tour: at the farthest neighbour (the "
     "default), into the fewest cycles, or into the fewest and most even cycles."},
    {"join", 0, CQ_FLAG_CHOICE, CQ_GROUP_SEARCH,
     CQ_CMD_TOUR | CQ_CMD_HAM | CQ_CMD_EXPERIMENT, 0, SLOT(join), "RULE", cq_join_words,
     "Which cycles the engine conversion joins first: those with the smallest number "
     "(the default), the shortest, or the longest."},
    {"steps", 0, CQ_FLAG_NUMBER, CQ_GROUP_SEARCH,
     CQ_CMD_TOUR | CQ_CMD_HAM | CQ_CMD_EXPERIMENT, 0, SLOT(steps), "N", NULL,
     "How many steps the engine walk spends on each start (default one million)."},
    {"start-time", 0, CQ_FLAG_TIME, CQ_GROUP_SEARCH,
     CQ_CMD_TOUR | CQ_CMD_HAM | CQ_CMD_EXPERIMENT, 0, SLOT(start_seconds), "TIME", NULL,
     "How long the engine walk spends on each start, in seconds or as 500ms, 10m "
     "(default: only --steps limits it)."},
    {"use-order", 0, CQ_FLAG_FILE, CQ_GROUP_SEARCH, SEARCHERS, 0, SLOT(use_order),
     "FILE", NULL,
     "Decide the squares in the order given in FILE, in the format that --order "
     "prints. Only for engines that sweep."},
    {"threads", 0, CQ_FLAG_WHOLE, CQ_GROUP_SEARCH,
     COUNTERS | CQ_CMD_EXPERIMENT | SERVERS, 0, SLOT(threads), "N", NULL,
     "Use N threads if the engine supports it (default 1; 0 = one per core)."},
    {"time", 0, CQ_FLAG_TIME, CQ_GROUP_SEARCH, COUNTERS | SERVERS, 0, SLOT(seconds),
     "TIME", NULL, "Stop after this many seconds; 500ms, 10m and 1h30m work too."},
    {"work", 0, CQ_FLAG_NUMBER, CQ_GROUP_SEARCH, SOLVERS, 0, SLOT(work), "N", NULL,
     "Stop after N units of work, each a few thousand steps of the engine. With one "
     "thread and a named engine, that is the same place on every machine."},
    {"time", 0, CQ_FLAG_TIME, CQ_GROUP_SEARCH, CQ_CMD_EXPERIMENT, 0, SLOT(seconds),
     "TIME", NULL,
     "Time limit for each entry of the table (studies of graphs: for each question "
     "about a graph), in seconds or as 500ms, 10m, 1h30m (default 10 seconds)."},
    {"memory", 0, CQ_FLAG_SIZE, CQ_GROUP_SEARCH, WORKERS | CQ_CMD_EXPERIMENT | SERVERS,
     0, SLOT(memory), "SIZE", NULL,
     "Limit memory to SIZE bytes; suffixes such as 500M and 2G are understood. The "
     "default is three quarters of this machine's memory, and 1G for each request to a "
     "server."},
    {"checkpoint", 0, CQ_FLAG_FILE, CQ_GROUP_SEARCH, SOLVERS, 0, SLOT(checkpoint),
     "FILE", NULL,
     "Save the state of the search to FILE every minute, and when it is stopped."},
    {"resume", 0, CQ_FLAG_FILE, CQ_GROUP_SEARCH, SOLVERS, 0, SLOT(resume), "FILE", NULL,
     "Resume the search saved in FILE and keep saving to it. All other arguments must "
     "be the same."},
    {"scratch", 0, CQ_FLAG_FILE, CQ_GROUP_SEARCH, SOLVERS, 0, SLOT(scratch), "DIR",
     NULL,
     "Keep what does not fit into memory in files in DIR (default: $TMPDIR, or /tmp). "
     "Counts by sweeps need it; see --memory."},
    {"part", 0, CQ_FLAG_TEXT, CQ_GROUP_SEARCH, SOLVERS, 0, SLOT(part), "I/N", NULL,
     "Search only part I of N, to split a search between machines; 'chequer merge' "
     "combines the answers."},

    {"port", 0, CQ_FLAG_TEXT, CQ_GROUP_SERVER, CQ_CMD_SERVE, 0, SLOT(port), "N", NULL,
     "Listen on this port (default 8864, so that links and drawings keep working, or a "
     "free port if that is taken; 0 = any free port)."},
    {"host", 0, CQ_FLAG_TEXT, CQ_GROUP_SERVER, CQ_CMD_SERVE, 0, SLOT(host), "ADDRESS",
     NULL,
     "Listen on this address instead of 127.0.0.1, which only this machine can reach. "
     "There is no password."},
    {"open", 0, CQ_FLAG_SWITCH, CQ_GROUP_SERVER, CQ_CMD_SERVE, 0, SLOT(open_browser),
     NULL, NULL, "Open the page in the browser."},
    {"requests", 0, CQ_FLAG_NUMBER, CQ_GROUP_SERVER, CQ_CMD_SERVE, 0, SLOT(requests),
     "N", NULL, "Work on at most N requests at the same time (default 8)."},

    {"proof", 0, CQ_FLAG_FILE, CQ_GROUP_OUTPUT, SOLVERS, 0, SLOT(proof), "FILE", NULL,
     "If there is no solution, write a proof of that to FILE, which 'chequer check' "
     "judges: the short reason if there is one, else a tree of all that was tried, or "
     "the layers of a sweep. FILE.tree and FILE.layers choose; FILE.drat, FILE.lrat "
     "and "
     "FILE.pbp are for other proof checkers; see docs/proofs.md."},
    {"output", 'o', CQ_FLAG_FILE, CQ_GROUP_OUTPUT,
     CQ_CMD_TILE | CQ_CMD_TOUR | CQ_CMD_DRAW | CQ_CMD_MERGE, 0, SLOT(output), "FILE",
     NULL,
     "Write to FILE. Its ending selects the format: text, JSON, a picture or a "
     "booklet; see 'chequer help answers'."},
    {"output", 'o', CQ_FLAG_FILE, CQ_GROUP_OUTPUT, CQ_CMD_COVER | CQ_CMD_HAM, 0,
     SLOT(output), "FILE", NULL,
     "Write to FILE, as text or, if it ends in .json, as JSON."},
    {"output", 'o', CQ_FLAG_FILE, CQ_GROUP_OUTPUT,
     CQ_CMD_CONVERT | CQ_CMD_SEQUENCE | CQ_CMD_EXPERIMENT, 0, SLOT(output), "FILE",
     NULL, "Write to FILE. Its ending selects the format."},
    {"format", 0, CQ_FLAG_CHOICE, CQ_GROUP_OUTPUT, SOLVERS | CQ_CMD_DRAW | CQ_CMD_MERGE,
     FORMATS, SLOT(format), "FORMAT", formats,
     "Write in this format, whatever FILE ends in. For tours there are also moves (a1 "
     "b3 c5 and so on) and tour (a TSPLIB TOUR file)."},
    {"format", 0, CQ_FLAG_CHOICE, CQ_GROUP_OUTPUT, CQ_CMD_EXPERIMENT, FORMATS,
     SLOT(format), "FORMAT", tables,
     "Write in this format, whatever FILE ends in. svg, png, pdf and tex make a plot, "
     "and the table goes to standard output as well."},
    {"format", 0, CQ_FLAG_CHOICE, CQ_GROUP_OUTPUT, CQ_CMD_SEQUENCE, FORMATS,
     SLOT(format), "FORMAT", cq_sequence_form_words,
     "Write in this format: txt (the terms and their recurrence), bfile (only the "
     "terms, as an OEIS b-file), json, or pari, sage and latex for other programs."},
    {"json", 0, CQ_FLAG_SWITCH, CQ_GROUP_OUTPUT,
     COUNTERS | CQ_CMD_MERGE | CQ_CMD_EXPERIMENT, FORMATS, SLOT(json), NULL, NULL,
     "The same as --format json."},
    {"to", 0, CQ_FLAG_CHOICE, CQ_GROUP_OUTPUT, CQ_CMD_CONVERT, 0, SLOT(to), "FORMAT",
     targets, "Write in this format, whatever FILE ends in."},
    {"answer", 0, CQ_FLAG_FILE, CQ_GROUP_OUTPUT, CQ_CMD_CONVERT, 0, SLOT(answer),
     "ANSWER", NULL,
     "Convert this answer to PROBLEM, instead of PROBLEM itself: to txt or json, a "
     "tour also to moves or tour."},

    {"save", 0, CQ_FLAG_FILE, CQ_GROUP_OUTPUT, CQ_CMD_EXPERIMENT, 0, SLOT(save), "DIR",
     NULL,
     "Studies of graphs: write every graph to DIR in TSPLIB HCP format, to files such "
     "as random-1000-8-0001.hcp."},

    {"numbers", 0, CQ_FLAG_SWITCH, CQ_GROUP_DRAWING, TOURISTS, 0, SLOT(numbers), NULL,
     NULL, "Draw a tour as numbered squares only."},
    {"path", 0, CQ_FLAG_SWITCH, CQ_GROUP_DRAWING, TOURISTS, 0, SLOT(path), NULL, NULL,
     "Draw a tour as a line only."},
    {"by-time", 0, CQ_FLAG_SWITCH, CQ_GROUP_DRAWING, TOURISTS, 0, SLOT(by_time), NULL,
     NULL, "Colour a tour from dark at its start to bright at its end."},
    {"animate", 0, CQ_FLAG_SWITCH, CQ_GROUP_DRAWING, TOURISTS, 0, SLOT(animate), NULL,
     NULL, "Draw a tour as an animation, in NAME.svg or in NAME.png (APNG)."},
    {"types", 0, CQ_FLAG_SWITCH, CQ_GROUP_DRAWING, CQ_CMD_TILE | CQ_CMD_DRAW, 0,
     SLOT(types), NULL, NULL,
     "Colour dominoes by the four ways they can lie on the chessboard, as --sample "
     "does."},
    {"no-coordinates", 0, CQ_FLAG_SWITCH, CQ_GROUP_DRAWING, DRAWERS, 0,
     SLOT(no_coordinates), NULL, NULL,
     "Leave out the letters and numbers at the edge of the board."},

    {"man", 0, CQ_FLAG_SWITCH, CQ_GROUP_OUTPUT, CQ_CMD_HELP, PAGES, SLOT(man), NULL,
     NULL, "Print the man page of COMMAND, or chequer(1) if none is named."},
    {"bash", 0, CQ_FLAG_SWITCH, CQ_GROUP_OUTPUT, CQ_CMD_HELP, PAGES, SLOT(bash), NULL,
     NULL, "Print the completion for bash."},
    {"zsh", 0, CQ_FLAG_SWITCH, CQ_GROUP_OUTPUT, CQ_CMD_HELP, PAGES, SLOT(zsh), NULL,
     NULL, "Print the completion for zsh."},
    {"fish", 0, CQ_FLAG_SWITCH, CQ_GROUP_OUTPUT, CQ_CMD_HELP, PAGES, SLOT(fish), NULL,
     NULL, "Print the completion for fish."},

    {"quiet", 'q', CQ_FLAG_SWITCH, CQ_GROUP_GENERAL,
     WORKERS | CQ_CMD_EXPERIMENT | CQ_CMD_MAKE, NOISE, SLOT(quiet), NULL, NULL,
     "Print only errors on standard error, no progress and no remarks."},
    {"verbose", 'v', CQ_FLAG_SWITCH, CQ_GROUP_GENERAL, WORKERS | CQ_CMD_MAKE, NOISE,
     SLOT(verbose), NULL, NULL,
     "Print on standard error which engine was chosen and what it did."},
    {"color", 0, CQ_FLAG_CHOICE, CQ_GROUP_GENERAL, ALL | CQ_CMD_NONE, 0, SLOT(color),
     "WHEN", colours,
     "Colour messages. auto means only on a terminal, and not if NO_COLOR is set."},
    {"help", 'h', CQ_FLAG_SWITCH, CQ_GROUP_GENERAL, ALL | CQ_CMD_NONE, 0, SLOT(help),
     NULL, NULL, "Print help on the command."},
    {"version", 'V', CQ_FLAG_SWITCH, CQ_GROUP_GENERAL, CQ_CMD_NONE, 0, SLOT(version),
     NULL, NULL, "Print the version."},
    {.name = NULL},
};

static const size_t value_sizes[] = {
    [CQ_FLAG_SWITCH] = sizeof(bool),         [CQ_FLAG_TEXT] = sizeof(const char *),
    [CQ_FLAG_FILE] = sizeof(const char *),   [CQ_FLAG_CHOICE] = sizeof(const char *),
    [CQ_FLAG_ENGINE] = sizeof(const char *), [CQ_FLAG_NUMBER] = sizeof(uint64_t),
    [CQ_FLAG_WHOLE] = sizeof(uint64_t),      [CQ_FLAG_TIMES] = sizeof(uint64_t),
    [CQ_FLAG_WHICH] = sizeof(const char *),  [CQ_FLAG_TIME] = sizeof(double),
    [CQ_FLAG_SIZE] = sizeof(uint64_t)};

static bool check_flag(const cq_flag *flag)
{
    size_t size = value_sizes[flag->type];

    cq_hold(flag->name[0] && flag->name[0] != '-' && !strchr(flag->name, '='));
    cq_hold(flag->commands && flag->group < CQ_GROUPS && flag->help[0]);
    cq_hold(flag->rivals < CQ_RIVALS);
    cq_hold((flag->argument == NULL) == (flag->type == CQ_FLAG_SWITCH));
    cq_hold((flag->choices != NULL) ==
            (flag->type == CQ_FLAG_CHOICE || flag->type == CQ_FLAG_WHICH));
    cq_hold(!flag->choices || flag->choices[0]);
    cq_hold(flag->slot + size <= sizeof(cq_settings));
    cq_hold(size == 1 || flag->slot % sizeof(void *) == 0);
    return true;
}

bool cq_flags_check(void)
{
    for (const cq_flag *flag = cq_flags; flag->name; flag++) {
        cq_hold(check_flag(flag));
        for (const cq_flag *other = cq_flags; other < flag; other++) {
            bool both = (flag->commands & other->commands) != 0;

            cq_hold(!both || strcmp(flag->name, other->name) != 0);
            cq_hold(!both || !flag->letter || flag->letter != other->letter);
        }
    }
    return true;
}

bool cq_flag_is_optional(const cq_flag *flag)
{
    return flag->type == CQ_FLAG_TIMES || flag->type == CQ_FLAG_WHICH;
}

const cq_flag *cq_flag_named(const char *name, size_t length, unsigned commands)
{
    const cq_flag *found = NULL;

    for (const cq_flag *flag = cq_flags; flag->name; flag++) {
        if (strlen(flag->name) != length || memcmp(flag->name, name, length) != 0)
            continue;
        if (flag->commands & commands)
            return flag;
        if (!found)
            found = flag;
    }
    return found;
}

bool cq_max_weighed(const cq_settings *set)
{
    return set->max && strcmp(set->max, maxima[0]) != 0;
}

bool cq_flag_given(const cq_settings *set, const char *name, unsigned commands)
{
    static const cq_settings none;
    const cq_flag *flag = cq_flag_named(name, strlen(name), commands);

    cq_assert(strcmp(flag->name, name) == 0);
    return flag->commands & commands &&
           memcmp((const char *)set + flag->slot, (const char *)&none + flag->slot,
                  value_sizes[flag->type]) != 0;
}

const cq_flag *cq_flag_lettered(char letter, unsigned commands)
{
    for (const cq_flag *flag = cq_flags; flag->name; flag++)
        if (flag->letter && flag->letter == letter)
            return cq_flag_named(flag->name, strlen(flag->name), commands);
    return NULL;
}

const char *cq_flag_group_title(cq_flag_group group)
{
    static const char *const titles[CQ_GROUPS] = {
        [CQ_GROUP_GOAL] = "What to ask (default: find one solution)",
        [CQ_GROUP_PROBLEM] = "The problem",
        [CQ_GROUP_SEARCH] = "The search",
        [CQ_GROUP_SERVER] = "The server",
        [CQ_GROUP_OUTPUT] = "The output",
        [CQ_GROUP_DRAWING] = "The picture",
        [CQ_GROUP_GENERAL] = "General"};

    cq_assert(group < CQ_GROUPS);
    return titles[group];
}

const char *cq_flag_choice(const cq_flag *flag, size_t index)
{
    if (flag->type == CQ_FLAG_ENGINE)
        return cq_engine_name(index);
    if (!flag->choices)
        return NULL;
    for (size_t i = 0; i < index; i++)
        if (!flag->choices[i])
            return NULL;
    return flag->choices[index];
}

/* topics.c - what the help says about boards, files, answers and the rest.
 *
 * Paragraphs are separated by empty lines and filled when they are printed; lines that
 * begin with four spaces are kept as they are. The man page prints the same topics.
 */
#include "cli/commands.h"

#include <string.h>

static const char weights[] =
    "A piece, a placement, a square or an option of a cover can have a weight: a "
    "number such as 3, -1/2, or a polynomial in at most two variables such as x, "
    "2x^2y, 1 + x. In a puzzle file, or after --weight:\n"
    "\n"
    "    weight A,B = 3              every copy of A and of B\n"
    "    weight A as ##/#. = 1/2     every copy of A that lies like this\n"
    "    weight at a1,b2 = 5         each of these squares that is covered\n"
    "    weight A at a1,b2 = x       the same, by a copy of A\n"
    "    weight A on a1,b1 = 2       the copy of A on exactly these squares\n"
    "\n"
    "All that hold for a placement count. In a cover, |3 or $3 after the items of an "
    "option is its weight, as in Knuth's program DLX5.\n"
    "\n"
    "What a solution costs is the sum of its weights: --cheapest and --dearest find "
    "the best solutions. What it counts for is their product: --total, or --count, "
    "prints the sum over all solutions, --by x as a generating function, and --sample "
    "draws solutions in proportion to their weights. --no-weights leaves weights "
    "out.\n";

static const char boards[] =
    "A board is rows x columns, as in 8x8. List squares to remove after a minus sign: "
    "8x8-a1,h8. Columns are a, b, ... z, aa, ab, ...; rows are numbered from the "
    "bottom, as in chess. A square can also be row:column, counted from zero at the "
    "top left, so 8x8-7:0,0:7 is the same board.\n"
    "\n"
    "    8x8              eight rows, eight columns\n"
    "    8x8-a1,h8        without two opposite corners\n"
    "    aztec:4          the Aztec diamond of radius 4, 40 squares\n"
    "    cylinder:4x10    left and right edges joined\n"
    "    torus:6x9-b2     top and bottom joined too, one square removed\n"
    "\n"
    "A file, or standard input as '-', contains a drawing: # is a square, a dot or a "
    "space is none, a letter or digit is a square of that colour. Lines may differ in "
    "length.\n"
    "\n"
    "    ..##..\n"
    "    .####.\n"
    "    ##aa##\n"
    "\n"
    "If an argument is the name of a file, the file is read; write ./8x8 to be sure.\n";

static const char pieces[] =
    "--pieces takes names separated by commas:\n"
    "\n"
    "    domino, I3, L3, T4, P5 ...   a piece, by its letter and its size\n"
    "    tromino, ... octominoes      every piece of that size\n"
    "    one-sided-tetrominoes        mirror images are different pieces\n"
    "    6.7                          the 7th hexomino\n"
    "\n"
    "Each name stands for one copy. A star after the name changes that: domino* is any "
    "number, L3*4 four copies, T4*0..3 at most three. Quote the star to protect it "
    "from the shell:\n"
    "\n"
    "    chequer tile 8x9 --pieces 'L3*,domino*0..4'\n";

static const char puzzles[] =
    "A puzzle file contains a board and the pieces that must cover it:\n"
    "\n"
    "    | a comment\n"
    "    board\n"
    "    ####\n"
    "    ###.\n"
    "    piece L copies=1 rotate=yes flip=no\n"
    "    #.\n"
    "    ##\n"
    "    piece bar copies=0..2\n"
    "    ####\n"
    "    pieces domino*, T4\n"
    "    rule apart L bar\n"
    "\n"
    "Instead of a drawing the board can be text, as in board 8x8-a1; board torus and "
    "board cylinder join the edges of the drawing below. copies is a number, a range "
    "LO..HI, or any. By default there is one copy of a piece, which may be rotated and "
    "turned over. A coloured square of a piece covers only a square of its colour; # "
    "matches every colour, on pieces and boards. Rules say how pieces may lie beside "
    "one another: see 'chequer help rules'. A line such as free 4, or free 0..2 "
    "in=a1,b2,c3, says how many squares stay free, and which may.\n"
    "\n"
    "With a line such as tour open leaper=1,2 at=a1=1,e4=17 the file asks for a tour "
    "of "
    "the board instead, and has no pieces.\n";

static const char rules[] =
    "Rules restrict how pieces may lie beside one another. They follow --rule, with "
    "semicolons between them, or stand in a puzzle file, each on a line that begins "
    "with the word rule:\n"
    "\n"
    "    apart A,B         copies of A do not touch one another, nor copies of B\n"
    "    apart A,B C       no copy of A or B touches one of C\n"
    "    apart A corners   not even at a corner\n"
    "    spread A,B        no two copies of A or B touch, not even at a corner\n"
    "    touch A,B C       every copy of A or B touches another piece, a copy of C\n"
    "    copies A,B 0..3   as many copies of A and B together\n"
    "    no-faults         every straight line across the board cuts a piece\n"
    "    no-crosses        the corners of four pieces never meet\n"
    "    connected A,B     the squares under all copies of A and B are one region\n"
    "\n"
    "Pieces touch if they share a side. A list names pieces; 'all' stands for all of "
    "them. 'connected' is judged in each tiling, so that every number takes a list.\n"
    "\n"
    "    chequer tile 5x6 --rule no-faults --count\n"
    "    chequer tile 6x10 --pieces pentominoes --rule no-crosses --count --unique\n";

static const char covers[] =
    "A cover is in the text format of Knuth's programs for exact cover. The first line "
    "names the items, and every further line is an option. Items after a lone | are "
    "secondary: they may be covered or not, and options that give such an item the "
    "same colour, as in x:red, may share it. 2|a or 1:3|a asks for item a twice, or "
    "one to three times. Lines that start with | are comments.\n"
    "\n"
    "    | three items, one of them secondary\n"
    "    a b | x\n"
    "    a x:red\n"
    "    b x:red\n"
    "    a b\n";

static const char graphs[] =
    "The format of a graph is recognised by its content:\n"
    "\n"
    "    edges     two names per line; # or % starts a comment\n"
    "    dimacs    p edge 4 5, then lines such as e 1 2\n"
    "    tsplib    TYPE : HCP with an EDGE_DATA_SECTION\n"
    "    graph6    McKay's compact text, one graph\n";

static const char answers[] =
    "On a terminal a tiling is drawn with lines. In a pipe or a file it is a grid of "
    "letters, with dots for absent squares (--format box and txt select either). A "
    "cover is printed with one line for each option. A tour of a board is a grid of "
    "numbers (with --format moves, the squares in order); a tour of a graph is a line "
    "of names. Solutions are separated by an empty line. A count is just the number. A "
    "no is two lines, the reason and a proof that 'chequer check' verifies:\n"
    "\n"
    "    impossible: ...\n"
    "    proof: ...\n"
    "\n"
    "JSON contains the same as data, with the verdict, the engine and its counters. "
    "Every answer is checked against the problem before it is printed.\n"
    "\n"
    "-o FILE writes the format selected by its ending: .txt, .json, .svg, .png, .pdf, "
    "or .tex for TikZ. --all with a picture writes NAME-1.svg, NAME-2.svg and so on, "
    "or a booklet NAME.pdf. An old file stays until the new one is complete. If there "
    "is no solution, the picture shows the squares of the proof, and the reason is "
    "still printed. A tour can also be written as .moves (its squares in order), as "
    ".tour (a TSPLIB TOUR file), and with --animate as a moving .svg or .png.\n";

static const char codes[] =
    "    0  yes, or complete\n"
    "    1  proved impossible, or counted zero; for check: wrong\n"
    "    2  wrong usage of the command\n"
    "    3  bad input, or a file that cannot be read or written\n"
    "    4  stopped by a limit or by the user, or undecided: the answer is partial\n"
    "    5  an answer failed its own check: a defect in chequer\n"
    "\n"
    "--first N that finds N solutions ends with 0.\n";

static const char signals[] =
    "Ctrl-C and SIGTERM stop the search, print what is known by then, and end with "
    "exit code 4. A second one ends the program at once. SIGUSR1 prints a line on "
    "standard error that shows how far the search is.\n"
    "\n"
    "On a terminal that line is shown all the time, after half a second, unless -q is "
    "given. NO_COLOR turns colours off, like --color never.\n";

const cq_topic cq_topics[] = {
    {"boards", "how boards are written", boards},
    {"pieces", "the names of pieces and sets", pieces},
    {"puzzles", "files with a board and pieces", puzzles},
    {"rules", "how pieces may lie beside one another", rules},
    {"weights", "what pieces and options weigh, and what to ask of it", weights},
    {"covers", "files with items and options", covers},
    {"graphs", "files with graphs", graphs},
    {"answers", "what is printed, and the formats of -o", answers},
    {"engines", "the names for --engine", NULL},
    {"general", "flags for all commands", NULL},
    {"exit", "exit codes", codes},
    {"signals", "Ctrl-C, progress, environment", signals},
    {.name = NULL},
};

const cq_topic *cq_topic_named(const char *name)
{
    for (const cq_topic *topic = cq_topics; topic->name; topic++)
        if (strcmp(topic->name, name) == 0)
            return topic;
    return NULL;
}

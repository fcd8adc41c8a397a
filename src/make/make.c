/* make.c - puzzles made to order: tried, counted, rated, proved.
 *
 * A maker (numbers.c, choose_pieces.c ...) makes something at random that may be a
 * puzzle. Here its solutions are counted, as far as is needed to know that they are as
 * many as wanted, and it is rated: by the nodes that Knuth's algorithm (engine dlx,
 * which takes the item with the fewest options first) visits to find all solutions; a
 * tour by those of the engine figured.
 * What is too easy, too hard, or has another number of solutions is dropped, and the
 * next try begins. Each try has random numbers of its own, made from the seed and its
 * number, so that the same recipe makes the same puzzle everywhere.
 *
 * What is handed out was counted by two engines that share no code, or by an engine and
 * the checker's own search, and its solutions have passed the checker.
 */
#include "make/make.h"

#include "base/assert.h"
#include "base/hash.h"
#include "base/sized.h"
#include "check/check.h"

#include <string.h>

static const struct {
    cq_maker_fn *make;
    bool unique;        /* solutions that are turned or reflected are one */
    const char *engine; /* finds and rates */
    const char *second; /* counts again; NULL: the checker does */
} kinds[] = {
    [CQ_MAKE_NUMBERS] = {cq_make_numbers, false, "dlx", "search"},
    [CQ_MAKE_PIECES] = {cq_make_pieces, true, "dlx", "search"},
    [CQ_MAKE_BOARD] = {cq_make_board, true, "dlx", "search"},
    [CQ_MAKE_LETTERS] = {cq_make_letters, false, "dlx", "search"},
    [CQ_MAKE_SUDOKU] = {cq_make_sudoku, false, "dlx", "search"},
    [CQ_MAKE_TOUR] = {cq_make_tour, false, "figured", NULL},
};

enum { KINDS = sizeof kinds / sizeof *kinds, TRIES_MOST = 10000 };

/* ---- what makers use ---- */

/* An answer that was stopped before its end says nothing about a puzzle. */
static cq_status solve_whole(cq_made *made, const cq_problem *problem, cq_goal goal,
                             const cq_options *options, cq_answer **out)
{
    cq_try(cq_solve(made->ctx, problem, goal, options, out));
    if ((*out)->stop == CQ_FINISHED || (*out)->stop == CQ_STOP_LIMIT)
        return CQ_OK;
    return (*out)->stop == CQ_STOP_MEMORY ? CQ_MEMORY : CQ_STOPPED;
}

cq_status cq_make_solve(cq_made *made, const cq_problem *problem, uint64_t most,
                        bool unique, cq_answer **out)
{
    cq_options options = CQ_OPTIONS(.engine = kinds[made->recipe.kind].engine,
                                    .first = most, .unique = unique);

    cq_assert(most > 0);
    return solve_whole(made, problem, CQ_GOAL_ALL, &options, out);
}

/* The number of solutions, counted up to `most`. */
static cq_status count_solutions(cq_made *made, const cq_problem *problem,
                                 uint64_t most, uint64_t *out)
{
    cq_answer *answer = NULL;
    cq_status status = cq_make_solve(made, problem, most, false, &answer);

    if (status == CQ_OK)
        *out = answer->found;
    cq_assert(status != CQ_OK || *out <= most);
    cq_answer_free(answer);
    return status;
}

void cq_make_shuffle(cq_made *made, uint32_t *order, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = (uint32_t)cq_random_below(&made->random, (uint64_t)i + 1);

        order[i] = order[k];
        order[k] = i;
    }
}

/* Poses the puzzle with the givens that are kept, and keeps it if it has not too many
 * solutions. */
static cq_status try_kept(cq_made *made, cq_given_fn *pose, void *user, uint64_t *found)
{
    uint64_t wanted = made->recipe.solutions;
    cq_problem *problem = NULL;
    cq_status status = pose(made, user, &problem);

    *found = wanted + 1;
    if (problem)
        cq_then(status, count_solutions(made, problem, wanted + 1, found));
    if (status == CQ_OK && *found <= wanted) {
        cq_problem_free(made->problem);
        made->problem = problem;
        return CQ_OK;
    }
    cq_problem_free(problem);
    return status;
}

/* The given that is taken away with this one: its image under a half turn, or itself.
 */
static uint32_t partner_of(const cq_made *made, uint32_t given, uint32_t size)
{
    return made->recipe.symmetric ? size - 1 - given : given;
}

static cq_status take_away(cq_made *made, cq_given_fn *pose, void *user,
                           const uint32_t *order, uint32_t size, uint64_t *last)
{
    char *kept = made->kept;

    for (uint32_t i = 0; i < size; i++) {
        uint32_t given = order[i], other = partner_of(made, given, size);
        uint64_t found = 0;

        cq_assert(given < size && kept[given] == kept[other]);
        if (!kept[given])
            continue;
        kept[given] = kept[other] = 0;
        cq_try(try_kept(made, pose, user, &found));
        if (found > made->recipe.solutions)
            kept[given] = kept[other] = 1;
        else
            *last = found;
    }
    return CQ_OK;
}

/* All squares of the board are given. */
static cq_status keep_all(cq_made *made, const cq_board *board, uint32_t size)
{
    cq_assert(!made->kept);
    made->kept = cq_alloc(made->ctx, size, 1);
    cq_try_memory(made->kept);
    for (cq_cell cell = 0; cell < size; cell++) {
        made->kept[cell] = cq_board_present(board, cell);
        if (made->kept[cell] && !cq_board_present(board, partner_of(made, cell, size)))
            return cq_fail(made->ctx, CQ_REFUSED,
                           "a half turn does not map this board onto itself");
    }
    return CQ_OK;
}

cq_status cq_make_minimal(cq_made *made, cq_given_fn *pose, void *user,
                          const cq_board *board)
{
    uint32_t size = (uint32_t)cq_board_size(board);
    uint32_t *order = cq_alloc(made->ctx, size, sizeof *order);
    uint64_t last = 0;
    cq_status status = order ? keep_all(made, board, size) : CQ_MEMORY;

    if (status == CQ_OK)
        cq_make_shuffle(made, order, size);
    cq_then(status, try_kept(made, pose, user, &last));
    if (status == CQ_OK && last <= made->recipe.solutions)
        status = take_away(made, pose, user, order, size, &last);
    if (status == CQ_OK && last != made->recipe.solutions) {
        cq_problem_free(made->problem);
        made->problem = NULL;
    }
    made->givens = 0;
    for (uint32_t i = 0; i < size && status == CQ_OK; i++)
        made->givens += made->kept[i] != 0;
    cq_free(order);
    return status;
}

/* ---- judging what was made ---- */

static void drop_puzzle(cq_made *made)
{
    cq_problem_free(made->problem);
    cq_problem_free(made->shown);
    cq_problem_free(made->solved);
    cq_answer_free(made->answer);
    cq_free(made->kept);
    made->problem = made->shown = made->solved = NULL;
    made->answer = NULL;
    made->kept = NULL;
    made->givens = 0;
}

void cq_made_free(cq_made *made)
{
    if (!made)
        return;
    drop_puzzle(made);
    cq_free_each(made->recipe.board, made->recipe.pieces, made->recipe.leaper, made);
}

/* The nodes of the search for all solutions. */
static cq_status rate(cq_made *made)
{
    cq_options options = CQ_OPTIONS(.engine = kinds[made->recipe.kind].engine);
    cq_answer *answer = NULL;
    const char *name;
    uint64_t value;
    cq_status status =
        solve_whole(made, made->problem, CQ_GOAL_COUNT, &options, &answer);

    made->nodes = 0;
    for (size_t i = 0; status == CQ_OK && (name = cq_answer_counter(answer, i, &value));
         i++)
        if (strcmp(name, "nodes") == 0)
            made->nodes = value;
    cq_answer_free(answer);
    return status;
}

/* Whether the puzzle is what was asked for. */
static cq_status judge(cq_made *made, bool *right)
{
    const cq_recipe *r = &made->recipe;
    uint64_t found;

    *right = false;
    cq_try(cq_make_solve(made, made->problem, r->solutions + 1, kinds[r->kind].unique,
                         &made->answer));
    found = made->answer->found;
    if (found != r->solutions || made->answer->stop != CQ_FINISHED)
        return CQ_OK;
    cq_try(rate(made));
    *right = made->nodes >= r->easiest && (!r->hardest || made->nodes <= r->hardest);
    return CQ_OK;
}

static cq_status confirm_by_checker(cq_made *made, bool *same)
{
    char sentence[CQ_SENTENCE_SIZE];
    cq_verdict verdict;

    cq_try(cq_confirm_count(made->ctx, made->problem, made->answer, true, &verdict,
                            sentence));
    cq_try(cq_poll(made->ctx));
    *same = verdict == CQ_YES;
    return CQ_OK;
}

static cq_status confirm_by_engine(cq_made *made, bool *same)
{
    const cq_recipe *r = &made->recipe;
    cq_options options =
        CQ_OPTIONS(.engine = kinds[r->kind].second, .first = r->solutions + 1,
                   .unique = kinds[r->kind].unique);
    cq_answer *answer = NULL;
    cq_status status = solve_whole(made, made->problem, CQ_GOAL_ALL, &options, &answer);

    *same = status == CQ_OK && answer->found == made->answer->found;
    cq_answer_free(answer);
    return status;
}

/* The same number of solutions, by code that shares nothing with the first. */
static cq_status confirm(cq_made *made)
{
    bool same = false;

    cq_assert(made->answer->found == made->recipe.solutions);
    cq_try(kinds[made->recipe.kind].second ? confirm_by_engine(made, &same)
                                           : confirm_by_checker(made, &same));
    return same ? CQ_OK
                : cq_fail(made->ctx, CQ_DEFECT,
                          "the solutions of a puzzle are counted differently by two "
                          "searches");
}

/* ---- the loop ---- */

static cq_status one_try(cq_made *made, bool *right)
{
    const cq_recipe *r = &made->recipe;
    uint64_t hash = cq_hash_u64(cq_hash_u64(CQ_HASH_START, r->seed), made->tries);

    drop_puzzle(made);
    cq_random_seed(&made->random, hash);
    made->tries++;
    *right = false;
    cq_try(cq_poll(made->ctx));
    cq_try(kinds[r->kind].make(made));
    return made->problem ? judge(made, right) : CQ_OK;
}

/* A search that was stopped within a try says nothing itself. */
static cq_status stopped(cq_made *made)
{
    cq_status status = cq_poll(made->ctx);

    return status != CQ_OK ? status
                           : cq_fail(made->ctx, CQ_STOPPED,
                                     "stopped after %" PRIu64 " tries", made->tries);
}

static cq_status make(cq_made *made)
{
    uint64_t most = made->recipe.tries ? made->recipe.tries : TRIES_MOST;
    bool right = false;

    while (!right && made->tries < most) {
        cq_try(one_try(made, &right));
        if (made->recipe.on_progress && !right &&
            !made->recipe.on_progress(made->recipe.user, made->tries))
            return CQ_STOPPED;
    }
    if (!right)
        return cq_fail(
            made->ctx, CQ_REFUSED,
            "none of %" PRIu64 " tries has %" PRIu64 " solution%s%s; try "
            "other sizes, pieces or seeds, or more tries",
            made->tries, made->recipe.solutions, made->recipe.solutions == 1 ? "" : "s",
            made->recipe.easiest || made->recipe.hardest ? " and the right hardness"
                                                         : "");
    return confirm(made);
}

/* A copy of its own; nothing if it fails, as what is there will be freed. */
static cq_status keep_text(cq_context *ctx, const char *text, const char **out)
{
    *out = text ? cq_strndup(ctx, text, strlen(text)) : NULL;
    return *out || !text ? CQ_OK : CQ_MEMORY;
}

static cq_status keep_recipe(cq_made *made, const cq_recipe *recipe)
{
    made->recipe = *recipe;
    made->recipe.solutions = recipe->solutions ? recipe->solutions : 1;
    made->recipe.board = made->recipe.pieces = made->recipe.leaper = NULL;
    cq_try(keep_text(made->ctx, recipe->board, &made->recipe.board));
    cq_try(keep_text(made->ctx, recipe->leaper, &made->recipe.leaper));
    return keep_text(made->ctx, recipe->pieces, &made->recipe.pieces);
}

/* What the kind does not have would be passed over in silence. */
static cq_status check_recipe(cq_context *ctx, const cq_recipe *r)
{
    enum {
        NUMBERS = 1 << CQ_MAKE_NUMBERS,
        PIECES = 1 << CQ_MAKE_PIECES,
        BOARD = 1 << CQ_MAKE_BOARD,
        LETTERS = 1 << CQ_MAKE_LETTERS,
        SUDOKU = 1 << CQ_MAKE_SUDOKU,
        TOUR = 1 << CQ_MAKE_TOUR
    };
    const struct {
        const char *name;
        bool given;
        unsigned kinds; /* that have it */
    } members[] = {{"board", r->board != NULL, NUMBERS | PIECES | LETTERS | TOUR},
                   {"pieces", r->pieces != NULL, PIECES | BOARD | LETTERS},
                   {"highest number", r->highest != 0, NUMBERS},
                   {"box", r->rows || r->cols, SUDOKU},
                   {"fewest numbers", r->fewest, NUMBERS},
                   {"symmetry", r->symmetric, BOARD | LETTERS | SUDOKU | TOUR},
                   {"leaper", r->leaper != NULL, TOUR},
                   {"open tour", r->open, TOUR}};

    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (members[i].given && !(members[i].kinds >> r->kind & 1))
            return cq_fail(ctx, CQ_INPUT, "a puzzle of the kind %s has no %s",
                           cq_make_kind_name(r->kind), members[i].name);
    if (r->hardest && r->hardest < r->easiest)
        return cq_fail(ctx, CQ_INPUT,
                       "no puzzle has at least %" PRIu64 " nodes and at most %" PRIu64,
                       r->easiest, r->hardest);
    return CQ_OK;
}

cq_status cq_make(cq_context *ctx, const cq_recipe *recipe, cq_made **out)
{
    cq_recipe known;
    cq_made *made;
    cq_note_fn *note = ctx ? ctx->note : NULL;
    cq_status status = cq_need(ctx, out, "a place for the puzzle");

    cq_then(status, cq_sized_read(ctx, "CQ_RECIPE_INIT", recipe, sizeof known, &known));
    if (status == CQ_OK && (size_t)known.kind >= KINDS)
        status = cq_fail(ctx, CQ_INPUT, "there is no kind of puzzle number %d",
                         (int)known.kind);
    cq_then(status, check_recipe(ctx, &known));
    if (status != CQ_OK)
        return status;
    made = cq_zalloc(ctx, 1, sizeof *made);
    cq_try_memory(made);
    made->ctx = ctx;
    status = keep_recipe(made, &known);
    ctx->note = NULL;
    cq_then(status, make(made));
    ctx->note = note;
    if (status == CQ_STOPPED)
        status = stopped(made);
    if (status != CQ_OK) {
        cq_made_free(made);
        return status;
    }
    *out = made;
    return CQ_OK;
}

/* ---- looking ---- */

CQ_GET(const cq_problem *, cq_made_problem, cq_made, problem, NULL)
CQ_GET(const cq_answer *, cq_made_answer, cq_made, answer, NULL)

const cq_problem *cq_made_sheet(const cq_made *made, bool solved)
{
    if (!made || !made->shown)
        return NULL;
    return solved ? made->solved : made->shown;
}

CQ_GET(uint64_t, cq_made_nodes, cq_made, nodes, 0)
CQ_GET(uint64_t, cq_made_tries, cq_made, tries, 0)
CQ_GET(uint64_t, cq_made_givens, cq_made, givens, 0)

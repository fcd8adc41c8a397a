/* problem.c - problems: made from text, changed as the user asks, compared. */
#include "problem/problem.h"

#include "base/assert.h"
#include "base/hash.h"

#include <string.h>

cq_status cq_problem_new(cq_context *ctx, cq_kind kind, const char *source,
                         cq_problem **out)
{
    cq_problem *problem = cq_zalloc(ctx, 1, sizeof *problem);

    cq_try_memory(problem);
    problem->kind = kind;
    problem->from = problem->to = CQ_NO_VERTEX;
    problem->source = cq_strndup(ctx, source, strlen(source));
    if (!problem->source) {
        cq_free(problem);
        return CQ_MEMORY;
    }
    *out = problem;
    return CQ_OK;
}

static void free_one(cq_problem *problem)
{
    cq_board_free(problem->board);
    cq_pieces_free(&problem->pieces);
    cq_cover_free(&problem->cover);
    cq_vec_free_each(&problem->leaper, &problem->numbers);
    cq_graph_free(&problem->graph);
    cq_free_each(problem->source, problem);
}

void cq_problem_free(cq_problem *problem)
{
    while (problem) {
        cq_problem *next = problem->next;

        free_one(problem);
        problem = next;
    }
}

cq_status cq_problem_deliver(cq_status status, cq_problem *problem, cq_problem **out)
{
    cq_assert(status != CQ_OK || cq_problem_check(problem));
    if (status == CQ_OK)
        *out = problem;
    else
        cq_problem_free(problem);
    return status;
}

/* Other pieces, the same free squares: they come last. */
static cq_status keep_blank(cq_context *ctx, cq_problem *problem, cq_pieces *pieces)
{
    uint32_t blank = cq_problem_free_piece(problem);

    if (blank == CQ_NO_PIECE)
        return CQ_OK;
    cq_try(cq_vec_push(ctx, pieces, problem->pieces.at[blank]));
    cq_pieces_close_up(&problem->pieces, blank);
    return CQ_OK;
}

cq_status cq_problem_set_pieces(cq_context *ctx, cq_problem *problem, const char *sets)
{
    cq_pieces pieces = {0};
    cq_status status =
        cq_problem_require(ctx, problem, CQ_TILING, "only a tiling has pieces");

    cq_then(status, cq_need(ctx, sets, "a list of pieces"));
    cq_then(status, cq_pieces_parse(ctx, cq_span_of("--pieces", sets), &pieces));
    cq_then(status, cq_rules_copy(ctx, &problem->pieces, &pieces));
    cq_then(status, cq_weighing_copy(ctx, &problem->pieces, &pieces));
    if (status == CQ_OK && problem->board)
        status = cq_weighing_settle(ctx, problem->source, problem->board, &pieces);
    if (status != CQ_OK) {
        cq_pieces_free(&pieces);
        return status;
    }
    status = keep_blank(ctx, problem, &pieces);
    cq_pieces_free(status == CQ_OK ? &problem->pieces : &pieces);
    if (status == CQ_OK)
        problem->pieces = pieces;
    return status;
}

static cq_status default_pieces(cq_context *ctx, cq_problem *problem)
{
    size_t blanks = cq_problem_free_piece(problem) != CQ_NO_PIECE;

    return problem->pieces.count > blanks || problem->kind == CQ_TOUR
               ? CQ_OK
               : cq_problem_set_pieces(ctx, problem, "domino*");
}

cq_status cq_problem_parse_board(cq_context *ctx, const char *spec, cq_problem **out)
{
    cq_problem *problem = NULL;
    cq_status status;

    cq_try(cq_need(ctx, spec, "a board in one line"));
    cq_try(cq_need(ctx, out, "a place for the problem"));
    cq_try(cq_problem_new(ctx, CQ_TILING, spec, &problem));
    status = cq_board_parse(ctx, spec, &problem->board);
    cq_then(status, default_pieces(ctx, problem));
    return cq_problem_deliver(status, problem, out);
}

cq_status cq_problem_again(cq_context *ctx, const cq_problem *problem, cq_problem **out)
{
    cq_problem *again;
    cq_status status = CQ_OK;

    cq_try(cq_problem_new(ctx, CQ_TILING, problem->source, &again));
    for (size_t i = 0; i < problem->pieces.count && status == CQ_OK; i++) {
        cq_piece piece;

        status = cq_piece_copy(ctx, &problem->pieces.at[i], &piece);
        if (status == CQ_OK && cq_vec_push(ctx, &again->pieces, piece) != CQ_OK) {
            cq_piece_free(&piece);
            status = CQ_MEMORY;
        }
    }
    cq_then(status, cq_rules_copy(ctx, &problem->pieces, &again->pieces));
    cq_then(status, cq_weighing_copy(ctx, &problem->pieces, &again->pieces));
    return cq_problem_deliver(status, again, out);
}

/* What all that read a text need. */
static cq_status need_text(cq_context *ctx, const cq_text *text, cq_problem **out)
{
    cq_try(cq_need(ctx, text->name, "the name of a text"));
    cq_try(cq_need(ctx, text->size ? text->data : "", "a text"));
    return cq_need(ctx, out, "a place for the problem");
}

typedef cq_status read_fn(cq_context *ctx, const cq_text *text, cq_problem *problem);

/* A problem of a kind, filled by a reader of some format. */
static cq_status parse(cq_context *ctx, cq_kind kind, cq_text text, read_fn *read,
                       cq_problem **out)
{
    cq_problem *problem = NULL;

    cq_try(need_text(ctx, &text, out));
    cq_try(cq_problem_new(ctx, kind, text.name, &problem));
    return cq_problem_deliver(read(ctx, &text, problem), problem, out);
}

static cq_status read_puzzles(cq_context *ctx, const cq_text *text, bool several,
                              cq_problem *problem)
{
    cq_try(cq_puzzle_read(ctx, text, several, problem));
    for (cq_problem *p = problem; p; p = p->next)
        cq_try(default_pieces(ctx, p));
    return CQ_OK;
}

static cq_status read_one(cq_context *ctx, const cq_text *text, cq_problem *problem)
{
    return read_puzzles(ctx, text, false, problem);
}

static cq_status read_several(cq_context *ctx, const cq_text *text, cq_problem *problem)
{
    return read_puzzles(ctx, text, true, problem);
}

static cq_status read_cover(cq_context *ctx, const cq_text *text, cq_problem *problem)
{
    return cq_cover_read(ctx, text, &problem->cover);
}

static cq_status read_graph(cq_context *ctx, const cq_text *text, cq_problem *problem)
{
    return cq_graph_read(ctx, text, &problem->graph);
}

cq_status cq_problem_parse_puzzle(cq_context *ctx, const char *name, const char *text,
                                  size_t size, cq_problem **out)
{
    return parse(ctx, CQ_TILING, (cq_text){name, text, size}, read_one, out);
}

cq_status cq_problem_parse_puzzles(cq_context *ctx, const char *name, const char *text,
                                   size_t size, cq_problem **out)
{
    return parse(ctx, CQ_TILING, (cq_text){name, text, size}, read_several, out);
}

cq_status cq_problem_parse_drawn(cq_context *ctx, const char *name, const char *text,
                                 size_t size, cq_problem **out)
{
    return parse(ctx, CQ_TILING, (cq_text){name, text, size}, cq_drawn_read, out);
}

cq_status cq_problem_parse_cover(cq_context *ctx, const char *name, const char *text,
                                 size_t size, cq_problem **out)
{
    return parse(ctx, CQ_COVER, (cq_text){name, text, size}, read_cover, out);
}

cq_status cq_problem_parse_graph(cq_context *ctx, const char *name, const char *text,
                                 size_t size, bool closed, cq_problem **out)
{
    cq_try(parse(ctx, CQ_TOUR, (cq_text){name, text, size}, read_graph, out));
    (*out)->closed = closed;
    return CQ_OK;
}

cq_status cq_problem_tour_by(cq_context *ctx, cq_problem *problem, cq_leaper *leaper,
                             bool closed)
{
    cq_graph graph = {0};
    bool large = problem->board->count > CQ_LISTS_MOST;
    cq_status status = CQ_OK;

    if (large && cq_leaper_rides(leaper))
        status = cq_fail(ctx, CQ_REFUSED,
                         "a piece that moves any distance can tour boards of at most "
                         "%d squares, but this one has %zu",
                         CQ_LISTS_MOST, problem->board->count);
    else if (large)
        status = cq_graph_outline(ctx, problem->board, &graph);
    else
        status = cq_graph_from_board(ctx, problem->board, leaper, &graph);
    if (status != CQ_OK) {
        cq_vec_free(leaper);
        return status;
    }
    cq_vec_free(&problem->leaper);
    cq_graph_free(&problem->graph);
    cq_pieces_free(&problem->pieces);
    problem->kind = CQ_TOUR;
    problem->leaper = *leaper;
    problem->graph = graph;
    problem->closed = closed;
    problem->from = problem->to = CQ_NO_VERTEX;
    problem->symmetric = 0;
    problem->numbers.count = 0;
    problem->magic = CQ_MAGIC_NONE;
    return CQ_OK;
}

cq_status cq_problem_set_tour(cq_context *ctx, cq_problem *problem, const char *leaper,
                              bool closed)
{
    cq_leaper leaps = {0};

    cq_try(cq_need(ctx, problem, "a problem"));
    cq_try(cq_need(ctx, leaper, "a leaper"));
    if (!problem->board)
        return cq_fail(ctx, CQ_REFUSED, "a tour with a leaper needs a board");
    cq_try(cq_leaper_parse(ctx, "--leaper", leaper, &leaps));
    return cq_problem_tour_by(ctx, problem, &leaps, closed);
}

CQ_GET(cq_kind, cq_problem_kind, cq_problem, kind, CQ_TILING)
CQ_GET(const cq_board *, cq_problem_board, cq_problem, board, NULL)

bool cq_problem_is_domino(const cq_problem *problem)
{
    const cq_piece *piece = problem ? problem->pieces.at : NULL;

    return problem && problem->kind == CQ_TILING && problem->pieces.count == 1 &&
           problem->pieces.rules.count == 0 && piece->least == 0 &&
           piece->most == CQ_ANY_COPIES && cq_piece_is_domino(piece);
}

bool cq_problem_is_matching(const cq_problem *problem)
{
    return cq_problem_is_domino(problem) && cq_board_two_coloured(problem->board);
}

/* The tilings with all polyominoes of a size grow by two fifths with every square: on
 * this many squares a search that meets ten million of them a second takes weeks. */
enum { ENDLESS_CELLS = 90 };

bool cq_problem_is_endless(const cq_problem *problem)
{
    if (problem->kind != CQ_TILING || problem->board->count <= ENDLESS_CELLS)
        return false;
    for (size_t i = 0; i < problem->pieces.count; i++)
        if (problem->pieces.at[i].most == CQ_ANY_COPIES)
            return true;
    return false;
}

static uint64_t hash_piece(uint64_t hash, const cq_piece *piece)
{
    hash = cq_hash_text(hash, piece->name);
    hash = cq_hash_u64(hash, piece->least);
    hash = cq_hash_u64(hash, piece->most);
    hash = cq_hash_u64(hash, (piece->rotate ? 1u : 0) | (piece->flip ? 2u : 0));
    hash = cq_hash_u64(hash, piece->shape.count);
    if (piece->blank) /* at least one bit more than the piece alone */
        hash = cq_hash_bytes(hash, piece->within ? piece->within : "*",
                             piece->within ? strlen(piece->within) + 1 : 1);
    for (size_t i = 0; i < piece->shape.count; i++) {
        hash = cq_hash_u64(hash, (uint64_t)piece->shape.at[i].row);
        hash = cq_hash_u64(hash, (uint64_t)piece->shape.at[i].col);
        hash = cq_hash_u64(hash, (uint64_t)piece->shape.at[i].colour);
    }
    return hash;
}

static uint64_t hash_pairs(const cq_u32s *pairs, uint64_t hash)
{
    for (size_t i = 0; i < pairs->count; i += 2)
        hash = cq_hash_u64(hash, (uint64_t)pairs->at[i] << 32 | pairs->at[i + 1]);
    return pairs->count ? cq_hash_u64(hash, pairs->count) : hash;
}

/* The leaper stands for the edges between squares. */
static uint64_t hash_tour(const cq_problem *problem, uint64_t hash)
{
    hash = cq_hash_u64(hash, problem->closed);
    for (size_t i = 0; i < problem->leaper.count; i++) {
        cq_leap leap = problem->leaper.at[i];

        hash = cq_hash_u64(hash, (uint64_t)leap.a << 32 | leap.b);
        if (leap.ways || leap.rides)
            hash = cq_hash_u64(hash, leap.ways | (leap.rides ? 1u << 8 : 0));
    }
    hash = hash_pairs(&problem->graph.must, hash);
    hash = hash_pairs(&problem->graph.gone, hash);
    hash = hash_pairs(&problem->numbers, hash);
    if (problem->magic)
        hash = cq_hash_u64(hash, problem->magic);
    if (!problem->board)
        hash = cq_graph_hash(&problem->graph, hash);
    if (problem->from != CQ_NO_VERTEX || problem->to != CQ_NO_VERTEX)
        hash = cq_hash_u64(hash, (uint64_t)problem->from << 32 | problem->to);
    return problem->symmetric ? cq_hash_u64(hash, problem->symmetric) : hash;
}

uint64_t cq_problem_digest(const cq_problem *problem)
{
    uint64_t hash;

    if (!problem)
        return 0;
    hash = cq_hash_u64(CQ_HASH_START, problem->kind);
    if (problem->board)
        hash = cq_board_hash(problem->board, hash);
    for (size_t i = 0; i < problem->pieces.count; i++)
        hash = hash_piece(hash, &problem->pieces.at[i]);
    hash = cq_rules_hash(&problem->pieces.rules, hash);
    hash = cq_weighing_hash(&problem->pieces.weighing, hash);
    if (problem->kind == CQ_COVER)
        hash = cq_cover_hash(&problem->cover, hash);
    if (problem->kind == CQ_TOUR)
        hash = hash_tour(problem, hash);
    return hash;
}

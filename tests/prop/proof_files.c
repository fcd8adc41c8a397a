/* proof_files.c - a tree and layers are written if and only if brute force finds no
 * solution, and the checker accepts them; spoiled ones are read without harm. */
#include "properties.h"

#include <stdlib.h>
#include <string.h>

static cq_status check(trial *t, const cq_problem *problem, char *data, size_t size,
                       cq_verdict *verdict, char *sentence)
{
    FILE *stream = fmemopen(data, size, "rb");
    cq_status status;

    if (!stream)
        exit(1);
    status = cq_proof_check(t->ctx, problem, "proof", stream, verdict, sentence);
    fclose(stream);
    return status;
}

static outcome judge_file(trial *t, const cq_problem *problem, char *data, size_t size)
{
    char sentence[CQ_SENTENCE_SIZE] = "";
    cq_verdict verdict = CQ_UNKNOWN;
    cq_status status = check(t, problem, data, size, &verdict, sentence);

    if (status != CQ_OK || verdict != CQ_YES)
        return fails(t, "a proof is refused: %s",
                     status == CQ_OK ? sentence : cq_error_text(t->ctx));
    for (unsigned i = 0; i < 3; i++) {
        data[cq_random_below(&t->random, size)] ^=
            (char)(1 << cq_random_below(&t->random, 8));
        status = check(t, problem, data, size, &verdict, sentence);
        if (status != CQ_OK && status != CQ_INPUT)
            return fails(t, "a spoiled proof: %s", cq_error_text(t->ctx));
    }
    return HOLDS;
}

/* Small graphs, tours with numbers, and tilings that are sifted have no such proofs. */
static outcome prove_as(trial *t, const cq_problem *problem, cq_proof_format format,
                        long truth)
{
    char *data = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&data, &size);
    cq_status status;
    outcome result = HOLDS;

    if (!stream)
        exit(1);
    status = cq_proof_write(t->ctx, problem, NULL, format, stream, NULL);
    fclose(stream);
    if (status == CQ_OK && truth == 0)
        result = judge_file(t, problem, data, size);
    else if (status == CQ_OK)
        result = fails(t, "a proof against %ld solutions", truth);
    else if (status != CQ_REFUSED)
        result = fails(t, "cq_proof_write: %s", cq_error_text(t->ctx));
    else if (problem->kind != CQ_TOUR && !is_sifted(problem) && truth == 0)
        result = fails(t, "no proof: %s", cq_error_text(t->ctx));
    free(data);
    return result;
}

outcome proofs_are_right(trial *t)
{
    cq_problem *problem = input_problem(t->ctx, t->in);
    long truth = problem ? brute_count(problem) : -1;
    outcome result = truth < 0 ? BESIDE : HOLDS;

    if (result == HOLDS)
        result = prove_as(t, problem, CQ_PROOF_AS_TREE, truth);
    if (result == HOLDS)
        result = prove_as(t, problem, CQ_PROOF_AS_LAYERS, truth);
    cq_problem_free(problem);
    return result;
}

/* solve_prove.c - --proof FILE: a no, in a form that others can check.
 *
 * A short reason is written as the answer that has it; if everything was tried, that is
 * done again, plainly, and written as it grows: a tree, or the layers of a sweep. The
 * ending of FILE may ask for one of these, or for a proof about the CNF or the OPB of
 * the problem. The size of a large one is announced first; the file is complete or is
 * not there. */
#include "cli/solving.h"

#include <limits.h>
#include <string.h>
#include <sys/statvfs.h>

enum { LARGE_PROOF = 1 << 20 }; /* bytes from which the size is announced */

typedef struct proof {
    cq_search *run;
    const cq_answer *answer;
    cq_proof_format format;
    bool short_reason;
    cq_proof_size *size;
} proof;

static cq_status write_proof(const void *what, FILE *out)
{
    const proof *p = what;
    cq_context *ctx = p->run->cli->ctx;

    if (p->short_reason)
        return cq_answer_write(ctx, p->run->problem, p->answer, CQ_LIST_TEXT, out);
    return cq_proof_write(ctx, p->run->problem, p->answer, p->format, out, p->size);
}

/* What is left of --time is for the proof. */
static void limit_time(const cq_search *run, const cq_answer *answer)
{
    double seconds = run->cli->set.seconds, spent = cq_answer_seconds(answer);

    if (seconds > 0)
        cq_context_limit_time(run->cli->ctx,
                              seconds > spent + 0.001 ? seconds - spent : 0.001);
}

/* Bytes that are free where the file goes; 0 if nobody knows. */
static double free_bytes(const char *path)
{
    const char *slash = strrchr(path, '/');
    char folder[PATH_MAX];
    struct statvfs info;

    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path + 1) : 1,
             slash ? path : ".");
    return statvfs(folder, &info) == 0 ? (double)info.f_bavail * (double)info.f_frsize
                                       : 0;
}

/* What a large proof will take, before it is written; with -v of every proof. */
static cq_status tell_size(const cq_search *run, cq_proof_format format)
{
    cq_cli *cli = run->cli;
    char nodes[CQ_GROUPED_SIZE], bytes[CQ_GROUPED_SIZE], room[CQ_GROUPED_SIZE];
    double left = free_bytes(cli->set.proof);
    cq_proof_size size;

    cq_try(cq_proof_foresee(cli->ctx, run->problem, format, &size));
    if (size.bytes > 0 && left > 0 && (double)size.bytes > left)
        cq_remark(cli, "%s will take about %s bytes, but only %s are free there",
                  cli->set.proof, cq_grouped(size.bytes, bytes),
                  cq_grouped((uint64_t)left, room));
    else if (size.bytes > LARGE_PROOF || (size.bytes && cli->set.verbose))
        cq_remark(cli, "%s will have about %s %s in %s bytes", cli->set.proof,
                  cq_grouped(size.nodes, nodes),
                  format == CQ_PROOF_AS_LAYERS ? "states" : "nodes",
                  cq_grouped(size.bytes, bytes));
    return CQ_OK;
}

int cq_search_prove(cq_search *run, const cq_answer *answer, int exit_code)
{
    const char *path = run->cli->set.proof;
    cq_proof kind = cq_certificate_proof(cq_answer_certificate(answer));
    cq_proof_size size = {0};
    proof what = {.run = run, .answer = answer, .size = &size};
    char nodes[CQ_GROUPED_SIZE], bytes[CQ_GROUPED_SIZE];
    cq_status status = CQ_OK;

    if (cq_answer_verdict(answer) != CQ_NO) {
        cq_remark(run->cli, "%s is not written: %s", path,
                  cq_answer_verdict(answer) == CQ_YES
                      ? "there is a solution"
                      : "it is not known whether there is a solution");
        return exit_code;
    }
    limit_time(run, answer);
    if (!cq_proof_format_find(cq_path_ending(path), &what.format)) {
        what.short_reason = kind != CQ_PROOF_EXHAUSTED && kind != CQ_PROOF_NONE;
        if (!what.short_reason)
            status =
                cq_proof_format_for(run->cli->ctx, run->problem, answer, &what.format);
    }
    if (status == CQ_OK && !what.short_reason)
        status = tell_size(run, what.format);
    cq_then(status, cq_output_write(run->cli, path, write_proof, &what));
    if (status != CQ_OK)
        return cq_report(run->cli, status);
    cq_assert(what.short_reason || size.bytes > 0);
    if (run->cli->set.verbose && !what.short_reason)
        fprintf(stderr, "proof: %s %s, %s bytes\n", cq_grouped(size.nodes, nodes),
                what.format == CQ_PROOF_AS_LAYERS ? "states" : "nodes",
                cq_grouped(size.bytes, bytes));
    return exit_code;
}

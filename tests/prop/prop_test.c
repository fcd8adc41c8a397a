/* prop_test.c - tries each property on many generated inputs.
 *
 *     prop_test [--seed S] [--runs N] [--failures DIRECTORY] [PROPERTY]
 *
 * The seed is fixed unless given, so that a failure comes back. An input on which a
 * property fails is made small, printed, and written as a paragraph for tests/cases
 * into the directory. With a name, or a part of one, only those properties are tried.
 * An input that has nothing to say about a property does not count; more than nine in
 * ten such inputs are a failure of the generator.
 */
#include "prop.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct settings {
    uint64_t seed;
    unsigned long runs;
    const char *failures;
    const char *only;
    size_t share, shares; /* of all properties: every shares-th */
} settings;

/* The command for a tour: board, leaper and ends are a line each. */
static void write_tour(FILE *out, const char *line)
{
    const char *leaper = line + strcspn(line, "\n"), *ends;
    char from[16] = "", to[16] = "";

    leaper += *leaper == '\n';
    ends = leaper + strcspn(leaper, "\n");
    ends += *ends == '\n';
    fprintf(out, "$ chequer tour %.*s --leaper %.*s --count", (int)strcspn(line, "\n"),
            line, (int)strcspn(leaper, "\n"), leaper);
    if (strncmp(ends, "open", 4) == 0)
        fprintf(out, " --open");
    (void)sscanf(ends, "%*s %15s %15s", from, to);
    if (*from)
        fprintf(out, " --from %s", from);
    if (*to)
        fprintf(out, " --to %s", to);
    fprintf(out, "\n");
}

/* What the command says if brute force knows the truth. */
static void write_case(FILE *out, const property *p, uint64_t seed, const input *in,
                       const char *complaint)
{
    cq_context *ctx = cq_context_new();
    cq_problem *problem = ctx ? input_problem(ctx, in) : NULL;
    long truth = problem ? brute_count(problem) : -1;
    const char *line = in->text;

    fprintf(out, "# %s (seed %llu): %.*s\n", p->name, (unsigned long long)seed,
            (int)strcspn(complaint, "\n"), complaint);
    if (in->form == FORM_SPEC || in->form == FORM_FAMILY) {
        const char *sets = line + strcspn(line, "\n");

        fprintf(out, "$ chequer %s %.*s", in->form == FORM_SPEC ? "tile" : "sequence",
                (int)(sets - line), line);
        if (sets[0] && sets[1] && sets[1] != '\n')
            fprintf(out, " --pieces '%.*s'", (int)strcspn(sets + 1, "\n"), sets + 1);
        fprintf(out, in->form == FORM_SPEC ? " --count\n" : " --to 4\n");
    } else if (in->form == FORM_TOUR || in->form == FORM_FIGURED) {
        write_tour(out, line);
    } else {
        fprintf(out, "@ input.txt\n");
        while (*line) {
            size_t length = strcspn(line, "\n");

            fprintf(out, "| %.*s\n", (int)length, line);
            line += length + (line[length] == '\n');
        }
        fprintf(out, "$ chequer %s input.txt --count\n",
                in->form == FORM_COVER || in->form == FORM_PRICED ? "cover"
                : in->form == FORM_GRAPH                          ? "ham"
                                                                  : "tile");
        if (in->form == FORM_GRAPH && strncmp(in->text, "% open", 6) == 0)
            fprintf(out, "# with --open\n");
    }
    if (truth >= 0)
        fprintf(out, "> %ld\n", truth);
    if (truth == 0)
        fprintf(out, "? 1\n");
    cq_problem_free(problem);
    cq_context_free(ctx);
}

static void keep_case(const settings *s, size_t index, uint64_t seed, const input *in,
                      const char *complaint)
{
    char path[512];
    FILE *out;

    if (!s->failures || (mkdir(s->failures, 0777) != 0 && errno != EEXIST))
        return;
    snprintf(path, sizeof path, "%s/%zu-%llu.case", s->failures, index,
             (unsigned long long)seed);
    out = fopen(path, "w");
    if (out) {
        write_case(out, &properties[index], seed, in, complaint);
        fclose(out);
        printf("written to %s\n", path);
    }
}

static void report(const settings *s, size_t index, uint64_t seed, input *in,
                   char *complaint)
{
    const property *p = &properties[index];

    printf("FAILED: %s (prop_test --seed %llu --runs 1 '%s')\n", p->name,
           (unsigned long long)seed, p->name);
    shrink(p, seed, in, complaint);
    printf("%s\nwith this input, made small:\n", complaint);
    write_case(stdout, p, seed, in, complaint);
    keep_case(s, index, seed, in, complaint);
    fflush(stdout);
}

/* Run i of a property has seed + i as its own seed. */
static bool try_property(const settings *s, size_t index)
{
    const property *p = &properties[index];
    failure found;
    input in;

    if (!try_many(p, s->seed, s->runs, &found)) {
        generate_seeded(p, found.seed, &in);
        report(s, index, found.seed, &in, found.complaint);
        return false;
    }
    if (s->runs >= 100 && found.beside > s->runs / 10 * 9) {
        printf("FAILED: %s: %lu of %lu inputs said nothing about it\n", p->name,
               found.beside, s->runs);
        return false;
    }
    return true;
}

static bool parse(int count, char **words, settings *s)
{
    for (int i = 1; i < count; i++) {
        bool more = i + 1 < count;

        if (more && strcmp(words[i], "--seed") == 0)
            s->seed = strtoull(words[++i], NULL, 10);
        else if (more && strcmp(words[i], "--runs") == 0)
            s->runs = strtoul(words[++i], NULL, 10);
        else if (more && strcmp(words[i], "--failures") == 0)
            s->failures = words[++i];
        else if (more && strcmp(words[i], "--share") == 0 &&
                 sscanf(words[i + 1], "%zu/%zu", &s->share, &s->shares) == 2 &&
                 s->share >= 1 && s->share <= s->shares)
            i++;
        else if (words[i][0] != '-' && !s->only)
            s->only = words[i];
        else
            return false;
    }
    return true;
}

int main(int count, char **words)
{
    settings s = {.seed = 1, .runs = 1000, .share = 1, .shares = 1};
    unsigned passed = 0, failed = 0;

    if (!parse(count, words, &s)) {
        fputs("usage: prop_test [--seed S] [--runs N] [--failures DIR] [--share I/N]"
              " [PROPERTY]\n",
              stderr);
        return 2;
    }
    for (size_t i = 0; i < property_count; i++) {
        if (i % s.shares != s.share - 1 ||
            (s.only && !strstr(properties[i].name, s.only)))
            continue;
        if (try_property(&s, i))
            passed++;
        else
            failed++;
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed ? 1 : 0;
}

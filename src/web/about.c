/* about.c - what answers requests, and what it allows. */
#include "base/json.h"
#include "web/web.h"

const cq_web_limits cq_web_usual_limits = {.body = 4 << 20,
                                           .cells = 1 << 22,
                                           .seconds = 60,
                                           .memory = (size_t)1 << 30,
                                           .threads = 1,
                                           .solutions = 100000};

static void put_formats(FILE *out)
{
    static const cq_format formats[] = {CQ_FORMAT_SVG, CQ_FORMAT_PNG, CQ_FORMAT_PDF,
                                        CQ_FORMAT_TIKZ};
    const char *between = "";

    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (cq_draw_can(formats[i])) {
            fprintf(out, "%s\"%s\"", between, cq_format_name(formats[i]));
            between = ", ";
        }
}

void cq_web_put_about(FILE *out, const cq_web_limits *limits, unsigned requests)
{
    fprintf(out, "{\"chequer\": 1, \"version\": \"%s\", \"engines\": {", cq_version());
    for (size_t i = 0; cq_engine_name(i); i++) {
        fprintf(out, "%s\"%s\": ", i ? ", " : "", cq_engine_name(i));
        cq_json_put_string(out, cq_engine_summary(i));
    }
    fputs("}, \"formats\": [", out);
    put_formats(out);
    fprintf(
        out,
        "], \"limits\": {\"body\": %zu, \"cells\": %llu, \"seconds\": %g, "
        "\"memory\": %zu, \"threads\": %u, \"solutions\": %llu, \"requests\": %u}}\n",
        limits->body, (unsigned long long)limits->cells, limits->seconds,
        limits->memory, limits->threads, (unsigned long long)limits->solutions,
        requests);
}

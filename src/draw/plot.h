/* plot.h - shares of a whole over a quantity, as lines with marks. */
#ifndef CQ_DRAW_PLOT_H
#define CQ_DRAW_PLOT_H

#include "base/vec.h"

enum { CQ_SERIES_MOST = 4 };

typedef CQ_VEC(double) cq_reals;

typedef struct cq_series {
    const char *name; /* borrowed */
    cq_reals shares;  /* 0 to 1, one for each place; NAN: there is none */
} cq_series;

typedef struct cq_plot {
    char title[160];
    char remark[160]; /* a second, smaller line */
    char across[48];  /* what the places are */
    cq_reals places;
    cq_series series[CQ_SERIES_MOST];
    size_t count;
} cq_plot;

void cq_plot_free(cq_plot *plot);
/* As SVG, PNG, PDF or TikZ. */
cq_status cq_plot_write(cq_context *ctx, const cq_plot *plot, cq_format format,
                        FILE *out);

#endif

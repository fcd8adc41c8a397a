/* determinant.c - the determinant of a matrix of paths modulo eight primes.
 *
 * The elimination itself is in kernel_body.h. It needs a pivot in each column that is
 * not zero modulo any of the eight primes. If all of a column is zero, so is the
 * determinant. If no row suits all primes, they are handled one by one, with eight
 * equal lanes; that happens about once in a million times.
 */
#include "engine/kasteleyn/determinant.h"

#include "base/assert.h"
#include "engine/kasteleyn/kernel.h"

#include <string.h>

static void eliminate(cq_determinant *d, const uint32_t primes[CQ_LANES])
{
    cq_moduli_set(&d->moduli, primes);
    cq_kernel_best()->eliminate(d);
}

void cq_determinant_find(cq_determinant *d, const uint32_t primes[CQ_LANES],
                         int32_t residues[CQ_LANES])
{
    eliminate(d, primes);
    cq_assert(d->stopped || cq_lanes_are_reduced(&d->value, &d->moduli));
    if (!d->split) {
        for (unsigned i = 0; i < CQ_LANES; i++)
            residues[i] = (int32_t)d->value[i];
        return;
    }
    for (unsigned i = 0; i < CQ_LANES && !d->stopped; i++) {
        uint32_t same[CQ_LANES];

        for (unsigned l = 0; l < CQ_LANES; l++)
            same[l] = primes[i];
        eliminate(d, same);
        cq_assert(!d->split);
        for (unsigned l = 1; l < CQ_LANES; l++)
            cq_assert(d->stopped || d->value[l] == d->value[0]);
        residues[i] = (int32_t)d->value[0];
    }
}

/* ---- room ---- */

cq_status cq_determinant_new(cq_team *team, unsigned worker, const cq_paths *paths,
                             cq_determinant **out)
{
    cq_context *ctx = team->ctx;
    size_t size = paths->size;
    size_t units = (sizeof(cq_determinant) - 1) / sizeof(cq_lanes) + 1;
    size_t limbs = size ? cq_paths_limbs(paths->lines[size - 1]) : 1;
    void *block;
    cq_lanes *at =
        cq_lanes_alloc(ctx, units + limbs + CQ_LANES_TERMS + size * size, &block);
    cq_determinant *d = (cq_determinant *)at;

    cq_try_memory(d);
    memset(d, 0, sizeof *d);
    d->block = block;
    d->paths = paths;
    d->team = team;
    d->worker = worker;
    d->powers = at + units;
    d->column = d->powers + limbs;
    d->matrix = d->column + CQ_LANES_TERMS;
    d->rows = cq_alloc(ctx, size, sizeof *d->rows);
    *out = d;
    return d->rows ? CQ_OK : CQ_MEMORY;
}

void cq_determinant_free(cq_determinant *d)
{
    if (!d)
        return;
    cq_free(d->rows);
    cq_free(d->block);
}

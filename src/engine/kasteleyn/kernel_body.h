/* kernel_body.h - residues in vectors of one width; included by kernel.c for each.
 *
 *     KERNEL(name)   the name of a function here
 *     KERNEL_TARGET  the processor that it is compiled for
 *     PART_DOUBLES   doubles in a register: eight lanes are PARTS of them
 *     TILE           the elimination works on TILE x TILE numbers in registers
 *
 * Elimination. Rows are sources, columns are sinks, both in the order of their lines. A
 * source has no path to a sink on a line before it, so that column i is zero below the
 * first active[i] rows: on a board with holes all over, where sources and sinks lie
 * between each other, a step has only few rows to work on.
 *
 *       panel   the rest
 *      +-----+-----------------+
 *      | L\U |        U        |   the panel of 32 columns is factored first, column
 *      |  L  |                 |   by column, each a sum of up to 32 products that is
 *      |  L  |   rest - L U    |   reduced once; then the rows of U; then the rest, a
 *      +.....+.................+   product of two narrow matrices: nearly all of the
 *      |  0  |   not touched   |   work, done in tiles.
 *      +-----+-----------------+
 *
 * Cost: size^3 / 3 multiplications of eight lanes for a full matrix.
 */
enum { KERNEL(PARTS) = CQ_LANES / PART_DOUBLES };
#define PARTS KERNEL(PARTS)
#define part KERNEL(part_type)
#define words KERNEL(words_type)
#define part_at KERNEL(part_at)
#define part_of KERNEL(part_of)
#define reduce KERNEL(reduce)
#define subtract_dot KERNEL(subtract_dot)
#define update_tile KERNEL(update_tile)
#define INLINE KERNEL_TARGET static inline __attribute__((always_inline))

typedef double part
    __attribute__((vector_size(PART_DOUBLES * sizeof(double)), may_alias));
typedef int64_t words
    __attribute__((vector_size(PART_DOUBLES * sizeof(double)), may_alias));

/* Part h of a number. */
INLINE part *part_at(cq_lanes *number, unsigned h)
{
    return (part *)number + h;
}

INLINE const part *part_of(const cq_lanes *number, unsigned h)
{
    return (const part *)number + h;
}

INLINE void reduce(part *c, const part *p, const part *inverse)
{
    const double round = 0x1.8p52;
    part q = (*c * *inverse + round) - round;

    *c -= q * *p;
}

/* ---- rows ---- */

KERNEL_TARGET static void KERNEL(subtract)(cq_lanes *to, const cq_lanes *from,
                                           const cq_lanes *factor, size_t count,
                                           const cq_moduli *m)
{
    for (unsigned h = 0; h < PARTS; h++) {
        const part p = *part_of(&m->p, h), inverse = *part_of(&m->inverse, h);
        const part by = *part_of(factor, h);

        for (size_t i = 0; i < count; i++) {
            part sum = *part_of(to + i, h) - by * *part_of(from + i, h);

            reduce(&sum, &p, &inverse);
            *part_at(to + i, h) = sum;
        }
    }
}

KERNEL_TARGET static void KERNEL(scale)(cq_lanes *to, const cq_lanes *factor,
                                        size_t count, const cq_moduli *m)
{
    for (unsigned h = 0; h < PARTS; h++) {
        const part p = *part_of(&m->p, h), inverse = *part_of(&m->inverse, h);
        const part by = *part_of(factor, h);

        for (size_t i = 0; i < count; i++) {
            part product = *part_of(to + i, h) * by;

            reduce(&product, &p, &inverse);
            *part_at(to + i, h) = product;
        }
    }
}

KERNEL_TARGET static void KERNEL(dot)(const cq_lanes *a, const cq_lanes *b,
                                      size_t count, const cq_moduli *m, cq_lanes *out)
{
    part sums[PARTS]; /* all at once: a sum waits for the one before */

    for (unsigned h = 0; h < PARTS; h++)
        sums[h] = *part_of(&m->p, h) * 0.0;
    for (size_t i = 0; i < count;) {
        size_t end = count - i > CQ_LANES_TERMS ? i + CQ_LANES_TERMS : count;

        for (; i < end; i++)
            for (unsigned h = 0; h < PARTS; h++)
                sums[h] += *part_of(a + i, h) * *part_of(b + i, h);
        for (unsigned h = 0; h < PARTS; h++)
            reduce(&sums[h], part_of(&m->p, h), part_of(&m->inverse, h));
    }
    for (unsigned h = 0; h < PARTS; h++)
        *part_at(out, h) = sums[h];
}

/* By Fermat, each lane with its own exponent p - 2. */
KERNEL_TARGET static void KERNEL(invert)(cq_lanes *a, const cq_moduli *m)
{
    for (unsigned h = 0; h < PARTS; h++) {
        const part p = *part_of(&m->p, h), inverse = *part_of(&m->inverse, h);
        const part one = p * 0.0 + 1.0;
        part square = *part_of(a, h), result = one;
        words exponent;

        for (unsigned i = 0; i < PART_DOUBLES; i++)
            exponent[i] = (int64_t)p[i] - 2;
        for (int bit = 0; bit < 25; bit++) {
            words take = -((exponent >> bit) & 1);
            words chosen = (take & (words)square) | (~take & (words)one);

            result *= (part)chosen;
            reduce(&result, &p, &inverse);
            square *= square;
            reduce(&square, &p, &inverse);
        }
        *part_at(a, h) = result;
    }
}

/* ---- elimination: filling the matrix ---- */

KERNEL_TARGET static void KERNEL(set_powers)(cq_determinant *d, size_t limbs)
{
    cq_lanes power = d->moduli.p * 0.0 + 1.0;
    cq_lanes base = power * (double)(1 << CQ_LIMB_BITS);

    cq_lanes_reduce(&base, &d->moduli);
    for (size_t l = 0; l < limbs; l++) {
        d->powers[l] = power;
        KERNEL(scale)(&power, &base, 1, &d->moduli);
    }
}

/* A limb is at most 2^23 and a power 2^24, so that 32 terms need 52 bits. */
KERNEL_TARGET static void KERNEL(set_entry)(const cq_determinant *d,
                                            const double *limbs, size_t count,
                                            cq_lanes *out)
{
    for (unsigned h = 0; h < PARTS; h++) {
        const part p = *part_of(&d->moduli.p, h);
        const part inverse = *part_of(&d->moduli.inverse, h);
        part sum = p * 0.0;

        for (size_t l = 0; l < count; l++) {
            sum += limbs[l] * *part_of(d->powers + l, h);
            if (l % CQ_LANES_TERMS == CQ_LANES_TERMS - 1)
                reduce(&sum, &p, &inverse);
        }
        reduce(&sum, &p, &inverse);
        *part_at(out, h) = sum;
    }
}

KERNEL_TARGET static void KERNEL(fill)(cq_determinant *d)
{
    const cq_paths *paths = d->paths;
    size_t size = paths->size;

    if (size)
        KERNEL(set_powers)(d, cq_paths_limbs(paths->lines[size - 1]));
    for (size_t j = 0; j < size; j++) {
        const double *limbs = paths->limbs + paths->start[j];
        cq_lanes *row = d->matrix + j * size;

        d->rows[j] = row;
        memset(row, 0, paths->first[j] * sizeof *row);
        for (size_t i = paths->first[j]; i < size; i++) {
            size_t count = cq_paths_limbs(paths->lines[i] - paths->from[j]);

            KERNEL(set_entry)(d, limbs, count, row + i);
            cq_assert(cq_lanes_are_reduced(row + i, &d->moduli));
            cq_assert(j < paths->active[i]);
            limbs += count;
        }
    }
}

/* ---- elimination: the panel ---- */

/* a -= the sum of row[i] * column[i]; count <= CQ_LANES_TERMS. */
INLINE void subtract_dot(cq_lanes *a, const cq_lanes *row, const cq_lanes *column,
                         size_t count, const cq_moduli *m)
{
    cq_assert(count <= CQ_LANES_TERMS);
    for (unsigned h = 0; h < PARTS; h++) {
        part sum = *part_of(a, h);

        for (size_t i = 0; i < count; i++)
            sum -= *part_of(row + i, h) * *part_of(column + i, h);
        reduce(&sum, part_of(&m->p, h), part_of(&m->inverse, h));
        *part_at(a, h) = sum;
    }
}

/* Brings column j of the panel that begins at `start` up to date. */
KERNEL_TARGET static void KERNEL(update_column)(cq_determinant *d, size_t start,
                                                size_t j, size_t active)
{
    cq_lanes *column = d->column;

    for (size_t r = start; r < j; r++) {
        subtract_dot(&d->rows[r][j], d->rows[r] + start, column, r - start, &d->moduli);
        column[r - start] = d->rows[r][j];
    }
    for (size_t r = j; r < active; r++)
        subtract_dot(&d->rows[r][j], d->rows[r] + start, column, j - start, &d->moduli);
}

/* Moves a row with a good pivot to place j; false if there is none. */
KERNEL_TARGET static bool KERNEL(find_pivot)(cq_determinant *d, size_t j, size_t active)
{
    bool zero = true;

    for (size_t r = j; r < active; r++) {
        cq_lanes *row = d->rows[r];

        if (cq_lanes_none_zero(&row[j])) {
            if (r != j)
                d->value = -d->value;
            d->rows[r] = d->rows[j];
            d->rows[j] = row;
            return true;
        }
        zero = zero && cq_lanes_all_zero(&row[j]);
    }
    d->split = !zero;
    d->value = d->value * 0.0;
    return false;
}

KERNEL_TARGET static bool KERNEL(factor_panel)(cq_determinant *d, size_t start,
                                               size_t end)
{
    for (size_t j = start; j < end; j++) {
        size_t active = d->paths->active[j];
        cq_lanes inverse;

        for (size_t r = active; r < d->paths->size; r++)
            cq_assert(cq_lanes_all_zero(&d->rows[r][j]));
        KERNEL(update_column)(d, start, j, active);
        if (!KERNEL(find_pivot)(d, j, active))
            return false;
        inverse = d->rows[j][j];
        cq_assert(cq_lanes_none_zero(&inverse));
        KERNEL(scale)(&d->value, &inverse, 1, &d->moduli);
        KERNEL(invert)(&inverse, &d->moduli);
        cq_assert(cq_lanes_are_inverse(&d->rows[j][j], &inverse, &d->moduli));
        for (size_t r = j + 1; r < active; r++)
            KERNEL(scale)(&d->rows[r][j], &inverse, 1, &d->moduli);
    }
    return true;
}

/* ---- elimination: the rest ---- */

/* The rows of U to the right of the panel. */
KERNEL_TARGET static void KERNEL(solve_rows)(cq_determinant *d, size_t start,
                                             size_t end)
{
    for (size_t r = start + 1; r < end; r++)
        for (size_t j = end; j < d->paths->size; j++)
            for (unsigned h = 0; h < PARTS; h++) {
                part sum = *part_of(&d->rows[r][j], h);

                for (size_t s = start; s < r; s++)
                    sum -= *part_of(&d->rows[r][s], h) * *part_of(&d->rows[s][j], h);
                reduce(&sum, part_of(&d->moduli.p, h), part_of(&d->moduli.inverse, h));
                *part_at(&d->rows[r][j], h) = sum;
            }
}

/* rest -= L U on a tile of n x n numbers at row r and column j, for part h of each; n
 * is known when this is compiled. */
INLINE void update_tile(cq_determinant *d, size_t start, size_t end, size_t r, size_t j,
                        unsigned h, unsigned n)
{
    part sum[TILE][TILE];

    for (unsigned a = 0; a < n; a++)
        for (unsigned b = 0; b < n; b++)
            sum[a][b] = *part_of(&d->rows[r + a][j + b], h);
    for (size_t s = start; s < end; s++) {
        const cq_lanes *upper = d->rows[s] + j;

        for (unsigned a = 0; a < n; a++) {
            const part factor = *part_of(&d->rows[r + a][s], h);

            for (unsigned b = 0; b < n; b++)
                sum[a][b] -= factor * *part_of(upper + b, h);
        }
    }
    for (unsigned a = 0; a < n; a++)
        for (unsigned b = 0; b < n; b++) {
            reduce(&sum[a][b], part_of(&d->moduli.p, h),
                   part_of(&d->moduli.inverse, h));
            *part_at(&d->rows[r + a][j + b], h) = sum[a][b];
        }
}

KERNEL_TARGET static void KERNEL(update_rest)(cq_determinant *d, size_t start,
                                              size_t end)
{
    size_t size = d->paths->size, active = d->paths->active[end - 1], r = end;

    cq_assert(start < end && end <= active && active <= size);
    for (; r + TILE <= active; r += TILE) {
        size_t j = end;

        for (; j + TILE <= size; j += TILE)
            for (unsigned h = 0; h < PARTS; h++)
                update_tile(d, start, end, r, j, h, TILE);
        for (; j < size; j++)
            for (unsigned i = 0; i < TILE * PARTS; i++)
                update_tile(d, start, end, r + i / PARTS, j, i % PARTS, 1);
    }
    for (; r < active; r++)
        for (size_t j = end; j < size; j++)
            for (unsigned h = 0; h < PARTS; h++)
                update_tile(d, start, end, r, j, h, 1);
}

KERNEL_TARGET static void KERNEL(eliminate)(cq_determinant *d)
{
    size_t size = d->paths->size;

    d->value = d->moduli.p * 0.0 + 1.0;
    d->split = d->stopped = false;
    KERNEL(fill)(d);
    for (size_t start = 0; start < size; start += CQ_LANES_TERMS) {
        size_t end = start + CQ_LANES_TERMS < size ? start + CQ_LANES_TERMS : size;

        if (!KERNEL(factor_panel)(d, start, end))
            return;
        KERNEL(solve_rows)(d, start, end);
        KERNEL(update_rest)(d, start, end);
        cq_assert(cq_lanes_are_reduced(&d->value, &d->moduli));
        if (cq_team_stops(d->team, d->worker)) {
            d->stopped = true;
            return;
        }
    }
}

static const cq_kernel KERNEL(kernel) = {KERNEL(eliminate), KERNEL(subtract),
                                         KERNEL(scale), KERNEL(dot), KERNEL(invert)};

#undef KERNEL
#undef KERNEL_TARGET
#undef PART_DOUBLES
#undef TILE
#undef PARTS
#undef part
#undef words
#undef part_at
#undef part_of
#undef reduce
#undef subtract_dot
#undef update_tile
#undef INLINE

/* matings.c - how the ranks of matings change when an edge is added.
 *
 * An edge of a tour links two ends of paths. If both vertices are new, a pair is
 * created; if one is new, an end moves; if both are ends already, their mates become
 * mates of each other. What this does to a rank depends on the places of the ends among
 * the points, not on the board, so that for a few points it is a table, and with more
 * points a chunk of ranks (those with the same partner of the last point) goes to a
 * chunk of ranks by a change of two points less:
 *
 *     k = 14      partner of the last point   0         1                 12
 *                 ranks                       [ 10395 ] [ 10395 ] ... [ 10395 ]
 *
 * The case in which the last point itself moves is harder: exchanging the last two
 * points exchanges chunks of chunks, and the rest is again a change with two points
 * fewer. So numbers for all matings go through a change at the speed of a table, a
 * hundred times faster than a hash table.
 *
 * Cost: one addition a mating; the tables take 4 MB.
 */
#include "engine/plugs/matings.h"
#include "base/limbs.h"

#include <string.h>

enum {
    NO_ENTRY = UINT16_MAX,
    CHECKED_POINTS = 8 /* larger tables are made of these */
};

/* ---- where a rank goes ---- */

static unsigned moved(unsigned point, unsigned i, unsigned j)
{
    if (point == i)
        return j;
    point -= point > i;
    return point + (point >= j);
}

/* The last two points change places. */
static uint64_t swap_last(const cq_matings *m, unsigned k, uint64_t rank)
{
    uint64_t size = m->counts[k - 2], part = k >= 4 ? m->counts[k - 4] : 1;
    uint64_t q = rank / size, rest = rank % size, s;

    cq_assert(rank < m->counts[k]);
    if (q == k - 2)
        return rank;
    s = rest / part;
    s += s >= q;
    cq_assert(s != q && s < k - 2);
    return s * size + (q - (q > s)) * part + rest % part;
}

static const uint16_t *table_of(const cq_matings *m, cq_change c, unsigned k)
{
    unsigned kind = c.kind - 1u, places = c.kind == CQ_CHANGE_PAIR ? k + 2 : k;

    if (places > m->tabled)
        return NULL;
    return m->tables[kind][k] + (size_t)(c.i * places + c.j) * m->counts[k];
}

/* What a change does to the chunk of partner q. */
typedef struct descent {
    bool closes;    /* nothing: a cycle would close */
    uint64_t base;  /* where the ranks of the rest begin */
    cq_change rest; /* of k - 2 points */
} descent;

static descent descend_move(const cq_matings *m, cq_change c, unsigned k, unsigned q)
{
    unsigned to = moved(q, c.i, c.j);
    descent d = {.base = to * m->counts[k - 2]};

    cq_assert(c.i != k - 1 && c.j != k - 1);
    if (q != c.i) {
        d.rest.kind = CQ_CHANGE_MOVE;
        d.rest.i = (uint8_t)(c.i - (q < c.i));
        d.rest.j = (uint8_t)(c.j - (to < c.j));
    }
    return d;
}

static descent descend_join(const cq_matings *m, cq_change c, unsigned k, unsigned q)
{
    descent d = {.rest.kind = CQ_CHANGE_MOVE};

    if (c.j == k - 1) { /* q takes the place of i */
        d.closes = q == c.i;
        d.rest.i = (uint8_t)(c.i - (q < c.i));
        d.rest.j = (uint8_t)(q - (q > c.i));
    } else if (q == c.i || q == c.j) { /* the last point takes the other's place */
        d.rest.i = (uint8_t)(q == c.i ? c.j - 1 : c.i);
        d.rest.j = (uint8_t)(k - 3);
    } else {
        d.base = (q - (q > c.i) - (q > c.j)) * m->counts[k - 4];
        d.rest.kind = CQ_CHANGE_JOIN;
        d.rest.i = (uint8_t)(c.i - (q < c.i));
        d.rest.j = (uint8_t)(c.j - (q < c.j));
    }
    return d;
}

static descent descend_pair(const cq_matings *m, cq_change c, unsigned k, unsigned q)
{
    unsigned to = q + (q >= c.i);
    descent d = {.rest.kind = CQ_CHANGE_PAIR};

    to += to >= c.j;
    d.base = to * m->counts[k];
    d.rest.i = (uint8_t)(c.i - (to < c.i));
    d.rest.j = (uint8_t)(c.j - (to < c.j));
    return d;
}

static descent descend(const cq_matings *m, cq_change c, unsigned k, unsigned q)
{
    if (c.kind == CQ_CHANGE_MOVE)
        return descend_move(m, c, k, q);
    return c.kind == CQ_CHANGE_JOIN ? descend_join(m, c, k, q)
                                    : descend_pair(m, c, k, q);
}

static bool changes_nothing(cq_change c)
{
    return c.kind == CQ_CHANGE_NONE || (c.kind == CQ_CHANGE_MOVE && c.i == c.j);
}

/* Points of a change are points, and in the order that their kind asks for. */
static bool suits(cq_change c, unsigned k)
{
    unsigned points = c.kind == CQ_CHANGE_PAIR ? k + 2 : k;

    return c.kind == CQ_CHANGE_NONE ||
           (k % 2 == 0 && points <= CQ_MATING_MOST && c.i < points && c.j < points &&
            (c.kind == CQ_CHANGE_MOVE || c.i < c.j));
}

/* At most k / 2 calls deep. */
uint64_t cq_mating_change(const cq_matings *m, cq_change c, unsigned k, uint64_t rank)
{
    uint64_t base = 0;

    cq_assert(suits(c, k) && rank < m->counts[k]);
    for (;;) {
        const uint16_t *table;
        unsigned last = k - 1;
        descent d;

        if (changes_nothing(c))
            return base + rank;
        table = table_of(m, c, k);
        if (table)
            return table[rank] == NO_ENTRY ? CQ_NO_RANK : base + table[rank];
        if (c.kind == CQ_CHANGE_PAIR && c.j == k + 1)
            return base + c.i * m->counts[k] + rank;
        if (c.kind == CQ_CHANGE_MOVE && c.j == last) {
            c.j--;
            return base + swap_last(m, k, cq_mating_change(m, c, k, rank));
        }
        if (c.kind == CQ_CHANGE_MOVE && c.i == last) {
            rank = swap_last(m, k, rank);
            c.i--;
            continue;
        }
        d = descend(m, c, k, (unsigned)(rank / m->counts[k - 2]));
        if (d.closes)
            return CQ_NO_RANK;
        base += d.base;
        c = d.rest;
        rank %= m->counts[k - 2];
        k -= 2;
        cq_assert(suits(c, k) && rank < m->counts[k]);
    }
}

void cq_mating_change_each(const cq_matings *m, cq_change c, unsigned k,
                           uint64_t *ranks, size_t count)
{
    const uint16_t *table = changes_nothing(c) ? NULL : table_of(m, c, k);

    cq_assert(suits(c, k));
    for (size_t i = 0; i < count && !table; i++)
        if (ranks[i] != CQ_NO_RANK)
            ranks[i] = cq_mating_change(m, c, k, ranks[i]);
    for (size_t i = 0; i < count && table; i++)
        if (ranks[i] != CQ_NO_RANK)
            ranks[i] = table[ranks[i]] == NO_ENTRY ? CQ_NO_RANK : table[ranks[i]];
}

/* ---- tables ---- */

/* A change done plainly: on the partners of each point instead of ranks. */
static bool is_changed(const cq_matings *m, cq_change c, unsigned k, uint64_t from,
                       uint64_t to)
{
    uint8_t before[CQ_MATING_MOST], after[CQ_MATING_MOST], place[CQ_MATING_MOST];
    unsigned next = 0;

    cq_mating_partners(m, k, from, before);
    cq_mating_partners(m, cq_change_points(c, k), to, after);
    if (c.kind == CQ_CHANGE_JOIN) {
        uint8_t x = before[c.i], y = before[c.j];

        before[x] = y;
        before[y] = x;
    }
    for (unsigned point = 0; point < k; point++) {
        bool skips = c.kind == CQ_CHANGE_JOIN
                         ? point == c.i || point == c.j
                         : c.kind == CQ_CHANGE_MOVE && point == c.i;

        while (c.kind == CQ_CHANGE_PAIR ? next == c.i || next == c.j
                                        : c.kind == CQ_CHANGE_MOVE && next == c.j)
            next++;
        place[point] = skips ? c.j : (uint8_t)next++;
    }
    for (unsigned point = 0; point < k; point++)
        if ((c.kind != CQ_CHANGE_JOIN || (point != c.i && point != c.j)) &&
            after[place[point]] != place[before[point]])
            return false;
    return c.kind != CQ_CHANGE_PAIR || after[c.i] == c.j;
}

/* Ranks of a table: none below it if a cycle closes, all others as they must be. */
static bool table_check(const cq_matings *m, cq_change c, unsigned k,
                        const uint16_t *table)
{
    unsigned points = cq_change_points(c, k);

    for (uint64_t rank = 0; rank < m->counts[k]; rank++) {
        uint8_t partners[CQ_MATING_MOST];
        bool closes;

        cq_mating_partners(m, k, rank, partners);
        closes = c.kind == CQ_CHANGE_JOIN && partners[c.i] == c.j;
        cq_hold((table[rank] == NO_ENTRY) == closes);
        cq_hold(closes || table[rank] < m->counts[points]);
        cq_hold(closes || is_changed(m, c, k, rank, table[rank]));
    }
    return true;
}

/* The chunk of partner q: a change of two points less, whose table is there already,
 * with other numbers. */
static void fill_chunk(const cq_matings *m, cq_change c, unsigned k, unsigned q,
                       uint16_t *chunk)
{
    descent d = descend(m, c, k, q);
    uint64_t count = m->counts[k - 2];
    const uint16_t *rest = changes_nothing(d.rest) ? NULL : table_of(m, d.rest, k - 2);

    cq_assert(rest || d.closes || changes_nothing(d.rest));
    for (uint64_t rank = 0; rank < count; rank++)
        chunk[rank] = d.closes || (rest && rest[rank] == NO_ENTRY)
                          ? NO_ENTRY
                          : (uint16_t)(d.base + (rest ? rest[rank] : rank));
}

/* A change that concerns the last point does not keep the chunks together. */
static void fill_table(const cq_matings *m, cq_change c, unsigned k, uint16_t *table)
{
    bool last = c.kind == CQ_CHANGE_MOVE   ? c.i == c.j || c.i == k - 1 || c.j == k - 1
                : c.kind == CQ_CHANGE_PAIR ? c.j == k + 1
                                           : k < 4;

    for (unsigned q = 0; !last && q < k - 1; q++)
        fill_chunk(m, c, k, q, table + q * m->counts[k - 2]);
    for (uint64_t rank = 0; last && rank < m->counts[k]; rank++)
        table[rank] = (uint16_t)cq_mating_change(m, c, k, rank);
}

static cq_status make_table(cq_context *ctx, cq_matings *m, unsigned kind, unsigned k)
{
    unsigned places = kind == CQ_CHANGE_PAIR ? k + 2 : k;
    size_t count = cq_mating_words(m, k, 1);
    uint16_t *table = cq_alloc(ctx, places * places * count, sizeof *table);

    cq_try_memory(table);
    m->tables[kind - 1][k] = table;
    m->entries += places * places * count;
    for (unsigned i = 0; i < places; i++)
        for (unsigned j = 0; j < places; j++, table += count) {
            cq_change c = {(uint8_t)kind, (uint8_t)i, (uint8_t)j};

            if (kind != CQ_CHANGE_MOVE && i >= j)
                continue;
            fill_table(m, c, k, table);
            cq_assert(k > CHECKED_POINTS || table_check(m, c, k, table));
        }
    return CQ_OK;
}

/* The ranks that a link with the last point makes each mating, in ascending order. */
static cq_status make_links(cq_context *ctx, cq_matings *m, unsigned k)
{
    size_t count = cq_mating_words(m, k, 1), less = cq_mating_words(m, k - 2, 1);
    uint16_t *links = cq_alloc(ctx, (k - 2) * count, sizeof *links);
    uint16_t *filled = cq_alloc(ctx, less, sizeof *filled);

    m->links[k] = links;
    for (unsigned q = 0; links && filled && q < k - 1; q++, links += (k - 2) * less) {
        const uint16_t *table =
            table_of(m, (cq_change){CQ_CHANGE_JOIN, (uint8_t)q, (uint8_t)(k - 1)}, k);

        memset(filled, 0, less * sizeof *filled);
        for (size_t rank = 0; rank < count; rank++)
            if (table[rank] != NO_ENTRY)
                links[(k - 2) * table[rank] + filled[table[rank]]++] = (uint16_t)rank;
        cq_assert(filled[0] == k - 2 && filled[less - 1] == k - 2);
    }
    cq_free(filled);
    return links && filled ? CQ_OK : CQ_MEMORY;
}

/* Those of eight points are made in a blink; beyond, the largest has as many entries as
 * there are states to go through it, at most. */
static unsigned points_worth(const cq_matings *m, unsigned points, double states)
{
    unsigned k = CQ_MATING_TABLES;

    while (k > 8 && 2.0 * k * k * (double)m->counts[k] > states)
        k -= 2;
    return points < k ? points : k;
}

cq_status cq_matings_new(cq_context *ctx, unsigned points, double states,
                         cq_matings *out)
{
    cq_matings m = {.counts[0] = 1, .counts[2] = 1};
    cq_status status = CQ_OK;

    for (unsigned k = 4; k <= CQ_MATING_MOST; k += 2)
        m.counts[k] = m.counts[k - 2] * (k - 1);
    points = points_worth(&m, points, states);
    /* Each is made from those with two points less. */
    for (unsigned k = 2; k <= points && status == CQ_OK; k += 2) {
        status = make_table(ctx, &m, CQ_CHANGE_PAIR, k - 2);
        cq_then(status, make_table(ctx, &m, CQ_CHANGE_MOVE, k));
        cq_then(status, make_table(ctx, &m, CQ_CHANGE_JOIN, k));
        m.tabled = k;
        if (k >= 4)
            cq_then(status, make_links(ctx, &m, k));
    }
    if (status == CQ_OK)
        *out = m;
    else
        cq_matings_free(&m);
    return status;
}

void cq_matings_free(cq_matings *m)
{
    for (unsigned kind = 0; kind < 3; kind++)
        for (unsigned k = 0; k <= CQ_MATING_TABLES; k++)
            cq_free(m->tables[kind][k]);
    for (unsigned k = 0; k <= CQ_MATING_TABLES; k++)
        cq_free(m->links[k]);
    memset(m, 0, sizeof *m);
}

/* ---- all ranks at once ---- */

static void add_all(uint64_t *to, const uint64_t *from, size_t count, unsigned limbs)
{
    if (limbs == 1)
        for (size_t r = 0; r < count; r++)
            to[r] += from[r];
    else
        for (size_t r = 0; r < count; r++)
            cq_limbs_add(to + r * limbs, from + r * limbs, limbs);
}

static void add_by_table(uint64_t *to, const uint64_t *from, const uint16_t *table,
                         size_t count, unsigned limbs, bool gaps)
{
    if (limbs > 1) {
        for (size_t r = 0; r < count; r++)
            if (table[r] != NO_ENTRY)
                cq_limbs_add(to + (size_t)table[r] * limbs, from + r * limbs, limbs);
    } else if (gaps) {
        for (size_t r = 0; r < count; r++) {
            bool none = table[r] == NO_ENTRY;

            to[none ? 0 : table[r]] += none ? 0 : from[r];
        }
    } else {
        for (size_t r = 0; r < count; r++)
            to[table[r]] += from[r];
    }
}

/* Adds (or moves, if `to` is clear) with the last two points exchanged. */
static void add_swapped(const cq_matings *m, unsigned k, unsigned limbs,
                        const uint64_t *from, uint64_t *to)
{
    size_t size = cq_mating_words(m, k - 2, limbs);
    size_t part = cq_mating_words(m, k - 4, limbs);

    cq_assert(k >= 4 && part * (k - 3) == size);
    for (unsigned q = 0; q < k - 2; q++)
        for (unsigned s = 0; s < k - 2; s++)
            if (s != q)
                add_all(to + s * size + (q - (q > s)) * part,
                        from + q * size + (s - (s > q)) * part, part / limbs, limbs);
    add_all(to + (k - 2) * size, from + (k - 2) * size, size / limbs, limbs);
}

size_t cq_mating_scratch(const cq_matings *m, unsigned k, unsigned limbs)
{
    size_t words = 1;

    for (; k > m->tabled && k >= 4; k -= 2)
        words += cq_mating_words(m, k, limbs);
    return words;
}

static void add_moved_last(const cq_matings *m, cq_change c, unsigned k, unsigned limbs,
                           const uint64_t *from, uint64_t *to, uint64_t *scratch)
{
    size_t words = cq_mating_words(m, k, limbs);

    memset(scratch, 0, words * sizeof *scratch);
    if (c.j == k - 1) {
        c.j--;
        cq_mating_add(m, c, k, limbs, from, scratch, scratch + words);
        add_swapped(m, k, limbs, scratch, to);
    } else {
        add_swapped(m, k, limbs, from, scratch);
        c.i--;
        cq_mating_add(m, c, k, limbs, scratch, to, scratch + words);
    }
}

void cq_mating_add(const cq_matings *m, cq_change c, unsigned k, unsigned limbs,
                   const uint64_t *from, uint64_t *to, uint64_t *scratch)
{
    const uint16_t *table;
    size_t count = cq_mating_words(m, k, 1), size;

    if (changes_nothing(c)) {
        add_all(to, from, count, limbs);
        return;
    }
    table = table_of(m, c, k);
    if (table) {
        add_by_table(to, from, table, count, limbs, c.kind == CQ_CHANGE_JOIN);
        return;
    }
    if (c.kind == CQ_CHANGE_PAIR && c.j == k + 1) {
        add_all(to + c.i * count * limbs, from, count, limbs);
        return;
    }
    if (c.kind == CQ_CHANGE_MOVE && (c.i == k - 1 || c.j == k - 1)) {
        add_moved_last(m, c, k, limbs, from, to, scratch);
        return;
    }
    size = cq_mating_words(m, k - 2, 1);
    for (unsigned q = 0; q < k - 1; q++) {
        descent d = descend(m, c, k, q);

        if (!d.closes)
            cq_mating_add(m, d.rest, k - 2, limbs, from + q * size * limbs,
                          to + (size_t)d.base * limbs, scratch);
    }
}

/* ---- renumbering ---- */

unsigned cq_mating_renumber(unsigned k, const uint8_t *to, cq_change *changes)
{
    uint8_t now[CQ_MATING_MOST];
    unsigned count = 0;

    cq_assert(k <= CQ_MATING_MOST);
    memcpy(now, to, k);
    for (unsigned place = 0; place < k; place++) {
        unsigned at = place;

        while (now[at] != place)
            at++;
        cq_assert(at < k); /* `to` is a permutation */
        if (at == place)
            continue;
        memmove(now + place + 1, now + place, at - place);
        now[place] = (uint8_t)place;
        changes[count++] = (cq_change){CQ_CHANGE_MOVE, (uint8_t)at, (uint8_t)place};
    }
    cq_assert(count < k || k == 0);
    return count;
}

void cq_mating_partners(const cq_matings *m, unsigned k, uint64_t rank,
                        uint8_t *partners)
{
    uint8_t left[CQ_MATING_MOST];

    cq_assert(k <= CQ_MATING_MOST);
    for (unsigned i = 0; i < k; i++)
        left[i] = (uint8_t)i;
    for (; k; k -= 2) {
        unsigned q = (unsigned)(rank / m->counts[k - 2]);
        uint8_t a = left[q], b = left[k - 1];

        cq_assert(q < k - 1);
        partners[a] = b;
        partners[b] = a;
        memmove(left + q, left + q + 1, k - 2 - q);
        rank %= m->counts[k - 2];
    }
    cq_assert(rank == 0);
}

/* ---- the way back ---- */

/* Each is the partner of its own partner, which is another point. */
static bool are_mates(unsigned k, const uint8_t *partners)
{
    for (unsigned i = 0; i < k; i++) {
        cq_hold(partners[i] < k && partners[i] != i);
        cq_hold(partners[partners[i]] == i);
    }
    return true;
}

uint64_t cq_mating_rank(const cq_matings *m, unsigned k, const uint8_t *partners)
{
    uint8_t left[CQ_MATING_MOST];
    uint64_t rank = 0;

    cq_assert(k <= CQ_MATING_MOST && are_mates(k, partners));
    for (unsigned i = 0; i < k; i++)
        left[i] = (uint8_t)i;
    for (; k; k -= 2) {
        unsigned q = 0;

        while (left[q] != partners[left[k - 1]])
            q++;
        cq_assert(q < k - 1);
        rank += q * m->counts[k - 2];
        memmove(left + q, left + q + 1, k - 2 - q);
    }
    return rank;
}

/* The partners of a mating among points that have i < j besides, which have none
 * yet. */
static void make_way(const uint8_t *after, unsigned points, unsigned i, unsigned j,
                     uint8_t *out)
{
    uint8_t place[CQ_MATING_MOST];

    for (unsigned p = 0, next = 0; p < points; p++, next++) {
        while (next == i || next == j)
            next++;
        place[p] = (uint8_t)next;
    }
    for (unsigned p = 0; p < points; p++)
        out[place[p]] = place[after[p]];
}

static void mate(uint8_t *partners, unsigned a, unsigned b)
{
    partners[a] = (uint8_t)b;
    partners[b] = (uint8_t)a;
}

/* Of a mated pair one went with i before, and the other with j. */
static unsigned part_pairs(const cq_matings *m, cq_change c, unsigned k,
                           const uint8_t *after, uint64_t *ranks)
{
    uint8_t before[CQ_MATING_MOST];
    unsigned count = 0;

    make_way(after, k - 2, c.i, c.j, before);
    for (unsigned p = 0; p < k; p++) {
        unsigned other = before[p], at;
        uint64_t rank;

        if (p == c.i || p == c.j)
            continue;
        mate(before, c.i, p);
        mate(before, c.j, other);
        rank = cq_mating_rank(m, k, before);
        mate(before, p, other);
        for (at = count++; at > 0 && ranks[at - 1] > rank; at--)
            ranks[at] = ranks[at - 1];
        ranks[at] = rank;
        cq_assert(at == 0 || ranks[at - 1] < rank);
    }
    return count;
}

/* The pair i, j goes, if it is one. */
static unsigned drop_pair(const cq_matings *m, cq_change c, unsigned k,
                          const uint8_t *after, uint64_t *rank)
{
    uint8_t before[CQ_MATING_MOST];
    unsigned next = 0;
    uint8_t place[CQ_MATING_MOST];

    if (after[c.i] != c.j)
        return 0;
    for (unsigned p = 0; p < k + 2; p++)
        place[p] = (uint8_t)(p == c.i || p == c.j ? k : next++);
    cq_assert(next == k);
    for (unsigned p = 0; p < k + 2; p++)
        if (place[p] < k)
            before[place[p]] = place[after[p]];
    *rank = cq_mating_rank(m, k, before);
    return 1;
}

unsigned cq_mating_sources(const cq_matings *m, cq_change c, unsigned k, uint64_t after,
                           uint64_t *ranks)
{
    uint8_t partners[CQ_MATING_MOST];

    cq_assert(suits(c, k));
    if (changes_nothing(c)) {
        ranks[0] = after;
        return 1;
    }
    if (c.kind == CQ_CHANGE_MOVE) {
        cq_change back = {CQ_CHANGE_MOVE, c.j, c.i};

        ranks[0] = cq_mating_change(m, back, k, after);
        return 1;
    }
    cq_mating_partners(m, cq_change_points(c, k), after, partners);
    return c.kind == CQ_CHANGE_JOIN ? part_pairs(m, c, k, partners, ranks)
                                    : drop_pair(m, c, k, partners, ranks);
}

/* worked_test.c - the worked examples in docs/engines show what the engines do.
 *
 * Each test runs an engine on the example, draws its states or its matrix as text, and
 * finds that text in the page. A test that fails prints what the page should have.
 *
 * A state is drawn as the board: '#' is a square that is done, '.' one that is still
 * free. Below it stands in how many ways the engine came there.
 */
#include "engine/kasteleyn/count.h"
#include "engine/kasteleyn/paths.h"
#include "engine/plugs/plugs.h"
#include "swept.h"

static int set_up(void **state)
{
    return open_fixture(state, 1);
}

/* ---- pages ---- */

static void assert_page_has(fixture *f, const char *name)
{
    static char page[1 << 16];
    char path[512];
    size_t length;
    FILE *file;

    snprintf(path, sizeof path, "%s/engines/%s.md", CQ_DOCS, name);
    file = fopen(path, "r");
    assert_non_null(file);
    length = fread(page, 1, sizeof page - 1, file);
    fclose(file);
    assert_true(length < sizeof page - 1);
    page[length] = '\0';
    if (!strstr(page, f->text))
        fail_msg("docs/engines/%s.md should have\n%s", name, f->text);
}

/* ---- states side by side ---- */

enum { CELLS_MOST = 16, STATES_MOST = 16 };

typedef struct drawn {
    uint32_t rows, cols;
    size_t count;
    char cells[STATES_MOST][CELLS_MOST];
    unsigned long ways[STATES_MOST];
} drawn;

static void start_drawing(const fixture *f, drawn *d)
{
    *d = (drawn){f->problem->board->rows, f->problem->board->cols, 0, {{0}}, {0}};
    assert_true(d->rows * d->cols <= CELLS_MOST);
}

/* One more state, with every square done; the caller changes those that are not. */
static char *add_state(drawn *d, const uint64_t *number, size_t limbs)
{
    char *cells = d->cells[d->count];
    mpz_t ways;

    assert_true(d->count < STATES_MOST);
    memset(cells, '#', CELLS_MOST);
    mpz_init(ways);
    cq_limbs_read(ways, number, limbs);
    d->ways[d->count++] = mpz_get_ui(ways);
    mpz_clear(ways);
    return cells;
}

static void trim(fixture *f)
{
    while (f->length && f->text[f->length - 1] == ' ')
        f->text[--f->length] = '\0';
    put(f, "\n");
}

static void put_states(fixture *f, const drawn *d)
{
    for (uint32_t row = 0; row < d->rows; row++) {
        put(f, "  ");
        for (size_t i = 0; i < d->count; i++)
            put(f, "  %.*s", (int)d->cols, d->cells[i] + row * d->cols);
        trim(f);
    }
    put(f, "  ");
    for (size_t i = 0; i < d->count; i++)
        put(f, "  %-*lu", (int)d->cols, d->ways[i]);
    trim(f);
}

static const char *cell_name(const fixture *f, cq_cell cell)
{
    static char name[CQ_CELL_NAME_SIZE];

    return cq_cell_name(f->problem->board, cell, name);
}

/* ---- frontier ---- */

static cq_cell cell_of_item(const fixture *f, const cq_cover *cover, uint32_t item)
{
    cq_cell cell = CQ_NO_CELL;

    must(cq_cell_parse(ctx, f->problem->board, cq_item_name(cover, item), &cell));
    return cell;
}

/* A square that is not decided yet is free, unless its bit says that it is covered. */
static void draw_key(const fixture *f, const cq_plan *plan, size_t step,
                     const uint64_t *key, char *cells)
{
    for (uint32_t item = 0; item < plan->cover->items.count; item++) {
        const cq_track *track = &plan->tracks[item];
        bool covered = cq_track_lives(track, step) &&
                       cq_key_has(key, plan->places.at[track->places]);

        if (track->death >= step && !covered)
            cells[cell_of_item(f, plan->cover, item)] = '.';
    }
}

static void put_layer(fixture *f, const cq_plan *plan, size_t step,
                      const cq_layer *layer)
{
    drawn d;

    start_drawing(f, &d);
    for (size_t bucket = 0; bucket < (size_t)1 << layer->splits; bucket++)
        for (cq_block *b = layer->buckets[bucket].first; b; b = b->next)
            for (size_t i = 0; i < b->count; i++)
                draw_key(f, plan, step, b->data + i * layer->words,
                         add_state(&d, cq_block_numbers(layer, b) + i * layer->limbs,
                                   layer->limbs));
    put_states(f, &d);
}

static void frontier_on_2x4(void **state)
{
    fixture *f = *state;
    bench b;

    pose_tiling(f, "2x4", NULL);
    open_bench(f, &b, 0);
    clear_text(f);
    put(f, "start\n");
    put_layer(f, &b.plan, 0, &b.sweep.kept.at[0]);
    for (size_t step = 0; step < b.plan.steps.count; step++) {
        uint32_t item = b.plan.steps.at[step].subject;

        put(f, "%s is decided\n", cell_name(f, cell_of_item(f, &b.cover, item)));
        put_layer(f, &b.plan, step + 1,
                  step + 1 < b.sweep.kept.count ? &b.sweep.kept.at[step + 1]
                                                : &b.sweep.now);
    }
    close_bench(&b);
    assert_page_has(f, "frontier");
}

/* ---- plugs ---- */

typedef struct plugged {
    cq_run run;
    cq_plugs plugs;
} plugged;

/* One sweep over all vertices, without mirror images, with its layers kept. */
static void open_plugs(const fixture *f, plugged *p)
{
    cq_plugs *plugs = &p->plugs;

    memset(p, 0, sizeof *p);
    p->run = (cq_run){.ctx = ctx, .problem = f->problem, .threads = 1};
    must(cq_answer_new(ctx, f->problem->kind, CQ_GOAL_COUNT, &p->run.answer));
    plugs->run = &p->run;
    plugs->ctx = ctx;
    plugs->budget = plugs->in_memory = SIZE_MAX;
    plugs->team = (cq_team){.ctx = ctx, .run = &p->run, .threads = 1};
    must(cq_run_lists(&p->run));
    must(cq_net_new(ctx, f->problem, &plugs->net));
    must(cq_mirrors_new(ctx, f->problem, &plugs->net, &plugs->mirrors));
    plugs->mirrors.count = 1;
    must(cq_plug_plan_new(ctx, &plugs->net, &plugs->mirrors, f->problem, CQ_SPLIT_NONE,
                          &plugs->plan));
    must(cq_matings_new(ctx, plugs->plan.slots + 2, plugs->plan.weight,
                        &plugs->matings));
    plugs->keeping = true;
    plugs->gatherers = cq_alloc(ctx, 1, sizeof *plugs->gatherers);
    cq_plug_gatherer_init(plugs->gatherers, ctx, &plugs->matings);
    must(cq_plug_sweep(plugs));
}

static void close_plugs(plugged *p)
{
    cq_plugs *plugs = &p->plugs;

    cq_team_close(&plugs->team);
    cq_plug_gatherer_free(plugs->gatherers);
    cq_free(plugs->gatherers);
    while (plugs->kept[0].count)
        cq_plug_layer_free(&plugs->kept[0].at[--plugs->kept[0].count]);
    cq_vec_free(&plugs->kept[0]);
    cq_plug_layer_free(&plugs->at.layer);
    cq_matings_free(&plugs->matings);
    cq_plug_plan_free(&plugs->plan);
    cq_mirrors_free(&plugs->mirrors);
    cq_net_free(&plugs->net);
    cq_answer_free(p->run.answer);
}

/* The two ends of a path are the same letter. */
static void draw_mating(const plugged *p, const cq_plug_layer *layer,
                        cq_pattern pattern, uint64_t rank, char *cells)
{
    unsigned ends = cq_pattern_ends(pattern), point = 0;
    uint8_t partners[CQ_MATING_MOST];
    char letter = 'a', letters[CQ_MATING_MOST];

    if (ends)
        cq_mating_partners(&p->plugs.matings, ends, rank, partners);
    for (unsigned i = 0; i < ends; i++)
        letters[i] = partners[i] > i ? letter++ : letters[partners[i]];
    for (unsigned slot = 0; slot < layer->slots; slot++) {
        unsigned bits = cq_pattern_at(pattern, cq_slot_shift(slot, layer->slots));

        cells[layer->vertex[slot]] = bits == 1 ? letters[point++] : bits ? '#' : '.';
    }
}

/* Vertices that have a slot later are untouched now. */
static void draw_ahead(const plugged *p, size_t step, char *cells)
{
    const cq_plug_side *side = &p->plugs.plan.sides[0];

    for (; step < side->steps.count; step++)
        cells[side->steps.at[step].v] = '.';
}

static void put_plug_layer(fixture *f, const plugged *p, size_t step,
                           const cq_plug_layer *layer)
{
    drawn d;

    start_drawing(f, &d);
    for (size_t i = 0; i < layer->count; i++) {
        const cq_plug_block *block = &layer->blocks[i];
        unsigned ends = cq_pattern_ends(layer->patterns[i]);
        bool full = cq_plug_block_is_full(block);
        size_t entries =
            full ? (size_t)p->plugs.matings.counts[ends] : (size_t)block->entries;

        for (size_t e = 0; e < entries; e++) {
            const uint64_t *number = block->words + e * layer->limbs;
            char *cells;

            if (cq_limbs_are_zero(number, layer->limbs))
                continue;
            cells = add_state(&d, number, layer->limbs);
            draw_ahead(p, step, cells);
            draw_mating(p, layer, layer->patterns[i],
                        full ? e : cq_plug_block_rank(block, ends, layer->limbs, e),
                        cells);
        }
    }
    put_states(f, &d);
}

static void plugs_on_3x4(void **state)
{
    fixture *f = *state;
    plugged p;

    pose_tour(f, "3x4", "0,1", true);
    open_plugs(f, &p);
    clear_text(f);
    for (size_t step = 0; step < p.plugs.kept[0].count; step++) {
        put(f, "%s is passed\n", cell_name(f, p.plugs.plan.sides[0].steps.at[step].v));
        put_plug_layer(f, &p, step + 1,
                       step + 1 < p.plugs.kept[0].count ? &p.plugs.kept[0].at[step + 1]
                                                        : &p.plugs.at.layer);
    }
    close_plugs(&p);
    assert_page_has(f, "plugs");
}

/* ---- kasteleyn ---- */

enum { SIDE = 3 };

/* Kasteleyn's matrix of a board with SIDE squares of each colour. */
typedef struct signs {
    cq_cell equations[SIDE], unknowns[SIDE];
    int at[SIDE][SIDE];
} signs;

static size_t number_of(const cq_cell *cells, cq_cell cell)
{
    size_t i = 0;

    while (i < SIDE && cells[i] != cell)
        i++;
    assert_true(i < SIDE);
    return i;
}

static void list_cells(const cq_grid *grid, signs *out)
{
    size_t unknowns = 0;

    for (uint32_t line = 0; line < grid->lines; line++)
        for (uint32_t t = 0; t < grid->width; t++)
            if (cq_grid_is_unknown(grid, line, t))
                out->unknowns[unknowns++] = cq_grid_cell(grid, line * grid->width + t);
    for (size_t i = 0; i < grid->equations.count; i++)
        out->equations[i] = cq_grid_cell(grid, grid->equations.at[i]);
}

static void read_signs(const cq_grid *grid, signs *out)
{
    memset(out, 0, sizeof *out);
    list_cells(grid, out);
    for (size_t row = 0; row < grid->equations.count; row++) {
        cq_grid_edge edges[4];
        unsigned count = cq_grid_edges(grid, grid->equations.at[row], edges);

        for (unsigned i = 0; i < count; i++)
            out->at[row][number_of(out->unknowns, cq_grid_cell(grid, edges[i].place))] =
                edges[i].sign;
    }
}

static void put_signs(fixture *f, const signs *k)
{
    put(f, "    ");
    for (size_t i = 0; i < SIDE; i++)
        put(f, "  %s", cell_name(f, k->unknowns[i]));
    put(f, "\n");
    for (size_t row = 0; row < SIDE; row++) {
        put(f, "  %s", cell_name(f, k->equations[row]));
        for (size_t col = 0; col < SIDE; col++)
            put(f, k->at[row][col] ? "  %+d" : "   %d", k->at[row][col]);
        put(f, "\n");
    }
}

/* The terms of the determinant that are not 0, each with its dominoes. */
static int put_terms(fixture *f, const signs *k)
{
    static const uint8_t orders[][SIDE] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                           {0, 2, 1}, {1, 0, 2}, {2, 1, 0}};
    int sum = 0;

    for (size_t i = 0; i < 6; i++) {
        int term = i < 3 ? 1 : -1;

        for (size_t row = 0; row < SIDE; row++)
            term *= k->at[row][orders[i][row]];
        if (!term)
            continue;
        put(f, "%+d ", term);
        for (size_t row = 0; row < SIDE; row++) {
            put(f, " %s-", cell_name(f, k->equations[row]));
            put(f, "%s", cell_name(f, k->unknowns[orders[i][row]]));
        }
        put(f, "\n");
        sum += term;
    }
    return sum;
}

static void kasteleyn_on_2x3(void **state)
{
    fixture *f = *state;
    cq_team team = {.ctx = ctx, .threads = 1};
    cq_parts parts = {0};
    cq_grid grid = {0};
    cq_paths paths = {0};
    cq_count_work work = {0};
    signs k;
    int sum;
    mpz_t count;

    pose_tiling(f, "2x3", NULL);
    must(cq_parts_make(ctx, f->problem->board, &parts));
    must(cq_grid_make(ctx, f->problem->board, &parts, 0, &grid));
    must(cq_paths_make(&team, &grid, &paths));
    read_signs(&grid, &k);
    clear_text(f);
    put_signs(f, &k);
    put(f, "\n");
    sum = put_terms(f, &k);
    put(f, "\n%u source, %u sink: %.0f paths\n", (unsigned)grid.sources.count,
        (unsigned)grid.sinks.count, paths.limbs[0]);
    mpz_init(count);
    must(cq_grid_count(&team, &grid, &work, count));
    assert_int_equal(mpz_get_ui(count), sum < 0 ? -sum : sum);
    assert_int_equal(mpz_get_ui(count), (unsigned long)paths.limbs[0]);
    mpz_clear(count);
    cq_paths_free(&paths);
    cq_grid_free(&grid);
    cq_parts_free(&parts);
    cq_team_close(&team);
    assert_page_has(f, "kasteleyn");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(frontier_on_2x4, set_up, tear_down),
        cmocka_unit_test_setup_teardown(plugs_on_3x4, set_up, tear_down),
        cmocka_unit_test_setup_teardown(kasteleyn_on_2x3, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

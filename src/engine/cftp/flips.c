/* flips.c - tilings as rows of bits, and 64 blocks turned at a time.
 *
 * Two parallel dominoes that fill a 2 x 2 block can be turned. On a board without holes
 * any tiling can be reached from any other by such turns (Thurston, "Conway's tiling
 * groups", Amer. Math. Monthly 97, 1990): the corners of the grid have heights, a turn
 * lifts or lowers the corner in the middle of the block by four, and tilings are
 * ordered by the heights of all corners. There is one highest and one lowest tiling.
 *
 * Corners are light or dark, like cells. Turning a block from lying to standing lifts
 * the corner if it is light and lowers it if it is dark, or the other way round. A pass
 * visits all blocks of one colour and turns each block that can be turned as its coin
 * says. Two ordered tilings stay in order if both see the same coins. Blocks of one
 * colour share no domino, so all of them can be turned at once:
 *
 *     across    bit c of row r: a domino covers (r, c) and (r, c + 1)
 *     upright   bit c of row r: a domino covers (r, c) and (r + 1, c)
 *
 *    lying     across[r] & across[r + 1]            the blocks that hold two lying ones
 *    standing  upright[r] & upright[r] >> 1         or two standing ones
 *    turned    lying & coin | standing & ~coin      flips its bits in all of these
 */
#include "engine/cftp/cftp.h"

#include "base/assert.h"

#include <string.h>

#define EVEN UINT64_C(0x5555555555555555)

cq_status cq_area_new(cq_context *ctx, const cq_board *board, cq_area *out)
{
    cq_area area = {.rows = board->rows, .cols = board->cols};

    area.words = cq_bits_words(board->cols);
    area.stride = area.words + 1;
    area.blocks = cq_zalloc(ctx, cq_times(area.rows, area.stride), sizeof(cq_word));
    area.coins = cq_zalloc(ctx, cq_times(area.rows, area.stride), sizeof(cq_word));
    if (!area.blocks || !area.coins) {
        cq_area_free(&area);
        return CQ_MEMORY;
    }
    for (uint32_t row = 0; row + 1 < area.rows; row++) {
        const char *upper = board->colour + (size_t)row * board->cols;
        const char *lower = upper + board->cols;

        for (uint32_t col = 0; col + 1 < area.cols; col++)
            if (upper[col] && upper[col + 1] && lower[col] && lower[col + 1])
                cq_bits_add(area.blocks + row * area.stride, col);
    }
    *out = area;
    return CQ_OK;
}

void cq_area_free(cq_area *area)
{
    cq_free_each(area->blocks, area->coins);
    memset(area, 0, sizeof *area);
}

cq_status cq_chain_new(cq_context *ctx, const cq_area *area, cq_chain *out)
{
    cq_chain chain;

    chain.across = cq_zalloc(ctx, area->rows * area->stride, sizeof(cq_word));
    chain.upright = cq_zalloc(ctx, area->rows * area->stride, sizeof(cq_word));
    if (!chain.across || !chain.upright) {
        cq_chain_free(&chain);
        return CQ_MEMORY;
    }
    *out = chain;
    return CQ_OK;
}

void cq_chain_free(cq_chain *chain)
{
    cq_free_each(chain->across, chain->upright);
    chain->across = chain->upright = NULL;
}

static size_t bytes(const cq_area *area)
{
    return area->rows * area->stride * sizeof(cq_word);
}

void cq_chain_set(const cq_area *area, cq_chain *chain, const cq_cell *mates)
{
    memset(chain->across, 0, bytes(area));
    memset(chain->upright, 0, bytes(area));
    for (uint32_t row = 0; row < area->rows; row++)
        for (uint32_t col = 0; col < area->cols; col++) {
            cq_cell cell = row * area->cols + col;

            if (mates[cell] == cell + 1)
                cq_bits_add(chain->across + row * area->stride, col);
            else if (mates[cell] == cell + area->cols)
                cq_bits_add(chain->upright + row * area->stride, col);
        }
}

void cq_chain_copy(const cq_area *area, const cq_chain *from, cq_chain *to)
{
    memcpy(to->across, from->across, bytes(area));
    memcpy(to->upright, from->upright, bytes(area));
}

bool cq_chain_same(const cq_area *area, const cq_chain *a, const cq_chain *b)
{
    return memcmp(a->across, b->across, bytes(area)) == 0 &&
           memcmp(a->upright, b->upright, bytes(area)) == 0;
}

void cq_chain_turn(const cq_area *area, cq_chain *chain, unsigned colour)
{
    size_t stride = area->stride;

    for (uint32_t row = 0; row + 1 < area->rows; row++) {
        cq_word mask = (row + colour) % 2 ? ~EVEN : EVEN;

        for (size_t w = 0; w < area->words; w++) {
            size_t at = row * stride + w;
            cq_word *across = chain->across + at, *upright = chain->upright + at;
            cq_word blocks = area->blocks[at] & mask, coins = area->coins[at];
            cq_word lying = across[0] & across[stride] & blocks;
            cq_word standing =
                upright[0] & (upright[0] >> 1 | upright[1] << 63) & blocks;
            cq_word turned = (lying & coins) | (standing & ~coins);

            cq_assert(!(lying & standing));
            cq_assert(!(turned & turned << 1)); /* blocks of one colour do not meet */

            across[0] ^= turned;
            across[stride] ^= turned;
            upright[0] ^= turned | turned << 1;
            upright[1] ^= turned >> 63;
        }
    }
}

static unsigned bit_at(const cq_area *area, const cq_word *rows, uint32_t row,
                       uint32_t col)
{
    return cq_bits_has(rows + row * area->stride, col);
}

/* Coins that lift every corner, or lower every one: blocks of one colour are made to
 * stand, those of the other to lie. */
static void set_coins(cq_area *area, bool up)
{
    for (uint32_t row = 0; row < area->rows; row++)
        for (size_t w = 0; w < area->words; w++)
            area->coins[row * area->stride + w] = (row % 2 == 0) == up ? EVEN : ~EVEN;
}

/* Whether every block of one colour that can be turned stands, and all others lie: no
 * corner can be lifted, or lowered, any more. */
static bool is_extreme(const cq_area *area, const cq_chain *chain, bool up)
{
    for (uint32_t row = 0; row + 1 < area->rows; row++)
        for (uint32_t col = 0; col + 1 < area->cols; col++) {
            bool stands = ((row + col) % 2 == 0) == up;

            if (!bit_at(area, area->blocks, row, col))
                continue;
            cq_hold(!stands || !bit_at(area, chain->across, row, col) ||
                    !bit_at(area, chain->across, row + 1, col));
            cq_hold(stands || !bit_at(area, chain->upright, row, col) ||
                    !bit_at(area, chain->upright, row, col + 1));
        }
    return true;
}

cq_status cq_chain_climb(cq_run *run, cq_area *area, cq_chain *chain, bool up)
{
    cq_chain before;
    bool moved = true;

    cq_try(cq_chain_new(run->ctx, area, &before));
    set_coins(area, up);
    while (moved && !cq_run_poll(run)) {
        cq_chain_copy(area, chain, &before);
        for (unsigned i = 0; i < 16; i++)
            cq_chain_turn(area, chain, i % 2);
        moved = !cq_chain_same(area, chain, &before);
    }
    cq_assert(moved || is_extreme(area, chain, up));
    cq_chain_free(&before);
    return CQ_OK;
}

cq_status cq_chain_tiling(cq_context *ctx, const cq_area *area, const cq_chain *chain,
                          cq_solution *out)
{
    cq_status status = CQ_OK;

    for (uint32_t row = 0; row < area->rows; row++)
        for (size_t w = 0; w < area->words; w++) {
            size_t at = row * area->stride + w;
            cq_word across = chain->across[at], both = across | chain->upright[at];

            for (; both && status == CQ_OK; both &= both - 1) {
                unsigned bit = (unsigned)__builtin_ctzll(both);
                cq_cell cells[2];

                cells[0] = row * area->cols + (uint32_t)(64 * w) + bit;
                cells[1] = cells[0] + (across >> bit & 1 ? 1 : area->cols);
                cq_assert(cells[1] == cells[0] + 1 ||
                          cells[1] == cells[0] + area->cols);
                status = cq_solution_add(ctx, out, 0, cells, 2);
            }
        }
    return status;
}

bool cq_chain_check(const cq_area *area, const cq_chain *chain)
{
    for (uint32_t row = 0; row < area->rows; row++)
        for (uint32_t col = 0; col < area->cols; col++) {
            unsigned across = bit_at(area, chain->across, row, col);
            unsigned upright = bit_at(area, chain->upright, row, col);

            cq_hold(across + upright +
                        (col ? bit_at(area, chain->across, row, col - 1) : 0) +
                        (row ? bit_at(area, chain->upright, row - 1, col) : 0) <=
                    1);
            cq_hold(!across || col + 1 < area->cols);
            cq_hold(!upright || row + 1 < area->rows);
        }
    return true;
}

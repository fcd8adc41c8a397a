/* fuzz_puzzle.c - puzzle files, read, written and read again. */
#include "fuzz_round_trip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return fuzz_round_trip(cq_problem_parse_puzzle, data, size);
}

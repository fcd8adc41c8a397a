/* fuzz_drawn.c - a region and its tiles as bare drawings: read, written as a puzzle
 * file, and read again. */
#include "fuzz_round_trip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return fuzz_round_trip(cq_problem_parse_drawn, data, size);
}

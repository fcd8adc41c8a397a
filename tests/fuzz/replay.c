/* replay.c - a fuzz target without a fuzzer: its seeds, and changes of them by dice.
 *
 *     replay_board SEED INPUTS FILE ...
 *
 * libFuzzer needs clang and a build of its own, and looks at what the code does with an
 * input. This knows nothing of that, but is linked to any build: every seed as it is,
 * then INPUTS texts that were made from them by a few changes (a byte, a part cut out,
 * doubled, or taken from another seed), the same ones for the same SEED. An input that
 * breaks the target is the last thing that is in the file replay-TARGET.input.
 */
#include "fuzz.h"

#include "base/random.h"

#include <stdio.h>

enum { SIZE = 4096, CHANGES = 4 };

typedef struct text {
    uint8_t bytes[SIZE];
    size_t size;
} text;

static const char *kept; /* the name of the file with the input that is tried */

static void try_input(const text *input)
{
    FILE *file = fopen(kept, "wb");

    fuzz_require(file && fwrite(input->bytes, 1, input->size, file) == input->size &&
                 fclose(file) == 0);
    LLVMFuzzerTestOneInput(input->bytes, input->size);
}

static void read_seed(const char *name, text *out)
{
    FILE *file = fopen(name, "rb");

    if (!file) {
        perror(name);
        exit(2);
    }
    out->size = fread(out->bytes, 1, SIZE, file);
    fclose(file);
}

/* Puts `count` bytes into the text, as far as there is room for them. */
static void insert(text *t, size_t at, const uint8_t *bytes, size_t count)
{
    count = count < SIZE - t->size ? count : SIZE - t->size;
    memmove(t->bytes + at + count, t->bytes + at, t->size - at);
    memcpy(t->bytes + at, bytes, count);
    t->size += count;
}

static void cut(text *t, size_t at, size_t count)
{
    memmove(t->bytes + at, t->bytes + at + count, t->size - at - count);
    t->size -= count;
}

/* One change; `other` is the seed that a part may come from. */
static void change(cq_random *random, text *t, const text *other)
{
    size_t at = (size_t)cq_random_below(random, t->size + 1);
    size_t from = (size_t)cq_random_below(random, other->size + 1);
    size_t most = other->size - from, count;
    uint8_t byte = (uint8_t)cq_random_below(random, 256);

    switch (cq_random_below(random, 4)) {
    case 0:
        if (at < t->size)
            t->bytes[at] = byte;
        break;
    case 1: insert(t, at, &byte, 1); break;
    case 2: cut(t, at, (size_t)cq_random_below(random, t->size - at + 1)); break;
    default:
        count = (size_t)cq_random_below(random, most + 1);
        insert(t, at, other->bytes + from, count);
    }
}

int main(int argc, char **argv)
{
    unsigned long inputs = argc > 3 ? strtoul(argv[2], NULL, 10) : 0;
    unsigned seeds = argc > 3 ? (unsigned)argc - 3 : 0;
    static text input, other;
    char name[256];
    cq_random random;

    if (!seeds)
        return 2;
    snprintf(name, sizeof name, "%.200s.input", argv[0]);
    kept = name;
    cq_random_seed(&random, strtoull(argv[1], NULL, 10));
    for (unsigned i = 0; i < seeds; i++) {
        read_seed(argv[3 + i], &input);
        try_input(&input);
    }
    for (unsigned long i = 0; i < inputs; i++) {
        read_seed(argv[3 + cq_random_below(&random, seeds)], &input);
        read_seed(argv[3 + cq_random_below(&random, seeds)], &other);
        for (uint64_t k = 1 + cq_random_below(&random, CHANGES); k--;)
            change(&random, &input, &other);
        try_input(&input);
    }
    remove(kept);
    return 0;
}

/* assert.h - what must hold at a place, tried in checked builds.
 *
 * A checked build (-Dchecked=true; the tests use it) evaluates the condition and aborts
 * with file, line and expression if it is false. In every other build nothing is
 * evaluated, as a library must not end its host; the condition is still compiled, so
 * that it stays in step with the code around it and what it names counts as used.
 *
 * A walker that goes over a whole structure returns bool and is called within
 * cq_assert(): it costs nothing in a release. Its conditions are cq_hold(): a checked
 * build aborts at the one that does not hold, any other returns false, so that tests
 * can call the walker there too.
 */
#ifndef CQ_BASE_ASSERT_H
#define CQ_BASE_ASSERT_H

#ifdef CQ_CHECKED
#undef NDEBUG
#endif
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef CQ_CHECKED
#define cq_assert(condition) assert(condition)
#else
#define cq_assert(condition) ((void)(false && (condition)))
#endif

/* In a function that returns bool: goes on only if the condition holds. */
#define cq_hold(condition)                                                             \
    do {                                                                               \
        if (!(condition)) {                                                            \
            cq_assert(false && #condition);                                            \
            return false;                                                              \
        }                                                                              \
    } while (false)

/* How much a walker may do in a checked build, so that its run stays usable. */
enum {
    CQ_WALK_WORK = 1 << 22, /* elements visited in total while it runs at every step; */
    CQ_WALK_EVERY = 1 << 12, /* after that it runs once every this many steps, */
    CQ_WALK_SIZE = 1 << 16,  /* if the structure is no larger than this */
    CQ_WALK_PAIRS = 1 << 8   /* elements of a table whose pairs are compared */
};

/* Whether a walker over `size` elements is to run at a step of the search. */
static inline bool cq_walk_due(uint64_t step, size_t size)
{
    return step < CQ_WALK_WORK / (size + 1) ||
           (step % CQ_WALK_EVERY == 0 && size <= CQ_WALK_SIZE);
}

#endif

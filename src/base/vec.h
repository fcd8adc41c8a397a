/* vec.h - growing arrays of one type, as a struct of pointer, count and room.
 *
 *     cq_u32s cells = {0};
 *     if (cq_vec_push(ctx, &cells, 7) != CQ_OK) goto done;
 *     cq_vec_free(&cells);
 */
#ifndef CQ_BASE_VEC_H
#define CQ_BASE_VEC_H

#include "base/memory.h"

#define CQ_VEC(type)                                                                   \
    struct {                                                                           \
        type *at;                                                                      \
        size_t count, room;                                                            \
    }

typedef CQ_VEC(uint32_t) cq_u32s;
typedef CQ_VEC(int64_t) cq_i64s;
typedef CQ_VEC(char) cq_chars;

/* The last first. */
void cq_u32s_reverse(cq_u32s *list);
/* These numbers after those of the list, which is not theirs. */
cq_status cq_u32s_append(cq_context *ctx, cq_u32s *list, const uint32_t *numbers,
                         size_t count);
/* Those from number `first` on ascend, and none of them is there twice. */
void cq_u32s_tidy(cq_u32s *list, size_t first);

/* `slot` is the address of the `at` member. Doubles, so pushing is amortised O(1). */
cq_status cq_vec_grow(cq_context *ctx, void *slot, size_t *room, size_t want,
                      size_t size);

/* Room for `extra` more elements. */
#define cq_vec_reserve(ctx, v, extra)                                                  \
    ((v)->room - (v)->count >= (extra)                                                 \
         ? CQ_OK                                                                       \
         : cq_vec_grow((ctx), (void *)&(v)->at, &(v)->room, (v)->count + (extra),      \
                       sizeof *(v)->at))

#define cq_vec_push(ctx, v, value)                                                     \
    (cq_vec_reserve((ctx), (v), 1) == CQ_OK ? ((v)->at[(v)->count++] = (value), CQ_OK) \
                                            : CQ_MEMORY)

/* Room for `want` elements in all; what was there is lost. */
#define cq_vec_renew(ctx, v, want)                                                     \
    ((v)->room >= (want) ? CQ_OK                                                       \
                         : cq_vec_replace((ctx), (void *)&(v)->at, &(v)->room, (want), \
                                          sizeof *(v)->at))
cq_status cq_vec_replace(cq_context *ctx, void *slot, size_t *room, size_t want,
                         size_t size);

#define cq_vec_free(v) (cq_free((v)->at), (v)->at = NULL, (v)->count = (v)->room = 0)
/* The same for several, of any types: cq_vec_free_each(&a, &b). */
#define cq_vec_free_each(...)                                                          \
    cq_vec_free_list((void *const[]){__VA_ARGS__},                                     \
                     sizeof((void *const[]){__VA_ARGS__}) / sizeof(void *))
void cq_vec_free_list(void *const *vectors, size_t count);

#endif

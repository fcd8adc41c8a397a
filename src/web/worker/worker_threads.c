/* worker_threads.c - threads of the WebAssembly build, each of them a worker of the
 * page.
 *
 * The C library of emscripten has threads (mutexes, conditions, joining) except for the
 * one thing that a system does: to run a function beside its caller. It asks the host
 * for that. This file answers in the host's place: it puts what is to be run into
 * memory, which all workers of a request share, and asks the page for a worker
 * (machine.js), which calls "thread". If memory is not shared (a file on disk, a web
 * host that does not isolate its pages), the page refuses, pthread_create() fails, and
 * the library does the work in the thread that asked: it does so on every machine that
 * has no thread to give.
 *
 * A new worker begins with the stack of the first. So the page calls "stackRestore"
 * with the end of its own stack before anything else; that function has no frame. */
#include <emscripten/threading.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

/* NOLINTBEGIN(bugprone-reserved-identifier): the names are emscripten's. */

enum {
    threads_most = 64,         /* workers for one request; beyond them: EAGAIN */
    stack_bytes = 8 * 1 << 20, /* as threads of the command have it */
};

/* What the page is asked: whether memory is shared; and for a worker that calls
 * "thread" with `job`, its stack from `stack` downwards. */
#define IMPORT(name) __attribute__((import_module("chequer"), import_name(name)))
IMPORT("threads") extern bool has_threads(void);
IMPORT("thread") extern void ask_for_worker(void *job, void *stack);

typedef struct job {
    pthread_t thread;
    void *(*start)(void *);
    void *argument;
} job;

/* What the page calls in a worker that was asked for. */
__attribute__((used, export_name("thread"))) void cq_worker_thread(job *j);

static atomic_uint running;

/* Of the linker and of emscripten's C library; there is no header for them. */
void __wasm_call_ctors(void);
void __wasm_init_tls(void *variables);
int emscripten_builtin_pthread_create(pthread_t *, const pthread_attr_t *,
                                      void *(*)(void *), void *);
void _emscripten_thread_init(pthread_t, int main, int runtime, int blocks,
                             int profiled);
void _emscripten_thread_exit(void *result);
void _emscripten_thread_free_data(pthread_t);

/* What it expects of its host. */
int __pthread_create_js(pthread_t, const pthread_attr_t *, void *(*)(void *), void *);
int _emscripten_default_pthread_stack_size(void);
void __emscripten_thread_cleanup(pthread_t);
void __emscripten_init_main_thread_js(pthread_t);
void emscripten_check_blocking_allowed(void);
int emscripten_num_logical_cores(void);
void *__wrap_emscripten_memcpy_big(void *restrict to, const void *restrict from,
                                   size_t size);
void _initialize(void);

int _emscripten_default_pthread_stack_size(void)
{
    return stack_bytes;
}

/* In place of the one of the C library, which keeps the stack of a thread that it could
 * not start. */
int pthread_create(pthread_t *out, const pthread_attr_t *attributes,
                   void *(*start)(void *), void *argument)
{
    int refused = EAGAIN;

    if (!has_threads())
        return refused;
    if (atomic_fetch_add(&running, 1) < threads_most)
        refused = emscripten_builtin_pthread_create(out, attributes, start, argument);
    if (refused)
        atomic_fetch_sub(&running, 1);
    return refused;
}

int __pthread_create_js(pthread_t thread, const pthread_attr_t *attributes,
                        void *(*start)(void *), void *argument)
{
    job *j = malloc(sizeof *j);
    pthread_attr_t its;
    void *stack;
    size_t size;

    (void)attributes;
    if (!j)
        return EAGAIN;
    *j = (job){thread, start, argument};
    (void)pthread_getattr_np(thread, &its);
    (void)pthread_attr_getstack(&its, &stack, &size);
    ask_for_worker(j, (char *)stack + size);
    return 0;
}

/* Room for the variables of this thread; _emscripten_thread_exit() frees it. Those of
 * the C library are all there are (errno), some bytes: without them nothing can go on.
 */
static void make_variables(void)
{
    size_t size = __builtin_wasm_tls_size();
    void *variables = size ? memalign(__builtin_wasm_tls_align(), size) : NULL;

    if (size && !variables)
        __builtin_trap();
    if (size)
        __wasm_init_tls(variables);
}

/* In a worker that was asked for, on its own stack. */
void cq_worker_thread(job *j)
{
    job given = *j;

    free(j);
    _emscripten_thread_init(given.thread, 0, 0, 1, 0);
    make_variables();
    given.argument = given.start(given.argument);
    atomic_fetch_sub(&running, 1);
    _emscripten_thread_exit(given.argument);
}

/* Nobody runs in it any more, and it was joined. */
void __emscripten_thread_cleanup(pthread_t thread)
{
    _emscripten_thread_free_data(thread);
}

/* The first thread is in a worker, too, and may wait. */
void __emscripten_init_main_thread_js(pthread_t thread)
{
    _emscripten_thread_init(thread, 0, 1, 1, 0);
}

void emscripten_check_blocking_allowed(void)
{
}

/* Whoever asks for threads says how many. */
int emscripten_num_logical_cores(void)
{
    return 1;
}

/* Copies of 512 bytes and more, which it leaves to the host; the machine has an
 * instruction for them. Smaller ones are faster as loops, so that the library does not
 * use it. */
void *__wrap_emscripten_memcpy_big(void *restrict to, const void *restrict from,
                                   size_t size)
{
    return __builtin_memcpy(to, from, size);
}

/* The beginning of all, in the first thread: the C library makes itself ready. */
__attribute__((export_name("_initialize"))) void _initialize(void)
{
    __wasm_call_ctors();
}

/* NOLINTEND(bugprone-reserved-identifier) */

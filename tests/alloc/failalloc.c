/* failalloc.c - makes one allocation of a program fail, to see what it does then.
 *
 * Loaded with LD_PRELOAD. CHEQUER_FAIL_AT=n makes the n-th call of malloc, calloc or
 * realloc return NULL, counted from 1 and only over calls from the program's own code:
 * the return address must lie in an executable segment of the main program. What libc,
 * GMP and cairo do for themselves is left alone, for they may abort on a failure, and
 * that is not what is tested. When the call comes the file CHEQUER_FAIL_REPORT is
 * created, so that the one who counts up n knows when to end.
 *
 * The real functions are glibc's __libc_ names: asking dlsym for them would allocate.
 */
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);

static uintptr_t text_start, text_end; /* of the main program */
static long fail_at;
static atomic_long calls;

/* dl_iterate_phdr begins with the main program; other objects are not looked at. */
static int find_text(struct dl_phdr_info *info, size_t size, void *user)
{
    (void)size;
    (void)user;
    for (size_t i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];

        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X)) {
            text_start = info->dlpi_addr + segment->p_vaddr;
            text_end = text_start + segment->p_memsz;
        }
    }
    return 1;
}

__attribute__((constructor)) static void start(void)
{
    const char *at = getenv("CHEQUER_FAIL_AT");

    dl_iterate_phdr(find_text, NULL);
    fail_at = at ? strtol(at, NULL, 10) : 0;
}

static void report(void)
{
    const char *path = getenv("CHEQUER_FAIL_REPORT");
    int fd = path ? open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666) : -1;

    if (fd >= 0)
        close(fd);
}

/* Is this the call that has to fail? */
static bool fails(const void *caller)
{
    uintptr_t from = (uintptr_t)caller;

    if (!fail_at || from < text_start || from >= text_end)
        return false;
    if (atomic_fetch_add(&calls, 1) + 1 != fail_at)
        return false;
    report();
    errno = ENOMEM;
    return true;
}

__attribute__((visibility("default"))) void *malloc(size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

__attribute__((visibility("default"))) void *calloc(size_t count, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

__attribute__((visibility("default"))) void *realloc(void *block, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(block, size);
}

/* scratch.c - files for what does not fit into memory: see scratch.h.
 *
 * A record gets its place by adding to the size, and is written there with one call, so
 * that threads need no lock. The sum of a record takes eight bytes at a time; each step
 * of it is one to one, so that a changed byte is always noticed.
 */
#include "engine/scratch.h"

#include "base/assert.h"
#include "base/hash.h"
#include "base/vec.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

struct cq_scratch {
    cq_context *ctx;
    char *path; /* where it is, or was made */
    bool named; /* and has this name */
    bool stays; /* when it is freed */
    int file;   /* -1: the records are in memory */
    CQ_VEC(char *) held;
    cq_scratch_use *use;
    atomic_uint users;
    _Atomic uint64_t size;
};

/* ---- folders ---- */

const char *cq_scratch_folder(const char *asked)
{
    const char *system = getenv("TMPDIR");

    if (asked)
        return asked;
    return system && *system ? system : "/tmp";
}

cq_status cq_scratch_check(cq_context *ctx, const char *folder)
{
    struct stat info;

    if (stat(folder, &info) != 0)
        return cq_fail_io(ctx, "cannot use the scratch folder", folder);
    if (!S_ISDIR(info.st_mode)) {
        errno = ENOTDIR;
        return cq_fail_io(ctx, "cannot use the scratch folder", folder);
    }
    if (access(folder, W_OK | X_OK) != 0)
        return cq_fail_io(ctx, "cannot write to the scratch folder", folder);
    return CQ_OK;
}

bool cq_scratch_always(void)
{
    const char *when = getenv("CHEQUER_DISK");

    return when && strcmp(when, "always") == 0;
}

double cq_scratch_space(const char *folder)
{
    struct statvfs info;

    return statvfs(folder, &info) == 0 ? (double)info.f_bavail * (double)info.f_frsize
                                       : 0;
}

static bool is_kept(const char *path, const char *const *paths, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(path, paths[i]) == 0)
            return true;
    return false;
}

static bool is_between(const char *name, const char *prefix, const char *suffix)
{
    size_t length = strlen(name), before = strlen(prefix), after = strlen(suffix);

    return length >= before + after && memcmp(name, prefix, before) == 0 &&
           strcmp(name + length - after, suffix) == 0;
}

void cq_scratch_clear(const char *folder, const char *prefix, const char *suffix,
                      const char *const *paths, size_t count)
{
    DIR *in = opendir(folder);
    struct dirent *entry;
    char path[4096];

    while (in && (entry = readdir(in))) {
        int length = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);

        if (is_between(entry->d_name, prefix, suffix) && length > 0 &&
            (size_t)length < sizeof path && !is_kept(path, paths, count))
            unlink(path);
    }
    if (in)
        closedir(in);
}

/* ---- files ---- */

static void count_use(cq_scratch *scratch, uint64_t size)
{
    cq_scratch_use *use = scratch->use;
    uint64_t now = atomic_fetch_add(&use->now, size) + size;
    uint64_t most = atomic_load(&use->most);

    while (now > most && !atomic_compare_exchange_weak(&use->most, &most, now))
        continue;
}

cq_status cq_scratch_in_memory(cq_context *ctx, cq_scratch **out)
{
    cq_scratch *made = cq_zalloc(ctx, 1, sizeof *made);

    cq_try_memory(made);
    made->ctx = ctx;
    made->file = -1;
    atomic_init(&made->users, 1);
    *out = made;
    return CQ_OK;
}

/* Not open yet. */
static cq_status make(cq_context *ctx, const char *folder, const char *name,
                      cq_scratch_use *use, cq_scratch **out)
{
    static const char unnamed[] = "chequer-XXXXXX";
    size_t length = strlen(folder) + strlen(name ? name : unnamed) + 2;
    cq_scratch *made = NULL;

    cq_try(cq_scratch_in_memory(ctx, &made));
    made->use = use;
    made->named = name != NULL;
    made->path = cq_alloc(ctx, length, 1);
    if (!made->path) {
        cq_free(made);
        return CQ_MEMORY;
    }
    snprintf(made->path, length, "%s/%s", folder, name ? name : unnamed);
    cq_assert(strlen(made->path) + 1 == length);
    *out = made;
    return CQ_OK;
}

static void drop(cq_scratch *scratch)
{
    while (scratch->held.count)
        cq_free(scratch->held.at[--scratch->held.count]);
    cq_vec_free(&scratch->held);
    cq_free_each(scratch->path, scratch);
}

static cq_status fail_to_make(cq_context *ctx, const char *folder)
{
    return cq_fail(ctx, CQ_MEMORY,
                   "out of memory, and no file for the rest can be created in %s: "
                   "%s; choose another folder with --scratch DIR",
                   folder, strerror(errno));
}

cq_status cq_scratch_new(cq_context *ctx, const char *folder, const char *name,
                         cq_scratch_use *use, cq_scratch **out)
{
    cq_scratch *made = NULL;

    cq_try(make(ctx, folder, name, use, &made));
    made->file = name ? open(made->path,
                             O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600)
                      : mkstemp(made->path);
    if (made->file < 0) {
        drop(made);
        return fail_to_make(ctx, folder);
    }
    if (!name)
        unlink(made->path);
    *out = made;
    return CQ_OK;
}

cq_status cq_scratch_open(cq_context *ctx, const char *path, cq_scratch_use *use,
                          cq_scratch **out)
{
    const char *slash = strrchr(path, '/');
    char *folder = cq_strndup(ctx, path, slash ? (size_t)(slash - path) : 0);
    cq_scratch *made = NULL;
    struct stat info;
    cq_status status = folder ? CQ_OK : CQ_MEMORY;

    cq_assert(slash);
    cq_then(status, make(ctx, folder, slash + 1, use, &made));
    cq_free(folder);
    if (status != CQ_OK)
        return status;
    made->stays = true;
    made->file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (made->file < 0 || fstat(made->file, &info) != 0) {
        status =
            cq_fail_io(ctx, "cannot read the layer that the checkpoint needs,", path);
        cq_scratch_free(made);
        return status;
    }
    atomic_store(&made->size, (uint64_t)info.st_size);
    count_use(made, (uint64_t)info.st_size);
    *out = made;
    return CQ_OK;
}

cq_scratch *cq_scratch_share(cq_scratch *scratch)
{
    cq_assert(atomic_load(&scratch->users) > 0);
    atomic_fetch_add(&scratch->users, 1);
    return scratch;
}

void cq_scratch_free(cq_scratch *scratch)
{
    if (!scratch || atomic_fetch_sub(&scratch->users, 1) != 1)
        return;
    if (scratch->file >= 0)
        close(scratch->file);
    if (scratch->named && !scratch->stays)
        unlink(scratch->path);
    if (scratch->use)
        atomic_fetch_sub(&scratch->use->now, atomic_load(&scratch->size));
    drop(scratch);
}

void cq_scratch_keep(cq_scratch *scratch, bool stays)
{
    scratch->stays = stays;
}

const char *cq_scratch_path(const cq_scratch *scratch)
{
    return scratch->named ? scratch->path : NULL;
}

uint64_t cq_scratch_size(const cq_scratch *scratch)
{
    return atomic_load(&scratch->size);
}

/* ---- records ---- */

static uint64_t sum_of(const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    uint64_t sum = CQ_HASH_START ^ size, word;

    for (; size >= sizeof word; size -= sizeof word, at += sizeof word) {
        memcpy(&word, at, sizeof word);
        sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        sum ^= sum >> 29;
    }
    return cq_hash_bytes(sum, at, size);
}

static cq_status fail_to_write(const cq_scratch *scratch)
{
    int why = errno;
    size_t folder = (size_t)(strrchr(scratch->path, '/') - scratch->path);

    return cq_fail(scratch->ctx,
                   why == ENOSPC || why == EDQUOT || why == EFBIG ? CQ_MEMORY : CQ_IO,
                   "the memory is used up, and there is no room for the rest in %.*s: "
                   "%s; choose another folder with --scratch DIR",
                   (int)folder, scratch->path, strerror(why));
}

/* Where it is: its number among those that are held. */
static cq_status hold(cq_scratch *scratch, const void *bytes, size_t size,
                      cq_scratch_record *out)
{
    char *copy = cq_alloc(scratch->ctx, size, 1);

    if (!copy || cq_vec_push(scratch->ctx, &scratch->held, copy) != CQ_OK) {
        cq_free(copy);
        return CQ_MEMORY;
    }
    memcpy(copy, bytes, size);
    *out = (cq_scratch_record){.at = scratch->held.count - 1, .size = size};
    return CQ_OK;
}

cq_status cq_scratch_put(cq_scratch *scratch, const void *bytes, size_t size,
                         cq_scratch_record *out)
{
    uint64_t at = atomic_fetch_add(&scratch->size, size);

    if (scratch->file < 0)
        return hold(scratch, bytes, size, out);
    count_use(scratch, size);
    *out = (cq_scratch_record){at, size, sum_of(bytes, size)};
    for (size_t done = 0; done < size;) {
        ssize_t now = pwrite(scratch->file, (const char *)bytes + done, size - done,
                             (off_t)(at + done));

        if (now < 0 && errno != EINTR)
            return fail_to_write(scratch);
        done += now > 0 ? (size_t)now : 0;
    }
    return CQ_OK;
}

cq_status cq_scratch_map(cq_scratch *scratch, size_t size, void **out)
{
    uint64_t at = atomic_fetch_add(&scratch->size, size);

    cq_assert(at % 4096 == 0); /* a page of the file */
    errno = posix_fallocate(scratch->file, (off_t)at, (off_t)size);
    if (errno == 0)
        *out = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, scratch->file,
                    (off_t)at);
    if (errno || *out == MAP_FAILED)
        return fail_to_write(scratch);
    count_use(scratch, size);
    return CQ_OK;
}

static cq_status fail_to_read(const cq_scratch *scratch)
{
    if (errno)
        return cq_fail_io(scratch->ctx, "cannot read", scratch->path);
    return cq_fail(scratch->ctx, CQ_INPUT, "%s is damaged or cut short", scratch->path);
}

cq_status cq_scratch_get(const cq_scratch *scratch, const cq_scratch_record *record,
                         void *bytes)
{
    size_t size = (size_t)record->size;

    if (scratch->file < 0) {
        cq_assert(record->at < scratch->held.count);
        memcpy(bytes, scratch->held.at[record->at], size);
        return CQ_OK;
    }
    for (size_t done = 0; done < size;) {
        ssize_t now = pread(scratch->file, (char *)bytes + done, size - done,
                            (off_t)(record->at + done));

        if (now < 0 && errno == EINTR)
            continue;
        if (now == 0)
            errno = 0;
        if (now <= 0)
            return fail_to_read(scratch);
        done += (size_t)now;
    }
    errno = 0;
    return sum_of(bytes, size) == record->sum ? CQ_OK : fail_to_read(scratch);
}

cq_status cq_scratch_sync(cq_scratch *scratch)
{
    if (fsync(scratch->file) == 0 || errno == EINVAL || errno == EROFS)
        return CQ_OK;
    return cq_fail_io(scratch->ctx, "cannot write", scratch->path);
}

/* partial_file.c - a list of solutions in a file that outlives the run that writes it.
 *
 * With --checkpoint a list goes to FILE.partial, which stays there when the run ends
 * early, however it ends. Each checkpoint says how long the file was when it was
 * written, and the file is on the disk by then. A run that resumes the search cuts the
 * file back to that length and goes on from there: what was written after the last
 * checkpoint is found again, so nothing is there twice and nothing is lost. When the
 * list is complete, the file gets its name.
 */
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static cq_status name_partial(cq_context *ctx, const char *path, char **out)
{
    size_t size = strlen(path) + sizeof ".partial";

    *out = cq_alloc(ctx, size, 1);
    if (!*out)
        return CQ_MEMORY;
    snprintf(*out, size, "%s.partial", path);
    return CQ_OK;
}

/* The file as the checkpoint knew it; what came later goes. */
static cq_status cut_back(cq_context *ctx, cq_kept *kept, uint64_t length)
{
    struct stat info;

    if (fstat(fileno(kept->out), &info) != 0)
        return cq_fail_io(ctx, "cannot look at", kept->partial);
    if ((uint64_t)info.st_size < length)
        return cq_fail(ctx, CQ_INPUT,
                       "%s is shorter than it was at the checkpoint: %" PRIu64
                       " bytes were expected, %" PRIu64 " are there",
                       kept->partial, length, (uint64_t)info.st_size);
    if (ftruncate(fileno(kept->out), (off_t)length) != 0 ||
        fseeko(kept->out, (off_t)length, SEEK_SET) != 0)
        return cq_fail_io(ctx, "cannot cut", kept->partial);
    cq_assert(ftello(kept->out) == (off_t)length);
    return CQ_OK;
}

/* A run that is killed after its last step has given the list its name already. */
static cq_status is_missing(cq_context *ctx, const cq_kept *kept)
{
    struct stat info;

    if (stat(kept->path, &info) == 0)
        return cq_fail(ctx, CQ_INPUT,
                       "there is no %s to resume; if its list was complete, it is "
                       "in %s",
                       kept->partial, kept->path);
    return cq_fail(ctx, CQ_INPUT, "there is no %s to resume", kept->partial);
}

cq_status cq_kept_open(cq_context *ctx, const char *path, bool resumed, uint64_t length,
                       cq_kept *kept)
{
    cq_status status;
    int file;

    cq_assert(!kept->out && !kept->partial);
    cq_try(name_partial(ctx, path, &kept->partial));
    status = CQ_OK;
    kept->path = path;
    cq_assert(resumed || length == 0); /* only a run before has written something */
    file = open(kept->partial,
                O_RDWR | O_CLOEXEC | (length ? 0 : O_CREAT) | (resumed ? 0 : O_TRUNC),
                0666);
    kept->out = file < 0 ? NULL : fdopen(file, "r+");
    if (file < 0 && length && errno == ENOENT)
        status = is_missing(ctx, kept);
    else if (!kept->out)
        status = cq_fail_io(ctx, "cannot write", kept->partial);
    if (!kept->out && file >= 0)
        close(file);
    if (status == CQ_OK && resumed)
        status = cut_back(ctx, kept, length);
    if (status != CQ_OK)
        cq_kept_close(kept);
    return status;
}

cq_status cq_kept_secure(cq_context *ctx, cq_kept *kept, uint64_t *length)
{
    off_t at;

    if (!kept->out)
        return CQ_OK;
    at = ftello(kept->out);
    if (fflush(kept->out) != 0 || ferror(kept->out) || at < 0 ||
        fsync(fileno(kept->out)) != 0)
        return cq_fail_io(ctx, "cannot write", kept->partial);
    cq_assert(ftello(kept->out) == at); /* nobody writes meanwhile */
    *length = (uint64_t)at;
    return CQ_OK;
}

cq_status cq_kept_complete(cq_context *ctx, cq_kept *kept)
{
    uint64_t length;
    cq_status status = cq_kept_secure(ctx, kept, &length);

    cq_assert(kept->out && kept->partial && kept->path);
    if (status == CQ_OK && rename(kept->partial, kept->path) != 0)
        status = cq_fail_io(ctx, "cannot rename", kept->partial);
    cq_kept_close(kept);
    return status;
}

void cq_kept_drop(cq_kept *kept)
{
    if (kept->out)
        unlink(kept->partial);
    cq_kept_close(kept);
}

void cq_kept_close(cq_kept *kept)
{
    if (kept->out)
        fclose(kept->out);
    kept->out = NULL;
    cq_free(kept->partial);
    kept->partial = NULL;
}

/* file.c - whole files in, whole files out: see file.h. */
#include "base/file.h"

#include "base/assert.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READ_SIZE = 1 << 20 };

static cq_status read_all(cq_context *ctx, FILE *in, const char *path, cq_chars *out)
{
    struct stat info;

    if (fstat(fileno(in), &info) == 0) {
        if (S_ISDIR(info.st_mode)) {
            errno = EISDIR;
            return cq_fail_io(ctx, "cannot read", path);
        }
        if (S_ISREG(info.st_mode) && info.st_size > 0 &&
            cq_vec_reserve(ctx, out, (size_t)info.st_size + 1) != CQ_OK)
            return CQ_MEMORY;
    }
    for (;;) {
        size_t got;

        if (out->count == out->room && cq_vec_reserve(ctx, out, 65536) != CQ_OK)
            return CQ_MEMORY;
        got = out->room - out->count;
        errno = 0;
        got = fread(out->at + out->count, 1, got < READ_SIZE ? got : READ_SIZE, in);
        out->count += got;
        cq_assert(out->count <= out->room);
        if (cq_poll(ctx) != CQ_OK) /* a signal ends a wait for input */
            return CQ_STOPPED;
        if (got == 0)
            return ferror(in) ? cq_fail_io(ctx, "cannot read", path) : CQ_OK;
    }
}

cq_status cq_file_read(cq_context *ctx, const char *path, cq_text *out)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *in = standard ? stdin : fopen(path, "rb");
    cq_chars data = {0};
    cq_status status;

    if (!in)
        return cq_fail_io(ctx, "cannot read", path);
    status = read_all(ctx, in, standard ? "standard input" : path, &data);
    if (!standard)
        fclose(in);
    if (status != CQ_OK) {
        cq_vec_free(&data);
        return status;
    }
    out->name = standard ? "standard input" : path;
    out->data = data.at;
    out->size = data.count;
    return CQ_OK;
}

void cq_file_drop(cq_text *text)
{
    cq_free((void *)(uintptr_t)text->data);
    text->data = NULL;
    text->size = 0;
}

/* Beside the target, so that the rename stays on one file system. */
static char *temporary_name(cq_context *ctx, const char *path, const char *ending)
{
    size_t length = strlen(path) + strlen(ending) + 1;
    char *name = cq_alloc(ctx, length, 1);

    if (name)
        snprintf(name, length, "%s%s", path, ending);
    return name;
}

/* mkstemp makes private files; a result is as readable as any other new file. */
static void open_to_umask(int fd)
{
    mode_t mask = umask(0);

    umask(mask);
    (void)!fchmod(fd, 0666 & ~mask);
}

static bool is_special(const char *path)
{
    struct stat info;

    return stat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

static int open_temporary(char *name, bool fixed)
{
    int fd =
        fixed ? open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666)
              : mkstemp(name);

    if (fd >= 0 && !fixed)
        open_to_umask(fd);
    return fd;
}

static cq_status begin(cq_context *ctx, const char *path, bool fixed,
                       cq_file_writer *writer)
{
    int fd;

    memset(writer, 0, sizeof *writer);
    writer->path = cq_strndup(ctx, path, strlen(path));
    cq_try_memory(writer->path);
    if (is_special(path)) { /* a pipe or a device: there is nothing to rename over */
        writer->out = fopen(path, "wb");
    } else {
        writer->temporary = temporary_name(ctx, path, fixed ? ".new" : ".XXXXXX");
        if (!writer->temporary) {
            cq_file_abandon(writer);
            return CQ_MEMORY;
        }
        fd = open_temporary(writer->temporary, fixed);
        if (fd >= 0) {
            writer->out = fdopen(fd, "wb");
            if (!writer->out)
                close(fd);
        } else {
            cq_free(writer->temporary);
            writer->temporary = NULL;
        }
    }
    if (!writer->out) {
        cq_fail_io(ctx, "cannot write", path);
        cq_file_abandon(writer);
        return CQ_IO;
    }
    return CQ_OK;
}

cq_status cq_file_begin(cq_context *ctx, const char *path, cq_file_writer *writer)
{
    return begin(ctx, path, false, writer);
}

cq_status cq_file_begin_again(cq_context *ctx, const char *path, cq_file_writer *writer)
{
    return begin(ctx, path, true, writer);
}

cq_status cq_file_forget(cq_context *ctx, const char *path)
{
    char *name = temporary_name(ctx, path, ".new");

    cq_try_memory(name);
    unlink(name);
    cq_free(name);
    return CQ_OK;
}

cq_status cq_file_commit(cq_context *ctx, cq_file_writer *writer)
{
    bool written = fflush(writer->out) == 0 && !ferror(writer->out);
    cq_status status = CQ_OK;

    if (fclose(writer->out) != 0)
        written = false;
    writer->out = NULL;
    if (!written ||
        (writer->temporary && rename(writer->temporary, writer->path) != 0)) {
        status = cq_fail_io(ctx, "cannot write", writer->path);
    } else {
        cq_free(writer->temporary);
        writer->temporary = NULL;
    }
    cq_file_abandon(writer);
    return status;
}

cq_status cq_file_failed(cq_context *ctx, FILE *out, const char *path, cq_status status)
{
    return status == CQ_IO && ferror(out) ? cq_fail_io(ctx, "cannot write", path)
                                          : status;
}

cq_status cq_file_end(cq_context *ctx, cq_file_writer *writer, cq_status status)
{
    cq_assert(status != CQ_OK || writer->out); /* what is written was begun */
    if (status == CQ_OK)
        return cq_file_commit(ctx, writer);
    if (writer->out)
        status = cq_file_failed(ctx, writer->out, writer->path, status);
    cq_file_abandon(writer);
    return status;
}

void cq_file_abandon(cq_file_writer *writer)
{
    if (writer->out)
        fclose(writer->out);
    if (writer->temporary)
        unlink(writer->temporary);
    cq_free_each(writer->temporary, writer->path);
    memset(writer, 0, sizeof *writer);
}

/* checkpoint.c - the state of a run on file: see checkpoint.h.
 *
 * A new checkpoint is written to a file next to the old one, flushed to disk and
 * renamed over the old one; then the directory is flushed too. So if the run is killed
 * or the machine fails, at any moment, either the old or the new one is there.
 *
 * The sum is FNV-1a over all bytes before it: every step of it is one to one, so that a
 * changed byte is always noticed.
 */
#include "engine/checkpoint.h"

#include "base/assert.h"
#include "base/clock.h"
#include "base/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SUM_SIZE = 8, VALUE_SIZE = 96 };

/* The lines of the head, in their order. */
enum { ENGINE, GOAL, PROBLEM, VARIANT, FOUND, OUTPUT, SECONDS, LINES };

static const char *const words[LINES] = {"engine", "goal",   "problem", "variant",
                                         "found",  "output", "seconds"};

typedef char head[LINES][VALUE_SIZE];

static const char magic[] = "chequer checkpoint ";
static const char version[] = "1\n";

struct cq_checkpoint_file {
    cq_context *ctx;
    FILE *out; /* being written, */
    uint64_t sum;
    const char *at, *end; /* or being read: the engine's bytes */
    const char *path;
};

bool cq_checkpoint_due(const cq_run *run)
{
    const cq_checkpoint *c = run->checkpoint;

    return c && c->write && cq_clock_seconds() >= c->next;
}

/* ---- writing ---- */

cq_status cq_checkpoint_put(cq_checkpoint_file *file, const void *bytes, size_t size)
{
    file->sum = cq_hash_bytes(file->sum, bytes, size);
    if (size && fwrite(bytes, 1, size, file->out) != size)
        return cq_fail_io(file->ctx, "cannot write", file->path);
    return CQ_OK;
}

static cq_status put_text(cq_checkpoint_file *file, const char *text)
{
    return cq_checkpoint_put(file, text, strlen(text));
}

static void make_head(const cq_run *run, head out)
{
    const cq_checkpoint *c = run->checkpoint;
    uint64_t found = run->goal == CQ_GOAL_COUNT ? c->found : run->answer->found;

    snprintf(out[ENGINE], VALUE_SIZE, "%s", run->answer->engine);
    snprintf(out[GOAL], VALUE_SIZE, "%s", cq_goal_name(run->goal));
    snprintf(out[PROBLEM], VALUE_SIZE, "%016" PRIx64, cq_problem_digest(run->problem));
    snprintf(out[VARIANT], VALUE_SIZE, "%s", c->variant[0] ? c->variant : "-");
    snprintf(out[FOUND], VALUE_SIZE, "%" PRIu64, found);
    snprintf(out[OUTPUT], VALUE_SIZE, "%" PRIu64, c->output);
    snprintf(out[SECONDS], VALUE_SIZE, "%.3f",
             c->seconds + cq_clock_seconds() - run->started);
}

static cq_status put_head(const cq_run *run, cq_checkpoint_file *file)
{
    head own;

    make_head(run, own);
    cq_try(put_text(file, magic));
    cq_try(put_text(file, version));
    for (size_t i = 0; i < LINES; i++) {
        cq_assert(own[i][0] && !strchr(own[i], '\n'));
        cq_try(put_text(file, words[i]));
        cq_try(put_text(file, " "));
        cq_try(put_text(file, own[i]));
        cq_try(put_text(file, "\n"));
    }
    return put_text(file, "\n");
}

static cq_status put_all(cq_run *run, cq_checkpoint_file *file,
                         cq_status (*put)(void *state, cq_checkpoint_file *file),
                         void *state)
{
    uint8_t sum[SUM_SIZE];

    cq_try(put_head(run, file));
    cq_try(put(state, file));
    for (size_t i = 0; i < SUM_SIZE; i++)
        sum[i] = (uint8_t)(file->sum >> 8 * i);
    return cq_checkpoint_put(file, sum, SUM_SIZE);
}

/* The rename is on the disk when the directory is. Some file systems cannot do that,
 * which is no reason to fail. */
static cq_status sync_directory(cq_context *ctx, const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 0;
    char *name =
        slash ? cq_strndup(ctx, path, length ? length : 1) : cq_strndup(ctx, ".", 1);
    int fd;

    cq_try_memory(name);
    fd = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        (void)!fsync(fd);
        close(fd);
    }
    cq_free(name);
    return CQ_OK;
}

/* Onto the disk before its name is. Pipes and devices cannot be brought there. */
static bool sync_file(FILE *out)
{
    return fflush(out) == 0 &&
           (fsync(fileno(out)) == 0 || errno == EINVAL || errno == EROFS);
}

static cq_status write_file(cq_run *run,
                            cq_status (*put)(void *state, cq_checkpoint_file *file),
                            void *state)
{
    const char *path = run->checkpoint->write;
    cq_checkpoint_file file = {.ctx = run->ctx, .sum = CQ_HASH_START, .path = path};
    cq_file_writer writer;
    cq_status status;

    cq_try(cq_file_begin_again(run->ctx, path, &writer));
    file.out = writer.out;
    status = put_all(run, &file, put, state);
    if (status == CQ_OK && !sync_file(writer.out))
        status = cq_fail_io(run->ctx, "cannot write", path);
    if (status != CQ_OK) {
        cq_file_abandon(&writer);
        return status;
    }
    status = cq_file_commit(run->ctx, &writer);
    return status == CQ_OK ? sync_directory(run->ctx, path) : status;
}

cq_status cq_checkpoint_write(cq_run *run,
                              cq_status (*put)(void *state, cq_checkpoint_file *file),
                              void *state)
{
    cq_checkpoint *c = run->checkpoint;
    cq_status status = CQ_OK;

    if (!c || !c->write)
        return CQ_OK;
    if (c->before)
        status = c->before(c->user, c);
    cq_then(status, write_file(run, put, state));
    c->next = cq_clock_seconds() + c->every;
    return status;
}

cq_status cq_checkpoint_passed(cq_run *run, cq_status written)
{
    cq_checkpoint *c = run->checkpoint;

    if (written == CQ_STOPPED || !c)
        return written;
    if (written != CQ_OK && !c->told)
        cq_warn(run->ctx, "no checkpoint: %s; the search goes on",
                cq_error_text(run->ctx));
    c->told = written != CQ_OK;
    return CQ_OK;
}

/* ---- reading ---- */

static cq_status refuse(const cq_checkpoint_file *file, const char *why)
{
    return cq_fail_at(file->ctx, file->path, 0, 0, "%s", why);
}

cq_status cq_checkpoint_get(cq_checkpoint_file *file, void *bytes, size_t size)
{
    cq_assert(file->at <= file->end);
    if ((size_t)(file->end - file->at) < size)
        return refuse(file, "the checkpoint ends before its contents do");
    if (size)
        memcpy(bytes, file->at, size);
    file->at += size;
    return CQ_OK;
}

/* The line that begins with `word`: its value, without the end of the line. */
static bool get_line(cq_checkpoint_file *file, const char *word, char value[VALUE_SIZE])
{
    const char *end = memchr(file->at, '\n', (size_t)(file->end - file->at));
    size_t length = strlen(word) + 1, size = end ? (size_t)(end - file->at) : 0;

    if (size < length || size - length >= VALUE_SIZE ||
        memcmp(file->at, word, length - 1) != 0 || file->at[length - 1] != ' ')
        return false;
    memcpy(value, file->at + length, size - length);
    value[size - length] = '\0';
    cq_assert(!memchr(value, '\n', size - length));
    file->at = end + 1;
    return true;
}

/* Whole, and of this version; leaves the head and the engine's bytes. */
static cq_status check_whole(cq_checkpoint_file *file)
{
    size_t size = (size_t)(file->end - file->at), length = strlen(magic);
    uint64_t sum = 0;

    if (size < length || memcmp(file->at, magic, length) != 0)
        return refuse(file, "this is not a checkpoint");
    if (size < length + strlen(version))
        return refuse(file, "the checkpoint is cut short");
    if (memcmp(file->at + length, version, strlen(version)) != 0)
        return refuse(file, "the checkpoint was written by another version of chequer");
    length += strlen(version);
    if (size < length + SUM_SIZE)
        return refuse(file, "the checkpoint is cut short");
    file->end -= SUM_SIZE;
    cq_assert(file->at + length <= file->end);
    for (size_t i = 0; i < SUM_SIZE; i++)
        sum |= (uint64_t)(uint8_t)file->end[i] << 8 * i;
    if (sum != cq_hash_bytes(CQ_HASH_START, file->at, size - SUM_SIZE))
        return refuse(file,
                      "the checkpoint is damaged or cut short: its checksum is wrong");
    file->at += length;
    return CQ_OK;
}

static cq_status get_head(cq_checkpoint_file *file, head out)
{
    for (size_t i = 0; i < LINES; i++)
        if (!get_line(file, words[i], out[i]))
            return refuse(file, "the header of the checkpoint is malformed");
    if (file->at == file->end || *file->at != '\n')
        return refuse(file, "the header of the checkpoint is malformed");
    file->at++;
    cq_assert(file->at <= file->end);
    return CQ_OK;
}

static const char *in_words(const char *variant)
{
    return strcmp(variant, "-") == 0 ? "the whole search" : variant;
}

/* Of this problem, engine, goal and variant. */
static cq_status check_head(const cq_run *run, const cq_checkpoint_file *file, head h)
{
    head own;

    make_head(run, own);
    if (strcmp(h[PROBLEM], own[PROBLEM]) != 0)
        return refuse(file, "the checkpoint belongs to another problem");
    if (strcmp(h[ENGINE], own[ENGINE]) != 0)
        return cq_fail_at(run->ctx, file->path, 0, 0,
                          "the checkpoint belongs to the engine %s, not to %s",
                          h[ENGINE], own[ENGINE]);
    if (strcmp(h[GOAL], own[GOAL]) != 0)
        return cq_fail_at(run->ctx, file->path, 0, 0,
                          "the checkpoint belongs to a run with the goal %s, not %s",
                          h[GOAL], own[GOAL]);
    if (strcmp(h[VARIANT], own[VARIANT]) != 0)
        return cq_fail_at(run->ctx, file->path, 0, 0,
                          "the checkpoint belongs to another run: %s, not %s",
                          in_words(h[VARIANT]), in_words(own[VARIANT]));
    return CQ_OK;
}

/* The earlier runs' part of the answer. */
static void take_head(cq_run *run, head h)
{
    cq_checkpoint *c = run->checkpoint;

    c->found = strtoull(h[FOUND], NULL, 10);
    c->output = strtoull(h[OUTPUT], NULL, 10);
    c->seconds = strtod(h[SECONDS], NULL);
    c->resumed = true;
    run->answer->found = run->answer->earlier = c->found;
    if (c->found)
        run->answer->verdict = CQ_YES;
}

/* A file may be larger than the memory: it is mapped if possible. */
static cq_status open_text(cq_context *ctx, const char *path, cq_text *text,
                           bool *mapped)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat info;
    void *at = MAP_FAILED;

    if (file >= 0 && fstat(file, &info) == 0 && S_ISREG(info.st_mode) &&
        info.st_size > 0 && (uint64_t)info.st_size < SIZE_MAX)
        at = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (file >= 0)
        close(file);
    *mapped = at != MAP_FAILED;
    if (!*mapped)
        return cq_file_read(ctx, path, text);
    *text = (cq_text){path, at, (size_t)info.st_size};
    return CQ_OK;
}

static void drop_text(cq_text *text, bool mapped)
{
    if (mapped)
        munmap((void *)(uintptr_t)text->data, text->size);
    else
        cq_file_drop(text);
}

cq_parcel cq_checkpoint_rest(cq_checkpoint_file *file)
{
    size_t size = (size_t)(file->end - file->at);
    char *bytes =
        (char *)(uintptr_t)file->at; /* a parcel that is read stays as it is */

    file->at = file->end;
    return (cq_parcel){.ctx = file->ctx, .bytes = {bytes, size, size}};
}

cq_status cq_checkpoint_read(cq_run *run,
                             cq_status (*get)(void *state, cq_checkpoint_file *file),
                             void *state)
{
    cq_checkpoint *c = run->checkpoint;
    cq_checkpoint_file file = {.ctx = run->ctx};
    cq_text text = {0};
    bool mapped;
    head h;
    cq_status status;

    if (!c || !c->read)
        return CQ_OK;
    cq_try(open_text(run->ctx, c->read, &text, &mapped));
    file.path = c->read;
    file.at = text.data;
    file.end = text.data + text.size;
    status = check_whole(&file);
    cq_then(status, get_head(&file, h));
    cq_then(status, check_head(run, &file, h));
    cq_then(status, get(state, &file));
    if (status == CQ_OK && file.at != file.end)
        status = refuse(&file, "the checkpoint continues after its contents");
    if (status == CQ_OK)
        take_head(run, h);
    drop_text(&text, mapped);
    if (status == CQ_OK)
        status = cq_file_forget(run->ctx, c->read); /* a half that a kill left */
    return status;
}

/* ---- only the head ---- */

/* To behind the first line, of whatever version. */
static bool skip_magic(cq_checkpoint_file *file)
{
    const char *end = memchr(file->at, '\n', (size_t)(file->end - file->at));

    if (!end || (size_t)(end - file->at) < strlen(magic) ||
        memcmp(file->at, magic, strlen(magic)) != 0)
        return false;
    file->at = end + 1;
    return true;
}

cq_status cq_checkpoint_look(cq_context *ctx, const char *path, cq_checkpoint_info *out)
{
    cq_checkpoint_file file = {.ctx = ctx, .path = path};
    char bytes[LINES * (VALUE_SIZE + 16)];
    FILE *in;
    head h;

    cq_try(cq_need(ctx, path, "the name of a file"));
    cq_try(cq_need(ctx, out, "a place for what it contains"));
    in = fopen(path, "rbe");
    if (!in)
        return cq_fail_io(ctx, "cannot read", path);
    file.at = bytes;
    file.end = bytes + fread(bytes, 1, sizeof bytes, in);
    fclose(in);
    if (!skip_magic(&file) || get_head(&file, h) != CQ_OK || !h[ENGINE][0])
        return refuse(&file, "this is not a checkpoint");
    *out = (cq_checkpoint_info){.found = strtoull(h[FOUND], NULL, 10),
                                .mark = strtoull(h[OUTPUT], NULL, 10),
                                .seconds = strtod(h[SECONDS], NULL)};
    snprintf(out->engine, sizeof out->engine, "%.31s", h[ENGINE]);
    return CQ_OK;
}

/* plug_disk.c - when and where layers of a sweep go to disk, and when the files are
 * removed.
 *
 * Half of the memory is for layers, the rest for cursors, tables and sums of steps. A
 * step has a cursor for each choice of edges and a merge has one for each run, in
 * practice at most forty, so a chunk is a small part of the memory.
 *
 * Without a checkpoint, files have no name and leave nothing behind. With one, a layer
 * on disk is part of the checkpoint: the name of its file begins with a digest of the
 * problem and of the path of the checkpoint, and it is in the scratch folder or next to
 * the checkpoint. Files that the last checkpoint needs stay until the next one is
 * written; all others go with their layer. So a run that is killed leaves a checkpoint
 * with its layers, and perhaps the file that it was writing, which the run that resumes
 * it knows by its name and removes. With several ranks all blocks go into the
 * checkpoint itself, and files have no names. */
#include "base/hash.h"
#include "engine/checkpoint.h"
#include "engine/plugs/plugs.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Words of a chunk: as many as a cursor may take of the memory, but no fewer than can
 * be read quickly, and no more than is of use. */
enum { SHARE = 512, LEAST = 1024, MOST = 65536, TINY = 64 };

static const char suffix[] = ".layer";

/* The folder of a file; the path of `.` if it has none. */
static char *folder_of(cq_context *ctx, const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 0;

    if (!slash)
        return cq_strndup(ctx, ".", 1);
    return cq_strndup(ctx, path, length ? length : 1);
}

/* Whole, so that it means the same to a run that resumes from elsewhere. */
static char *whole_path(cq_context *ctx, const char *folder)
{
    char real[PATH_MAX];
    const char *whole = realpath(folder, real) ? real : folder;

    return cq_strndup(ctx, whole, strlen(whole));
}

static cq_status set_name(cq_plugs *plugs, const char *checkpoint)
{
    const char *slash = strrchr(checkpoint, '/'),
               *base = slash ? slash + 1 : checkpoint;
    char *given = folder_of(plugs->ctx, checkpoint);
    char *beside = given ? whole_path(plugs->ctx, given) : NULL;
    uint64_t hash = cq_problem_digest(plugs->run->problem);

    cq_free(given);
    cq_try_memory(beside);
    hash = cq_hash_text(hash, beside);
    hash = cq_hash_bytes(hash, base, strlen(base));
    snprintf(plugs->name, sizeof plugs->name, "chequer-%016" PRIx64 "-", hash);
    plugs->folder = plugs->run->scratch
                        ? whole_path(plugs->ctx, plugs->run->scratch)
                        : cq_strndup(plugs->ctx, beside, strlen(beside));
    cq_free(beside);
    return plugs->folder ? CQ_OK : CQ_MEMORY;
}

cq_status cq_plugs_set_memory(cq_plugs *plugs)
{
    size_t share = plugs->budget / sizeof(uint64_t) / SHARE / plugs->team.threads;
    const cq_checkpoint *checkpoint = plugs->run->checkpoint;
    const char *folder = cq_scratch_folder(plugs->run->scratch);

    plugs->in_memory = plugs->budget / 2;
    plugs->chunk = share < LEAST ? LEAST : share > MOST ? MOST : share;
    if (cq_scratch_always()) {
        plugs->in_memory = 0;
        plugs->chunk = TINY;
    }
    cq_assert(plugs->chunk > 0 && plugs->in_memory <= plugs->budget);
    if (checkpoint && checkpoint->write)
        return set_name(plugs, checkpoint->write);
    plugs->folder = cq_strndup(plugs->ctx, folder, strlen(folder));
    return plugs->folder ? CQ_OK : CQ_MEMORY;
}

/* Files that are needed stay. */
void cq_plugs_free_memory(cq_plugs *plugs)
{
    while (plugs->needed.count)
        cq_free(plugs->needed.at[--plugs->needed.count]);
    cq_vec_free(&plugs->needed);
    cq_free(plugs->folder);
}

/* ---- files ---- */

/* The next name that no file has. */
static cq_status next_name(cq_plugs *plugs, char *name, size_t size)
{
    size_t room = strlen(plugs->folder) + size + 1;
    char *path = cq_alloc(plugs->ctx, room, 1);

    cq_try_memory(path);
    do {
        snprintf(name, size, "%s%" PRIu64 "%s", plugs->name, ++plugs->files, suffix);
        snprintf(path, room, "%s/%s", plugs->folder, name);
    } while (access(path, F_OK) == 0);
    cq_free(path);
    return CQ_OK;
}

static cq_status make_file(void *user, cq_scratch **out)
{
    cq_plugs *plugs = user;
    char name[sizeof plugs->name + 32];

    if (!plugs->name[0] || plugs->passing || plugs->spread)
        return cq_scratch_new(plugs->ctx, plugs->folder, NULL, &plugs->use, out);
    cq_try(next_name(plugs, name, sizeof name));
    return cq_scratch_new(plugs->ctx, plugs->folder, name, &plugs->use, out);
}

/* The layers of an engine that runs beside others stay in memory, and so do those that
 * a second sweep goes back over. */
static bool stays(const cq_plugs *plugs)
{
    return plugs->run->racer ||
           (plugs->keeping && plugs->run->goal == CQ_GOAL_PROBABILITIES);
}

cq_status cq_plugs_spill(cq_plugs *plugs, cq_plug_spill *out)
{
    cq_try(cq_plug_spill_init(out, plugs->ctx, &plugs->matings));
    out->in_memory = stays(plugs) ? SIZE_MAX : plugs->in_memory;
    out->chunk = plugs->chunk;
    out->make = make_file;
    out->user = plugs;
    atomic_store(&out->on, out->in_memory == 0);
    return CQ_OK;
}

void cq_plugs_spilled(cq_plugs *plugs, cq_plug_spill *spill)
{
    if (atomic_load(&spill->failed))
        plugs->full = true;
    cq_plug_spill_free(spill);
}

/* What is set aside stays to the end, so that a quarter of the memory is enough for it.
 */
cq_status cq_plugs_set_aside(cq_plugs *plugs)
{
    cq_plug_state *at = &plugs->at;
    cq_plug_spill spill = {0};
    cq_status status = CQ_OK;

    if (!stays(plugs) && !cq_plug_layer_is_on_disk(&at->layer) &&
        at->layer.words > plugs->in_memory / 2 / sizeof(uint64_t)) {
        status = cq_plugs_spill(plugs, &spill);
        cq_then(status, cq_plug_layer_spill(&at->layer, &spill));
        cq_plugs_spilled(plugs, &spill);
    }
    if (status != CQ_OK)
        return status;
    cq_assert(!at->other.ctx && at->layer.ctx);
    at->other = at->layer;
    memset(&at->layer, 0, sizeof at->layer);
    return CQ_OK;
}

/* ---- files of a checkpoint ---- */

cq_status cq_plugs_sync(cq_plugs *plugs)
{
    const cq_plug_layer *layers[] = {&plugs->at.layer, &plugs->at.other};

    for (int i = 0; i < 2; i++)
        if (cq_plug_layer_is_on_disk(layers[i]))
            cq_try(cq_scratch_sync(layers[i]->file));
    return CQ_OK;
}

static bool is_needed(const cq_plugs *plugs, const char *path)
{
    for (size_t i = 0; i < plugs->needed.count; i++)
        if (strcmp(plugs->needed.at[i], path) == 0)
            return true;
    return false;
}

static cq_status need(cq_plugs *plugs, const cq_plug_layer *layer)
{
    const char *path = layer->file ? cq_scratch_path(layer->file) : NULL;
    char *copy;

    if (!path || is_needed(plugs, path))
        return CQ_OK;
    cq_scratch_keep(layer->file, true);
    copy = cq_strndup(plugs->ctx, path, strlen(path));
    cq_try_memory(copy);
    if (cq_vec_push(plugs->ctx, &plugs->needed, copy) == CQ_OK)
        return CQ_OK;
    cq_free(copy);
    return CQ_MEMORY;
}

/* The first `before` of them were needed by the checkpoint before this one. */
static void drop_others(cq_plugs *plugs, size_t before, const char *const *still)
{
    size_t kept = 0;

    cq_assert(before <= plugs->needed.count);
    for (size_t i = 0; i < plugs->needed.count; i++) {
        char *path = plugs->needed.at[i];
        bool stays = i >= before;

        for (int k = 0; k < 2; k++)
            stays = stays || (still[k] && strcmp(still[k], path) == 0);
        if (stays) {
            plugs->needed.at[kept++] = path;
        } else {
            unlink(path);
            cq_free(path);
        }
    }
    plugs->needed.count = kept;
}

cq_status cq_plugs_need(cq_plugs *plugs, bool layers)
{
    const cq_plug_layer *at[] = {&plugs->at.layer, &plugs->at.other};
    const char *still[2] = {NULL, NULL};
    size_t before = plugs->needed.count;
    cq_status status = CQ_OK;

    for (int i = 0; i < 2; i++) {
        if (!cq_plug_layer_is_on_disk(at[i]))
            continue;
        cq_scratch_keep(at[i]->file, layers);
        if (layers) {
            status = status == CQ_OK ? need(plugs, at[i]) : status;
            still[i] = cq_scratch_path(at[i]->file);
        }
    }
    drop_others(plugs, before, still);
    for (int i = 0; i < 2 && status == CQ_OK; i++)
        cq_assert(!still[i] || is_needed(plugs, still[i]));
    return status;
}

void cq_plugs_clear(cq_plugs *plugs)
{
    const char *const *needed = (const char *const *)(const void *)plugs->needed.at;

    if (plugs->cleared)
        return;
    plugs->cleared = true;
    if (plugs->name[0])
        cq_scratch_clear(plugs->folder, plugs->name, suffix, needed,
                         plugs->needed.count);
    for (size_t i = 0; i < plugs->needed.count; i++) {
        char *folder = folder_of(plugs->ctx, needed[i]);

        if (folder && plugs->name[0])
            cq_scratch_clear(folder, plugs->name, suffix, needed, plugs->needed.count);
        cq_free(folder);
    }
}

/* scratch.h - files for what does not fit into memory.
 *
 * A scratch file is written once, record after record, and its records may be read any
 * number of times. The writer of a record keeps its position, length and checksum.
 * Records are stored in the order of writing, so reading them in that order is
 * sequential.
 *
 * A file without a name disappears with the process, however that ends. A file with a
 * name is for a run that resumes this one; it is removed with its last user unless a
 * checkpoint needs it.
 *
 *     cq_scratch_new(ctx, folder, NULL, &use, &file);    any number of users:
 *     cq_scratch_share(file);                            cq_scratch_free by each
 *     cq_scratch_put(file, bytes, size, &record);        by any thread
 *     cq_scratch_get(file, &record, bytes);              by any thread
 */
#ifndef CQ_ENGINE_SCRATCH_H
#define CQ_ENGINE_SCRATCH_H

#include "base/memory.h"

typedef struct cq_scratch cq_scratch;

/* Bytes in all files that count here, and the most that there were at once. */
typedef struct cq_scratch_use {
    _Atomic uint64_t now, most;
} cq_scratch_use;

typedef struct cq_scratch_record {
    uint64_t at, size; /* in the file, in bytes */
    uint64_t sum;
} cq_scratch_record;

/* The folder for scratch files: the one that was asked for, or the system's folder for
 * temporary files. */
const char *cq_scratch_folder(const char *asked);
/* CQ_IO, with what to do about it, if files cannot be made there. */
cq_status cq_scratch_check(cq_context *ctx, const char *folder);
/* CHEQUER_DISK=always in the environment: everything that may go to disk does, so that
 * small problems test what large ones need. */
bool cq_scratch_always(void);
/* The bytes that are free there; 0 if that cannot be known. */
double cq_scratch_space(const char *folder);

/* Removes the files there whose names begin and end like this, but for those at these
 * paths: what a run that was killed has left. */
void cq_scratch_clear(const char *folder, const char *prefix, const char *suffix,
                      const char *const *paths, size_t count);

/* A new file in the folder; `name` NULL: without a name; `use` outlives it. */
cq_status cq_scratch_new(cq_context *ctx, const char *folder, const char *name,
                         cq_scratch_use *use, cq_scratch **out);
/* A file that an earlier run left, to be read. */
cq_status cq_scratch_open(cq_context *ctx, const char *path, cq_scratch_use *use,
                          cq_scratch **out);
/* What is put there stays in memory, packed as it is; by one thread at a time. */
cq_status cq_scratch_in_memory(cq_context *ctx, cq_scratch **out);
cq_scratch *cq_scratch_share(cq_scratch *scratch);
/* By the last user: the file is closed, and gone unless cq_scratch_keep was said. */
void cq_scratch_free(cq_scratch *scratch);
/* Whether a file with a name stays. */
void cq_scratch_keep(cq_scratch *scratch, bool stays);
/* The whole path, or NULL for a file without a name. */
const char *cq_scratch_path(const cq_scratch *scratch);
uint64_t cq_scratch_size(const cq_scratch *scratch); /* in bytes */

/* CQ_MEMORY if the disk is full, or files may not grow. */
cq_status cq_scratch_put(cq_scratch *scratch, const void *bytes, size_t size,
                         cq_scratch_record *out);
/* CQ_INPUT if the bytes are not those that were written. */
cq_status cq_scratch_get(const cq_scratch *scratch, const cq_scratch_record *record,
                         void *bytes);
/* The next bytes of the file as memory, which the caller unmaps: space is claimed
 * before it is used, so that a full disk is an error here and no signal later. */
cq_status cq_scratch_map(cq_scratch *scratch, size_t size, void **out);
/* Brings all of it to the disk. */
cq_status cq_scratch_sync(cq_scratch *scratch);

#endif

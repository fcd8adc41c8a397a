/* file.h - whole files in, whole files out. */
#ifndef CQ_BASE_FILE_H
#define CQ_BASE_FILE_H

#include "base/text.h"

/* "-" is standard input. A directory, a missing file, a failed read: CQ_IO. Frees with
 * cq_free(text->data as char *), see cq_file_drop. */
cq_status cq_file_read(cq_context *ctx, const char *path, cq_text *out);
void cq_file_drop(cq_text *text);

/* Writing that leaves either the old file or the complete new one: the text goes to a
 * temporary file beside `path`, which commit renames and abandon removes. */
typedef struct cq_file_writer {
    FILE *out;
    char *path, *temporary;
} cq_file_writer;

cq_status cq_file_begin(cq_context *ctx, const char *path, cq_file_writer *writer);
/* The same for a file that is written again and again: its temporary file is always
 * called PATH.new, so that a run that was killed leaves one at the most. */
cq_status cq_file_begin_again(cq_context *ctx, const char *path,
                              cq_file_writer *writer);
/* Removes what such a run left beside the file, if anything. */
cq_status cq_file_forget(cq_context *ctx, const char *path);
/* A file that cannot be completed, on a full disk for example, is abandoned. */
cq_status cq_file_commit(cq_context *ctx, cq_file_writer *writer);
void cq_file_abandon(cq_file_writer *writer);
/* Commits what was written with CQ_OK and abandons the rest; gives the status. */
cq_status cq_file_end(cq_context *ctx, cq_file_writer *writer, cq_status status);
/* The status, after a failed write with a sentence that names the file: who wrote to a
 * stream knew only what it wrote. */
cq_status cq_file_failed(cq_context *ctx, FILE *out, const char *path,
                         cq_status status);

#endif

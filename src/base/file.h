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
cq_status cq_file_commit(cq_context *ctx, cq_file_writer *writer);
void cq_file_abandon(cq_file_writer *writer);

#endif

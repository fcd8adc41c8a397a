/* checkpoint_look.c - reads only the head of a checkpoint, to say what it is. */
#include "base/file.h"
#include "engine/engine.h"

#include <stdlib.h>
#include <string.h>

/* Longer lines are not in a head. */
enum { LINE_SIZE = 256 };

/* What follows the word at the start of the line, or NULL if it starts otherwise. */
static const char *after(const char *line, const char *word)
{
    size_t length = strlen(word);

    return strncmp(line, word, length) == 0 && line[length] == ' ' ? line + length + 1
                                                                   : NULL;
}

static void take_line(const char *line, cq_checkpoint_info *info)
{
    const char *value;

    if ((value = after(line, "engine")))
        snprintf(info->engine, sizeof info->engine, "%.31s", value);
    else if ((value = after(line, "found")))
        info->found = strtoull(value, NULL, 10);
    else if ((value = after(line, "output")))
        info->mark = strtoull(value, NULL, 10);
    else if ((value = after(line, "seconds")))
        info->seconds = strtod(value, NULL);
}

cq_status cq_checkpoint_look(cq_context *ctx, const char *path, cq_checkpoint_info *out)
{
    cq_checkpoint_info info = {0};
    char line[LINE_SIZE];
    FILE *file;
    bool head = false, whole = false;

    cq_try(cq_need(ctx, path, "the name of a file"));
    cq_try(cq_need(ctx, out, "a place for what it contains"));
    file = fopen(path, "rbe");
    if (!file)
        return cq_fail_io(ctx, "cannot read", path);
    while (!whole && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (!head && !after(line, "chequer checkpoint"))
            break;
        whole = head && line[0] == '\0';
        head = true;
        take_line(line, &info);
    }
    fclose(file);
    if (!whole || !info.engine[0])
        return cq_fail_at(ctx, path, 0, 0, "this is not a checkpoint");
    *out = info;
    return CQ_OK;
}

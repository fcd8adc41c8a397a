/* machine.c - how much memory this machine has.
 *
 * The smallest of what is installed, what the control groups of this process allow and,
 * with 32 bits, what addresses reach.
 * The kernel shows the groups of a container as the root, /sys/fs/cgroup; elsewhere the
 * path of this process's group is in /proc/self/cgroup, as "0::/a/b" (version 2) or
 * "4:memory:/a/b" (version 1), and each group above may have a limit of its own.
 */
#include "base/machine.h"

#include "base/assert.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

/* The number alone in a file; no limit ("max") or no file is SIZE_MAX. */
static size_t read_limit(const char *path)
{
    FILE *in = fopen(path, "r");
    unsigned long long value = 0;
    bool told = in && fscanf(in, "%llu", &value) == 1;

    if (in)
        fclose(in);
    return told && value > 0 && value < SIZE_MAX ? (size_t)value : SIZE_MAX;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The least limit in the folder of a group and in those above it. */
static size_t limit_along(const char *root, char *group, const char *file)
{
    char path[PATH_SIZE];
    size_t limit = SIZE_MAX;
    char *cut;

    do {
        snprintf(path, sizeof path, "%s%s/%s", root, group, file);
        limit = least(limit, read_limit(path));
        cq_assert(limit > 0);
        cut = strrchr(group, '/');
        if (cut)
            *cut = '\0';
    } while (cut);
    return limit;
}

static size_t limit_of_groups(void)
{
    char line[PATH_SIZE / 2];
    size_t limit = SIZE_MAX;
    FILE *in = fopen("/proc/self/cgroup", "r");

    while (in && fgets(line, sizeof line, in)) {
        char *group = strchr(line, '/');

        line[strcspn(line, "\n")] = '\0';
        if (group && strncmp(line, "0::", 3) == 0)
            limit = least(limit, limit_along("/sys/fs/cgroup", group, "memory.max"));
        else if (group && strstr(line, ":memory:"))
            limit = least(limit, limit_along("/sys/fs/cgroup/memory", group,
                                             "memory.limit_in_bytes"));
    }
    if (in)
        fclose(in);
    return limit;
}

size_t cq_machine_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    size_t memory = SIZE_MAX;

    if (pages > 0 && page > 0)
        memory = least(cq_times((size_t)pages, (size_t)page), SIZE_MAX - 1);
    memory = least(memory, limit_of_groups());
    return memory == SIZE_MAX ? 0 : memory;
}

/* mpirun.c - the command as one of several that mpirun has started.
 *
 * Whether it was is seen in the environment, so that a plain start costs a few lookups
 * there. What knows MPI is a module, which is loaded only then: neither the command nor
 * the library depends on it. It lies beside the command, as in a build, or in the
 * folder of the libraries.
 *
 * Rank 0 is the command as always. The others read the same problem and search with it;
 * they print nothing, write no files, and leave signals to rank 0.
 */
#include "cli/cli.h"

#include "base/hash.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifdef CQ_WITH_MPI
#include <dlfcn.h>
#endif

/* ---- were we started by mpirun? ---- */

static unsigned long number_of(const char *variable)
{
    const char *text = getenv(variable);

    return text ? strtoul(text, NULL, 10) : 0;
}

/* How many were started together. Open MPI and MPICH say so; Slurm also if it starts
 * programs without MPI, so that there it must have offered to bring them together. */
unsigned long cq_ranks_started(void)
{
    unsigned long count = number_of("OMPI_COMM_WORLD_SIZE");

    if (!count)
        count = number_of("PMI_SIZE");
    if (!count && getenv("PMIX_RANK"))
        count = number_of("SLURM_STEP_NUM_TASKS");
    return count;
}

static bool is_first(void)
{
    return !number_of("OMPI_COMM_WORLD_RANK") && !number_of("PMI_RANK") &&
           !number_of("PMIX_RANK");
}

/* ---- the module ---- */

#ifdef CQ_WITH_MPI

typedef bool open_fn(cq_ranks *ranks);
typedef void close_fn(cq_ranks *ranks);

static void *load_module(void)
{
    static const char *const folders[] = {"", "../" CQ_LIBDIR "/chequer/"};
    char self[4096], path[sizeof self + 256];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    void *module = NULL;

    if (length <= 0)
        return NULL;
    self[length] = '\0';
    strrchr(self, '/')[1] = '\0';
    for (size_t i = 0; i < sizeof folders / sizeof *folders && !module; i++) {
        snprintf(path, sizeof path, "%s%schequer-mpi.so", self, folders[i]);
        module = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    }
    return module;
}

/* A function of the module; POSIX lets it be converted from a pointer to data. */
static void function_of(void *module, const char *name, void *function)
{
    void *found = dlsym(module, name);

    memcpy(function, &found, sizeof found);
}

static bool open_ranks(cq_cli *cli)
{
    void *module = load_module();
    open_fn *open = NULL;

    if (module)
        function_of(module, "cq_mpi_open", &open);
    if (!open || !open(&cli->ranks))
        return false;
    cli->module = module;
    return true;
}

static void close_ranks(cq_cli *cli)
{
    close_fn *close_all = NULL;

    function_of(cli->module, "cq_mpi_close", &close_all);
    if (close_all)
        close_all(&cli->ranks);
}

#else

static bool open_ranks(cq_cli *cli)
{
    (void)cli;
    return false;
}

static void close_ranks(cq_cli *cli)
{
    (void)cli;
}

#endif

/* ---- one of several ---- */

/* The program and its arguments. A program that cannot be read is known by its version
 * alone, which is compared anyway. */
static uint64_t kin_of(const cq_cli *cli)
{
    uint64_t hash = CQ_HASH_START;
    char bytes[1 << 14];
    FILE *self = fopen("/proc/self/exe", "rb");
    size_t count;

    while (self && (count = fread(bytes, 1, sizeof bytes, self)) > 0)
        hash = cq_hash_bytes(hash, bytes, count);
    if (self)
        fclose(self);
    for (int i = 1; i < cli->argc; i++)
        hash = cq_hash_text(hash, cli->argv[i]);
    return hash;
}

/* Rank 0 speaks for all. */
static void be_quiet(void)
{
    static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGXCPU};

    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        signal(ignored[i], SIG_IGN);
    if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
        return; /* then all it could not say is said there */
}

int cq_ranks_join(cq_cli *cli)
{
    unsigned long count = cq_ranks_started();

    if (count < 2)
        return CQ_EXIT_YES;
    if (!open_ranks(cli)) {
        if (is_first())
            fprintf(stderr,
                    "chequer: mpirun has started %lu of it, but MPI is not available\n"
                    "to do: install the package chequer-mpi, or build with Open MPI "
                    "(libopenmpi-dev, -Dmpi=enabled), or start it without mpirun, with "
                    "--part I/N for each\n",
                    count);
        return CQ_EXIT_INPUT;
    }
    cq_assert(cli->ranks.count > 0 && cli->ranks.rank < cli->ranks.count);
    cli->ranks.kin = kin_of(cli);
    if (cli->ranks.rank > 0)
        be_quiet();
    return CQ_EXIT_YES;
}

/* ---- standard input, which mpirun gives to rank 0 alone ---- */

static bool reads_input(const cq_cli *cli)
{
    for (size_t i = 0; i < cli->arg_count; i++)
        if (strcmp(cli->args[i], "-") == 0)
            return true;
    return false;
}

/* A byte, so that no message is empty, and all of standard input. */
static char *read_input(size_t *size)
{
    char *text = NULL;
    FILE *copy = open_memstream(&text, size);
    char bytes[1 << 14];
    size_t count;

    if (!copy)
        return NULL;
    fputc('<', copy);
    while ((count = fread(bytes, 1, sizeof bytes, stdin)) > 0)
        fwrite(bytes, 1, count, copy);
    if (fclose(copy) == 0)
        return text;
    free(text);
    return NULL;
}

/* From here on standard input is this text. */
static bool replace_input(const char *text, size_t size)
{
    FILE *file = tmpfile();
    bool works = file && fwrite(text, 1, size, file) == size && fflush(file) == 0 &&
                 dup2(fileno(file), STDIN_FILENO) >= 0 &&
                 lseek(STDIN_FILENO, 0, SEEK_SET) == 0;

    if (file)
        fclose(file);
    clearerr(stdin);
    return works;
}

static bool send_input(cq_cli *cli)
{
    size_t size = 0;
    char *text = read_input(&size);
    bool works = text && replace_input(text + 1, size - 1);

    cq_assert(!text || size > 0);
    for (unsigned to = 1; to < cli->ranks.count && works; to++)
        works = cli->ranks.send(cli->ranks.state, to, text, size);
    free(text);
    return works;
}

static bool receive_input(cq_cli *cli)
{
    const struct timespec pause = {0, 2000000};
    const void *bytes = NULL;
    unsigned from;
    size_t size;

    while (cli->ranks.receive(cli->ranks.state, &from, &bytes, &size)) {
        if (bytes)
            return size > 0 && replace_input((const char *)bytes + 1, size - 1);
        nanosleep(&pause, NULL);
    }
    return false;
}

bool cq_ranks_share_input(cq_cli *cli)
{
    if (cli->ranks.count < 2 || !reads_input(cli) ||
        !(cli->command->bit & CQ_CMD_SOLVE))
        return true;
    if (cq_ranks_follows(cli) ? receive_input(cli) : send_input(cli))
        return true;
    fputs("chequer: standard input could not be passed on to all ranks\n", stderr);
    return false;
}

bool cq_ranks_follows(const cq_cli *cli)
{
    return cli->ranks.count > 1 && cli->ranks.rank > 0;
}

const cq_ranks *cq_ranks_of(const cq_cli *cli)
{
    return cli->ranks.count > 1 ? &cli->ranks : NULL;
}

void cq_ranks_leave(cq_cli *cli)
{
    if (cli->ranks.count)
        close_ranks(cli);
}

/* command_serve.c - chequer serve: the page, on this machine. */
#include "base/machine.h"
#include "base/memory.h"
#include "cli/cli.h"

#ifdef CQ_WITH_WEB

#include "web/web.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    REQUESTS = 8,
    CONNECTIONS = 64,
    PORT = 8864, /* a fixed one: what a browser keeps belongs to the port */
    PORT_MOST = 65535
};

/* What the page is to show: the link from its '#' on, whatever port it names. */
static const char *shown(const cq_cli *cli)
{
    const char *mark = cli->arg_count ? strchr(cli->args[0], '#') : NULL;

    return mark ? mark : "";
}

/* The browser is a grandchild, so that nobody has to wait for it. */
static void open_browser(const char *place)
{
    pid_t child = fork();

    if (child == 0) {
        if (fork() == 0) {
            execlp("xdg-open", "xdg-open", place, (char *)NULL);
            _exit(127);
        }
        _exit(0);
    }
    if (child > 0)
        waitpid(child, NULL, 0);
}

static void on_ready(void *user, const char *address)
{
    cq_cli *cli = user;
    const char *fragment = shown(cli);
    size_t size = strlen(address) + strlen(fragment) + 1;
    char *place = cq_alloc(cli->ctx, size, 1);

    if (place)
        (void)snprintf(place, size, "%s%s", address, fragment);
    puts(place ? place : address); /* without memory the page shows its last drawing */
    cq_flush_output(cli);
    if (cli->set.open_browser)
        open_browser(place ? place : address);
    cq_free(place);
}

static bool stops(void *user)
{
    cq_cli *cli = user;

    return atomic_load(&cli->ctx->cancelled);
}

/* Without --port our own, or a free one if it is taken; false: it is no port. */
static bool choose_port(const char *text, cq_web_config *config)
{
    char *end = NULL;
    unsigned long port = text ? strtoul(text, &end, 10) : PORT;

    if (text && (!isdigit((unsigned char)*text) || *end || port > PORT_MOST))
        return false;
    config->port = (uint16_t)port;
    config->any_port = !text;
    return true;
}

int cq_run_serve(cq_cli *cli)
{
    const cq_settings *set = &cli->set;
    cq_web_config config = {.host = set->host,
                            .requests =
                                set->requests ? (unsigned)set->requests : REQUESTS,
                            .connections = CONNECTIONS,
                            .limits = cq_web_usual_limits,
                            .on_ready = on_ready,
                            .stops = stops,
                            .user = cli};
    /* All requests at once stay within three quarters of the machine. */
    size_t most = cq_machine_memory() / 4 * 3 / config.requests;
    cq_status status;

    if (cli->arg_count && !*shown(cli))
        return cq_usage(cli, "%s is no link to the page: such a link has a # in it",
                        cli->args[0]);
    if (!choose_port(set->port, &config))
        return cq_usage(cli, "--port takes a number up to %d, not %s", PORT_MOST,
                        set->port);
    cq_context_limit_memory(cli->ctx, 0); /* --memory is for each request */
    if (set->seconds > 0)
        config.limits.seconds = set->seconds;
    if (set->threads)
        config.limits.threads = (unsigned)set->threads;
    if (set->memory)
        config.limits.memory = cq_size(set->memory);
    if (!set->memory && most && most < config.limits.memory)
        config.limits.memory = most;
    cq_assert(config.requests > 0 && config.limits.memory > 0);
    status = cq_web_serve(cli->ctx, &config);
    return status == CQ_OK ? CQ_EXIT_YES : cq_report(cli, status);
}

#else

int cq_run_serve(cq_cli *cli)
{
    return cq_usage(cli,
                    "this chequer was built without the web page and its requests");
}

#endif

/* page.h - the files of the page, built in (made from src/web/page by embed). */
#ifndef CQ_WEB_PAGE_H
#define CQ_WEB_PAGE_H

#include <stddef.h>

typedef struct cq_page_file {
    const char *path; /* "/board.js" */
    const char *type; /* "text/javascript; charset=utf-8" */
    const unsigned char *bytes;
    size_t size;
    const unsigned char *packed; /* the same, by gzip */
    size_t packed_size;
    const char *tag; /* of the content, for caches */
} cq_page_file;

extern const cq_page_file cq_page_files[];
extern const size_t cq_page_count;

#endif

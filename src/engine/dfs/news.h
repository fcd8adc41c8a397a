/* news.h - what a searcher of another rank says of its job, in one message.
 *
 *     4 bytes  seat, the number of the searcher in rank 0
 *     1 byte   what follows and what became of the job: the bits below
 *     8 bytes  polls since the last news; 8 bytes: worth, as a double
 *     counts   at the last poll
 *     place    with CQ_NEWS_PLACE: where the search can go on
 *     found, counts   with CQ_NEWS_DONE: of all of the job
 *     counts   with CQ_NEWS_ENOUGH: until the last solution that is wanted of it
 *     4 bytes  words of solutions, and these
 */
#ifndef CQ_ENGINE_DFS_NEWS_H
#define CQ_ENGINE_DFS_NEWS_H

enum {
    CQ_NEWS_PLACE = 1,
    CQ_NEWS_DONE = 2,
    CQ_NEWS_BACK = 4, /* it was left where it is: others may go on with it */
    CQ_NEWS_ENOUGH = 8,
    CQ_NEWS_DECLINED = 16 /* it was asked to give, and has nothing */
};

#endif

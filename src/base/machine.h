/* machine.h - how much memory this machine has. */
#ifndef CQ_BASE_MACHINE_H
#define CQ_BASE_MACHINE_H

#include <stddef.h>

/* Bytes that the processes of this machine, or of this control group, may use; 0 if
 * that is not known. */
size_t cq_machine_memory(void);

#endif

// What a memory manager defines, and what it may use to do so. `--memory=custom` links the user's object file in place of
// memory-default.c, memory-arc.c or memory-gc.c.
#ifndef OSPREY_MEMORY_H
#define OSPREY_MEMORY_H

#include "inspection.h"
#include <stddef.h>

// A manager defines these six. Objects are zeroed and aligned to eight bytes.
void osp_memory_start(void);
// The last line of the program was run and no fiber runs any more.
void osp_memory_end(void);
void *osp_alloc(int64_t size, const osp_type *type);
// Objects may be NULL; both may be called by any thread.
void osp_retain(void *object);
void osp_release(void *object);
// `osp_memory`, the sixth, is declared in inspection.h. Without OSP_HAS_HEADERS the addresses that osp_alloc gives need no
// header, and a debugger reports everything about them as unavailable; static objects always have one.

// It may use these. With them the objects of a custom manager are as inspectable as those of our own.

// Zeroed memory with a header, a count of 1 and, in debug builds, a record.
void *osp_place(int64_t size, const osp_type *type);
// Gives back what osp_place gave. Its children are not looked at.
void osp_discard(void *object);
typedef void osp_visitor(void *child, void *context);
// All objects that an object holds.
void osp_each_child(void *object, osp_visitor *visit, void *context);
const osp_type *osp_type_of(const void *object);

static inline osp_header *osp_header_of(const void *object) { return (osp_header *)object - 1; }

// How many threads run besides the first.
extern int32_t osp_other_threads;

// Switched by the environment: OSPREY_MEMORY_CHECK=1 and OSPREY_MEMORY_REPORT=1.
extern bool osp_checks_memory;
extern bool osp_reports_memory;
// Ends the program where an object was released before, or its header is damaged.
void osp_check_object(const void *object);
// Objects that are placed and not discarded; counted only with one of the switches.
extern int64_t osp_live_objects;
extern int64_t osp_live_bytes;
// Handled bodies that no arm resumed any more: what they hold is lost.
extern int32_t osp_abandoned_bodies;
extern int64_t osp_collections;

#endif

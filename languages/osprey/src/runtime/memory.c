// What all memory managers share: headers, records, the way through objects, and the words about memory at the end.
#include "private.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SLAB = 4096, MOST_SLABS = 1 << 14, QUARANTINE = 512, TOLD_SURVIVORS = 20 };

_Thread_local uint32_t osp_site_now;
bool osp_checks_memory;
bool osp_reports_memory;
int64_t osp_live_objects;
int64_t osp_live_bytes;
int32_t osp_abandoned_bodies;
int64_t osp_collections;

static osp_record *slabs[MOST_SLABS];
static uint32_t next_record = 1;
static uint32_t free_record;
static uint64_t main_objects;
static pthread_mutex_t records = PTHREAD_MUTEX_INITIALIZER;
static bool has_records;

osp_inspection osp_inspect = {
    .version = OSP_LAYOUT_VERSION,
    .slab_size = SLAB,
    .memory = &osp_memory,
    .own_types = osp_own_types,
    .slabs = slabs,
    .strands = &osp_strands,
    .fibers = &osp_fibers,
    .channels = &osp_channels,
};

static bool is_set(const char *name) {
  const char *value = getenv(name);
  return value != NULL && value[0] != 0 && strcmp(value, "0") != 0;
}

void osp_start_memory(const osp_program *program) {
  osp_inspect.program = program;
  osp_checks_memory = is_set("OSPREY_MEMORY_CHECK");
  osp_reports_memory = is_set("OSPREY_MEMORY_REPORT");
  bool collects = osp_memory.kind == OSP_MEMORY_GC;
  has_records = (osp_memory.abilities & OSP_HAS_RECORDS) != 0 && (collects || program->debugging != 0);
  osp_memory_start();
}

const osp_type *osp_type_of(const void *object) {
  uint32_t index = osp_header_of(object)->type;
  if (index < OSP_KIND_COUNT) return &osp_own_types[index];
  const osp_program *program = osp_inspect.program;
  if (index - OSP_FIRST_TYPE < program->type_count) return &program->types[index - OSP_FIRST_TYPE];
  osp_fatal("memory: the header of an object is damaged");
}

// Records

static osp_record *record_of(uint32_t number) { return &slabs[number / SLAB][number % SLAB]; }

// A free record says in `number` which is free next. The slab is there before its count says so.
static uint32_t take_record(void) {
  if (free_record != 0) {
    uint32_t taken = free_record;
    free_record = (uint32_t)record_of(taken)->number;
    return taken;
  }
  uint32_t slab = next_record / SLAB;
  if (slab >= MOST_SLABS) return 0;
  if (slabs[slab] == NULL) {
    slabs[slab] = calloc(SLAB, sizeof(osp_record));
    if (slabs[slab] == NULL) return 0;
    osp_inspect.slab_count = slab + 1;
  }
  return next_record++;
}

static uint32_t recorded(void *object, int64_t size, const osp_type *type) {
  osp_fiber *fiber = osp_this_fiber();
  pthread_mutex_lock(&records);
  uint64_t number = fiber == NULL ? ++main_objects : (uint64_t)++fiber->objects;
  uint32_t taken = take_record();
  if (taken != 0) {
    uint32_t made_by = fiber == NULL ? 0 : (uint32_t)fiber->id;
    *record_of(taken) = (osp_record){object, (uint64_t)size, number, made_by, osp_site_now, OSP_LIVE, type->index};
  }
  pthread_mutex_unlock(&records);
  return taken;
}

void *osp_place(int64_t size, const osp_type *type) {
  // Room for a link, which freed objects of any size need.
  size_t body = size < 8 ? 8 : (size_t)size;
  osp_header *header = calloc(1, sizeof(osp_header) + body);
  if (header == NULL) osp_fatal("out of memory");
  header->type = type->index;
  header->mark = type->mark;
  header->count = 1;
  void *object = header + 1;
  if (has_records) header->record = recorded(object, size, type);
  if (osp_checks_memory || osp_reports_memory) {
    __atomic_add_fetch(&osp_live_objects, 1, __ATOMIC_RELAXED);
    __atomic_add_fetch(&osp_live_bytes, size, __ATOMIC_RELAXED);
  }
  return object;
}

// Debug builds keep the last objects that were released, so that a debugger that still finds one can tell.
static void *quarantine[QUARANTINE];
static uint32_t quarantined;

static void forget(void *object) {
  osp_header *header = osp_header_of(object);
  if (header->record != 0) {
    *record_of(header->record) = (osp_record){.number = free_record};
    free_record = header->record;
  }
  free(header);
}

void osp_discard(void *object) {
  osp_header *header = osp_header_of(object);
  const osp_type *type = osp_type_of(object);
  if (type->kind == OSP_KIND_FIBER) osp_forget_fiber(object);
  else if (type->kind == OSP_KIND_CHANNEL) osp_forget_channel(object);
  else if (type->kind == OSP_KIND_REGION) osp_end_region(object);
  header->count = 0;
  header->mark = type->mark;
  if (osp_checks_memory || osp_reports_memory) __atomic_sub_fetch(&osp_live_objects, 1, __ATOMIC_RELAXED);
  // What is used afterwards is no address and no text of the program.
  if (osp_checks_memory) memset(object, 0xDB, osp_block_size(header) - sizeof(osp_header));
  if (header->record == 0) {
    if (!osp_checks_memory) free(header);
    return;
  }
  pthread_mutex_lock(&records);
  record_of(header->record)->state = OSP_RELEASED;
  if (!osp_checks_memory) {
    void **place = &quarantine[quarantined++ % QUARANTINE];
    if (*place != NULL) forget(*place);
    *place = object;
  }
  pthread_mutex_unlock(&records);
}

void osp_check_object(const void *object) {
  const osp_header *header = osp_header_of(object);
  if (header->mark != osp_type_of(object)->mark) osp_fatal("memory: the header of an object is damaged");
  if (header->count == 0) osp_fatal("memory: an object was used after it was released");
}

// All that are live, for a collector.
void osp_each_object(void (*visit)(osp_record *record, void *context), void *context) {
  for (uint32_t number = 1; number < next_record; number++) {
    osp_record *record = record_of(number);
    if (record->state == OSP_LIVE) visit(record, context);
  }
}

// The way through objects

static void visit_fields(char *object, const osp_field *fields, uint32_t count, osp_visitor *visit, void *context) {
  for (uint32_t i = 0; i < count; i++) {
    void *child = osp_is_managed(fields[i].type) ? *(void **)(object + fields[i].offset) : NULL;
    if (child != NULL) visit(child, context);
  }
}

static void visit_word(const osp_type *type, int64_t word, osp_visitor *visit, void *context) {
  if (osp_is_managed(type) && word != 0) visit((void *)(intptr_t)word, context);
}

static void visit_map_node(const osp_map_node *node, osp_visitor *visit, void *context) {
  const osp_type *key = node->map->fields[0].type, *value = node->map->fields[1].type;
  for (uint32_t i = 0; i < node->count; i++) {
    if (node->kind == OSP_MAP_INNER) {
      if (node->children[i] != NULL) visit(node->children[i], context);
      continue;
    }
    bool single = node->kind == OSP_MAP_LEAF;
    visit_word(key, single ? node->key : node->keys[i], visit, context);
    visit_word(value, single ? node->value : node->values[i], visit, context);
  }
}

static void visit_node(int64_t *words, osp_visitor *visit, void *context) {
  for (int i = 0; i < 32; i++)
    if (words[i] != 0) visit((void *)(intptr_t)words[i], context);
}

static void visit_fiber(const osp_fiber *fiber, osp_visitor *visit, void *context) {
  if (fiber->state == OSP_DONE) visit_word(fiber->type->fields[0].type, fiber->result, visit, context);
  if (fiber->body != NULL) visit(fiber->body, context);
  if (fiber->handlers != NULL) visit(fiber->handlers, context);
}

static void visit_channel(const osp_channel *channel, osp_visitor *visit, void *context) {
  for (int64_t i = 0; i < channel->count; i++)
    visit_word(channel->type->fields[0].type, channel->items[(channel->head + i) % channel->capacity], visit, context);
}

static void visit_handler(const osp_handler *handler, osp_visitor *visit, void *context) {
  if (handler->outer != NULL) visit(handler->outer, context);
  if (handler->region != NULL) visit(handler->region, context);
  for (int64_t i = 0; i < handler->arm_count; i++)
    if (handler->arms[i] != NULL) visit(handler->arms[i], context);
}

void osp_each_child(void *object, osp_visitor *visit, void *context) {
  const osp_type *type = osp_type_of(object);
  switch (type->kind) {
    case OSP_KIND_RECORD:
    case OSP_KIND_RESULT:
    case OSP_KIND_CLOSURE:
    case OSP_KIND_CELL:
      return visit_fields(object, type->fields, type->field_count, visit, context);
    case OSP_KIND_UNION: {
      uint64_t tag = *(uint64_t *)object;
      if (tag >= type->variant_count) return;
      return visit_fields(object, type->variants[tag].fields, type->variants[tag].field_count, visit, context);
    }
    case OSP_KIND_LIST: {
      osp_list *list = object;
      if (list->root != NULL) visit(list->root, context);
      if (list->tail != NULL) visit(list->tail, context);
      return;
    }
    case OSP_KIND_LIST_INNER:
    case OSP_KIND_LIST_LEAF:
      return visit_node(object, visit, context);
    case OSP_KIND_MAP: {
      osp_map *map = object;
      if (map->root != NULL) visit(map->root, context);
      return;
    }
    case OSP_KIND_MAP_NODE:
      return visit_map_node(object, visit, context);
    case OSP_KIND_FIBER:
      return visit_fiber(object, visit, context);
    case OSP_KIND_CHANNEL:
      return visit_channel(object, visit, context);
    case OSP_KIND_HANDLER:
      return visit_handler(object, visit, context);
    case OSP_KIND_REGION:
      return osp_visit_region(object, visit, context);
    case OSP_KIND_RESUMPTION: {
      osp_suspension *suspension = object;
      if (suspension->region != NULL) visit(suspension->region, context);
    }
  }
}

// The end of a program

static int32_t told;

static void tell_survivor(osp_record *record, void *context) {
  (void)context;
  if (told++ >= TOLD_SURVIVORS) return;
  const osp_program *program = osp_inspect.program;
  const osp_type *type = osp_type_of(record->object);
  const osp_site *site = record->site < program->site_count ? &program->sites[record->site] : NULL;
  fprintf(stderr, "[memory] %u.%llu %s", record->fiber, (unsigned long long)record->number,
          type->name == NULL ? "object" : type->name);
  if (record->site != 0 && site != NULL) fprintf(stderr, " of %s, %s:%u", site->function, site->file, site->line);
  fprintf(stderr, ", count %d\n", osp_header_of(record->object)->count);
}

// A fiber whose result is known already may not have let go of all it had. Only those who ask for a report wait for it.
static bool runs_alone(void) {
  struct timespec moment = {0, 1000000};
  for (int rounds = osp_checks_memory || osp_reports_memory ? 1000 : 0; rounds > 0; rounds--) {
    if (__atomic_load_n(&osp_other_threads, __ATOMIC_ACQUIRE) == 0) return true;
    nanosleep(&moment, NULL);
  }
  return __atomic_load_n(&osp_other_threads, __ATOMIC_ACQUIRE) == 0;
}

void osp_end(void) {
  // What fibers still use stays theirs; the end of the process takes it.
  if (!runs_alone()) {
    if (osp_reports_memory) fprintf(stderr, "[memory] %s: not counted, since fibers still run\n", osp_memory.name);
    return;
  }
  if (osp_checks_memory || osp_reports_memory) {
    const osp_program *program = osp_inspect.program;
    for (uint32_t i = program->global_count; i-- > 0;) {
      if (!osp_is_managed(program->globals[i].type)) continue;
      void **place = program->globals[i].address;
      void *object = *place;
      *place = NULL;
      osp_release(object);
    }
  }
  osp_memory_end();
  if (!osp_reports_memory) return;
  fflush(stdout);
  fprintf(stderr, "[memory] %s: %lld live objects, %lld collections, %d abandoned bodies\n", osp_memory.name,
          (long long)osp_live_objects, (long long)osp_collections, osp_abandoned_bodies);
  if (has_records) osp_each_object(tell_survivor, NULL);
}

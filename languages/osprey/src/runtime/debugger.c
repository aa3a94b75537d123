// What only debuggers call, in a program that stands still: values that people write down.
#include "private.h"
#include <stdlib.h>
#include <string.h>

static const osp_type *type_named(const char *name) {
  const osp_program *program = osp_inspect.program;
  for (uint32_t nth = 0; program != NULL && nth < program->type_count; nth++)
    if (program->types[nth].name != NULL && strcmp(program->types[nth].name, name) == 0) return &program->types[nth];
  return NULL;
}

void *osp_scratch(int64_t size) { return calloc(1, (size_t)size); }

static void retain_child(void *child, void *context) {
  (void)context;
  osp_retain(child);
}

void *osp_make(const char *type, const void *body, int64_t size) {
  const osp_type *known = type_named(type);
  if (known == NULL) return NULL;
  void *object = osp_alloc(size, known);
  memcpy(object, body, (size_t)size);
  osp_each_child(object, retain_child, NULL);
  return object;
}

osp_list *osp_make_list(const char *type, const int64_t *words, int64_t count) {
  const osp_type *known = type_named(type);
  return known == NULL ? NULL : osp_list_of(words, count, known);
}

// Effects: the handlers of a strand.
#include "private.h"

osp_handler *osp_handle(const osp_handle_site *site, osp_closure **arms) {
  // Never on the stack: fibers keep the handlers that they were spawned under.
  int64_t count = site->operation_count;
  int64_t size = (int64_t)sizeof(osp_handler) + count * (int64_t)sizeof(osp_closure *);
  osp_handler *handler = osp_alloc(size, &osp_own_types[OSP_KIND_HANDLER]);
  handler->outer = osp_self->handlers;
  osp_retain(handler->outer);
  handler->effect = site->effect;
  handler->arms = (osp_closure **)(handler + 1);
  handler->arm_count = count;
  for (int64_t i = 0; i < count; i++) {
    handler->arms[i] = arms[i];
    osp_retain(arms[i]);
  }
  handler->resumes = site->resumes;
  handler->site = site;
  osp_self->handlers = handler;
  return handler;
}

void osp_unhandle(osp_handler *handler) {
  osp_self->handlers = handler->outer;
  osp_release(handler);
}

// Effects are known by the address of their name.
osp_handler *osp_find_handler(const char *effect, const char *operation) {
  osp_event(OSP_EVENT_PERFORM, 0, effect, operation);
  for (osp_handler *handler = osp_self->handlers; handler != NULL; handler = handler->outer)
    if (handler->effect == effect) return handler;
  osp_unhandled(effect, operation);
}

// An arm stands outside of what it handles.
osp_handler *osp_enter_arm(osp_handler *handler) {
  osp_handler *before = osp_self->handlers;
  osp_self->handlers = handler->outer;
  return before;
}

void osp_leave_arm(osp_handler *before) {
  osp_self->handlers = before;
  osp_event(OSP_EVENT_ANSWERED, 0, NULL, NULL);
}

// Effects: the handlers of a strand.
#include "private.h"

osp_handler *osp_handle(const osp_handle_site *site, osp_closure **arms) {
  // Never on the stack: fibers keep the handlers that they were spawned under.
  osp_handler *handler = osp_alloc(sizeof(osp_handler));
  handler->outer = osp_self->handlers;
  handler->effect = site->effect;
  handler->arms = arms;
  handler->resumes = site->resumes;
  handler->site = site;
  osp_self->handlers = handler;
  return handler;
}

void osp_unhandle(osp_handler *handler) { osp_self->handlers = handler->outer; }

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

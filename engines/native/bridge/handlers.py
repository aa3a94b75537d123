"""Steps that an exception cuts short: they end where it is caught.

LLDB waits for the function that was stepped over to return, which one that throws never does. A runtime says when a handler
begins (`Exceptions` in libraries.py); one in the frame of the step, or in one of its callers, is where the step has come to.
"""

import lldb

from . import frames, libraries

_CALLBACK = "from bridge import handlers\nreturn handlers.begins(frame)"

_current = None


class Handlers:
    def __init__(self, session):
        global _current
        _current = self
        self._session = session
        # LLDB's breakpoint and where it is: made once, in effect while somebody steps.
        self._sb = None
        self._at = None
        self.forget()

    def forget(self):
        # Of the step under way: (index id of the thread, its frame, the end of its stack).
        self._step = None
        # Where the handler goes on once it has begun.
        self._reached = None

    def watch(self, thread, frame):
        """Before a step that may call something."""
        names = [runtime.handler for runtime in libraries.told("exceptions")]
        # A program is taken to have one runtime that throws.
        address = next((found for found in self._session.modules.addresses(names) if found is not None), None)
        if address != self._at:
            self._move_to(address)
        if self._sb is not None:
            self._step = (thread.GetIndexID(), frame.GetCFA(), frame.GetSP())
            self._sb.SetEnabled(True)

    def rest(self):
        """The program is to run, and may throw as often as it likes."""
        if self._sb is not None:
            self._sb.SetEnabled(False)

    def _move_to(self, address):
        if self._sb is not None:
            self._session.target.BreakpointDelete(self._sb.GetID())
        self._at, self._sb = address, None
        if address is not None:
            self._sb = self._session.target.BreakpointCreateByAddress(int(address, 0))
            self._sb.SetScriptCallbackBody(_CALLBACK)

    def is_reached(self, frame):
        """On LLDB's own thread: whether the step has come to the handler that is about to begin."""
        thread = frame.GetThread()
        if self._step is None or self._step[0] != thread.GetIndexID() or not self._session.moving:
            return False
        _, cfa, stack = self._step
        handler = thread.GetFrameAtIndex(1)
        # The frame of the step may have been known wrongly while it was being set up, the end of its stack never is.
        is_outside = handler.GetCFA() >= cfa or frame.GetSP() + self._session.target.GetAddressByteSize() >= stack
        if not is_outside or frames.location_of(handler.GetLineEntry()) is None:
            return False
        self._reached = (thread.GetIndexID(), handler.GetPC())
        return True

    def is_mark(self, lldb_id):
        return self._sb is not None and self._sb.GetID() == lldb_id

    def go_on(self):
        """To the handler; None where there is no need."""
        if self._reached is None:
            return None
        number, place = self._reached
        self.forget()
        error = lldb.SBError()
        self._session.process.GetThreadByIndexID(number).RunToAddress(place, error)
        return error

    def is_waiting(self):
        return self._reached is not None


def begins(frame):
    return _current.is_reached(frame)

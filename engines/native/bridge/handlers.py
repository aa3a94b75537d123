"""Steps that are cut short: by an exception they end where it is caught, by a long jump where that leads to.

LLDB waits for the function that was stepped over to return, which it never does then. Runtimes say when either happens: a
handler begins by a call (`Exceptions` in libraries.py), and a jump is one. What lies in the frame of the step, or in one of
its callers, is where the step has come to.
"""

import lldb

from .function_marks import FunctionMarks
from . import frames, libraries, long_jumps

_CALLBACK = "from bridge import handlers\nreturn handlers.begins(frame)"

_current = None


def _handler(_, frame):
    """(place, end of the stack) of the handler that calls the function of the frame; None for one without a line."""
    caller = frame.GetThread().GetFrameAtIndex(1)
    return (caller.GetPC(), caller.GetSP()) if frames.location_of(caller.GetLineEntry()) is not None else None


def _functions():
    """Those that cut calls short, with who tells where the program goes on and where the stack ends then."""
    handlers = {runtime.handler: _handler for runtime in libraries.told("exceptions")}
    return {**handlers, **dict.fromkeys(long_jumps.FUNCTIONS, long_jumps.target)}


class Handlers:
    def __init__(self, session):
        global _current
        _current = self
        self._session = session
        self._marks = FunctionMarks(session, _CALLBACK)
        # By name of the function.
        self._tellers = {}
        self.forget()

    def forget(self):
        # Of the step under way: (index id of the thread, its frame, the end of its stack).
        self._step = None
        # Where the program goes on outside of what was stepped over.
        self._reached = None

    def watch(self, thread, frame):
        """Before a step that may call something."""
        self._tellers = _functions()
        self._marks.place([*self._tellers])
        if not self._marks.are_none():
            self._step = (thread.GetIndexID(), frame.GetCFA(), frame.GetSP())
            self._marks.enable(True)

    def rest(self):
        """The program is to run, and may throw and jump as often as it likes."""
        self._marks.enable(False)

    def is_reached(self, frame):
        """On LLDB's own thread: whether the step is cut short by what is about to begin."""
        thread = frame.GetThread()
        if self._step is None or self._step[0] != thread.GetIndexID() or not self._session.moving:
            return False
        teller = self._tellers.get(self._marks.name_at(frame.GetPC()))
        told = None if teller is None else teller(self._session, frame)
        if told is None or not self._is_outside(thread, *told):
            return False
        self._reached = (thread.GetIndexID(), told[0])
        return True

    def _is_outside(self, thread, place, stack):
        _, cfa, left = self._step
        caller = thread.GetFrameAtIndex(1)
        # The frame of the step may have been known wrongly while it was being set up, the end of its stack never is.
        return stack >= left or (caller.GetPC() == place and caller.GetCFA() >= cfa)

    def go_on(self):
        """To where the program goes on; None where there is no need."""
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

"""Steps that are cut short: by an exception they end where it is caught, by a long jump where that leads to.

LLDB waits for the function that was stepped over to return, which it never does then. Runtimes say when either happens: a
handler begins by a call (`Exceptions` in libraries.py), and a jump is one. What lies in the frame of the step, or in one of
its callers, is where the step has come to.
"""

import lldb

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
        # Where the functions are.
        self._addresses = []
        # A place in each to LLDB's breakpoint there: made once, in effect while somebody steps.
        self._marks = {}
        self._enabled = False
        # The same places to who tells where the program goes on.
        self._tellers = {}
        self.forget()

    def forget(self):
        # Of the step under way: (index id of the thread, its frame, the end of its stack).
        self._step = None
        # Where the program goes on outside of what was stepped over.
        self._reached = None

    def watch(self, thread, frame):
        """Before a step that may call something."""
        functions = _functions()
        addresses = self._session.modules.addresses(functions)
        if addresses != self._addresses:
            self._addresses = addresses
            self._tellers = {self._behind_first(int(at, 0)): by for at, by in zip(addresses, functions.values()) if at}
            self._move_marks()
        if self._marks:
            self._step = (thread.GetIndexID(), frame.GetCFA(), frame.GetSP())
            self._enable(True)

    def rest(self):
        """The program is to run, and may throw and jump as often as it likes."""
        self._enable(False)

    def _enable(self, wanted):
        if self._enabled != wanted:
            self._enabled = wanted
            for sb in self._marks.values():
                sb.SetEnabled(wanted)

    def _behind_first(self, address):
        """
        The second instruction: at the first of a function LLDB may have a mark of its own, to step through a stub to it,
        and asks nobody else then.
        """
        instructions = self._session.target.ReadInstructions(self._session.target.ResolveLoadAddress(address), 1)
        return address + (instructions.GetInstructionAtIndex(0).GetByteSize() if instructions.GetSize() else 0)

    def _move_marks(self):
        for address in self._marks.keys() - self._tellers.keys():
            self._session.target.BreakpointDelete(self._marks.pop(address).GetID())
        for address in self._tellers.keys() - self._marks.keys():
            sb = self._session.target.BreakpointCreateByAddress(address)
            sb.SetEnabled(self._enabled)
            sb.SetScriptCallbackBody(_CALLBACK)
            self._marks[address] = sb

    def is_reached(self, frame):
        """On LLDB's own thread: whether the step is cut short by what is about to begin."""
        thread = frame.GetThread()
        if self._step is None or self._step[0] != thread.GetIndexID() or not self._session.moving:
            return False
        teller = self._tellers.get(frame.GetPC())
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

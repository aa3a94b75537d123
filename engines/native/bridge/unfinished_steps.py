"""Steps that LLDB ends where nobody would look: in a stub of the linker, in code of a function that has no line, or in the
handler of a signal that came in between.

It steps through a stub to what it leads to, unless it cannot tell who called the stub, as in some optimised functions: then
it takes the call for the end of the step. The way back is on top of the stack there; the step goes on from where it leads.
Compilers put code between lines that belongs to none of them; such a step goes on to the next line. From a handler it goes
on where the signal came in, once that has returned.
"""

import lldb

from . import frames, last_lines, signal_handlers

_MOST_INSTRUCTIONS = 64
# Signals that come more often than a step takes would keep it from ever getting anywhere.
_MOST_BEGINNINGS = 100


class UnfinishedSteps:
    def __init__(self, session):
        self._session = session
        self.forget()

    def forget(self):
        # What is to be done, for the thread of the step under way; none where it is over.
        self._next = None
        # Where a stub or a handler leads back to.
        self._way_back = None
        # Whether the step may go into what is called from there on.
        self._goes_into = False
        self._instructions = 0
        self._beginnings = 0
        self._is_begun_anew = False

    def goes_on(self, thread):
        """Whether the step of a thread that LLDB calls complete has more to do; `go_on` does it."""
        frame = thread.GetFrameAtIndex(0)
        if not self._session.left_line:
            return False
        self._next = self._from_handler(thread, frame)
        if self._next is None and (self._way_back is not None or not self._has_line(frame)):
            self._next = self._what_follows(thread, frame)
        return self._next is not None

    def is_back(self, thread):
        """
        Whether LLDB has given up the step where it began: a signal came while it led the thread over a breakpoint there, and its
        handler has returned. `go_on` begins anew.
        """
        if not self._session.left_line:
            return False
        frame = thread.GetFrameAtIndex(0)
        if frame.GetPC() != self._session.left_place[0] or frame.GetSP() != self._session.left_stack:
            return False
        self._beginnings += 1
        if self._beginnings > _MOST_BEGINNINGS:
            return False
        self._goes_into = self._session.left_by == "in"
        is_out = self._session.left_by == "out"
        self._next = lambda error: thread.StepOut(error) if is_out else self._step(thread, error)
        self._is_begun_anew = True
        return True

    def is_begun_anew(self):
        """Whether `go_on` begins the step once more. What LLDB may have kept of it, at a silent stop, must not remain below."""
        return self._is_begun_anew

    def _from_handler(self, thread, frame):
        """Out of the handler of a signal; None where the step is in none, or began in one."""
        if signal_handlers.is_return(self._session, frame):
            # Its end, where it began: the step has left it.
            return self._to(thread, thread.GetFrameAtIndex(1).GetPC())
        if frame.GetSP() >= self._session.left_stack:
            return None
        interrupted = signal_handlers.interrupted(self._session, thread)
        if interrupted is None or interrupted.GetSP() > self._session.left_stack:
            return None
        self._way_back = interrupted.GetPC()
        self._goes_into = self._session.left_by == "in"
        return self._to(thread, self._way_back)

    def _to(self, thread, place):
        return lambda error: thread.RunToAddress(place, error)

    def _has_line(self, frame):
        return last_lines.has_line(frame, frames.code_of(self._session, frame, 0))

    def _what_follows(self, thread, frame):
        pc = frame.GetPC()
        if pc == self._way_back:
            self._way_back = None
            is_same = self._line_at(pc) == self._line_at(self._session.left_place[0])
            return (lambda error: self._step(thread, error)) if is_same else None
        if self._is_called_stub(frame):
            error = lldb.SBError()
            back = self._session.process.ReadPointerFromMemory(frame.GetSP(), error)
            self._way_back = back if error.Success() else None
            return self._to(thread, back) if error.Success() else None
        if frame.GetFunction().IsValid() and not self._has_line(frame):
            self._instructions += 1
            is_near = self._instructions <= _MOST_INSTRUCTIONS
            return (lambda error: thread.StepInstruction(True, error)) if is_near else None
        return None

    def _step(self, thread, error):
        if self._goes_into:
            thread.StepInto(None, lldb.LLDB_INVALID_LINE_NUMBER, error, lldb.eOnlyDuringStepping)
        else:
            thread.StepOver(lldb.eOnlyDuringStepping, error)

    def _is_called_stub(self, frame):
        """Whether the step is in a stub that its own function has just called."""
        behind = frame.GetSP() == self._session.left_stack - self._session.target.GetAddressByteSize()
        return behind and frame.GetSymbol().GetType() == lldb.eSymbolTypeTrampoline

    def _line_at(self, address):
        return frames.location_of(self._session.target.ResolveLoadAddress(address).GetLineEntry())

    def go_on(self):
        """None where there is no need."""
        if self._next is None:
            return None
        step, self._next, self._is_begun_anew = self._next, None, False
        error = lldb.SBError()
        step(error)
        return error

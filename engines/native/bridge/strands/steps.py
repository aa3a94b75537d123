"""Steps that another strand goes on with: into what a strand calls on another one, and behind the end of its own.

The runtime says by a function when one strand goes on from what another did (`HandOver` in src/strands.ts). It is marked
while somebody steps. A step over what another strand has to do first is LLDB's: it waits until its own thread returns.
"""

import lldb

from .. import frames
from ..function_marks import FunctionMarks

_CALLBACK = "from bridge.strands import steps\nreturn steps.is_handed_over(frame)"
# How many functions of a runtime stand between the program's own.
_DEEPEST = 64
# A strand that was made begins only then.
_WHEN_ANOTHER_WAITS = 2

_current = None


class StrandSteps:
    def __init__(self, session):
        global _current
        _current = self
        self._session = session
        self._marks = FunctionMarks(session, _CALLBACK)
        self.forget()

    def forget(self):
        # Of the step under way: (number of the strand, index id of its thread, its frame, how).
        self._step = None
        # What it goes on with: (index id of the thread, where that has come to).
        self._reached = None
        # Whether its own thread is no longer to be waited for.
        self._waits = False
        # A thread that is to be held back: the strand that it has made is to begin first.
        self._held = None
        # A thread that is to leave the runtime: (index id, frame to leave).
        self._leaving = None

    def watch(self, thread, frame, how):
        """Before a step that may call something."""
        strands = self._session.strands
        table = strands.table()
        number = 0 if table is None else strands.number_of(thread)
        if number == 0:
            return
        self._marks.place([table["handOver"]["symbol"]])
        self._step = (number, thread.GetIndexID(), frame.GetCFA(), how)
        self._marks.enable(not self._marks.are_none())

    def rest(self):
        self._marks.enable(False)

    def is_outermost(self, thread):
        """For a step out: whether nothing of the program has called the frame. The step then is over where the strand's end is awaited."""
        if self._step is None or _written_above(self._session, thread, 1) is not None:
            return False
        self._waits = True
        return True

    def is_handed_over(self, frame):
        """On LLDB's own thread: whether the step goes on with the strand that calls the function."""
        if self._step is None or self._reached is not None or not self._session.moving:
            return False
        source, kind, code = (frame.FindRegister(name).GetValueAsUnsigned() for name in ("arg1", "arg3", "arg4"))
        number, index, cfa, how = self._step
        kinds = self._session.strands.table()["handOver"]["kinds"]
        thread = frame.GetThread()
        if source != number:
            return False
        if kind == kinds["ends"]:
            self._reached = (thread.GetIndexID(), 0)
            return True
        if how != "in" or not self._is_direct(index, cfa):
            return False
        if kind == kinds["starts"]:
            if self._session.strands.one_at_a_time() == _WHEN_ANOTHER_WAITS:
                return False
            self._held, self._waits = index, True
            return True
        if kind in kinds["calls"] or kind == kinds["resumes"]:
            self._reached = (thread.GetIndexID(), code)
            return True
        return False

    def _is_direct(self, index, cfa):
        """Whether the frame of the step itself has called the runtime, and not a function that it called."""
        if self._waits:
            return True
        thread = self._session.process.GetThreadByIndexID(index)
        caller = _written_above(self._session, thread, 0) if thread.IsValid() else None
        return caller is not None and caller.GetCFA() == cfa

    def goes_on(self, thread):
        """LLDB has ended a step: whether in the runtime, so that there is more to leave."""
        if self._step is None or frames.location_of(thread.GetFrameAtIndex(0).GetLineEntry()) is not None:
            return False
        if not self._is_in_runtime(thread.GetFrameAtIndex(0)):
            return False
        above = _written_above(self._session, thread, 1)
        if above is None:
            # The strand ends. Where nobody waits for that, the program goes on.
            self._waits = True
            return True
        self._leaving = (thread.GetIndexID(), above.GetFrameID() - 1)
        return True

    def _is_in_runtime(self, frame):
        return self._session.strands.is_of_runtime(frame.GetFunctionName() or "")

    def is_waiting(self):
        """Whether the plans of LLDB's are to be dropped: what the step waits for is another thread's."""
        return self._waits or self._reached is not None

    def go_on(self):
        """Sets the program moving once more, within the same step; None where there is nothing special to do."""
        if self._leaving is not None:
            (index, depth), self._leaving = self._leaving, None
            return self._leave(self._session.process.GetThreadByIndexID(index), depth)
        if self._held is not None:
            index, self._held = self._held, None
            thread = self._session.process.GetThreadByIndexID(index)
            if not self._session.strands.one_at_a_time() and thread.Suspend():
                self._session.suspended.append(thread)
        if self._reached is None:
            return None
        (index, code), self._reached = self._reached, None
        return self._arrive(self._session.process.GetThreadByIndexID(index), code)

    def _arrive(self, thread, code):
        session = self._session
        how = self._step[3]
        self._waits = False
        # From here on it is a step of that thread.
        session.moved_thread = thread.GetIndexID()
        session.left_line, session.left_place, session.left_result = False, None, None
        for part in (session.straight_lines, session.unfinished_steps, session.library_lines, session.handlers):
            part.forget()
        self._step = (session.strands.number_of(thread), thread.GetIndexID(), 0, "over" if how == "in" else how)
        if code != 0:
            error = lldb.SBError()
            thread.RunToAddress(_behind_prologue(session.target, code), error)
            return error
        above = _written_above(session, thread, 0)
        return self._leave(thread, above.GetFrameID() - 1) if above is not None else None

    def _leave(self, thread, depth):
        """Out of functions of the runtime, to the one of the program that called the outermost of them."""
        error = lldb.SBError()
        thread.StepOutOfFrame(thread.GetFrameAtIndex(depth), error)
        return error


def _written_above(session, thread, start):
    """The first frame from `start` on that the program's author wrote; None where there is none."""
    for index in range(start, start + _DEEPEST):
        frame = thread.GetFrameAtIndex(index)
        if not frame.IsValid():
            return None
        if frames.location_of(frame.GetLineEntry()) is not None:
            return frame
    return None


def _behind_prologue(target, code):
    function = target.ResolveLoadAddress(code).GetFunction()
    return code + (function.GetPrologueByteSize() if function.IsValid() else 0)


def is_handed_over(frame):
    return _current.is_handed_over(frame)

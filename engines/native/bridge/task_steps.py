"""Steps that stay with their task: a runtime that switches stacks goes on with somebody else in the middle of a step.

A step ends only where its task is the one that runs. Until then the program goes on, to the place where the task will;
and behind the end of a task, to where the one goes on that awaits it.
"""

import lldb

from .failure import Refused
from . import frames

_CALLBACK = "from bridge import task_steps\nreturn task_steps.reached(frame, bp_loc)"
_DEEPEST = 64

# The bridge serves one session per process; the callback that LLDB calls finds it here.
_current = None


class TaskSteps:
    def __init__(self, session):
        global _current
        _current = self
        self._session = session
        self.clear()

    def clear(self):
        """The motion is over. Its breakpoint went with the others that served it."""
        # The task that the step under way belongs to, by address and id; none in programs without tasks.
        self._task = None
        self._how = None
        self._by_instruction = False
        # The frame that the step began in, and where a step out is to end.
        self._frame = None
        self._destination = None
        # What is waited for: task, frame or None, and whether the step goes on there.
        self._wanted = None
        self._breakpoint = None
        self._finish_with = None

    def begin(self, thread, motion):
        """Before a thread steps: which task it runs."""
        self.clear()
        task = self._session.tasks.current()
        if task is None or self._session.tasks.carrier().GetIndexID() != thread.GetIndexID():
            return
        self._begin(task, motion, thread)

    def _begin(self, task, motion, thread):
        self._task = (task.address, task.id)
        self._how = motion["how"]
        self._by_instruction = motion["granularity"] == "instruction"
        self._frame = thread.GetFrameAtIndex(0).GetCFA()
        caller = thread.GetFrameAtIndex(1)
        self._destination = (caller.GetPC(), caller.GetCFA()) if caller.IsValid() else None

    def begin_waiting(self, task, motion):
        """A step of a task that does not run: prepares for the program to run on."""
        self.clear()
        thread = self._session.tasks.thread(task)
        if thread is None:
            raise Refused("wrong-state", "program", f"where {self._label(task)} goes on is not known;", "continue instead.")
        self._begin(task, motion, thread)
        if task.frame_pointer == 0:
            return self._to_its_beginning(task)
        if motion["how"] != "out":
            return self._wait_for(task, task.pc, None, not self._by_instruction)
        caller = thread.GetFrameAtIndex(1)
        if caller.IsValid() and frames.location_of(caller.GetLineEntry()) is not None:
            return self._wait_for(task, caller.GetPC(), caller.GetCFA(), False)
        if not self._follow_waiter(task):
            raise Refused("wrong-state", "user", "there is no caller to step out to;", "continue instead.")
        return None

    def _to_its_beginning(self, task):
        sb = self._session.target.BreakpointCreateByName(task.name) if task.name else lldb.SBBreakpoint()
        if not sb.IsValid() or sb.GetNumLocations() == 0:
            if sb.IsValid():
                self._session.target.BreakpointDelete(sb.GetID())
            raise Refused(
                "wrong-state", "user", f"{self._label(task)} has not begun;", "set a breakpoint in its function and continue."
            )
        self._wait_at(sb, task.address, None, False)

    def goes_on(self, thread):
        """LLDB has ended a step: whether it is not yet at its end, because another task runs or this one has ended."""
        if self._task is None:
            return False
        tasks = self._session.tasks
        address, number = self._task
        now = tasks.current_address()
        task = tasks.at(address)
        if task is None or task.id != number:
            return False
        if now != address:
            return task.state != "running" and task.pc != 0 and self._come_back(task)
        return not _anything_written(thread) and self._follow_waiter(task)

    def _come_back(self, task):
        """To the frame that the step began in, which may have called what the task waits in."""
        if self._how == "out" and self._destination is not None:
            self._wait_for(task, *self._destination, False)
            return True
        thread = self._session.tasks.thread(task)
        for index in range(_DEEPEST if thread is not None else 0):
            frame = thread.GetFrameAtIndex(index)
            if not frame.IsValid():
                break
            if frame.GetCFA() == self._frame:
                pc = task.pc if index == 0 else frame.GetPC()
                self._wait_for(task, pc, self._frame, not self._by_instruction)
                return True
        self._wait_for(task, task.pc, None, False)
        return True

    def _follow_waiter(self, task):
        for waiter, _ in self._session.tasks.awaiters(task):
            if waiter.pc == 0 or waiter.state == "running":
                return False
            self._wait_for(waiter, waiter.pc, None, False)
            return True
        return False

    def _wait_for(self, task, pc, cfa, goes_on):
        self._wait_at(self._session.target.BreakpointCreateByAddress(pc), task.address, cfa, goes_on)

    def _wait_at(self, sb, address, cfa, goes_on):
        self._drop()
        sb.SetScriptCallbackBody(_CALLBACK)
        self._breakpoint = sb
        self._wanted = (address, cfa)
        self._session.breakpoints.set_own(sb, "task-to-finish" if goes_on else "run-to")

    def is_reached(self, frame):
        if self._wanted is None:
            return False
        address, cfa = self._wanted
        return self._session.tasks.current_address() == address and cfa in (None, frame.GetCFA())

    def came_back(self, thread):
        """The task runs again, in the middle of a line: what is left of the step is LLDB's."""
        self._drop()
        self._finish_with = thread.GetIndexID()

    def proceed(self):
        """Sets the program moving once more, within the same step; None where there is nothing special to do."""
        if self._finish_with is None:
            return None
        thread = self._session.process.GetThreadByIndexID(self._finish_with)
        self._finish_with = None
        error = lldb.SBError()
        if self._how == "in":
            thread.StepInto(None, lldb.LLDB_INVALID_LINE_NUMBER, error, lldb.eOnlyDuringStepping)
        else:
            thread.StepOver(lldb.eOnlyDuringStepping, error)
        return error

    def _drop(self):
        if self._breakpoint is not None:
            self._session.breakpoints.forget_own(self._breakpoint)
        self._breakpoint = self._wanted = None

    def _label(self, task):
        return self._session.tasks.label(task)


def reached(frame, location):
    """On LLDB's own thread, without the session's lock."""
    return _current is not None and _current.is_reached(frame)


def _anything_written(thread):
    """Whether any function with lines is left on the stack: else what the task was for has returned."""
    for index in range(_DEEPEST):
        frame = thread.GetFrameAtIndex(index)
        if not frame.IsValid():
            return False
        if frames.location_of(frame.GetLineEntry()) is not None:
            return True
    return True

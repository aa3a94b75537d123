"""Steps that stay with their task: a runtime that switches stacks goes on with somebody else in the middle of a step.

A step ends only where its task is the one that runs. Where the runtime switches to another one, LLDB's part of the step
is dropped, since it takes any stack for its own; the program goes on to the place where the task will. A step into an
await ends in the task that is awaited. Behind the end of a task it goes to who awaits it, else to whoever is next.
"""

import lldb

from .failure import Refused
from . import frames

_CALLBACK = "from bridge import task_steps\nreturn task_steps.reached(frame, bp_loc)"
_SWITCH_CALLBACK = "from bridge import task_steps\nreturn task_steps.switches(frame, bp_loc)"
_DEEPEST = 64
# Behind the end of a task: more places than these where others may go on are not watched.
_MOST_PLACES = 64

# The bridge serves one session per process; the callback that LLDB calls finds it here.
_current = None


class TaskSteps:
    def __init__(self, session):
        global _current
        _current = self
        self._session = session
        # Where the runtime is about to turn to another task: made once, in effect while somebody steps.
        self._switch = None
        self._switch_at = None
        self.clear()

    def clear(self):
        """The motion is over. Its breakpoint went with the others that served it."""
        # The task that the step under way belongs to, by address and id; none in programs without tasks.
        self._task = None
        self._thread = None
        self._how = None
        self._by_instruction = False
        # The frame and the line that the step began in, and where a step out is to end.
        self._frame = None
        self._line = None
        self._destination = None
        self._watches_switch = False
        # What is waited for: LLDB's ids of breakpoints to task (None for any) and frame (None for any).
        self._wanted = {}
        self._breakpoints = []
        self._finish_with = None

    def begin(self, thread, motion):
        """Before a thread steps: which task it runs."""
        self.clear()
        task = self._session.tasks.current()
        if task is not None and self._session.tasks.carrier().GetIndexID() != thread.GetIndexID():
            return
        # Runtimes may make a task of what runs only when there is a second one.
        if task is not None or self._session.tasks.switch() is not None:
            self._begin(task, motion, thread)

    def _begin(self, task, motion, thread):
        self._task = None if task is None else (task.address, task.id)
        self._thread = thread.GetIndexID()
        self._how = motion["how"]
        self._by_instruction = motion["granularity"] == "instruction"
        frame = thread.GetFrameAtIndex(0)
        self._frame = frame.GetCFA()
        self._line = _line_of(frame)
        caller = thread.GetFrameAtIndex(1)
        self._destination = (caller.GetPC(), caller.GetCFA()) if caller.IsValid() else None
        self._make_switch()
        # Who goes into calls by single instructions sees the switch itself.
        self._watches_switch = not (self._by_instruction and self._how == "in")
        self._watch_switch()

    def _make_switch(self):
        place = self._session.tasks.switch()
        if place == self._switch_at:
            return
        if self._switch is not None:
            self._session.target.BreakpointDelete(self._switch.GetID())
        self._switch, self._switch_at = None, place
        if place is not None:
            self._switch = self._session.target.BreakpointCreateByAddress(place)
            self._switch.SetScriptCallbackBody(_SWITCH_CALLBACK)

    def _watch_switch(self):
        """Left as it was at the end of a step, as another one may follow. Whoever switches in vain is not slowed down."""
        wanted = self._watches_switch and not self._wanted
        if self._switch is not None and self._switch.IsEnabled() != wanted:
            self._switch.SetEnabled(wanted)

    def is_switch(self, lldb_id):
        return self._switch is not None and self._switch.GetID() == lldb_id

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
        if not self._wait_for_beginning(task):
            raise Refused(
                "wrong-state", "user", f"{self._label(task)} has not begun;", "set a breakpoint in its function and continue."
            )

    def _wait_for_beginning(self, task):
        sb = self._session.target.BreakpointCreateByName(task.name) if task.name else lldb.SBBreakpoint()
        if sb.IsValid() and sb.GetNumLocations() > 0:
            self._wait_at(sb, task.address, None, False)
            return True
        if sb.IsValid():
            self._session.target.BreakpointDelete(sb.GetID())
        return False

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
        self._drop()
        if now != address:
            return task.state != "running" and task.pc != 0 and self._come_back(task)
        return self._follows_end(thread, task)

    def _follows_end(self, thread, task):
        """Where nothing that has lines is left of the task on the stack, the step goes to who comes after it."""
        if self._by_instruction or _anything_written(thread):
            return False
        return self._follow_waiter(task) or self._follow_next(task)

    def leaves(self):
        """The runtime is about to switch from the task to another one."""
        if self._task is None:
            made = self._session.tasks.current()
            if made is None:
                return
            self._task = (made.address, made.id)
        self._drop()
        address, number = self._task
        task = self._session.tasks.at(address)
        if task is None or task.id != number:
            self._follow_next(None)
        elif task.pc != 0:
            self._come_back(task)
            self._enter_awaited(task)

    def _enter_awaited(self, task):
        """A step in, where the task itself waits: ends in what it waits for, if that runs first."""
        thread = self._session.tasks.thread(task)
        direct = thread is not None and thread.GetFrameAtIndex(0).GetCFA() == self._frame
        awaited = self._session.tasks.at(task.waiting_on) if direct and self._how == "in" else None
        if awaited is None or awaited.address == task.address:
            return
        if awaited.frame_pointer == 0:
            self._wait_for_beginning(awaited)
        elif awaited.pc != 0:
            self._wait_for(awaited, awaited.pc, None, False)

    def _come_back(self, task):
        """To the frame that the step began in, which may have called what the task waits in."""
        if self._how == "out" and self._destination is not None:
            self._wait_for(task, *self._destination, True)
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

    def _follow_next(self, task):
        """To whoever is next, behind the end of a task that nobody awaits; not from the stack that the system made."""
        if task is not None and task.stack_high == 0:
            return False
        places = {}
        for other in self._session.tasks.waiting():
            if other.pc != 0:
                places.setdefault((0, other.name) if other.frame_pointer == 0 else (other.pc, ""), other)
        for (pc, name), other in places.items() if len(places) <= _MOST_PLACES else ():
            if pc == 0:
                self._wait_for_beginning(other)
            else:
                self._wait_for(other, pc, None, False)
        self._wanted = {number: (None, None) for number in self._wanted}
        return True

    def _wait_for(self, task, pc, cfa, goes_on):
        self._wait_at(self._session.target.BreakpointCreateByAddress(pc), task.address, cfa, goes_on)

    def _wait_at(self, sb, address, cfa, goes_on):
        sb.SetScriptCallbackBody(_CALLBACK)
        self._breakpoints.append(sb)
        self._wanted[sb.GetID()] = (address, cfa)
        self._session.breakpoints.set_own(sb, "task-to-finish" if goes_on else "run-to")

    def is_reached(self, frame, number):
        if number not in self._wanted:
            return False
        address, cfa = self._wanted[number]
        if address is None:
            return _line_of(frame) is not None
        return self._session.tasks.current_address() == address and cfa in (None, frame.GetCFA())

    def is_left(self, frame):
        """Whether the task of the step is what is switched from. A step into a switch that has lines is LLDB's."""
        if self._wanted or (self._how == "in" and _line_of(frame) is not None):
            return False
        current = self._session.tasks.current_address()
        if self._task is not None:
            return current == self._task[0]
        return current != 0 and frame.GetThread().GetIndexID() == self._thread

    def came_back(self, thread):
        """
        The task runs again. Answers whether the step is at its end: behind a call that was the last of its line, the
        next one begins. Else it is in the middle of a line, and what is left of the step is LLDB's. A step out is at
        its end in the caller, unless that is the runtime's, which began the task.
        """
        self._drop()
        if self._how == "out":
            task = self._session.tasks.current()
            return task is None or not self._follows_end(thread, task)
        frame = thread.GetFrameAtIndex(0)
        begins = frame.GetLineEntry().GetStartAddress().GetLoadAddress(self._session.target) == frame.GetPC()
        if begins and _line_of(frame) not in (None, self._line):
            return True
        self._finish_with = thread.GetIndexID()
        return False

    def is_under_way(self):
        """Whether the step belongs to a task, or may come to: where it goes is no matter of the code alone."""
        return self._how is not None

    def is_waiting(self):
        """Whether the step is no longer LLDB's, until its task runs again."""
        return bool(self._wanted)

    def go_on(self):
        """Sets the program moving once more, within the same step; None where there is nothing special to do."""
        self._watch_switch()
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
        for sb in self._breakpoints:
            self._session.breakpoints.forget_own(sb)
        self._breakpoints, self._wanted = [], {}

    def _label(self, task):
        return self._session.tasks.label(task)


def reached(frame, location):
    """On LLDB's own thread, without the session's lock."""
    return _current is not None and _current.is_reached(frame, location.GetBreakpoint().GetID())


def switches(frame, location):
    """As above."""
    return _current is not None and _current.is_left(frame)


def _line_of(frame):
    entry = frame.GetLineEntry()
    return None if frames.location_of(entry) is None else (entry.GetFileSpec().fullpath, entry.GetLine())


def _anything_written(thread):
    """Whether any function with lines is left on the stack: else what the task was for has returned."""
    for index in range(_DEEPEST):
        frame = thread.GetFrameAtIndex(index)
        if not frame.IsValid():
            return False
        if frames.location_of(frame.GetLineEntry()) is not None:
            return True
    return True

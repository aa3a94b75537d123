"""The call that memory on a stack belongs to, and word of its return.

Once the call has returned, the same memory serves other calls: whoever watched it would hear of strangers.
"""

import lldb

from . import frames

_CALLBACK = "from bridge import call_guard\nreturn call_guard.reached(frame, bp_loc)"
# How far below the stack pointer a function that calls nothing may keep its variables.
_RED_ZONE = 128

# LLDB's id of the breakpoint at the place of return, to what waits there.
_guards = {}


class CallGuard:
    """Watches over one call. `when_over` is called on LLDB's own thread and must not take the session's lock."""

    def __init__(self, session, owner, caller, task, when_over):
        self._session = session
        # Of the thread, or of the task that has the stack: it may run on, or wait, by the next stop.
        self._task = None if task is None else (task.address, task.id)
        self._thread = owner.GetThread().GetIndexID() if task is None else session.tasks.carrier().GetIndexID()
        self._cfa = owner.GetCFA()
        self.caller_cfa = caller.GetCFA()
        self.when_over = when_over
        self._sb = session.target.BreakpointCreateByAddress(caller.GetPC())
        self._sb.SetThreadIndex(self._thread)
        self._sb.SetScriptCallbackBody(_CALLBACK)
        _guards[self._sb.GetID()] = self

    def remove(self):
        _guards.pop(self._sb.GetID(), None)
        self._session.target.BreakpointDelete(self._sb.GetID())

    def is_over(self):
        """Asked at a stop: a jump out of the call passes by the place of return."""
        for frame in _walk(self._present_thread()):
            if frame.GetCFA() >= self._cfa:
                return frame.GetCFA() != self._cfa
        return True


    def _present_thread(self):
        tasks = self._session.tasks
        task = None if self._task is None else tasks.at(self._task[0])
        if task is not None and task.id == self._task[1] and task.address != tasks.current_address():
            return tasks.thread(task)
        if self._task is not None and task is None:
            # It has ended.
            return None
        return self._session.process.GetThreadByIndexID(self._thread)


def for_address(session, address, when_over):
    """A guard of the call whose part of a stack holds the address; None for memory that outlives calls."""
    if not session.stopped:
        return None
    thread, task = _owning_thread(session, address)
    owner = None
    for frame in _walk(thread):
        if owner is None and frame.GetCFA() > address:
            owner = frame
        # Functions inlined into one another share one part of the stack, and return as one.
        elif owner is not None and frame.GetCFA() != owner.GetCFA() and not frame.IsArtificial():
            return CallGuard(session, owner, frame, task, when_over)
    return None


def _owning_thread(session, address):
    """The thread on whose stack the address is, and the task that has that stack, if it is one's."""
    tasks = session.tasks
    for thread in session.os_threads():
        if _same_region(session, address, thread.GetFrameAtIndex(0).GetSP()):
            current = tasks.current()
            carries = current is not None and tasks.carrier().GetIndexID() == thread.GetIndexID()
            return thread, current if carries else None
    for task in tasks.waiting():
        if task.stack_low <= address < task.stack_high:
            return tasks.thread(task), task
        if task.stack_low == 0 and task.pc != 0 and _same_region(session, address, task.stack_pointer):
            return tasks.thread(task), task
    return None, None


def reached(frame, location):
    guard = _guards.get(location.GetBreakpoint().GetID())
    # A deeper call of the same function returns to the same place, but not to the same caller.
    if guard is not None and frame.GetCFA() == guard.caller_cfa:
        guard.when_over()
    return False


def _walk(thread):
    for index in range(frames.LONGEST_PAGE if thread is not None else 0):
        frame = thread.GetFrameAtIndex(index)
        if not frame.IsValid() or frame.GetCFA() == lldb.LLDB_INVALID_ADDRESS:
            return
        yield frame


def _same_region(session, address, stack_pointer):
    region = lldb.SBMemoryRegionInfo()
    error = session.process.GetMemoryRegionInfo(stack_pointer, region)
    return error.Success() and max(region.GetRegionBase(), stack_pointer - _RED_ZONE) <= address < region.GetRegionEnd()

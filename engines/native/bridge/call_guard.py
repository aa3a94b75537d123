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

    def __init__(self, session, owner, caller, when_over):
        self._session = session
        self._thread = owner.GetThread().GetIndexID()
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
        thread = self._session.process.GetThreadByIndexID(self._thread)
        for frame in _walk(thread):
            if frame.GetCFA() >= self._cfa:
                return frame.GetCFA() != self._cfa
        return True


def for_address(session, address, when_over):
    """A guard of the call whose part of a stack holds the address; None for memory that outlives calls."""
    if not session.stopped:
        return None
    for thread in session.process:
        if not _same_region(session, address, thread.GetFrameAtIndex(0).GetSP()):
            continue
        owner = None
        for frame in _walk(thread):
            if owner is None and frame.GetCFA() > address:
                owner = frame
            # Functions inlined into one another share one part of the stack, and return as one.
            elif owner is not None and frame.GetCFA() != owner.GetCFA() and not frame.IsArtificial():
                return CallGuard(session, owner, frame, when_over)
        return None
    return None


def reached(frame, location):
    guard = _guards.get(location.GetBreakpoint().GetID())
    # A deeper call of the same function returns to the same place, but not to the same caller.
    if guard is not None and frame.GetCFA() == guard.caller_cfa:
        guard.when_over()
    return False


def _walk(thread):
    for index in range(frames.LONGEST_PAGE):
        frame = thread.GetFrameAtIndex(index)
        if not frame.IsValid() or frame.GetCFA() == lldb.LLDB_INVALID_ADDRESS:
            return
        yield frame


def _same_region(session, address, stack_pointer):
    region = lldb.SBMemoryRegionInfo()
    error = session.process.GetMemoryRegionInfo(stack_pointer, region)
    return error.Success() and max(region.GetRegionBase(), stack_pointer - _RED_ZONE) <= address < region.GetRegionEnd()

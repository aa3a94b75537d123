"""Threads that leave a breakpoint, and are led back to it by a signal before they have got anywhere.

LLDB leads a thread over its mark by one instruction. A signal that has come meanwhile, as those of a timer do while people
look at a stop, makes that the first one of its handler; back from there the thread comes to the mark once more, with the
registers that it had. Nobody wants to hear of that, nor is it another hit.
"""

from . import hold, process_status
from .arrivals import registers_of

# A loop that does nothing comes back with the same registers, too. After so many times it is taken for one.
_MOST_TIMES = 200
# Those that libraries of threads have handlers for in many programs, as bits.
_OF_LIBRARIES = 0b11 << 31


class Departures:
    def __init__(self, session):
        self._session = session
        # Id of a thread to its registers, and how often it may come back.
        self._left = {}

    def note(self, places):
        """Before a motion: who is at one of the places."""
        self._left = {}
        there = [thread for thread in self._session.process if thread.GetFrameAtIndex(0).GetPC() in places] if places else []
        if there and self._has_handlers():
            self._left = {thread.GetThreadID(): (registers_of(thread.GetFrameAtIndex(0)), _MOST_TIMES) for thread in there}

    def _has_handlers(self):
        if not hold.is_local(self._session):
            return False
        caught = process_status.caught_signals(self._session.process.GetProcessID())
        return caught is not None and caught & ~_OF_LIBRARIES != 0

    def is_back(self, frame):
        """On LLDB's own thread: whether the thread is where it left, and was only led around by signals."""
        number = frame.GetThread().GetThreadID()
        state, times = self._left.get(number, (None, 0))
        if times == 0 or state != registers_of(frame):
            # It has moved: from now on, it comes to wherever it comes.
            self._left.pop(number, None)
            return False
        self._left[number] = (state, times - 1)
        return True

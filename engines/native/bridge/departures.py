"""Threads that leave a breakpoint, and are led back to it by a signal before they have got anywhere.

LLDB leads a thread over its mark by one instruction. A signal that has come meanwhile, as those of a timer do while people
look at a stop, makes that the first one of its handler; back from there the thread comes to the mark once more, with the
registers that it had. Nobody wants to hear of that, nor is it another hit.

What the system has kept for the way back still lies on the stack then, below what is in use. Without it, the thread has come
to the same place by itself. x86-64 Linux, and handlers that run on the stack of their thread.
"""

import struct

import lldb

from . import hold, process_status
from .arrivals import registers_of

# What was kept may be of an earlier signal, and the thread in a loop that does nothing. After so many times it is taken for that.
_MOST_TIMES = 200
# Of what is kept: the stack pointer and, behind it, the place to go on at; how far below the former it may be, registers for
# floats and vectors included, and what below it belongs to the function (System V ABI: the red zone).
_KEPT = struct.Struct("<QQ")
_DEEPEST, _RED_ZONE = 16384, 128
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
        if not hold.is_local(self._session) or not self._session.target.GetTriple().startswith("x86_64"):
            return False
        caught = process_status.caught_signals(self._session.process.GetProcessID())
        return caught is not None and caught & ~_OF_LIBRARIES != 0

    def is_back(self, frame):
        """On LLDB's own thread: whether the thread is where it left, and was only led around by signals."""
        number = frame.GetThread().GetThreadID()
        state, times = self._left.get(number, (None, 0))
        if times == 0 or state != registers_of(frame) or not self._was_interrupted(frame):
            # It has moved: from now on, it comes to wherever it comes.
            self._left.pop(number, None)
            return False
        self._left[number] = (state, times - 1)
        return True

    def _was_interrupted(self, frame):
        """Whether a signal has come where the thread is."""
        end = frame.GetSP() - _RED_ZONE
        below = self._session.process.ReadMemory(end - _DEEPEST, _DEEPEST, lldb.SBError())
        return below is not None and _KEPT.pack(frame.GetSP(), frame.GetPC()) in below

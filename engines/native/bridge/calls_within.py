"""Calls that conditions and log messages make where everybody takes the program to run.

LLDB does not take it well when an interrupt comes into one. So no interrupt is sent while one is under way, and none is
begun once an interrupt is wanted: the hit then serves as the halt, and is decided there.
"""

import threading


class CallsWithin:
    def __init__(self, session):
        self._session = session
        self._lock = threading.Lock()
        self._under_way = 0

    def is_halt_wanted(self):
        return self._session.halted_by_us or self._session.pause_requested

    def begin_unless_halting(self):
        """On LLDB's own thread: whether a call may be made there, which `end` is the end of."""
        with self._lock:
            if self.is_halt_wanted():
                return False
            self._under_way += 1
            return True

    def end(self):
        with self._lock:
            self._under_way -= 1

    def interrupt(self, process):
        """Answers whether it was sent."""
        with self._lock:
            if self._under_way > 0:
                return False
            process.SendAsyncInterrupt()
            return True

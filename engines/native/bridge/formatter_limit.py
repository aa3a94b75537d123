"""A limit of time for LLDB's formatters, many of which are Python code that believes every number it reads.

Nothing can end code of LLDB itself from outside, but Python code can be made to raise; LLDB then goes on without it.
"""

import sys
import threading
import time

from .first_use import Module

ctypes = Module("ctypes")


class TooLong(BaseException):
    """Raised inside a formatter. Not an Exception: formatters catch those.

    LLDB ends only the one that it was raised in, which may have been called by another by way of LLDB. Once it was raised
    every function that is called raises it again, until the limit is left.
    """

    def __init__(self):
        super().__init__()
        # An exception is made on the thread that it is raised on.
        sys.setprofile(_raise_again)


def _raise_again(frame, event, _):
    if event == "call" and frame.f_code.co_filename != __file__:
        thread = ctypes.c_ulong(threading.get_ident())
        ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(TooLong))


class FormatterLimit:
    """Used with `with` around the calls into LLDB; afterwards `passed` tells whether time ran out."""

    def __init__(self, seconds):
        self._seconds = seconds
        self._end = None
        self._lock = threading.Lock()
        self._thread = ctypes.c_ulong(threading.get_ident())
        self._inside = False
        self.passed = False

    def __enter__(self):
        self._end = time.monotonic() + self._seconds
        self._inside = True
        _watch.over(self)
        return self

    def __exit__(self, kind, error, trace):
        while True:
            try:
                self._leave()
                return kind is TooLong
            except TooLong:
                # It came when all was done already.
                continue

    def _leave(self):
        if self.passed:
            sys.setprofile(None)
        with self._lock:
            self._inside = False
            # One that is on its way and was not delivered yet must not hit whoever runs next.
            ctypes.pythonapi.PyThreadState_SetAsyncExc(self._thread, None)

    def seconds_left(self):
        """0 when the time has come; None when nobody waits any more."""
        return max(0, self._end - time.monotonic()) if self._inside else None

    def strike(self):
        with self._lock:
            if self._inside:
                self.passed = True
                ctypes.pythonapi.PyThreadState_SetAsyncExc(self._thread, ctypes.py_object(TooLong))


class _Watch:
    """
    One thread that looks after all limits: to start one for each would take longer than most formatters do. While there are
    any it looks a few times a second by itself, so that nobody has to wake it up for each.

    Who is still inside is struck again: a formatter may do a lot without calling a function.
    """

    _INTERVAL = 0.25
    _AGAIN = 0.02

    def __init__(self):
        self._changed = threading.Condition()
        self._limits = []
        self._thread = None

    def over(self, limit):
        with self._changed:
            self._limits.append(limit)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="sonde limits", daemon=True)
                self._thread.start()
            elif len(self._limits) == 1:
                self._changed.notify()

    def _run(self):
        while True:
            with self._changed:
                while not self._limits:
                    self._changed.wait()
                due, pause = self._look()
            for limit in due:
                limit.strike()
            time.sleep(pause)

    def _look(self):
        """Those whose time has come, and how long nothing else will. Those that are over are forgotten."""
        left = [(limit, limit.seconds_left()) for limit in self._limits]
        self._limits = [limit for limit, seconds in left if seconds is not None]
        due = [limit for limit, seconds in left if seconds == 0]
        return due, min([self._INTERVAL, *(seconds or self._AGAIN for _, seconds in left if seconds is not None)])


_watch = _Watch()

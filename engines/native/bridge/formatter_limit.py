"""A limit of time for LLDB's formatters, many of which are Python code that believes every number it reads.

Nothing can end code of LLDB itself from outside, but Python code can be made to raise; LLDB then goes on without it.
"""

import ctypes
import threading


class TooLong(BaseException):
    """Raised inside a formatter. Not an Exception: formatters catch those."""


class FormatterLimit:
    """Used with `with` around the calls into LLDB; afterwards `passed` tells whether time ran out."""

    def __init__(self, seconds):
        self._timer = threading.Timer(seconds, self._strike)
        self._timer.daemon = True
        self._lock = threading.Lock()
        self._thread = ctypes.c_ulong(threading.get_ident())
        self._inside = False
        self.passed = False

    def __enter__(self):
        self._inside = True
        self._timer.start()
        return self

    def __exit__(self, kind, error, trace):
        try:
            self._leave()
        except TooLong:
            # It came when all was done already.
            self._leave()
        return kind is TooLong

    def _leave(self):
        self._timer.cancel()
        with self._lock:
            self._inside = False
            # One that is on its way and was not delivered yet must not hit whoever runs next.
            ctypes.pythonapi.PyThreadState_SetAsyncExc(self._thread, None)

    def _strike(self):
        with self._lock:
            if self._inside:
                self.passed = True
                ctypes.pythonapi.PyThreadState_SetAsyncExc(self._thread, ctypes.py_object(TooLong))

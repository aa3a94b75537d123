"""Steps by lines in a library whose lines only its debug file knows (`debug_files.py`).

To LLDB such code has no lines, and a step there is one instruction. The step goes on, instruction by instruction, until it
comes to the beginning of another line, or back to a caller.
"""

import time

import lldb

from . import frames

# A line that goes round and round is left where it is then.
_SECONDS = 2


class LibraryLines:
    def __init__(self, session):
        self._session = session
        self.forget()

    def forget(self):
        # Of the step under way: (how, the frame that it began in, when it is given up); None where it is another's.
        self._step = None
        # The line that is being left.
        self._line = None
        self._again = None

    def begin(self, frame, code, how):
        """A step by lines, in or over. `code`: what is known of the frame that it begins in, None for nothing."""
        self._line = None if code is None or code.has_line else _line_of(code.told.get("location"))
        self._step = None if self._line is None else (how, frame.GetCFA(), time.monotonic() + _SECONDS)

    def goes_on(self, thread):
        """Whether the instruction that LLDB has stepped over was not the last of its line; `go_on` takes the next."""
        if self._step is None:
            return False
        how, cfa, until = self._step
        frame = thread.GetFrameAtIndex(0)
        goes_on = frame.GetCFA() <= cfa and time.monotonic() < until and self._is_within(frame)
        self._again = (thread, how == "over") if goes_on else None
        return goes_on

    def _is_within(self, frame):
        """Whether the frame is in the line that is being left, in none, or in the middle of one, which is left in turn."""
        module = frame.GetModule()
        named = self._session.debug_files.named(frame, frames.module_id(module)) if module.IsValid() else None
        if named is None:
            return False
        line = _line_of(frames.location_of(named.line_entry))
        if line is None or line == self._line:
            return True
        self._line = line
        begins = named.line_entry.GetStartAddress().GetFileAddress()
        return frame.GetPCAddress().GetFileAddress() != begins

    def go_on(self):
        """None where there is no need."""
        if self._again is None:
            return None
        (thread, over), self._again = self._again, None
        error = lldb.SBError()
        thread.StepInstruction(over, error)
        return error


def _line_of(location):
    return None if location is None else (location["path"], location["line"])

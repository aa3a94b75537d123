"""Frames that a signal has made: a handler returns to a few instructions that ask the system to go on as before."""

from . import memory

# mov rax, 15; syscall: the system call `rt_sigreturn` on x86-64. Libraries rarely tell a name for the place.
_RETURN = b"\x48\xc7\xc0\x0f\x00\x00\x00\x0f\x05"
_NAMES = {"__restore_rt", "__kernel_rt_sigreturn", "_sigtramp"}
# A step ends at the beginning of a handler, or in what one calls first.
_DEEPEST = 3


def interrupted(session, thread):
    """The frame that a signal has interrupted, if the thread is in a handler of one; None where it is in none."""
    for index in range(1, 1 + _DEEPEST):
        frame = thread.GetFrameAtIndex(index)
        if not frame.IsValid():
            return None
        if is_return(session, frame):
            below = thread.GetFrameAtIndex(index + 1)
            return below if below.IsValid() else None
    return None


def is_return(session, frame):
    """Whether the frame is at those instructions, which no compiler has written."""
    if frame.GetFunction().IsValid():
        return False
    if frame.GetFunctionName() in _NAMES:
        return True
    data, why = memory.read_range(session, frame.GetPC(), len(_RETURN))
    return why is None and bytes(data) == _RETURN

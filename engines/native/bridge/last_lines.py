"""Steps over the last line of main, or of a thread's first function: what comes after them has no lines to stop at."""

from . import frames

# Libraries have a few functions around those of the program. A longer stack is looked at by whoever steps.
_MOST = 32


def has_line(session, frame, index):
    """Whether the frame at an index of its stack is in a line."""
    code = frames.code_of(session, frame, index)
    if code is None:
        return frames.location_of(frame.GetLineEntry()) is not None
    return "location" in code.told


def is_past(session, thread):
    """Whether no frame up to the bottom of the stack has a line, so that a step would never come to one again."""
    count = thread.GetNumFrames() if not has_line(session, thread.GetFrameAtIndex(0), 0) else 0
    callers = (has_line(session, thread.GetFrameAtIndex(index), index) for index in range(1, count))
    return 0 < count <= _MOST and not any(callers)

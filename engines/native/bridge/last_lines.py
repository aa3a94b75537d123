"""Steps over the last line of main, or of a thread's first function: what comes after them has no lines to stop at."""

from . import frames

# Libraries have a few functions around those of the program. A longer stack is looked at by whoever steps.
_MOST = 32


def has_line(frame, code):
    """Whether a frame is in a line; `code` is what is known of it, None for nothing."""
    return frames.location_of(frame.GetLineEntry()) is not None if code is None else code.has_line


def is_past(session, thread, left_stack):
    """
    Whether no frame up to the bottom of the stack has a line, so that a step would never come to one again. `left_stack`
    is where the stack ended when it began: who is still below was called from there, even where LLDB cannot tell by whom.
    """
    if _has_line_at(session, thread, 0) or thread.GetFrameAtIndex(0).GetSP() <= left_stack:
        return False
    count = thread.GetNumFrames()
    return count <= _MOST and not any(_has_line_at(session, thread, index) for index in range(1, count))


def _has_line_at(session, thread, index):
    frame = thread.GetFrameAtIndex(index)
    return has_line(frame, frames.code_of(session, frame, index))

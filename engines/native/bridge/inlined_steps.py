"""Steps into functions that were inlined where the thread already is: LLDB shows one frame more, and nothing runs."""


def place_of(thread, pc, code):
    """
    Where the next instruction is, and how many of the top frames are functions that were inlined there. `code`: what is
    known of the first, None for nothing.
    """
    return pc, 0 if code is not None and "inlined" not in code.told else _depth(thread)


def _depth(thread):
    depth = 0
    while thread.GetFrameAtIndex(depth).IsInlined():
        depth += 1
    return depth


def has_only_entered(thread, left):
    """Whether such a step has ended, which has come to nothing that was not there before."""
    return left is not None and thread.GetFrameAtIndex(0).GetPC() == left[0] and _depth(thread) > left[1]

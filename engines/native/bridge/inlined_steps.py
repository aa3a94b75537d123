"""Steps into functions that were inlined where the thread already is: LLDB shows one frame more, and nothing runs."""


def place_of(thread):
    """Where the next instruction is, and how many of the top frames are functions that were inlined there."""
    depth = 0
    while thread.GetFrameAtIndex(depth).IsInlined():
        depth += 1
    return thread.GetFrameAtIndex(0).GetPC(), depth


def has_only_entered(thread, left):
    """Whether such a step has ended, which has come to nothing that was not there before."""
    pc, depth = place_of(thread)
    return left is not None and pc == left[0] and depth > left[1]

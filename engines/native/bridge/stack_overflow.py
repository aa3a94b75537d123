"""Whether a thread faulted because its stack is used up: to the system that is a bad address like any other."""

import lldb

from .first_use import Pattern

# What a thread may touch below its stack pointer: the pushed word of a call, or the red zone.
_BELOW = 256
# A function that needs much begins with a stack pointer far below what it touches first.
_LARGEST_FRAME = 16 << 20
_FRAMES_LOOKED_AT = 3
_ADDRESS = Pattern(r"address[=:]\s*(0x[0-9a-fA-F]+)")


def address_of(session, thread, description):
    """The address that a stack overflow faulted at; None for other faults."""
    match = _ADDRESS.search(description)
    frame = thread.GetFrameAtIndex(0)
    if match is None or not frame.IsValid():
        return None
    address, top = int(match[1], 16), frame.GetSP()
    if not top - _BELOW <= address < top + _LARGEST_FRAME:
        return None
    fault = _region(session, address)
    if fault is None or fault.IsWritable():
        return None
    stack = _region(session, fault.GetRegionEnd())
    if stack is None or not stack.IsWritable():
        return None
    frames = (thread.GetFrameAtIndex(index) for index in range(_FRAMES_LOOKED_AT))
    on_it = any(stack.GetRegionBase() <= frame.GetCFA() <= stack.GetRegionEnd() for frame in frames if frame.IsValid())
    return address if on_it else None


def _region(session, address):
    region = lldb.SBMemoryRegionInfo()
    return None if session.process.GetMemoryRegionInfo(address, region).Fail() else region

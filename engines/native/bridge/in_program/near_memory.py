"""Memory for checks, near enough to the code that a jump of five bytes reaches it.

LLDB's own allocation lands where the system likes, which is too far. So the stopped thread makes one system call for us
and is put back as it was.
"""

import struct

import lldb

from .generator import NotInProgram

_PAGE = 4096
SIZE = 16 * _PAGE
# A jump reaches 2 GiB; half of it leaves room for the data that moved instructions refer to.
_REACH = 1 << 30
_MMAP = 9
_PROTECTION = 1 | 2 | 4
_PRIVATE_ANONYMOUS_NOT_OVER_OTHERS = 0x02 | 0x20 | 0x100000
_SYSCALL = b"\x0f\x05"
_REGISTERS = ("rax", "rdi", "rsi", "rdx", "r10", "r8", "r9", "rcx", "r11")


# What an arena begins with (src/code-repair.ts looks for it): these 16 bytes, then the addresses of its hitpoints, up to
# a zero. When LLDB is killed, its marks there have to be taken out of a program that lives on.
_SIGN = b"Sonde's checks\0\0"
_MOST_HITPOINTS = _PAGE // 8 - 3


class Arena:
    """A piece of the program's memory that is ours, handed out behind its first page."""

    def __init__(self, session, start):
        self._session = session
        self.start = start
        self.end = start + SIZE
        self.next = start + _PAGE
        self._hitpoints = 0
        session.process.WriteMemory(start, _SIGN, lldb.SBError())

    def add_hitpoint(self, address):
        if self._hitpoints == _MOST_HITPOINTS:
            raise NotInProgram("there are too many of its kind")
        place = self.start + len(_SIGN) + 8 * self._hitpoints
        self._session.process.WriteMemory(place, pack(address), lldb.SBError())
        self._hitpoints += 1

    def reaches(self, address):
        return abs(self.start - address) < _REACH

    def take(self, size):
        start = (self.next + 15) & ~15
        if start + size > self.end:
            return None
        self.next = start + size
        return start


def make(session, thread, near, step):
    """A new arena. `step` lets the thread run one instruction and comes back when it has."""
    for wanted in _free_places(session, near):
        start = _call(session, thread, wanted, step)
        if start == wanted:
            return Arena(session, start)
    raise NotInProgram("there is no free memory near its code")


def _free_places(session, near):
    """Starts of unmapped ranges, nearest first. A few are enough: the first is nearly always free."""
    regions = session.process.GetMemoryRegions()
    taken = []
    for index in range(regions.GetSize()):
        region = lldb.SBMemoryRegionInfo()
        if regions.GetMemoryRegionAtIndex(index, region) and region.IsMapped():
            taken.append((region.GetRegionBase(), region.GetRegionEnd()))
    taken.sort()
    places = []
    for (_, end), (start, _) in zip(taken, taken[1:] + [(1 << 47, 0)]):
        if start - end >= SIZE + 2 * _PAGE:
            # Not right behind, where the heap may want to grow.
            places.append(start - SIZE - _PAGE)
            places.append(min(end + (1 << 24), start - SIZE - _PAGE))
    reachable = [place & ~(_PAGE - 1) for place in places if abs(place - near) < _REACH and place > 1 << 16]
    return sorted(set(reachable), key=lambda place: abs(place - near))[:4]


def _call(session, thread, wanted, step):
    frame = thread.GetFrameAtIndex(0)
    pc = frame.GetPC()
    saved = {name: frame.FindRegister(name).GetValueAsUnsigned() for name in _REGISTERS}
    error = lldb.SBError()
    original = session.process.ReadMemory(pc, len(_SYSCALL), error)
    if error.Fail():
        raise NotInProgram("its code cannot be read")
    arguments = {
        "rax": _MMAP,
        "rdi": wanted,
        "rsi": SIZE,
        "rdx": _PROTECTION,
        "r10": _PRIVATE_ANONYMOUS_NOT_OVER_OTHERS,
        "r8": 0xFFFFFFFFFFFFFFFF,
        "r9": 0,
    }
    try:
        session.process.WriteMemory(pc, _SYSCALL, error)
        for name, value in arguments.items():
            _set(thread, name, value)
        step(thread)
        return thread.GetFrameAtIndex(0).FindRegister("rax").GetValueAsUnsigned()
    finally:
        session.process.WriteMemory(pc, bytes(original), error)
        for name, value in saved.items():
            _set(thread, name, value)
        thread.GetFrameAtIndex(0).SetPC(pc)


def _set(thread, name, value):
    # The frame is asked for anew: writing a register makes the old one worthless.
    register = thread.GetFrameAtIndex(0).FindRegister(name)
    error = lldb.SBError()
    if not register.SetValueFromCString(hex(value), error):
        raise NotInProgram(f"the register {name} cannot be written")


def pack(value):
    return struct.pack("<Q", value)

"""Memory for checks, near enough to the code that a jump of five bytes reaches it.

LLDB's own allocation lands where the system likes, which is too far. So the stopped thread asks for it.
"""

import struct

import lldb

from . import program_memory, system_call
from .generator import NotInProgram

_PAGE = 4096
SIZE = 16 * _PAGE
# A jump reaches 2 GiB; half of it leaves room for the data that moved instructions refer to.
_REACH = 1 << 30
_MMAP, _MADVISE = 9, 28
_PROTECTION = 1 | 2 | 4
_PRIVATE_ANONYMOUS_NOT_OVER_OTHERS = 0x02 | 0x20 | 0x100000
_WIPED_IN_A_FORK = 18
# What an arena begins with (src/code-repair.ts looks for it): a sign, and a byte that is not 0 as long as checks are to be
# made. It is 0 in a forked process, which has no debugger, and when somebody has to put it to 0 because ours was killed.
_SIGN = b"Sonde's checks\0\0"


class Arena:
    """A piece of the program's memory that is ours, handed out behind its first page."""

    def __init__(self, session, start):
        self.switch = start + len(_SIGN)
        self._start = start
        self._end = start + SIZE
        self._next = start + _PAGE
        program_memory.write(session, start, _SIGN + b"\1")

    def reaches(self, address):
        return abs(self._start - address) < _REACH

    def has_room(self, size):
        return self._next + size <= self._end

    def take(self, size):
        """Whoever takes less in the end gives the rest back by `taken_until`."""
        start = (self._next + 15) & ~15
        if start + size > self._end:
            raise NotInProgram("there are too many of its kind")
        self._next = start + size
        return start

    def taken_until(self, end):
        self._next = end


class Request:
    """
    For an arena near some code, made in the program step by step: whenever a signal comes in between (`Disturbed`), it goes on
    from there the next time. Where memory is free is looked for before, because there may be little time from one signal to
    the next.
    """

    def __init__(self, session, near):
        self._session = session
        self._places = _free_places(session, near)
        self._mapped = None

    def make(self, thread, step):
        """The arena. `step` lets the thread run one instruction and comes back when it has."""
        while self._mapped is None:
            if not self._places:
                raise NotInProgram("there is no free memory near its code")
            wanted = self._places[0]
            made = (wanted, SIZE, _PROTECTION, _PRIVATE_ANONYMOUS_NOT_OVER_OTHERS, 0xFFFFFFFFFFFFFFFF, 0)
            if system_call.make(self._session, thread, step, _MMAP, made) == wanted:
                self._mapped = wanted
            self._places.pop(0)
        if system_call.make(self._session, thread, step, _MADVISE, (self._mapped, _PAGE, _WIPED_IN_A_FORK)) != 0:
            raise NotInProgram("the kernel is too old (before Linux 4.14)")
        return Arena(self._session, self._mapped)


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


def pack(value):
    return struct.pack("<Q", value)

"""Parts of a type that LLDB has lost, with bases or members that it could not read (`readings.py` tells why).

Some are put back by what is known of their library (`lost_fields` in libraries.py), others by another reading. Of the rest it
is said that they are missing: an object without them would look as if it had none.
"""

import lldb

from .first_use import Pattern
from . import libraries

_WHY = "LLDB could not read what the compiler wrote about this part"
_POINTER_SIZE = 8
# What LLDB announces when it has read a type without some member, or without some base.
_LOSS = Pattern(r"unable to be parsed|failed to resolve the base class")


class LostParts:
    """
    LLDB announces that it has lost something, though not of which type. Before that, room that no member takes is taken for
    what a programmer has left free.
    """

    def __init__(self, session):
        self._session = session
        self._announced = lldb.SBListener("sonde.lost")
        session.debugger.GetBroadcaster().AddListener(self._announced, lldb.SBDebugger.eBroadcastBitError)
        self._any = False
        # Names of types that have all their parts, whatever room is between them.
        self._whole = set()

    def note_whole(self, sb_type):
        self._whole.add(sb_type.GetName())

    def whole(self, sb_type):
        """The type as the reading has it that has lost the least of it."""
        gaps = self._gaps(sb_type) if self._has_lost() and libraries.first("lost_fields", sb_type) is None else []
        if not gaps:
            return sb_type
        # A type that a value has does not know where it is from.
        module = self._session.target.FindFirstType(sb_type.GetName()).GetModule()
        for reading in self._session.readings.of(module):
            other = reading.FindFirstType(sb_type.GetName())
            same = other.IsValid() and other.IsTypeComplete() and other.GetByteSize() == sb_type.GetByteSize()
            # Asked for its parts it is completed, and only then are they lost.
            others = _gaps(other) if same and other.GetNumberOfFields() > 0 else gaps
            if len(others) < len(gaps):
                sb_type, gaps = other, others
            if not gaps:
                break
        return sb_type

    def fields(self, table, sb_type):
        """For the table of types: what is to be added to the fields that LLDB has."""
        known = libraries.first("lost_fields", sb_type)
        if known is not None:
            return known(table)
        if not self._has_lost():
            return []
        return [{"name": "?", "type": table.unreadable(_WHY), "bitOffset": start * 8} for start in self._gaps(sb_type)]

    def _gaps(self, sb_type):
        return [] if sb_type.GetName() in self._whole else _gaps(sb_type)

    def _has_lost(self):
        event = lldb.SBEvent()
        while self._announced.GetNextEvent(event):
            message = lldb.SBDebugger.GetDiagnosticFromEvent(event).GetValueForKey("message").GetStringValue(4096)
            self._any = self._any or _LOSS.search(message) is not None
        return self._any


def _gaps(sb_type):
    """Where bytes begin that no part of the type takes and that no alignment explains."""
    size = sb_type.GetByteSize()
    if sb_type.GetTypeClass() == lldb.eTypeClassUnion or sb_type.GetNumberOfVirtualBaseClasses() > 0:
        return []
    parts = _parts(sb_type)
    align = max(1, sb_type.GetByteAlign())
    if not parts:
        return [0] if size > align else []
    gaps, end = [], 0
    for start, behind in parts:
        # Whatever begins at a multiple of a power of two may be aligned to it.
        if start > end and start - end >= (start & -start):
            gaps.append(end)
        end = max(end, behind)
    # Of the type itself it is known, if not by what it has lost.
    return gaps if size - end < max(align, _POINTER_SIZE) else [*gaps, end]


def _parts(sb_type):
    """[(start, end)] in bytes, in their order."""
    found = [(0, _POINTER_SIZE)] if sb_type.IsPolymorphicClass() else []
    members = [sb_type.GetDirectBaseClassAtIndex(at) for at in range(sb_type.GetNumberOfDirectBaseClasses())]
    members += [sb_type.GetFieldAtIndex(at) for at in range(sb_type.GetNumberOfFields())]
    for member in members:
        start = member.GetOffsetInBits()
        bits = member.GetBitfieldSizeInBits() if member.IsBitfield() else member.GetType().GetByteSize() * 8
        found.append((start // 8, (start + bits + 7) // 8))
    return sorted(found)

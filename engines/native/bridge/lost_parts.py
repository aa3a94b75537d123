"""Parts of a type that LLDB has lost, with bases or members that it could not read (`unsafe_formatters.py` tells why).

Those of the library that hold another value are put back by what is known of the library. Of others it is said that they
are missing: an object without them would look as if it had none.
"""

import re

import lldb

from . import holders

_WHY = "LLDB could not read what the compiler wrote about this part"
_POINTER_SIZE = 8
# What LLDB announces when it has read a type without some member, or without some base.
_LOSS = re.compile(r"unable to be parsed|failed to resolve the base class")


class LostParts:
    """
    LLDB announces that it has lost something, though not of which type. Before that, room that no member takes is taken for
    what a programmer has left free.
    """

    def __init__(self, debugger):
        self._announced = lldb.SBListener("sonde.lost")
        debugger.GetBroadcaster().AddListener(self._announced, lldb.SBDebugger.eBroadcastBitError)
        self._any = False

    def fields(self, table, sb_type):
        """For the table of types: what is to be added to the fields that LLDB has."""
        has_none = sb_type.GetNumberOfFields() + sb_type.GetNumberOfDirectBaseClasses() == 0
        holder = holders.of(sb_type) if has_none and _is_inner(sb_type) else None
        if holder is not None:
            return _pointer(table, sb_type, holder) if holder.flag is None else _optional(table, holder)
        if not self._has_lost():
            return []
        return [{"name": "?", "type": table.unreadable(_WHY), "bitOffset": start * 8} for start in _gaps(sb_type)]

    def _has_lost(self):
        event = lldb.SBEvent()
        while self._announced.GetNextEvent(event):
            message = lldb.SBDebugger.GetDiagnosticFromEvent(event).GetValueForKey("message").GetStringValue(4096)
            self._any = self._any or _LOSS.search(message) is not None
        return self._any


def _is_inner(sb_type):
    """The parts of holders that have the members. Where LLDB has lost more it is said, not guessed."""
    return (sb_type.GetName() or "").startswith(("std::__uniq_ptr_impl<", "std::_Optional_payload<"))


def _pointer(table, sb_type, holder):
    pointer = {"name": "_M_head_impl", "type": table.id_of(holder.held), "bitOffset": holder.offset * 8}
    size = sb_type.GetByteSize()
    name = f"std::tuple<{holder.held.GetName()}, {sb_type.GetTemplateArgumentType(1).GetName()}>"
    return [{"name": "_M_t", "type": table.made_struct(name, size, [pointer]), "bitOffset": 0}]


def _optional(table, holder):
    value = {"name": "_M_value", "type": table.id_of(holder.held), "bitOffset": 0}
    storage = table.made_struct(f"_Storage<{holder.held.GetName()}>", holder.flag, [value])
    return [
        {"name": "_M_payload", "type": storage, "bitOffset": 0},
        {"name": "_M_engaged", "type": table.boolean(), "bitOffset": holder.flag * 8},
    ]


def _gaps(sb_type):
    """Where bytes begin that no part of the type takes and that no alignment explains."""
    size = sb_type.GetByteSize()
    if sb_type.GetTypeClass() == lldb.eTypeClassUnion or sb_type.GetNumberOfVirtualBaseClasses() > 0:
        return []
    parts = _parts(sb_type)
    if not parts:
        align = sb_type.GetByteAlign() if hasattr(sb_type, "GetByteAlign") else size
        return [0] if size > max(1, align) else []
    gaps, end = [], 0
    for start, behind in [*parts, (size, size)]:
        # Whatever begins at a multiple of a power of two may be aligned to it.
        if start > end and start - end >= (start & -start):
            gaps.append(end)
        end = max(end, behind)
    return gaps


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

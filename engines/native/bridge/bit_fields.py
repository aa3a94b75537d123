"""Bit fields by the path to them. LLDB gives such a value the bytes around it and no address: its type knows better."""

import re

from . import values

_MEMBER = re.compile(r"^(.+)(\.|->)([A-Za-z_]\w*)$")


class BitField:
    def __init__(self, sb_type, place):
        self.sb_type = sb_type
        # None where the whole is in no memory.
        self.place = place


def find(frame, path):
    """The bit field that a path leads to; None when it leads to something else."""
    found = _MEMBER.match(path)
    if found is None:
        return None
    # Stars and ampersands before a path belong to the whole of it: a bit field has no address and is none.
    whole = frame.GetValueForVariablePath(found.group(1))
    if found.group(2) == "->":
        whole = whole.Dereference()
    if not whole.IsValid():
        return None
    member, offset = _member(whole.GetType(), found.group(3), 0)
    if member is None or not member.IsBitfield():
        return None
    address = values.address_of(whole)
    if address is None:
        return BitField(member.GetType(), None)
    bits = {"offset": offset % 8, "size": member.GetBitfieldSizeInBits()}
    return BitField(member.GetType(), {"memory": hex(address + offset // 8), "bits": bits})


def _member(sb_type, name, base):
    """The member of that name and its offset in bits, also from within unnamed members and bases."""
    whole = sb_type.GetCanonicalType()
    inner = []
    for index in range(whole.GetNumberOfFields()):
        member = whole.GetFieldAtIndex(index)
        if member.GetName() == name:
            return member, base + member.GetOffsetInBits()
        if not member.GetName() and not member.IsBitfield():
            inner.append(member)
    inner.extend(whole.GetDirectBaseClassAtIndex(index) for index in range(whole.GetNumberOfDirectBaseClasses()))
    for member in inner:
        found, offset = _member(member.GetType(), name, base + member.GetOffsetInBits())
        if found is not None:
            return found, offset
    return None, 0

"""Bit fields by the path to them. LLDB gives such a value the bytes around it and no address: its type knows better."""

from .first_use import Pattern
from . import member_offsets, values

_MEMBER = Pattern(r"^(.+)(\.|->)([A-Za-z_]\w*)$")


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
    member, offset = member_offsets.find(whole.GetType(), found.group(3))
    if member is None or not member.IsBitfield():
        return None
    address = values.address_of(whole)
    if address is None:
        return BitField(member.GetType(), None)
    bits = {"offset": offset % 8, "size": member.GetBitfieldSizeInBits()}
    return BitField(member.GetType(), {"memory": hex(address + offset // 8), "bits": bits})


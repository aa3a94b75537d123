"""Where the members of a type lie, also those that it has from unnamed members and from bases."""


def find(sb_type, name, base=0):
    """The member of that name and its offset in bits; (None, 0) when there is none."""
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
        found, offset = find(member.GetType(), name, base + member.GetOffsetInBits())
        if found is not None:
            return found, offset
    return None, 0


def at(sb_type, path):
    """The type of what a path of names leads to, and its offset in bytes; (None, 0) when it leads nowhere."""
    offset = 0
    for name in path:
        member, offset = find(sb_type, name, offset)
        if member is None:
            return None, 0
        sb_type = member.GetType()
    return sb_type, offset // 8


def along(sb_type, path):
    """The offset alone; None when it leads nowhere."""
    found, offset = at(sb_type, path)
    return None if found is None else offset

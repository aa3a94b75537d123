"""What pointers to functions and to members stand for: the name of the function, the place of the member."""

import lldb

from . import function_names, memory, values


def applies_to(sb_type):
    return is_member_pointer(sb_type) or _is_function_pointer(sb_type)


def is_member_pointer(sb_type):
    return sb_type.GetTypeClass() == lldb.eTypeClassMemberPointer


def _is_function_pointer(sb_type):
    return not is_member_pointer(sb_type) and sb_type.IsPointerType() and sb_type.GetPointeeType().GetCanonicalType().IsFunctionType()


def view(session, value, sb_type):
    if _is_function_pointer(sb_type):
        address = value.GetValueAsUnsigned()
        return {} if address == 0 else {"summary": function(session, address)}
    words = _words(session, value, sb_type.GetByteSize() // session.process.GetAddressByteSize())
    if not words:
        return {}
    if len(words) == 1:
        # Nothing lies before the beginning, so that this is what stands for none.
        none = (1 << (8 * session.process.GetAddressByteSize())) - 1
        return {"summary": "null" if words[0] == none else f"offset {words[0]}"}
    if words[0] == 0:
        return {"summary": "null"}
    if words[0] & 1:
        return {"summary": f"virtual function at {words[0] - 1} of the table"}
    return {"summary": function(session, words[0])}


def function(session, address):
    """The name of the function there, where it has one, and the address behind it, as the lens shows pointers."""
    symbol = session.target.ResolveLoadAddress(address)
    function = symbol.GetFunction()
    name = function.GetDisplayName() if function.IsValid() else symbol.GetSymbol().GetDisplayName()
    return f"→ {function_names.short(name)} at {address:#x}" if name else f"{address:#x}"


def _words(session, value, count):
    """LLDB holds only the first of the two words that a pointer to a member function is made of."""
    address = values.address_of(value)
    size = session.process.GetAddressByteSize()
    if address is None:
        return []
    data, why = memory.read_range(session, address, size * count)
    if why is not None:
        return []
    order = "little" if session.process.GetByteOrder() == lldb.eByteOrderLittle else "big"
    return [int.from_bytes(data[at : at + size], order) for at in range(0, len(data), size)]

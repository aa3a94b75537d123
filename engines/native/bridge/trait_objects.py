"""The object behind a pointer that comes with a table of its methods, as `Box<dyn Trait>` does.

Neither says what the object is, but the methods do: each takes it, or a pointer to it, as its first argument.
"""

import lldb

from . import memory

_POINTER, _TABLE = "pointer", "vtable"
# Of a table: what ends the life of the object (0 when nothing is to do), its size and its alignment, then the methods.
_SIZE, _FIRST_METHOD = 1, 3
_MOST_METHODS = 64


def applies_to(sb_type):
    if sb_type.GetTypeClass() != lldb.eTypeClassStruct or sb_type.GetNumberOfFields() != 2:
        return False
    return [sb_type.GetFieldAtIndex(index).GetName() for index in range(2)] == [_POINTER, _TABLE]


def view(session, value):
    """Nothing where the methods do not agree: an optimiser makes one of functions that do the same to other types."""
    pointer = value.GetChildMemberWithName(_POINTER).GetValueAsUnsigned()
    table = value.GetChildMemberWithName(_TABLE)
    actual = _type(session, table)
    if actual is None or pointer == 0:
        return {}
    return {"actual": {"type": session.types.id_of(actual), "place": {"memory": hex(pointer)}, "deferred": True}}


def _type(session, table):
    word = session.process.GetAddressByteSize()
    row = table.GetType().GetPointeeType()
    count = min(row.GetByteSize() // word, _FIRST_METHOD + _MOST_METHODS)
    data, why = memory.read_range(session, table.GetValueAsUnsigned(), count * word)
    if why is not None or count < _FIRST_METHOD:
        return None
    order = "little" if session.process.GetByteOrder() == lldb.eByteOrderLittle else "big"
    words = [int.from_bytes(data[at : at + word], order) for at in range(0, len(data), word)]
    found = [_first_argument(session, code) for code in (words[0], *words[_FIRST_METHOD:]) if code != 0]
    found = [sb_type for sb_type in found if sb_type is not None]
    if not found or any(other != found[0] for other in found) or found[0].GetByteSize() != words[_SIZE]:
        return None
    return found[0]


def _first_argument(session, code):
    """What a method is for; None for what is no method, or does not say."""
    function = session.target.ResolveLoadAddress(code).GetFunction()
    arguments = function.GetType().GetFunctionArgumentTypes() if function.IsValid() else None
    if arguments is None or arguments.GetSize() == 0:
        return None
    first = arguments.GetTypeAtIndex(0).GetCanonicalType()
    return first.GetPointeeType() if first.IsPointerType() else None

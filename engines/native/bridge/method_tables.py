"""The object behind a pointer that comes with a table of its methods (`MethodTable` in libraries.py).

Neither says what the object is, but the methods do: each takes it, or a pointer to it, as its first argument.
"""

import lldb

from . import memory

_MOST_METHODS = 64


def view(session, layout, value):
    """Nothing where the methods do not agree: an optimiser makes one of functions that do the same to other types."""
    pointer = value.GetChildMemberWithName(layout.pointer).GetValueAsUnsigned()
    table = value.GetChildMemberWithName(layout.table)
    actual = _type(session, layout, table)
    if actual is None or pointer == 0:
        return {}
    return {"actual": {"type": session.types.id_of(actual), "place": {"memory": hex(pointer)}, "deferred": True}}


def _type(session, layout, table):
    word = session.process.GetAddressByteSize()
    row = table.GetType().GetPointeeType()
    count = min(row.GetByteSize() // word, layout.first_method + _MOST_METHODS)
    data, why = memory.read_range(session, table.GetValueAsUnsigned(), count * word)
    if why is not None or count < layout.first_method:
        return None
    order = "little" if session.process.GetByteOrder() == lldb.eByteOrderLittle else "big"
    words = [int.from_bytes(data[at : at + word], order) for at in range(0, len(data), word)]
    found = [_first_argument(session, code) for code in (words[0], *words[layout.first_method:]) if code != 0]
    found = [sb_type for sb_type in found if sb_type is not None]
    if not found or any(other != found[0] for other in found) or found[0].GetByteSize() != words[layout.size]:
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

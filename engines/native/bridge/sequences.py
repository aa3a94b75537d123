"""Texts and rows that hold where they begin and how many elements there are (`Sequence` in libraries.py).

LLDB's formatters for such types believe any number they find; here it is looked whether the elements are there.
"""

import lldb

from .first_use import Pattern
from . import memory, values

# A longer text is shown up to there.
_MOST_BYTES = 1 << 20
_TO_ESCAPE = Pattern(r"[\"\\\0-\x1f\x7f]")


def view(session, layout, value, declared=None):
    """`declared`: what the debug information says of its type beyond LLDB."""
    start, count = _word(session, value, layout.start), _word(session, value, layout.count)
    if start is None or count is None:
        return {"trouble": "it cannot be read"}
    start += layout.skip
    size = layout.element.GetByteSize()
    for address in (start, start + count * size - 1) if count > 0 else ():
        if address >= 1 << 64 or memory.read_range(session, address, 1)[1] is not None:
            return {
                "trouble": f"it says that it has {count} elements at {start:#x}, but {address:#x} cannot be read:"
                " it is not initialised yet, or damaged"
            }
    element = session.types.id_of(layout.element, None if declared is None else declared.element())
    answer = {"elements": {"address": hex(start), "element": element, "count": count}}
    return {**answer, "summary": _text(session, layout, start, count)} if layout.escaped is not None else answer


def _word(session, value, offset):
    size = session.process.GetAddressByteSize()
    address = values.address_of(value)
    if address is not None:
        data, why = memory.read_range(session, address + offset, size)
    else:
        error = lldb.SBError()
        data = value.GetData().ReadRawData(error, offset, size)
        why = error.GetCString() if error.Fail() else None
    order = "little" if session.process.GetByteOrder() == lldb.eByteOrderLittle else "big"
    return int.from_bytes(data, order) if why is None and data and len(data) == size else None


def _text(session, layout, start, count):
    data, why = memory.read_range(session, start, min(count, _MOST_BYTES))
    text = _TO_ESCAPE.sub(layout.escaped, data.decode("utf-8", "replace"))
    return f'"{text}"' if why is None and count <= _MOST_BYTES else f'"{text}"…'

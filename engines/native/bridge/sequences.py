"""Texts and rows that hold where they begin and how many elements there are: slices, and what grows like a `Vec`.

The formatters of their compiler show them too, where it is here, but believe any number they find.
"""

from typing import NamedTuple

import lldb

from .first_use import Pattern
from . import member_offsets, memory, values

_TEXT = Pattern(r"(?:^&(?:mut )?|[<* ])str(?:,.*>|>)?$")
_GROWING = Pattern(r"^alloc::vec::Vec<")
_GROWING_TEXT = Pattern(r"^alloc::string::String$")
_START = ("buf", "inner", "ptr", "pointer", "pointer")
# A longer text is shown up to there.
_MOST_BYTES = 1 << 20
_ESCAPED = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0"}
_TO_ESCAPE = Pattern(r"[\"\\\0-\x1f\x7f]")


class Sequence(NamedTuple):
    """Where a type keeps the address of its first element and their number."""

    start: int
    count: int
    element: lldb.SBType
    is_text: bool


def layout_of(sb_type):
    """None for other types, and for those of a library that is made otherwise."""
    if sb_type.GetTypeClass() != lldb.eTypeClassStruct:
        return None
    name = sb_type.GetName() or ""
    if sb_type.GetNumberOfFields() == 2 and sb_type.GetFieldAtIndex(0).GetName() == "data_ptr":
        element = sb_type.GetFieldAtIndex(0).GetType().GetPointeeType()
        return _layout(sb_type, ("data_ptr",), ("length",), element, _TEXT.search(name) is not None)
    if _GROWING_TEXT.match(name):
        whole, _ = member_offsets.find(sb_type, "vec")
        element = None if whole is None else whole.GetType().GetTemplateArgumentType(0)
        return _layout(sb_type, ("vec", *_START), ("vec", "len"), element, True)
    if _GROWING.match(name):
        return _layout(sb_type, _START, ("len",), sb_type.GetTemplateArgumentType(0), False)
    return None


def _layout(sb_type, start, count, element, is_text):
    start, count = member_offsets.along(sb_type, start), member_offsets.along(sb_type, count)
    if start is None or count is None or element is None or element.GetByteSize() == 0:
        return None
    return Sequence(start, count, element, is_text)


def view(session, layout, value):
    start, count = _word(session, value, layout.start), _word(session, value, layout.count)
    if start is None or count is None:
        return {"trouble": "it cannot be read"}
    size = layout.element.GetByteSize()
    for address in (start, start + count * size - 1) if count > 0 else ():
        if address >= 1 << 64 or memory.read_range(session, address, 1)[1] is not None:
            return {
                "trouble": f"it says that it has {count} elements at {start:#x}, but {address:#x} cannot be read:"
                " it is not initialised yet, or damaged"
            }
    answer = {"elements": {"address": hex(start), "element": session.types.id_of(layout.element), "count": count}}
    return {**answer, "summary": _text(session, start, count)} if layout.is_text else answer


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


def _text(session, start, count):
    data, why = memory.read_range(session, start, min(count, _MOST_BYTES))
    text = _TO_ESCAPE.sub(_escaped, data.decode("utf-8", "replace"))
    return f'"{text}"' if why is None and count <= _MOST_BYTES else f'"{text}"…'


def _escaped(found):
    return _ESCAPED.get(found[0]) or f"\\u{{{ord(found[0]):x}}}"

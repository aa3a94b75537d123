"""Texts and rows of Rust: slices, and what grows like a `Vec`.

The formatters of its compiler show them too, where it is here, but believe any number they find.
"""

import lldb

from bridge import member_offsets
from bridge.first_use import Pattern
from bridge.libraries import Sequence

_TEXT = Pattern(r"(?:^&(?:mut )?|[<* ])str(?:,.*>|>)?$")
_GROWING = Pattern(r"^alloc::vec::Vec<")
_GROWING_TEXT = Pattern(r"^alloc::string::String$")
# What owners share, with their number before it: `*const alloc::rc::RcInner<str>`.
_SHARED = Pattern(r"^\*(?:const|mut) alloc::(?:rc::Rc|sync::Arc)(?:Inner|Box)<")
_START = ("buf", "inner", "ptr", "pointer", "pointer")
_ESCAPED = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0"}


def of(sb_type):
    """None for other types, and for those of a library that is made otherwise."""
    if sb_type.GetTypeClass() != lldb.eTypeClassStruct:
        return None
    name = sb_type.GetName() or ""
    if sb_type.GetNumberOfFields() == 2 and sb_type.GetFieldAtIndex(0).GetName() == "data_ptr":
        element = sb_type.GetFieldAtIndex(0).GetType().GetPointeeType()
        shared = _shared(element) if _SHARED.match(name) else None
        element, skip = shared or (element, 0)
        return _layout(sb_type, ("data_ptr",), ("length",), element, _TEXT.search(name) is not None, skip)
    if _GROWING_TEXT.match(name):
        whole, _ = member_offsets.find(sb_type, "vec")
        element = None if whole is None else whole.GetType().GetTemplateArgumentType(0)
        return _layout(sb_type, ("vec", *_START), ("vec", "len"), element, True)
    if _GROWING.match(name):
        return _layout(sb_type, _START, ("len",), sb_type.GetTemplateArgumentType(0), False)
    return None


def _shared(block):
    """The type of the first element of what is shared, and where it lies; None for a block that is made otherwise."""
    for name in ("value", "data"):
        member, offset = member_offsets.find(block, name)
        if member is not None:
            return member.GetType(), offset // 8
    return None


def _layout(sb_type, start, count, element, is_text, skip=0):
    start, count = member_offsets.along(sb_type, start), member_offsets.along(sb_type, count)
    if start is None or count is None or element is None or element.GetByteSize() == 0:
        return None
    return Sequence(start, count, element, _escaped if is_text else None, skip)


def _escaped(found):
    return _ESCAPED.get(found[0]) or f"\\u{{{ord(found[0]):x}}}"

"""Types of GNU's C++ library whose values hold one other: smart pointers, optional values. Where it lies in them.

It is told by the arguments of the type and by sizes alone: LLDB does not always know the members (`unsafe_formatters.py`).
"""

from typing import NamedTuple

import lldb

from .first_use import Pattern

_POINTER = Pattern(r"^std::(?:unique_ptr|__uniq_ptr_impl)<")
_OPTIONAL = Pattern(r"^std::(?:optional|_Optional_payload)<")


class Holder(NamedTuple):
    """What a type of holder holds."""

    held: lldb.SBType
    # Of what it holds, from where it begins.
    offset: int
    # Of the byte that tells whether it holds anything; None for a pointer.
    flag: int | None


def of(sb_type):
    """None for a type that is no holder, or not as the library makes it."""
    name = sb_type.GetName() or ""
    if _POINTER.match(name):
        return _pointer(sb_type)
    return _optional(sb_type) if _OPTIONAL.match(name) else None


def _pointer(sb_type):
    """The last of its parts: what it is deleted by comes before it, and takes no room where it has no state."""
    element = sb_type.GetTemplateArgumentType(0).GetCanonicalType()
    pointer = sb_type.GetTemplateArgumentType(1).GetCanonicalType().FindDirectNestedType("pointer").GetCanonicalType()
    if not pointer.IsValid():
        pointer = (element.GetArrayElementType() if element.IsArrayType() else element).GetPointerType()
    room = sb_type.GetByteSize() - pointer.GetByteSize()
    return Holder(pointer, room, None) if pointer.IsPointerType() and room >= 0 else None


def _optional(sb_type):
    """The flag lies behind the value, in room that is as large as the value is aligned."""
    held = sb_type.GetTemplateArgumentType(0)
    size = held.GetByteSize()
    room = sb_type.GetByteSize() - size
    fits = size > 0 and room > 0 and room & (room - 1) == 0 and size % room == 0
    return Holder(held, 0, size) if fits else None

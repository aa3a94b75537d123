"""Types of GNU's C++ library whose values hold one other: smart pointers, optional values. Where it lies in them.

It is told by the arguments of the type and by sizes alone: LLDB does not always know the members (`unsafe_formatters.py`).
"""

from bridge.first_use import Pattern
from bridge.libraries import Holder

_POINTER = Pattern(r"^std::(?:unique_ptr|__uniq_ptr_impl)<")
_OPTIONAL = Pattern(r"^std::(?:optional|_Optional_payload)<")


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


def lost_fields(sb_type):
    """Of a part of a holder that should have members, and has none. Where more is lost it is said, not guessed."""
    is_inner = (sb_type.GetName() or "").startswith(("std::__uniq_ptr_impl<", "std::_Optional_payload<"))
    has_none = sb_type.GetNumberOfFields() + sb_type.GetNumberOfDirectBaseClasses() == 0
    holder = of(sb_type) if is_inner and has_none else None
    if holder is None:
        return None
    return lambda table: _pointer_fields(table, sb_type, holder) if holder.flag is None else _optional_fields(table, holder)


def _pointer_fields(table, sb_type, holder):
    pointer = {"name": "_M_head_impl", "type": table.id_of(holder.held), "bitOffset": holder.offset * 8}
    size = sb_type.GetByteSize()
    name = f"std::tuple<{holder.held.GetName()}, {sb_type.GetTemplateArgumentType(1).GetName()}>"
    return [{"name": "_M_t", "type": table.made_struct(name, size, [pointer]), "bitOffset": 0}]


def _optional_fields(table, holder):
    value = {"name": "_M_value", "type": table.id_of(holder.held), "bitOffset": 0}
    storage = table.made_struct(f"_Storage<{holder.held.GetName()}>", holder.flag, [value])
    return [
        {"name": "_M_payload", "type": storage, "bitOffset": 0},
        {"name": "_M_engaged", "type": table.boolean(), "bitOffset": holder.flag * 8},
    ]

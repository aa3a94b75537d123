"""What holders hold (`Holder` in libraries.py), and paths that lead through them: their `*` and `->` LLDB could only call."""

import lldb

from .failure import Refused
from .first_use import Pattern
from . import libraries, values

_OPERATORS = ("", "*", "&")
_STEP = Pattern(r"->|\[")


def find(frame, path):
    """The value that a path leads to; None when no holder is on the way, or it leads nowhere."""
    whole = path.lstrip("&*")
    operator = path[: len(path) - len(whole)]
    if operator not in _OPERATORS or (operator != "*" and _STEP.search(whole) is None):
        return None

    def look(text):
        return frame.GetValueForVariablePath(text, lldb.eNoDynamicValues)

    passed = False
    while (found := _first(look, whole)) is not None:
        held, whole, passed = found[0], found[1], True
        look = held.GetValueForExpressionPath
    value = look(whole)
    if operator == "*" and value.IsValid() and (held := target(value, whole)) is not None:
        return held
    if not passed or not value.IsValid():
        return None
    if operator == "":
        return value
    return value.Dereference() if operator == "*" else value.AddressOf()


def _first(look, path):
    """What the first holder of a path leads to, and the way on from there."""
    for step in _STEP.finditer(path, 1):
        before, behind = path[: step.start()], path[step.end() :]
        whole = look(before)
        if not whole.IsValid():
            continue
        held = pointer_in(whole) if step[0] == "[" else target(whole, before.lstrip("."))
        if held is not None:
            return held, f"[{behind}" if step[0] == "[" else f".{behind}"
    return None


def pointer_in(value):
    """The pointer that a smart pointer is made of; None for a value that is none, or in no memory."""
    holder, address = _holder(value)
    return None if holder is None or holder.flag is not None else _at(value, address + holder.offset, holder.held)


def target(value, name):
    """What `*` and `->` mean for a holder; None for a value that is none, or in no memory."""
    holder, address = _holder(value)
    if holder is None:
        return None
    held = _at(value, address + holder.offset, holder.held)
    if holder.flag is None and held.GetValueAsUnsigned() == 0:
        raise Refused("bad-expression", "user", f"{name} is null.")
    if holder.flag is None:
        return held.Dereference()
    flag = value.GetProcess().ReadMemory(address + holder.flag, 1, lldb.SBError())
    if flag == b"\0":
        raise Refused("bad-expression", "user", f"{name} holds no value.")
    return held


def _holder(value):
    """What is known of its type, and where it lies; (None, 0) for one that is none, or in no memory."""
    sb_type = value.GetType().GetCanonicalType()
    is_reference = sb_type.IsReferenceType()
    meant = sb_type.GetDereferencedType() if is_reference else sb_type
    holder = libraries.first("holder", meant.GetUnqualifiedType())
    address = None if holder is None else value.GetValueAsUnsigned() if is_reference else values.address_of(value)
    return (None, 0) if address is None else (holder, address)


def _at(value, address, sb_type):
    target = value.GetTarget()
    held = target.CreateValueFromAddress("held", lldb.SBAddress(address, target), sb_type)
    # By its declared type: LLDB does not find the members of a virtual base in what an object really is.
    held.SetPreferDynamicValue(lldb.eNoDynamicValues)
    return held

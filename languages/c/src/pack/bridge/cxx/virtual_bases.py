"""Methods of objects with virtual bases: LLDB takes wrong rows of their tables, and calls some other function, be it the one
that ends the object's life. Written with the class that the object really is of, the same call needs no table.
"""

import lldb

from bridge.failure import Refused
from bridge.first_use import Pattern

_CALL = Pattern(r"(?<![\w.:>])(?P<path>[A-Za-z_]\w*(?:(?:\.|->)[A-Za-z_]\w*)*)(?P<by>\.|->)(?P<method>[A-Za-z_]\w*)(?=\s*\()")
# A class that LLDB's evaluator knows by its name.
_CLASS = Pattern(r"\w+(?:::\w+)*")
_DEEPEST = 32


def spelled_out(frame, text):
    """The text with such calls written out."""
    return _CALL.sub(lambda call: _written(frame, call) or call[0], text)


def _written(frame, call):
    value = frame.GetValueForVariablePath(call["path"], lldb.eNoDynamicValues)
    if not value.IsValid() or value.GetError().Fail():
        return None
    is_object = not value.GetType().IsPointerType() and not value.GetType().IsReferenceType()
    declared = _class_of(value)
    if not _has_virtual_base(declared):
        return None
    if is_object:
        return f"{call['path']}.{_name_of(declared, call)}::{call['method']}"
    # What it refers to may be of a class that is derived from the declared one.
    value = value.GetDynamicValue(lldb.eDynamicDontRunTarget)
    actual, address = _class_of(value), value.GetValueAsUnsigned()
    if value.GetType().IsReferenceType():
        address = value.Dereference().GetLoadAddress()
    name = _name_of(actual, call)
    return f"(({name} *){address:#x})->{name}::{call['method']}"


def _class_of(value):
    sb_type = value.GetType().GetCanonicalType()
    if sb_type.IsPointerType() or sb_type.IsReferenceType():
        sb_type = sb_type.GetPointeeType().GetCanonicalType()
    return sb_type.GetUnqualifiedType()


def _name_of(sb_type, call):
    name = sb_type.GetName() or ""
    if _CLASS.fullmatch(name) is None:
        what = f"{call['path']}{call['by']}{call['method']}"
        raise Refused("bad-expression", "user", f"{what} cannot be called: {name} has virtual bases, and no plain name.")
    return name


def _has_virtual_base(sb_type, depth=0):
    if sb_type.GetNumberOfVirtualBaseClasses() > 0:
        return True
    bases = (sb_type.GetDirectBaseClassAtIndex(index).GetType() for index in range(sb_type.GetNumberOfDirectBaseClasses()))
    return depth < _DEEPEST and any(_has_virtual_base(base.GetCanonicalType(), depth + 1) for base in bases)

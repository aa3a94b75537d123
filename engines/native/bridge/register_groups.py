"""Registers beyond the general ones, in the groups that LLDB has them in: floating point, vectors. Read when somebody looks."""

import lldb

from .failure import Refused
from .first_use import Pattern
from . import frames, scopes, values

_KEY = Pattern(r"registers:(\d+):(.*)")
_X87 = Pattern(r"st\d+$")
# What people keep in vectors, by the letter of its kind and its bits: LLDB's type, and its size.
_LANES = (
    ("f32", lldb.eBasicTypeFloat, 4),
    ("f64", lldb.eBasicTypeDouble, 8),
    ("u8", lldb.eBasicTypeUnsignedChar, 1),
    ("u32", lldb.eBasicTypeUnsignedInt, 4),
    ("u64", lldb.eBasicTypeUnsignedLongLong, 8),
)
_SMALLEST_VECTOR = 16
_LONG_DOUBLE = 16


def of(session, frame):
    """What is told of the groups: they are the same in every frame."""
    sets = frame.GetRegisters()
    groups = [(at, sets.GetValueAtIndex(at)) for at in range(1, sets.GetSize())]
    return [{"name": group.GetName(), "number": at, "count": group.GetNumChildren()} for at, group in groups]


def children(session, key, start, count):
    """Registers of a group; None for a key of something else."""
    found = _KEY.fullmatch(key)
    if found is None:
        return None
    group = frames.find(session, found[2]).GetRegisters().GetValueAtIndex(int(found[1]))
    if not group.IsValid():
        raise Refused("not-found", "user", "this machine has no such registers.")
    listed = [group.GetChildAtIndex(at) for at in range(start, min(start + count, group.GetNumChildren()))]
    return [_told(session, found[2], item) for item in listed]


def _told(session, frame_name, register):
    told = {"name": register.GetName(), "value": _described(session, frame_name, register)}
    # In an expression a vector is one of bytes, which has none of the parts that are shown here.
    return told if register.GetByteSize() >= _SMALLEST_VECTOR else {**told, "path": f"${register.GetName()}"}


def _described(session, frame_name, register):
    described = scopes.register_value(session, frame_name, register)
    if "bytes" not in described:
        return described
    size, name = register.GetByteSize(), register.GetName()
    if _X87.match(name):
        data = values.decode(described["bytes"]).ljust(_LONG_DOUBLE, b"\0")
        return {"type": _basic(session, lldb.eBasicTypeLongDouble), "bytes": values.encode(data)}
    if size >= _SMALLEST_VECTOR:
        return {"type": _vector(session, size), "bytes": described["bytes"]}
    return described


def _vector(session, size):
    """The same bytes, by what may be in them."""
    fields = [
        {"name": name, "type": session.types.id_of(_sb_basic(session, kind).GetArrayType(size // each)), "bitOffset": 0}
        for name, kind, each in _LANES
    ]
    return session.types.made_struct(f"vector{size * 8}", size, fields)


def _basic(session, kind):
    return session.types.id_of(_sb_basic(session, kind))


def _sb_basic(session, kind):
    return session.target.GetBasicType(kind)

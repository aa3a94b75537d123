"""What a frame can see: arguments, locals of its blocks, variables of the file, registers."""

import re

import lldb

from .failure import Refused
from . import frames, values

# Slots of variables that live in no memory: numbered once per declaration, so that a place is the same in every stop.
_slots = {}

# Where compilers keep the lengths of variable-length arrays: variables to LLDB, but nobody wrote them.
_OF_THE_COMPILER = re.compile(r"^__vla_expr\d+$")


def scopes(session, frame_name):
    frame = frames.find(session, frame_name)
    seen = set()
    parameters, local = [], []
    for value in block_variables(frame):
        entry = _named(session, frame_name, value, seen)
        (parameters if value.GetValueType() == lldb.eValueTypeVariableArgument else local).append(entry)
    found = _returned(session, frame)
    if parameters:
        found.append({"name": "Arguments", "kind": "arguments", "variables": parameters})
    found.append({"name": "Locals", "kind": "locals", "variables": local})
    file_level = [_named(session, frame_name, value, seen) for value in file_variables(frame)]
    if file_level:
        found.append({"name": "Globals", "kind": "globals", "variables": file_level})
    found.append(
        {"name": "Registers", "kind": "registers", "expensive": True, "variables": registers(session, frame)}
    )
    return found


def _returned(session, frame):
    """What the function returned that the thread has just come out of; seen from where it came to."""
    told = session.returned.get(frame.GetThread().GetIndexID()) if frame.GetFrameID() == 0 else None
    if told is None:
        return []
    function, value = told
    name = function if function and function.endswith(")") else f"{function or 'function'}()"
    return [{"name": "Return value", "kind": "returnValue", "variables": [{"name": name, "value": value}]}]


def block_variables(frame):
    """Innermost block first. A variable of an inner block comes before the one it hides."""
    block = frame.GetBlock()
    while block.IsValid():
        for value in block.GetVariables(frame, True, True, True, lldb.eNoDynamicValues):
            if not _OF_THE_COMPILER.match(value.GetName() or ""):
                yield value
        # Beyond the block of an inlined function lie the variables of the frame that called it.
        if block.IsInlined():
            return
        block = block.GetParent()


def file_variables(frame):
    """LLDB counts variables of the file that every thread has its own of among the locals."""
    inner = {_declaration(value) for value in block_variables(frame)}
    for value in frame.GetVariables(False, True, True, True):
        if _declaration(value) not in inner:
            yield value


def _declaration(value):
    declared = value.GetDeclaration()
    return (value.GetName(), declared.GetFileSpec().fullpath, declared.GetLine(), declared.GetColumn())


def _named(session, frame_name, value, seen):
    name = value.GetName() or "?"
    if name in seen:
        # Hidden by an inner declaration: shown with where it was declared, so that the two can be told apart.
        declared = value.GetDeclaration()
        name = f"{name} @ {declared.GetFileSpec().GetFilename()}:{declared.GetLine()}"
        path = None
    else:
        path = name
    seen.add(value.GetName() or "?")
    entry = {"name": name, "value": values.describe(session, value, slot_place(frame_name, value))}
    if path is not None:
        entry["path"] = path
    declared = frames.location_of(value.GetDeclaration())
    if declared is not None:
        entry["declared"] = declared
    return entry


def slot_place(frame_name, value):
    return {"frame": frame_name, "slot": _slots.setdefault(_slot_key(frame_name, value), len(_slots))}


def _slot_key(frame_name, value):
    declared = value.GetDeclaration()
    function = frame_name.rsplit(":", 1)[-1]
    return (function, value.GetName(), declared.GetLine(), declared.GetColumn())


def find_slot(session, frame_name, slot):
    frame = frames.find(session, frame_name)
    for value in block_variables(frame):
        if _slots.get(_slot_key(frame_name, value)) == slot:
            return value
    for value in file_variables(frame):
        if _slots.get(_slot_key(frame_name, value)) == slot:
            return value
    raise Refused("not-found", "user", "that variable is not in scope here.")


def registers(session, frame):
    """Named at every stop and read only when somebody looks: reading all of them would cost more than the rest."""
    if session.register_names is None:
        session.register_names = _register_names(session, frame)
    frame_name = frames.identity(session, frame)
    size = session.process.GetAddressByteSize()
    type_id = session.types.unsigned(size)
    return [
        {
            "name": name,
            "value": {"type": type_id, "place": {"frame": frame_name, "register": name}, "deferred": True},
        }
        for name in session.register_names
    ]


def _register_names(session, frame):
    sets = frame.GetRegisters()
    if sets.GetSize() == 0:
        return []
    # The first set is the general one. Vector registers, and parts of registers (eax of rax), are read by name when
    # somebody asks for them.
    size = session.process.GetAddressByteSize()
    return [register.GetName() for register in sets.GetValueAtIndex(0) if register.GetByteSize() == size]


def register_value(session, frame_name, register):
    size = register.GetByteSize()
    described = {
        "type": session.types.unsigned(size),
        "place": {"frame": frame_name, "register": register.GetName()},
    }
    error = lldb.SBError()
    data = register.GetData().ReadRawData(error, 0, size) if size > 0 else None
    if error.Fail() or data is None:
        return {**described, "unavailable": error.GetCString() or "this frame does not know it"}
    return {**described, "bytes": values.encode(data)}


def names(session, frame_name):
    """What an expression may name in a frame, innermost first."""
    frame = frames.find(session, frame_name)
    found = []
    for value in block_variables(frame):
        parameter = value.GetValueType() == lldb.eValueTypeVariableArgument
        found.append(_visible(session, value, "parameter" if parameter else "local"))
    found.extend(_visible(session, value, "global") for value in file_variables(frame))
    return found


def _visible(session, value, kind):
    return {"name": value.GetName() or "?", "type": values.type_of(session, value), "kind": kind}

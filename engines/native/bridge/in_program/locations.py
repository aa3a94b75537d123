"""Where variables lie, so surely that code may rely on it in every activation to come.

At a stop LLDB knows the address of a variable, but not how it came to it; the address alone could be a coincidence of
this one activation. So its listing of the debug information has to agree: a fixed distance from the frame, in a
function that keeps its frame in rbp.
"""

import lldb

from .. import scopes, values, variable_plans
from .generator import Location, NotInProgram


def locator(session, frame):
    """A function from names to locations for the code at the frame's place."""
    base = frame.FindRegister("rbp").GetValueAsUnsigned()
    keeps_frame = frame.GetCFA() == base + 16
    listed = variable_plans.listed_distances(session, frame)

    known = {}

    def locate(name):
        if name not in known:
            known[name] = found(name)
        return known[name]

    def found(name):
        value = scopes.variable_named(frame, name)
        address = None if value is None else values.address_of(value)
        if address is None:
            raise NotInProgram(f"{name} is not in memory")
        if value.GetValueType() in (lldb.eValueTypeVariableGlobal, lldb.eValueTypeVariableStatic):
            return Location(False, address)
        if not keeps_frame:
            raise NotInProgram("its function keeps no frame pointer (compiler option -fno-omit-frame-pointer)")
        offset = address - base
        # Relative to rbp itself, or to where it was pushed, as compilers differ.
        if not {offset, offset - 16} & listed.get(name, set()):
            raise NotInProgram(f"{name} does not always lie in the same place of its frame")
        return Location(True, offset)

    return locate

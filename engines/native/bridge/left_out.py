"""Variables that the linker left out of the program: whatever is read by their names belongs to something else.

A linker that drops what nobody uses leaves it in the debug information, at the very beginning of the file.
"""

import lldb

from .failure import Refused
from .first_use import Pattern
from . import scopes

WHY = "the linker left it out of the program"
_OF_FILES = (lldb.eValueTypeVariableGlobal, lldb.eValueTypeVariableStatic)
# Names that stand for values: no members, and nothing whose size alone is asked for.
_NAME = Pattern(
    r"(?:\.|->)\s*\w+|\bsizeof\s*\(?\s*[A-Za-z_]\w*|\d\w*|\"(?:[^\"\\]|\\.)*\""
    r"|(?P<name>(?:::)?[A-Za-z_]\w*(?:::\w+)*)"
)


def is_left_out(value):
    """Of a variable; a part of one lies somewhere behind the beginning."""
    return value.GetValueType() in _OF_FILES and value.GetAddress().IsValid() and value.GetAddress().GetFileAddress() == 0


def named_in(frame, text):
    """The first such variable that an expression names; None where there is none."""
    for found in _NAME.finditer(text):
        name = found["name"]
        value = None if name is None else scopes.variable_named(frame, name)
        if value is not None and is_left_out(value):
            return name
    return None


def refuse(frame, text):
    name = None if frame is None else named_in(frame, text)
    if name is not None:
        raise Refused("bad-expression", "user", f"{name} cannot be read: {WHY}.")

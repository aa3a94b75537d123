"""Enumerators by their names alone: LLDB's evaluator finds them only by way of their enumeration."""

import re

import lldb

from .first_use import Pattern

_UNDECLARED = Pattern(r"use of undeclared identifier '(\w+)'")
_LITERAL = r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'"

# How many modules were searched, and what was found in them: name to how LLDB understands it.
_found = (0, {})


def spelled_out(session, text, error):
    """The text with the enumerator written out that an error is about; None when it is about something else."""
    undeclared = _UNDECLARED.search(error)
    name = None if undeclared is None else undeclared.group(1)
    meaning = None if name is None else _all(session).get(name)
    if meaning is None:
        return None
    pattern = Pattern(rf"{_LITERAL}|(?<!\.)(?<!->)\b{name}\b")
    written = pattern.sub(lambda found: meaning if found.group(0) == name else found.group(0), text)
    return None if written == text else written


def has(session, name):
    """Whether some enumeration has one of this name."""
    return name in _all(session)


def _all(session):
    global _found
    modules = session.target.GetNumModules()
    if _found[0] != modules:
        _found = (modules, _search(session))
    return _found[1]


def _search(session):
    found = {}
    for module in session.target.module_iter():
        types = module.GetTypes(lldb.eTypeClassEnumeration)
        for index in range(types.GetSize()):
            for name, meaning in _of_type(types.GetTypeAtIndex(index)):
                # Two files may give one name two meanings: then nobody can say which is meant.
                found[name] = meaning if found.get(name, meaning) == meaning else None
    return found


def _of_type(sb_type):
    type_name = sb_type.GetName() or ""
    # Unnamed enumerations are called by where they are, which is no way to write them.
    cast = f"({type_name})" if re.fullmatch(r"\w+(?:::\w+)*", type_name) else ""
    members = sb_type.GetEnumMembers()
    for index in range(members.GetSize()):
        member = members.GetTypeEnumMemberAtIndex(index)
        yield member.GetName(), f"({cast}({member.GetValueAsSigned()}))"

"""Enumerators by their names alone: LLDB's evaluator finds them only by way of their enumeration."""

from typing import NamedTuple

import lldb

from .first_use import Pattern

_UNDECLARED = Pattern(r"use of undeclared identifier '(\w+)'")
_LITERAL = r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'"

_PLAIN_NAME = Pattern(r"\w+(?:::\w+)*")
_SEPARATOR = "::"

# How many modules were searched, and what was found in them: name to the enumerator, None for one with several meanings.
_found = (0, {})


class Enumerator(NamedTuple):
    sb_type: lldb.SBType
    # How LLDB understands it.
    meaning: str


def spelled_out(session, text, error):
    """The text with the enumerator written out that an error is about; None when it is about something else."""
    undeclared = _UNDECLARED.search(error)
    name = None if undeclared is None else undeclared.group(1)
    meant = None if name is None else named(session, name)
    if meant is None:
        return None
    pattern = Pattern(rf"{_LITERAL}|(?<!\.)(?<!->)\b{name}\b")
    written = pattern.sub(lambda found: meant.meaning if found.group(0) == name else found.group(0), text)
    return None if written == text else written


def has(session, name):
    """Whether some enumeration has one of this name."""
    return name in _all(session)


def named(session, name):
    """By its name alone, by that of its enumeration before it, or of what that is in; None where nobody can tell."""
    return _all(session).get(name.removeprefix(_SEPARATOR))


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
            for name, enumerator in _of_type(types.GetTypeAtIndex(index)):
                # Two files may give one name two meanings: then nobody can say which is meant.
                before = found.get(name, enumerator)
                found[name] = enumerator if before is not None and before.meaning == enumerator.meaning else None
    return found


def _of_type(sb_type):
    type_name = sb_type.GetName() or ""
    # Unnamed enumerations are called by where they are, which is no way to write them.
    is_named = _PLAIN_NAME.fullmatch(type_name) is not None
    cast = f"({type_name})" if is_named else ""
    outer = type_name.rpartition(_SEPARATOR)[0] if is_named else ""
    members = sb_type.GetEnumMembers()
    for index in range(members.GetSize()):
        member = members.GetTypeEnumMemberAtIndex(index)
        name, enumerator = member.GetName(), Enumerator(sb_type, f"({cast}({member.GetValueAsSigned()}))")
        yield name, enumerator
        if is_named:
            yield f"{type_name}{_SEPARATOR}{name}", enumerator
        if outer:
            yield f"{outer}{_SEPARATOR}{name}", enumerator

"""Fields whose names are numbers, as those of tuples: `t.0` where the debug information has a prefix before the number."""

import re

from .failure import Refused
from .first_use import Pattern
from . import libraries

_TOKEN = Pattern(
    r"""(?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)')
    |(?P<number>\d[\w]*(?:\.\d\w*)?(?:(?<=[eE])[+-]\d+)?)
    |(?P<name>[A-Za-z_$]\w*)
    |(?P<field>(?:\s*\.\s*\d+)+(?!\w))
    |(?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
_CLOSING = {")", "]"}


def numbered(fields):
    """Fields under the names that the program has for them."""
    for prefix in _prefixes().values():
        if fields and all(field["name"] == f"{prefix}{nth}" for nth, field in enumerate(fields)):
            return [{**field, "name": str(nth)} for nth, field in enumerate(fields)]
    return fields


def _prefixes():
    """Of each language that has such fields, by LLDB's number."""
    dialects = libraries.told("dialect")
    return {dialect.language: dialect.numbered_fields for dialect in dialects if dialect.numbered_fields is not None}


def spelled_out(frame, text):
    """
    The text with fields by the names that LLDB knows. It would take `.1` for a number, and answer with that: where there
    are no such fields, they are refused.
    """
    if frame is None or "." not in text:
        return text
    found = _fields_of(text)
    if not found:
        return text
    prefix = _prefixes().get(frame.GetCompileUnit().GetLanguage())
    if prefix is None:
        raise Refused("bad-expression", "user", f"{found[0][0].strip()} is not the name of a field.")
    return _with_names(text, found, prefix)


def spelled_out_at(breakpoint, text):
    """The same for the text of a condition, which LLDB refuses itself where there are no such fields."""
    units = (location.GetAddress().GetCompileUnit() for location in breakpoint)
    known = _prefixes()
    prefixes = {known.get(unit.GetLanguage()) for unit in units if unit.IsValid()}
    if len(prefixes) != 1 or None in prefixes:
        return text
    return _with_names(text, _fields_of(text), prefixes.pop())


def _fields_of(text):
    """Where numbers stand behind a point that stands behind a value: in `t.0.1 + 0.5` that is `.0.1`."""
    found, before = [], ""
    for token in _TOKEN.finditer(text):
        if token.lastgroup == "field" and (before == "name" or before in _CLOSING):
            found.append(token)
        if not token[0].isspace():
            before = token[0] if token.lastgroup == "other" else token.lastgroup
    return found


def _with_names(text, fields, prefix):
    written, end = [], 0
    for field in fields:
        written += text[end : field.start()], re.sub(r"\s*\.\s*(\d+)", rf".{prefix}\1", field[0])
        end = field.end()
    return "".join([*written, text[end:]])

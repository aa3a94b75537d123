"""Tuples, whose fields are numbers: `t.0` where the debug information has a field `__0`."""

import re

import lldb

from .failure import Refused
from .first_use import Pattern

_FIELD = Pattern(r"__(\d+)")
_TOKEN = Pattern(
    r"""(?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)')
    |(?P<number>\d[\w]*(?:\.\d\w*)?(?:(?<=[eE])[+-]\d+)?)
    |(?P<name>[A-Za-z_$]\w*)
    |(?P<field>(?:\s*\.\s*\d+)+(?!\w))
    |(?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
_CLOSING = {")", "]"}
_WITH_NUMBERS = {lldb.eLanguageTypeRust}


def numbered(fields):
    """Fields under the names that the program has for them."""
    names = [_FIELD.fullmatch(field["name"]) for field in fields]
    if not fields or any(found is None or found[1] != str(nth) for nth, found in enumerate(names)):
        return fields
    return [{**field, "name": str(nth)} for nth, field in enumerate(fields)]


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
    if frame.GetCompileUnit().GetLanguage() not in _WITH_NUMBERS:
        raise Refused("bad-expression", "user", f"{found[0][0].strip()} is not the name of a field.")
    return _with_names(text, found)


def spelled_out_at(breakpoint, text):
    """The same for the text of a condition, which LLDB refuses itself where there are no such fields."""
    units = (location.GetAddress().GetCompileUnit() for location in breakpoint)
    languages = {unit.GetLanguage() for unit in units if unit.IsValid()}
    return _with_names(text, _fields_of(text)) if languages and languages <= _WITH_NUMBERS else text


def _fields_of(text):
    """Where numbers stand behind a point that stands behind a value: in `t.0.1 + 0.5` that is `.0.1`."""
    found, before = [], ""
    for token in _TOKEN.finditer(text):
        if token.lastgroup == "field" and (before == "name" or before in _CLOSING):
            found.append(token)
        if not token[0].isspace():
            before = token[0] if token.lastgroup == "other" else token.lastgroup
    return found


def _with_names(text, fields):
    written, end = [], 0
    for field in fields:
        written += text[end : field.start()], re.sub(r"\s*\.\s*(\d+)", r".__\1", field[0])
        end = field.end()
    return "".join([*written, text[end:]])

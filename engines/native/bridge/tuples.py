"""Tuples, whose fields are numbers: `t.0` where the debug information has a field `__0`."""

import re

import lldb

from .failure import Refused

_FIELD = re.compile(r"__(\d+)")
_TOKEN = re.compile(
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
    written, before = [], ""
    for token in _TOKEN.finditer(text):
        part = token[0]
        if token.lastgroup == "field" and (before == "name" or before in _CLOSING):
            if frame.GetCompileUnit().GetLanguage() not in _WITH_NUMBERS:
                raise Refused("bad-expression", "user", f"{part.strip()} is not the name of a field.")
            part = re.sub(r"\s*\.\s*(\d+)", r".__\1", part)
        if not part.isspace():
            before = part if token.lastgroup == "other" else token.lastgroup
        written.append(part)
    return "".join(written)

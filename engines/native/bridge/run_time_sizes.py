"""Sizes of arrays whose lengths are known only where the program runs: LLDB refuses to tell them, or tells wrong ones.

What it knows of such an array is its type alone (`run_time_lengths.py`), so that the size is put into the text instead.
"""

from .failure import Refused
from .first_use import Pattern
from . import scopes

_NAME = r"\**\s*[A-Za-z_]\w*"
_SIZE = Pattern(rf"\bsizeof\b\s*(?:\(\s*(?P<inside>{_NAME}[^()]*)\)|(?P<alone>{_NAME}(?:\s*\[[^\]]*\])*))")
_PATH = Pattern(r"(?P<stars>\**)\s*(?P<name>[A-Za-z_]\w*)(?P<steps>(?:\s*\[[^\[\]]*\])*)\s*(?P<more>.*)")


def spelled_out(session, frame, text):
    """The text with the sizes of such arrays, and of those within them, as numbers."""
    if frame is None or "sizeof" not in text:
        return text

    def number(found):
        operand = _PATH.fullmatch(found["inside"] or found["alone"])
        sb_type = _type_of(session, frame, operand["name"])
        if sb_type is None:
            return found[0]
        if operand["more"]:
            raise Refused("bad-expression", "user", f"the size of {operand[0].strip()} is not known to LLDB.")
        for _ in range(len(operand["stars"]) + operand["steps"].count("[")):
            sb_type = _target(sb_type.GetCanonicalType())
        return f"{sb_type.GetByteSize()}ul" if sb_type.IsValid() else found[0]

    return _SIZE.sub(number, text)


def _target(sb_type):
    return sb_type.GetPointeeType() if sb_type.IsPointerType() else sb_type.GetArrayElementType()


def _type_of(session, frame, name):
    """The type that a variable has here; None for one that LLDB knows all of."""
    value = scopes.variable_named(frame, name)
    if value is None or not _leads_to_array(value.GetType()):
        return None
    found, is_known = session.run_time_lengths.found(value)
    if not is_known or not _leads_to_array(found.GetType()):
        raise Refused("bad-expression", "user", f"the length of {name} is not known to LLDB.")
    return None if found is value else found.GetType()


def _leads_to_array(sb_type):
    sb_type = sb_type.GetCanonicalType()
    while sb_type.IsPointerType():
        sb_type = sb_type.GetPointeeType().GetCanonicalType()
    return sb_type.IsArrayType()

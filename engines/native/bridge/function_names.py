"""Names of functions as people say them: without what they return and take, and what their language leaves out.

LLDB writes out all of it, which for a function of a standard library fills a screen.
"""

import functools
import re

from .first_use import Pattern
from . import libraries

_QUALIFIERS = Pattern(r"(?:\s*(?:const|volatile|noexcept|&&?)|\s*\[[^\]]*\])+$")
# What a library marks functions and variables with whose types have changed.
_TAG = Pattern(r"\[abi:\w+\]")
_OPENING, _CLOSING = "<([{", ">)]}"


def without_tags(name):
    return _TAG.sub("", name) if "[" in name else name


@functools.lru_cache(maxsize=4096)
def short(name):
    for said in libraries.told("function_name"):
        name = said(name)
    if "(" not in name and "<" not in name:
        return name.removeprefix("::")
    shortened = without_result(without_arguments(name)).removeprefix("::")
    return shortened or name


def closing(name, opening):
    """Where the bracket that opens there is closed; None when it is not. An arrow or a comparison closes nothing."""
    depth = 0
    for at in range(opening, len(name)):
        if name[at] in _OPENING:
            depth += 1
        elif name[at] in _CLOSING and not _is_operator(name, at):
            depth -= 1
            if depth == 0:
                return at
    return None


def _is_operator(name, at):
    return name[at] == ">" and (name[at - 1 : at] == "-" or re.search(r"operator(?:>|>>|->|<=)?$", name[:at]) is not None)


def without_arguments(name):
    """The last pair of parentheses outside of everything, unless they are what is called: `operator()`."""
    bare = _QUALIFIERS.sub("", name)
    if not bare.endswith(")"):
        return name
    depth = 0
    for at in range(len(bare) - 1, -1, -1):
        if bare[at] == ")":
            depth += 1
        elif bare[at] == "(":
            depth -= 1
            if depth == 0:
                return bare if bare[:at].endswith("operator") or at == 0 else bare[:at]
    return name


def without_result(name):
    """What stands before the last space outside of brackets; a conversion is called by the type it makes."""
    operator = re.search(r"\boperator\b", name)
    last, depth = len(name) if operator is None else operator.start(), 0
    cut = 0
    for at in range(last):
        if name[at] in _OPENING:
            depth += 1
        elif name[at] in _CLOSING:
            depth -= 1
        elif name[at] == " " and depth == 0:
            cut = at + 1
    return name[cut:]

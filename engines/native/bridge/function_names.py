"""Names of functions as people say them: without what they return and take, and without defaults of templates.

LLDB writes out all of it, which for a function of a standard library fills a screen.
"""

import functools
import re

from .first_use import Pattern

# Arguments of the standard library's templates that are there unless somebody says otherwise.
_DEFAULTS = Pattern(r",\s*std::(?:__\w+::)?(?:allocator|default_delete|char_traits|less|hash|equal_to)<")
_STRING = Pattern(r"std::(?:__cxx11::)?basic_string<char>")
_QUALIFIERS = Pattern(r"(?:\s*(?:const|volatile|noexcept|&&?)|\s*\[[^\]]*\])+$")
# What a compiler puts behind a name to make it the only one.
_HASH = Pattern(r"::h[0-9a-f]{16}$")
# What a library marks functions and variables with whose types have changed.
_TAG = Pattern(r"\[abi:\w+\]")
_OPENING, _CLOSING = "<([{", ">)]}"


def without_tags(name):
    return _TAG.sub("", name) if "[" in name else name


@functools.lru_cache(maxsize=4096)
def short(name):
    name = _HASH.sub("", name)
    if "(" not in name and "<" not in name:
        return name.removeprefix("::")
    shortened = without_result(without_arguments(_without_defaults(name))).removeprefix("::")
    return shortened or name


def _without_defaults(name):
    while True:
        found = _DEFAULTS.search(name)
        if found is None:
            return _STRING.sub("std::string", name)
        end = _closing(name, found.end() - 1)
        if end is None:
            return name
        name = name[: found.start()] + name[end + 1 :].lstrip(" ")


def _closing(name, opening):
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

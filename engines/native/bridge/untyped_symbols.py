"""Variables of which only the symbol is known: where they lie, but not what they are.

LLDB takes each for a `void *`, and so reads and writes the neighbours of a smaller one. They have to be cast to what they
were declared as; their addresses are known.
"""

import re

import lldb

from .failure import Refused
from .first_use import Pattern
from . import libraries

_TOKEN = Pattern(
    r"""(?P<literal>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
    |(?P<word>[\w$]+)
    |(?P<sign>->|::|&&|\+\+|--|\S)""",
    re.VERBOSE,
)
_NAME = Pattern(r"[A-Za-z_]\w*")
# What a name stands behind that belongs to something else, and what would look into the value or change it.
_MEMBER = {".", "->", "::"}
_INTO = {".", "->", "[", "(", "++", "--"}
_OF_SIZE = {1: "char", 2: "short", 4: "int", 8: "long"}
_SECONDS = 1


def spelled_out(session, frame, text):
    """The text with what is cast, or has its address taken, as LLDB understands it; other uses are refused."""
    tokens = [*_TOKEN.finditer(text)]
    sizes = {name: _size(session, name) for name in _untyped(session, frame, tokens)}
    changes = [
        _changed(session, frame, text, tokens, index, sizes[token[0]])
        for index, token in enumerate(tokens)
        if token[0] in sizes and not _is_member(tokens, index)
    ]
    for start, end, written in reversed(changes):
        text = text[:start] + written + text[end:]
    return text


def are_named(session, text):
    """Whether a text that is evaluated later names one, as far as can be told without a place in the program."""
    return bool(_untyped(session, None, [*_TOKEN.finditer(text)]))


def _untyped(session, frame, tokens):
    words = {
        token[0]
        for index, token in enumerate(tokens)
        if token.lastgroup == "word" and _NAME.fullmatch(token[0]) and not _is_member(tokens, index)
    }
    return {name for name in words if _symbol(session, name) is not None and not _is_typed(session, frame, name)}


def _is_member(tokens, index):
    return index > 0 and tokens[index - 1][0] in _MEMBER


def _symbol(session, name):
    found = session.target.FindSymbols(name, lldb.eSymbolTypeData)
    return found[0].GetSymbol() if found.GetSize() > 0 else None


def _size(session, name):
    symbol = _symbol(session, name)
    return symbol.GetEndAddress().GetFileAddress() - symbol.GetStartAddress().GetFileAddress()


def _is_typed(session, frame, name):
    paths = (name, *(f"{owner}->{name}" for owner in libraries.told("object_name")))
    if frame is not None and any(
        frame.GetValueForVariablePath(path, lldb.eNoDynamicValues).IsValid() for path in paths
    ):
        return True
    if any(value.GetName() in (name, f"::{name}") for value in session.target.FindGlobalVariables(name, 16)):
        return True
    # A type, a function or an enumerator may have the name, and comes first.
    return _calculated(session, frame, f"&{name}").GetTypeName() != "void **"


def _calculated(session, frame, text):
    options = lldb.SBExpressionOptions()
    options.SetTimeoutInMicroSeconds(_SECONDS * 1_000_000)
    options.SetSuppressPersistentResult(True)
    options.SetAllowJIT(False)
    return (session.target if frame is None else frame).EvaluateExpression(text, options)


def _changed(session, frame, text, tokens, index, size):
    """(start, end, what stands there instead) for one use of a name."""
    name = tokens[index]
    before = tokens[index - 1][0] if index > 0 else ""
    behind = tokens[index + 1][0] if index + 1 < len(tokens) else ""
    if behind in _INTO:
        raise _refused(name[0], size)
    if before == "&" and _is_operator_of_one(tokens, index - 1):
        return tokens[index - 1].start(), name.end(), f"(void*)&{name[0]}"
    opening = _opening(tokens, index - 1) if before == ")" else None
    if opening is None:
        raise _refused(name[0], size)
    # A name behind a parenthesis: there was a type in it.
    cast = text[tokens[opening].end() : tokens[index - 1].start()]
    length = _calculated(session, frame, f"sizeof({cast})")
    if length.GetError().Success() and length.GetValueAsUnsigned() != size:
        raise _refused(name[0], size, cast.strip())
    return tokens[opening].start(), name.end(), f"(*({_pointer_to(cast)})&{name[0]})"


def _pointer_to(cast):
    if "(" in cast:
        return f"__typeof__({cast})*"
    element, bracket, lengths = cast.partition("[")
    return f"{element}(*)[{lengths}" if bracket else f"{cast}*"


def _is_operator_of_one(tokens, index):
    """Whether an `&` takes an address. Behind a parenthesis it may be either: that is told by the compiler."""
    before = tokens[index - 1] if index > 0 else None
    return before is None or (before.lastgroup == "sign" and before[0] != "]")


def _opening(tokens, closing):
    depth = 0
    for index in range(closing, -1, -1):
        depth += {")": 1, "(": -1}.get(tokens[index][0], 0)
        if depth == 0:
            return index
    return None


def _refused(name, size, cast=None):
    length = "1 byte" if size == 1 else f"{size} bytes"
    wrong = "" if cast is None else f", which is not the size of {cast}"
    known = f"to have {length}{wrong}" if size > 0 else "where it is"
    return Refused(
        "bad-expression",
        "user",
        f"{name} has unknown type: without debug information it is only known {known};",
        f"cast it to its declared type, as in ({_OF_SIZE.get(size, f'char[{size}]' if size > 0 else 'int')}){name}.",
    )

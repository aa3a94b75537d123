"""Paths with parentheses and through containers, followed by what values are made of: LLDB would call their operators.

Calls are followed as far as a language knows what they lead to (`path_call` in libraries.py).
"""

from typing import NamedTuple

import lldb

from .failure import Refused
from .first_use import Pattern
from . import held_paths, libraries

_TOKEN = Pattern(
    r"\s*(?:(->|[().*&,])|\[\s*(\d+)\s*\]|([A-Za-z_]\w*(?:::[A-Za-z_]\w*)*(?:<\d+>(?=\s*\())?)"
    r"|(-?\d+)(?![\w.])|\"([^\"\\]*)\")"
)
_DEEPEST = 32


class _Lost(Exception):
    """It is no such path, or leads nowhere."""


def find(frame, text):
    """The value that a path leads to; None for what is no path, or leads nowhere."""
    try:
        tokens = _tokens(text)
        if not any(token in ("(", "->", ".") or isinstance(token, int) for token in tokens):
            return None
        path = _Path(frame, tokens)
        value = path.whole(0)
        return value if path.is_over() and isinstance(value, lldb.SBValue) else None
    except _Lost:
        return None


def _tokens(text):
    tokens, at = [], 0
    while text[at:].strip():
        found = _TOKEN.match(text, at)
        if found is None:
            raise _Lost
        sign, index, name, number, quoted = found.groups()
        if index is None and (sign or name) is None:
            tokens.append(_Argument(quoted if number is None else int(number)))
        else:
            tokens.append(sign or name or int(index))
        at = found.end()
    return tokens


class _Argument(NamedTuple):
    """A number or a text that stands for itself."""

    value: int | str


class _Path:
    def __init__(self, frame, tokens):
        self._frame = frame
        self._tokens = tokens
        self._at = 0

    def is_over(self):
        return self._at == len(self._tokens)

    def whole(self, depth):
        if depth > _DEEPEST:
            raise _Lost
        token = self._next()
        if token == "*":
            return _found(_pointed_to(self.whole(depth + 1)))
        if token == "&":
            return _found(self.whole(depth + 1).AddressOf())
        if token == "(":
            value = self.whole(depth + 1)
            if self._next() != ")":
                raise _Lost
        elif isinstance(token, str) and self._takes("("):
            value = _answer(None, token, self._arguments(depth))
        elif isinstance(token, str) and (token[0].isalpha() or token[0] == "_"):
            value = _found(self._frame.GetValueForVariablePath(token, lldb.eNoDynamicValues))
        else:
            raise _Lost
        return self._steps(_meant(value), depth)

    def _steps(self, value, depth):
        while not self.is_over() and self._tokens[self._at] not in (")", ","):
            token = self._next()
            if token == "->":
                value, token = _meant(_found(_pointed_to(value))), "."
            if not isinstance(value, lldb.SBValue):
                raise _Lost
            if isinstance(token, int):
                value = _element(value, token)
            elif token == ".":
                name = self._next()
                is_call = self._takes("(")
                value = _answer(value, name, self._arguments(depth)) if is_call else value.GetValueForExpressionPath(f".{name}")
            else:
                raise _Lost
            value = _meant(_found(value))
        return value

    def _arguments(self, depth):
        """With the parenthesis behind them."""
        found = []
        while not self._takes(")"):
            if found and self._next() != ",":
                raise _Lost
            argument = self._tokens[self._at] if not self.is_over() else None
            found.append(self._next().value if isinstance(argument, _Argument) else self.whole(depth + 1))
        return found

    def _takes(self, sign):
        takes = not self.is_over() and self._tokens[self._at] == sign
        self._at += takes
        return takes

    def _next(self):
        if self.is_over():
            raise _Lost
        self._at += 1
        return self._tokens[self._at - 1]


def _answer(owner, name, arguments):
    answer = libraries.first("path_call", owner, name, arguments)
    if answer is None:
        raise _Lost
    return answer


def _found(value):
    if isinstance(value, libraries.Position):
        return value
    if not value.IsValid() or value.GetError().Fail():
        raise _Lost
    value.SetPreferDynamicValue(lldb.eNoDynamicValues)
    return value


def _meant(value):
    if isinstance(value, libraries.Position):
        return value
    return _found(value.Dereference()) if value.GetType().GetCanonicalType().IsReferenceType() else value


def _pointed_to(value):
    if isinstance(value, libraries.Position):
        element = value.target()
        if element is None:
            raise Refused("bad-expression", "user", "there is no such element.")
        return element
    held = held_paths.target(value, value.GetName() or "it")
    return value.Dereference() if held is None else held


def _element(value, index):
    row = held_paths.pointer_in(value)
    if row is None:
        row = libraries.first("elements", value)
    if row is None and not _is_row(value):
        # Of what is found by a key it would be one.
        raise _Lost
    value = value if row is None else row
    if not value.GetType().GetCanonicalType().IsPointerType():
        count = value.GetNumChildren()
        if index >= count:
            elements = "1 element" if count == 1 else f"{count} elements"
            raise Refused("bad-expression", "user", f"there is no element {index} among {elements}.")
    return value.GetValueForExpressionPath(f"[{index}]")


def _is_row(value):
    return value.GetType().GetCanonicalType().GetTypeClass() & (lldb.eTypeClassArray | lldb.eTypeClassPointer) != 0

"""Calls of C++ that are answered by looking: an entry by its key, an element by its position, a part of a tuple."""

import time

import lldb

from bridge import libraries
from bridge.failure import Refused
from bridge.first_use import Pattern
from bridge.node_containers import Walk
from . import node_containers

_MAP = Pattern(r"^std::(?:__\w+::)?(?:unordered_)?map<")
_TUPLE = Pattern(r"^std::(?:__\w+::)?tuple<")
_GET = Pattern(r"^std::get<(\d+)>$")
_GNU_LENGTH = "_M_string_length"
_SECONDS = 1


def answer(owner, name, arguments):
    """`owner`: whose method is called, None for a function. None where only the program itself can tell."""
    if owner is not None and name == "at" and len(arguments) == 1:
        return _value_of(owner, arguments[0])
    if owner is not None and name == "begin" and not arguments:
        layout = _layout(owner)
        return None if layout is None else _Iterator(owner, layout, 0)
    if owner is None and name == "std::next" and len(arguments) == 2:
        return arguments[0].behind(arguments[1]) if isinstance(arguments[0], _Iterator) else None
    part = _GET.match(name) if owner is None and len(arguments) == 1 else None
    return None if part is None else _part(arguments[0], int(part[1]))


class _Iterator(libraries.Position):
    def __init__(self, container, layout, nth):
        self._container = container
        self._layout = layout
        self._nth = nth

    def behind(self, count):
        is_count = isinstance(count, int) and count >= 0
        return _Iterator(self._container, self._layout, self._nth + count) if is_count else None

    def target(self):
        walk = _walk(self._container, self._layout)
        walk.reach(self._nth + 1)
        found = walk.addresses[self._nth :]
        return _element(self._container, self._layout, found[0]) if found and self._nth < walk.count else None


def _value_of(container, key):
    """What a map has under a key that is a number or a text; None for other keys, and for one that is not there."""
    layout = _layout(container) if _MAP.match(_type_of(container).GetName() or "") else None
    is_text = isinstance(key, str)
    if layout is None or not (is_text or isinstance(key, int)):
        return None
    walk, looked_at = _walk(container, layout), 0
    end = time.monotonic() + _SECONDS
    while looked_at < walk.count and time.monotonic() < end:
        walk.reach(looked_at + 1)
        if len(walk.addresses) <= looked_at:
            return None
        pair = _element(container, layout, walk.addresses[looked_at])
        first = pair.GetChildMemberWithName("first")
        if (_is_text(first, key) if is_text else _number(first) == key):
            return pair.GetChildMemberWithName("second")
        looked_at += 1
    if looked_at == walk.count:
        written = f'"{key}"' if is_text else key
        raise Refused("bad-expression", "user", f"there is no entry with the key {written}.")
    return None


def _is_text(value, text):
    if value.GetType().GetCanonicalType().IsPointerType():
        return False
    length = value.GetNonSyntheticValue().GetChildMemberWithName(_GNU_LENGTH)
    if not length.IsValid():
        value.SetPreferSyntheticValue(True)
        return value.GetSummary() == f'"{text}"'
    # By where GNU's library keeps it: what its first member is, a compiler may leave to the library to describe.
    wanted, error = text.encode(), lldb.SBError()
    if length.GetValueAsUnsigned() != len(wanted):
        return False
    process = value.GetProcess()
    start = process.ReadPointerFromMemory(value.GetLoadAddress(), error)
    return error.Success() and (not wanted or process.ReadMemory(start, len(wanted), error) == wanted)


def _number(value):
    flags = value.GetType().GetCanonicalType().GetTypeFlags()
    if not flags & lldb.eTypeIsInteger:
        return None
    return value.GetValueAsSigned() if flags & lldb.eTypeIsSigned else value.GetValueAsUnsigned()


def _part(whole, nth):
    if not isinstance(whole, lldb.SBValue) or not _TUPLE.match(_type_of(whole).GetName() or ""):
        return None
    # Of all that it is made of LLDB's formatter makes a list.
    whole.SetPreferSyntheticValue(True)
    found = whole.GetChildAtIndex(nth) if nth < whole.GetNumChildren() else None
    return None if found is None else found.GetNonSyntheticValue()


def _layout(container):
    return node_containers.layout(_type_of(container), container.GetTarget().GetAddressByteSize())


def _walk(container, layout):
    # All that it needs is a process, which a target has as a session does.
    return Walk(container.GetTarget(), container.GetLoadAddress(), layout)


def _element(container, layout, address):
    target = container.GetTarget()
    value = target.CreateValueFromAddress("element", lldb.SBAddress(address, target), layout.element)
    value.SetPreferSyntheticValue(False)
    return value


def _type_of(value):
    return value.GetType().GetCanonicalType().GetUnqualifiedType()

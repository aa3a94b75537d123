"""Arrays whose lengths are known only where the program runs, as compilers describe them (DWARF 5, section 5.13).

GNU's tells by an expression where the length is kept. LLDB (22.1) takes the number of bytes of that expression for the length:
one that is confidently wrong. LLVM's tells by variables of its own, of which LLDB takes the last for the first where there are
several, and none behind another name of a type. So both are read here.
"""

import lldb

from .debug_entries import DebugEntries, Unreadable
from .first_use import Pattern
from .type_table import has_known_length
from . import values

# DW_TAG and DW_AT.
_ARRAY, _SUBRANGE = 0x01, 0x21
# Other names of a type, and the same type with qualifiers.
_SAME = {0x16, 0x26, 0x35, 0x47}
_UPPER_BOUND, _COUNT, _FRAME_BASE, _TYPE = 0x2F, 0x37, 0x40, 0x49
# DW_FORM: bytes of an expression, and plain numbers. With optimisation there are others, which lead to lists of places.
_EXPRESSIONS = {0x18, 0x0A, 0x03, 0x04, 0x09}
_NUMBERS = {0x0B, 0x05, 0x06, 0x07, 0x0D, 0x0F, 0x21}
_REFERENCES = {0x10, 0x11, 0x12, 0x13, 0x14, 0x15}
# DW_OP.
_FRAME_OFFSET, _DEREFERENCE, _CANONICAL_FRAME = 0x91, 0x06, b"\x9c"
_LISTED = Pattern(r'Variable: id = \{0x([0-9a-f]+)\}, name = "([^"]*)".*, decl = .*?:(\d+)(?::\d+)?\s*$')
_NAMED = Pattern(r'Variable: id = \{0x([0-9a-f]+)\}, name = "([^"]*)"')
_FUNCTION = Pattern(r"Function: id = \{0x([0-9a-f]+)\}")
_PATH = Pattern(r"(?P<name>[A-Za-z_]\w*)(?P<rest>\[\d+\](?:(?:\.|->)[A-Za-z_]\w*|\[\d+\])*)")
_MOST_POINTERS = 4
_MOST_STEPS = 16
_LONGEST = 1 << 40


class _Unlisted(Exception):
    """LLDB does not tell where the debug information speaks of a variable."""


class RunTimeLengths:
    def __init__(self, session):
        self._session = session
        self._entries = {}
        # By declaration: the bounds of each dimension, which are numbers, expressions or names of variables; None for types that
        # LLDB understands.
        self._known = {}

    def found(self, value):
        """
        The variable with the lengths that it has, and whether they could be found out: (None, False) where nobody knows them,
        (value, True) for all others.
        """
        array, pointers = _array_in(value)
        bounds = None if array is None else self._bounds(value, array)
        if bounds is None:
            return value, True
        lengths = [bound if isinstance(bound, int) else self._length(value.GetFrame(), bound) for bound in bounds]
        is_known = None not in lengths
        if not is_known and pointers == 0:
            return None, False
        # Without the lengths there is still the first element.
        sb_type = _with_lengths(array, lengths) if is_known else _element(array, len(lengths))
        for _ in range(pointers):
            sb_type = sb_type.GetPointerType()
        address = values.address_of(value)
        if address is None:
            return value.Cast(sb_type), True
        target = self._session.target
        return target.CreateValueFromAddress(value.GetName(), lldb.SBAddress(address, target), sb_type), True

    def concerns(self, value):
        """Whether a variable may have another type the next time it is looked at."""
        array, _ = _array_in(value)
        return array is not None and self._bounds(value, array) is not None

    def along(self, frame, path):
        """What a path leads to that begins with such a variable; None for others, and where it leads nowhere."""
        found = _PATH.fullmatch(path)
        value = None if found is None else frame.FindVariable(found["name"], lldb.eNoDynamicValues)
        if value is None or not value.IsValid():
            return None
        whole, _ = self.found(value)
        if whole is None or whole is value:
            return None
        part = whole.GetValueForExpressionPath(found["rest"])
        return part if part.IsValid() and part.GetError().Success() else None

    def _bounds(self, value, array):
        frame = value.GetFrame()
        # Of GNU's compiler all look to LLDB as if they had lengths.
        if not frame.IsValid() or (has_known_length(array) and not self._is_of_gnu(frame)):
            return None
        declared = value.GetDeclaration()
        function = frame.GetFunction().GetStartAddress().GetFileAddress()
        key = (frame.GetModule().GetFileSpec().fullpath, function, value.GetName(), declared.GetLine(), declared.GetColumn())
        here = (*key, frame.GetPC())
        if key not in self._known and here not in self._known:
            try:
                self._known[key] = self._read(frame, value)
            except Unreadable:
                self._known[key] = None
            except _Unlisted:
                # Where a variable is kept nowhere LLDB does not list it; elsewhere it may.
                self._known[here] = None
        return self._known[key] if key in self._known else self._known[here]

    def _is_of_gnu(self, frame):
        return (self._session.units.describe(frame) or {}).get("producer", "").startswith("GNU")

    def _read(self, frame, value):
        listed = self._listed(frame)
        functions = {int(found[1], 16) for found in map(_FUNCTION.search, listed) if found}
        places = {
            int(found[1], 16)
            for found in map(_LISTED.search, listed)
            if found and (found[2], int(found[3])) == (value.GetName(), value.GetDeclaration().GetLine())
        }
        if len(places) != 1 or len(functions) != 1:
            raise _Unlisted
        entries = self._of_module(frame.GetModule())
        names = {int(found[1], 16): found[2] for found in map(_NAMED.search, listed) if found}
        bounds = _bounds_in(entries, places.pop(), names)
        if bounds is None or all(isinstance(bound, int) for bound in bounds):
            return None
        if b"" in bounds and not self._is_of_gnu(frame):
            # Nobody has written it down, and LLDB says so itself.
            return None
        base = entries.at(functions.pop())[0].attributes.get(_FRAME_BASE)
        counts_from_frame = base is not None and base.value == _CANONICAL_FRAME
        return bounds if counts_from_frame else [b"" if isinstance(bound, bytes) else bound for bound in bounds]

    def _listed(self, frame):
        answer = lldb.SBCommandReturnObject()
        address = frame.GetPC() - (0 if frame.GetFrameID() == 0 else 1)
        self._session.debugger.GetCommandInterpreter().HandleCommand(
            f"target modules lookup --verbose --address {address:#x}", lldb.SBExecutionContext(frame), answer, False
        )
        return (answer.GetOutput() or "").splitlines()

    def _of_module(self, module):
        key = (module.GetFileSpec().fullpath, module.GetUUIDString())
        if key not in self._entries:
            self._entries[key] = DebugEntries(module)
        return self._entries[key]

    def _length(self, frame, expression):
        """
        What a variable holds, or is kept at a distance from the frame, which is how it is without optimisation; None for
        anything else.
        """
        if isinstance(expression, str):
            return _held(frame, expression)
        if len(expression) < 3 or expression[0] != _FRAME_OFFSET or expression[-1] != _DEREFERENCE:
            return None
        distance = _signed(expression[1:-1])
        error = lldb.SBError()
        last = None if distance is None else self._session.process.ReadPointerFromMemory(frame.GetCFA() + distance, error)
        if last is None or error.Fail():
            return None
        length = (last + 1) & (1 << 8 * self._session.target.GetAddressByteSize()) - 1
        return length if length < _LONGEST else None


def _array_in(value):
    """The array that a variable is or leads to, and by how many pointers; None for other values."""
    if value.GetValueType() not in (lldb.eValueTypeVariableLocal, lldb.eValueTypeVariableArgument):
        return None, 0
    sb_type, pointers = value.GetType().GetCanonicalType(), 0
    while sb_type.IsPointerType() and pointers < _MOST_POINTERS:
        sb_type, pointers = sb_type.GetPointeeType().GetCanonicalType(), pointers + 1
    return (sb_type, pointers) if sb_type.IsArrayType() and not sb_type.IsVectorType() else (None, 0)


def _held(frame, name):
    value = frame.FindVariable(name)
    length = value.GetValueAsUnsigned() if value.IsValid() and value.GetError().Success() else None
    return length if length is not None and length < _LONGEST else None


def _element(array, dimensions):
    for _ in range(dimensions):
        array = array.GetCanonicalType().GetArrayElementType()
    return array


def _with_lengths(array, lengths):
    sb_type = _element(array, len(lengths))
    for length in reversed(lengths):
        sb_type = sb_type.GetArrayType(length)
    return sb_type


def _bounds_in(entries, offset, names):
    """Of the array that the type of a variable is or leads to, and of those that are its elements; None for other types."""
    bounds = None
    for _ in range(_MOST_STEPS):
        entry, unit = entries.at(offset)
        if entry.tag == _ARRAY:
            bounds = [*(bounds or []), *(_bound(entries, unit, subrange, names) for subrange in entry.below(_SUBRANGE))]
        elif bounds is not None and entry.tag not in _SAME:
            break
        if _TYPE not in entry.attributes:
            break
        offset = entries.target(entry.attributes[_TYPE], unit)
    return bounds


def _bound(entries, unit, subrange, names):
    """How many elements; the variable that tells it; the expression that tells of the last; empty where there is none."""
    count, last = subrange.attributes.get(_COUNT), subrange.attributes.get(_UPPER_BOUND)
    if count is not None and count.form in _NUMBERS:
        return count.number(False)
    if count is not None and count.form in _REFERENCES:
        return names.get(entries.target(count, unit), b"")
    if last is not None and last.form in _NUMBERS:
        return last.number(False) + 1
    return bytes(last.value) if last is not None and last.form in _EXPRESSIONS else b""


def _signed(data):
    """A number in LEB128, all of the bytes; None where they are more or less."""
    value = 0
    for index, byte in enumerate(data):
        value |= (byte & 0x7F) << 7 * index
        if (byte & 0x80 == 0) != (index == len(data) - 1):
            return None
    return value - (1 << 7 * len(data)) if data[-1] & 0x40 else value

"""Numbers by the names that the debug information has for them, where one of C's names stands for several in LLDB.

LLDB makes a type of C of every number, by its size and sign, and forgets its name: of `usize` and `u64` the same `unsigned
long`. So beside the type of a variable the entry is kept that the compiler wrote of it (DWARF 5, section 5.1), and followed
into its parts. Which names are meant is told by a language (`Dialect.numbers` in libraries.py).
"""

import lldb

from .debug_entries import DebugEntries, Unreadable
from .first_use import Pattern

# DW_TAG and DW_AT.
_MEMBER, _BASE, _ARGUMENT = 0x0D, 0x24, 0x2F
_NAME, _ORIGIN, _TYPE = 0x03, 0x31, 0x49
_LISTED = Pattern(r'Variable: id = \{0x([0-9a-f]+)\}, name = "([^"]*)".*, decl = .*?:(\d+)(?::\d+)?\s*$')
_OF_FRAMES = (lldb.eValueTypeVariableLocal, lldb.eValueTypeVariableArgument)
_MOST_LISTINGS = 64
_MOST_ORIGINS = 4


class DeclaredTypes:
    def __init__(self, session):
        self._session = session
        self._entries = {}
        self._listings = {}

    def of(self, value):
        """The entry of a variable's type; None where it would tell nothing, or is not found."""
        dialect = self._session.formatters.type_names.current
        if dialect is None or dialect.numbers is None or value.GetValueType() not in _OF_FRAMES:
            return None
        frame = value.GetFrame()
        offset = self._listing(frame).get((value.GetName(), value.GetDeclaration().GetLine())) if frame.IsValid() else None
        if offset is None:
            return None
        try:
            return self._type_at(self._of_module(frame.GetModule()), offset, dialect.numbers)
        except Unreadable:
            return None

    def _type_at(self, entries, offset, numbers):
        for _ in range(_MOST_ORIGINS):
            entry, unit = entries.at(offset)
            if _TYPE in entry.attributes:
                return Declared(entries, numbers, entries.target(entry.attributes[_TYPE], unit)).if_telling()
            if _ORIGIN not in entry.attributes:
                return None
            offset = entries.target(entry.attributes[_ORIGIN], unit)
        return None

    def _listing(self, frame):
        """Name and line of each variable that is listed at a place of the program, and where its entry is."""
        address = frame.GetPC() - (0 if frame.GetFrameID() == 0 else 1)
        if address not in self._listings:
            answer = lldb.SBCommandReturnObject()
            command = f"target modules lookup --verbose --address {address:#x}"
            interpreter = self._session.debugger.GetCommandInterpreter()
            interpreter.HandleCommand(command, lldb.SBExecutionContext(frame), answer, False)
            found = map(_LISTED.search, (answer.GetOutput() or "").splitlines())
            if len(self._listings) == _MOST_LISTINGS:
                self._listings.clear()
            self._listings[address] = {(match[2], int(match[3])): int(match[1], 16) for match in found if match}
        return self._listings[address]

    def _of_module(self, module):
        key = (module.GetFileSpec().fullpath, module.GetUUIDString())
        if key not in self._entries:
            self._entries[key] = DebugEntries(module)
        return self._entries[key]


class Declared:
    """The entry of one type. What it leads to is None where that would tell nothing more than LLDB does."""

    def __init__(self, entries, numbers, offset):
        self._entries = entries
        self._numbers = numbers
        self._entry, self._unit = entries.at(offset)
        self.key = (id(entries), offset)

    def if_telling(self):
        tells = self._entry.tag != _BASE or self._numbers.fullmatch(self._name()) is not None
        return self if tells else None

    def written(self, name):
        """The name of the type, with its numbers as they are declared."""
        declared = iter(self._declared_numbers())
        count = len(self._numbers.findall(name))
        if count == 0 or count != len(self._declared_numbers()):
            return name
        return self._numbers.sub(lambda _: next(declared), name)

    def target(self):
        """What a pointer leads to, or the elements of an array."""
        return self._led_to(self._entry)

    def member(self, name):
        return self._led_to(self._below(_MEMBER, name))

    def argument(self, nth):
        """Of a type with arguments."""
        found = self._entry.below(_ARGUMENT)
        return self._led_to(found[nth]) if nth < len(found) else None

    def element(self):
        """Of a row: what its type has for an argument, or its first member leads to."""
        members = self._entry.below(_MEMBER)
        first = self._led_to(members[0]) if members else None
        return self.argument(0) if self._entry.below(_ARGUMENT) else None if first is None else first.target()

    def _declared_numbers(self):
        name = self._name()
        if name:
            return self._numbers.findall(name)
        inner = self.target()
        return [] if inner is None else inner._declared_numbers()

    def _name(self):
        return self._entries.text(self._entry.attributes.get(_NAME)) or ""

    def _below(self, tag, name):
        named = (entry for entry in self._entry.below(tag) if self._entries.text(entry.attributes.get(_NAME)) == name)
        return next(named, None)

    def _led_to(self, entry):
        reference = None if entry is None else entry.attributes.get(_TYPE)
        if reference is None:
            return None
        try:
            return Declared(self._entries, self._numbers, self._entries.target(reference, self._unit)).if_telling()
        except Unreadable:
            return None

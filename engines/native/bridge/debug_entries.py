"""Entries of the debug information at known places, with those below them (DWARF 4 and 5, sections 7.5.1 to 7.5.6).

For what LLDB reads and does not hand out. Only the bytes around an entry are read: there may be gigabytes of them.
"""

from typing import NamedTuple

import lldb

_FIXED = {0x0B: 1, 0x05: 2, 0x06: 4, 0x07: 8, 0x0C: 1, 0x11: 1, 0x12: 2, 0x13: 4, 0x14: 8, 0x19: 0, 0x1C: 4, 0x1E: 16}
_FIXED.update({0x20: 8, 0x24: 8, 0x25: 1, 0x26: 2, 0x27: 3, 0x28: 4, 0x29: 1, 0x2A: 2, 0x2B: 3, 0x2C: 4})
_LEB = {0x0F, 0x15, 0x1A, 0x1B, 0x22, 0x23}
_OFFSETS = {0x0E, 0x10, 0x17, 0x1D, 0x1F, 0x1F20, 0x1F21}
_BLOCKS = {0x0A: 1, 0x03: 2, 0x04: 4}
_ADDRESS, _STRING, _SIGNED_LEB, _IMPLICIT, _LONG_BLOCKS = 0x01, 0x08, 0x0D, 0x21, {0x09, 0x18}
_STRP, _LINE_STRP, _FROM_THE_START = 0x0E, 0x1F, 0x10
# Constants of these forms are as wide as they need to be; who knows their type knows whether they have a sign.
_SIGNLESS = {0x0B, 0x05, 0x06, 0x07, 0x1E, 0x0A, 0x03, 0x04, 0x09}
# Types, variables and parameters; and what says that all of them are in another file.
_OF_VALUES, _ELSEWHERE = {0x24, 0x34, 0x05, 0x4A}, {0x76, 0x2130}
_WINDOW, _LARGEST = 1 << 12, 1 << 22
_MOST_UNITS, _MOST_ENTRIES = 200_000, 100_000


class Unreadable(Exception):
    """It does not read as the standard says."""


class Attribute(NamedTuple):
    form: int
    value: int | bytes

    def number(self, signed):
        if isinstance(self.value, bytes):
            return int.from_bytes(self.value, "little", signed=signed and self.form in _SIGNLESS)
        return self.value


class Entry:
    def __init__(self, tag, attributes):
        self.tag = tag
        self.attributes = attributes
        self.children = []

    def number(self, name, signed=False):
        """None where there is no such attribute."""
        found = self.attributes.get(name)
        return None if found is None else found.number(signed)

    def below(self, tag):
        return [entry for entry in self.children if entry.tag == tag]


class _Unit(NamedTuple):
    start: int
    end: int
    abbreviations: int
    address_size: int
    offset_size: int


class DebugEntries:
    """The entries of one module."""

    def __init__(self, module):
        if module.GetByteOrder() != lldb.eByteOrderLittle:
            raise Unreadable("its bytes are the other way round")
        self._info, self._strings, self._line_strings = (
            module.FindSection(name) for name in (".debug_info", ".debug_str", ".debug_line_str")
        )
        self._abbreviation_section = module.FindSection(".debug_abbrev")
        self._units = []
        self._tables = {}

    def at(self, offset):
        """The entry with all that are below it, and the offset of its unit, which references count from."""
        unit = self._unit_of(offset)
        table = self._table(unit.abbreviations)
        size = _WINDOW
        while True:
            data = _bytes(self._info, offset, min(size, unit.end - offset))
            try:
                return _Tree(data, unit, table).read(), unit.start
            except IndexError:
                if size >= _LARGEST or offset + size >= unit.end:
                    raise Unreadable("an entry without an end")
                size *= 8

    def has_only_lines(self):
        """Whether no unit has types or variables; False in doubt."""
        cursor = _Cursor(_bytes(self._abbreviation_section, 0, _LARGEST))
        read = 0
        try:
            while True:
                if cursor.leb() == 0:
                    continue
                tag, _ = cursor.leb(), cursor.take(1)
                names = {name for name, _, _ in _specified(cursor)}
                if tag in _OF_VALUES or names & _ELSEWHERE:
                    return False
                read += 1
        except IndexError:
            return read > 0 and cursor.is_over()

    def target(self, attribute, unit):
        """Where the entry is that an entry of a unit refers to."""
        return attribute.number(False) + (0 if attribute.form == _FROM_THE_START else unit)

    def text(self, attribute):
        """None where it is kept in a way that this does not follow."""
        if attribute is None:
            return None
        if attribute.form == _STRING:
            return attribute.value.decode("utf-8", "replace")
        section = {_STRP: self._strings, _LINE_STRP: self._line_strings}.get(attribute.form)
        if section is None:
            return None
        data = _bytes(section, attribute.number(False), _WINDOW)
        return data.split(b"\0", 1)[0].decode("utf-8", "replace")

    def _unit_of(self, offset):
        while not self._units or self._units[-1].end <= offset:
            if len(self._units) >= _MOST_UNITS:
                raise Unreadable("too many units")
            self._units.append(self._header(self._units[-1].end if self._units else 0))
        for unit in reversed(self._units):
            if unit.start <= offset < unit.end:
                return unit
        raise Unreadable("no unit has that entry")

    def _header(self, start):
        data = _bytes(self._info, start, 32)
        if len(data) < 12:
            raise Unreadable("the section ends")
        is_long = data[:4] == b"\xff\xff\xff\xff"
        size, at = (8, 12) if is_long else (4, 4)
        end = start + at + int.from_bytes(data[at - size : at], "little")
        version = int.from_bytes(data[at : at + 2], "little")
        if version == 5:
            address_size, abbreviations = data[at + 3], data[at + 4 : at + 4 + size]
        elif version == 4:
            address_size, abbreviations = data[at + 2 + size], data[at + 2 : at + 2 + size]
        else:
            # Its entries cannot be read, but those behind it can.
            address_size, abbreviations = 0, b""
        return _Unit(start, end, int.from_bytes(abbreviations, "little"), address_size, size)

    def _table(self, offset):
        if offset not in self._tables:
            cursor = _Cursor(_bytes(self._abbreviation_section, offset, _LARGEST))
            table = {}
            try:
                while code := cursor.leb():
                    tag, has_children = cursor.leb(), cursor.take(1)[0] != 0
                    table[code] = (tag, has_children, list(_specified(cursor)))
            except IndexError:
                raise Unreadable("abbreviations without an end")
            self._tables[offset] = table
        return self._tables[offset]


def _specified(cursor):
    """Name, form and, of one that is the same for all entries, the value of each attribute."""
    while True:
        name, form = cursor.leb(), cursor.leb()
        if name == 0 and form == 0:
            return
        yield name, form, cursor.signed_leb() if form == _IMPLICIT else None


class _Cursor:
    def __init__(self, data):
        self._data = data
        self._at = 0

    def is_over(self):
        return self._at == len(self._data)

    def take(self, size):
        taken = self._data[self._at : self._at + size]
        if len(taken) < size:
            raise IndexError("the bytes end")
        self._at += size
        return taken

    def number(self, size):
        return int.from_bytes(self.take(size), "little")

    def leb(self):
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte & 0x80 == 0:
                return value

    def signed_leb(self):
        before = self._at
        value = self.leb()
        bits = 7 * (self._at - before)
        return value - (1 << bits) if value >> (bits - 1) else value

    def until_zero(self):
        end = self._data.find(b"\0", self._at)
        if end < 0:
            raise IndexError("the bytes end")
        text = self.take(end - self._at)
        self.take(1)
        return text


class _Tree(_Cursor):
    def __init__(self, data, unit, table):
        super().__init__(data)
        self._unit = unit
        self._table = table
        self._left = _MOST_ENTRIES

    def read(self):
        found = self._entry()
        if found is None:
            raise Unreadable("there is no entry")
        return found

    def _entry(self):
        code = self.leb()
        if code == 0:
            return None
        self._left -= 1
        if code not in self._table or self._left < 0:
            raise Unreadable("no such abbreviation")
        tag, has_children, specified = self._table[code]
        entry = Entry(tag, {name: Attribute(form, self._value(form, same)) for name, form, same in specified})
        while has_children and (child := self._entry()) is not None:
            entry.children.append(child)
        return entry

    def _value(self, form, same):
        if form in _FIXED:
            return self.take(_FIXED[form])
        if form in _LEB:
            return self.leb()
        if form == _SIGNED_LEB:
            return self.signed_leb()
        if form == _IMPLICIT:
            return same
        if form in _OFFSETS:
            return self.number(self._unit.offset_size)
        if form == _ADDRESS:
            return self.number(self._unit.address_size)
        if form == _STRING:
            return self.until_zero()
        if form in _BLOCKS:
            return self.take(self.number(_BLOCKS[form]))
        if form in _LONG_BLOCKS:
            return self.take(self.leb())
        raise Unreadable(f"DW_FORM {form:#x}")


def _bytes(section, offset, size):
    if not section.IsValid() or size <= 0:
        return b""
    # Not a copy: what LLDB has of the file anyway.
    data = section.GetSectionData()
    error = lldb.SBError()
    length = min(data.GetByteSize() - offset, size)
    found = data.ReadRawData(error, offset, length) if length > 0 else b""
    return found if error.Success() and found else b""

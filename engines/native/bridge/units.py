"""Compile units: the language that a piece of the program was written in, and the compiler that made it.

LLDB tells the language and keeps the compiler's name to itself, so that this reads the first entry of each unit
(DWARF 4 and 5, sections 7.5.1 to 7.5.5).
"""

import os
import struct

import lldb

from . import source_checksums

# DW_AT: what is looked for in the entry of a unit.
_NAME, _FOLDER, _PRODUCER, _STRING_BASE = 0x03, 0x1B, 0x25, 0x72
# DW_FORM: those that do not just take a number of bytes.
_STRING, _STRP, _LINE_STRP = 0x08, 0x0E, 0x1F
_STRX = {0x1A: None, 0x25: 1, 0x26: 2, 0x27: 3, 0x28: 4}
_FIXED = {0x0B: 1, 0x05: 2, 0x06: 4, 0x07: 8, 0x11: 1, 0x12: 2, 0x13: 4, 0x14: 8, 0x0C: 1, 0x19: 0, 0x1E: 16, 0x20: 8}
_FIXED.update({0x1C: 4, 0x24: 8})
_LEB = {0x0D, 0x0F, 0x15, 0x1B, 0x22, 0x23}
_OFFSETS = {0x10, 0x17, 0x1D, 0x1F20, 0x1F21}
_BLOCKS = {0x0A: 1, 0x03: 2, 0x04: 4}
_IMPLICIT = 0x21
# DW_UT: units that have bytes of their own between their header and their first entry.
_TYPE_UNITS, _SPLIT_UNITS = {2, 6}, {4, 5}
_MOST_UNITS = 20_000


class Units:
    def __init__(self):
        self._known = {}
        self._producers = {}

    def describe(self, frame):
        """What is known of the unit that a frame's code belongs to; None where there is no debug information."""
        unit = frame.GetCompileUnit()
        if not unit.IsValid():
            return None
        module = frame.GetModule()
        key = (module.GetFileSpec().fullpath, unit.GetFileSpec().fullpath, unit.GetLanguage())
        if key not in self._known:
            self._known[key] = self._describe(module, key)
        return self._known[key]

    def _describe(self, module, key):
        module_path, path, number = key
        if module_path not in self._producers:
            self._producers[module_path] = _producers(module)
        described = {"language": language_name(number), "file": path}
        producer = self._producers[module_path].get(os.path.realpath(path or ""))
        if producer:
            described["producer"] = producer
        return described


def language_name(number):
    name = lldb.SBLanguageRuntime.GetNameForLanguageType(number)
    # One that LLDB does not know has a number all the same.
    return name if name and not name.startswith("unknown") else f"DW_LANG {number:#x}"


def _producers(module):
    """Real path of a source to the compiler's name for itself. What cannot be read is left out."""
    sections = {name: source_checksums.section(module, name) for name in _SECTIONS}
    order = "<" if module.GetByteOrder() == lldb.eByteOrderLittle else ">"
    info = sections[".debug_info"]
    found = {}
    position = 0
    try:
        while position + 4 <= len(info) and len(found) < _MOST_UNITS:
            unit = _Unit(sections, position, order)
            if unit.entry.get(_PRODUCER):
                path = os.path.join(unit.entry.get(_FOLDER) or "", unit.entry.get(_NAME) or "")
                found.setdefault(os.path.realpath(path), unit.entry[_PRODUCER])
            position = unit.end
    except (IndexError, ValueError, struct.error):
        # What does not read as the standard says tells nothing more.
        return found
    return found


_SECTIONS = (".debug_info", ".debug_abbrev", ".debug_str", ".debug_line_str", ".debug_str_offsets")


class _Unit:
    """The header and the first entry of one unit."""

    def __init__(self, sections, position, order):
        self._sections = sections
        self._data = sections[".debug_info"]
        self._at = position
        self._order = order
        length = self._number(4)
        self._offset_size = 4
        if length == 0xFFFFFFFF:
            self._offset_size = 8
            length = self._number(8)
        self.end = self._at + length
        self.entry = self._entry()

    def _entry(self):
        version = self._number(2)
        if version not in (4, 5):
            return {}
        kind = self._number(1) if version == 5 else 1
        if version == 5:
            self._address_size = self._number(1)
            abbreviations = self._number(self._offset_size)
        else:
            abbreviations = self._number(self._offset_size)
            self._address_size = self._number(1)
        if kind in _TYPE_UNITS:
            return {}
        if kind in _SPLIT_UNITS:
            self._at += 8
        return self._texts(self._attributes(abbreviations))

    def _attributes(self, abbreviations):
        code = self._leb()
        table = _Cursor(self._sections[".debug_abbrev"], abbreviations)
        while True:
            number = table.leb()
            if number == 0:
                return []
            table.leb()
            table.at += 1
            specified = list(table.attributes())
            if number == code:
                return [(name, form, self._value(form)) for name, form in specified]

    def _texts(self, attributes):
        """The attributes that are texts, resolved: some refer to a table whose place is an attribute itself."""
        bases = [value for name, _, value in attributes if name == _STRING_BASE]
        base = bases[0] if bases else 2 * self._offset_size
        return {name: self._text(form, value, base) for name, form, value in attributes if name != _STRING_BASE}

    def _text(self, form, value, base):
        if form == _STRING:
            return value
        if form == _STRP:
            return _zero_ended(self._sections[".debug_str"], value)
        if form == _LINE_STRP:
            return _zero_ended(self._sections[".debug_line_str"], value)
        if form in _STRX:
            table = self._sections[".debug_str_offsets"]
            at = base + value * self._offset_size
            offset = int.from_bytes(table[at : at + self._offset_size], "little" if self._order == "<" else "big")
            return _zero_ended(self._sections[".debug_str"], offset)
        return None

    def _value(self, form):
        if form == _STRING:
            text = _zero_ended(self._data, self._at)
            self._at = self._data.index(b"\0", self._at) + 1
            return text
        if form in _FIXED:
            return self._number(_FIXED[form])
        if form in _STRX:
            return self._leb() if _STRX[form] is None else self._number(_STRX[form])
        if form in _LEB:
            return self._leb()
        if form in (_STRP, _LINE_STRP) or form in _OFFSETS:
            return self._number(self._offset_size)
        if form == 0x01:
            return self._number(self._address_size)
        if form in (0x29, 0x2A, 0x2B, 0x2C):  # addrx1 to addrx4
            return self._number(form - 0x28)
        if form == _IMPLICIT:
            return None
        if form in _BLOCKS:
            self._at += self._number(_BLOCKS[form])
            return None
        if form in (0x09, 0x18):  # block, exprloc
            self._at += self._leb()
            return None
        raise ValueError(f"DW_FORM {form:#x}")

    def _number(self, size):
        raw = self._data[self._at : self._at + size]
        if len(raw) < size:
            raise IndexError("the section ends")
        self._at += size
        return int.from_bytes(raw, "little" if self._order == "<" else "big")

    def _leb(self):
        cursor = _Cursor(self._data, self._at)
        value = cursor.leb()
        self._at = cursor.at
        return value


class _Cursor:
    def __init__(self, data, at):
        self._data = data
        self.at = at

    def leb(self):
        value = shift = 0
        while True:
            byte = self._data[self.at]
            self.at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte & 0x80 == 0:
                return value

    def attributes(self):
        """Name and form of each, to the pair of zeros."""
        while True:
            name, form = self.leb(), self.leb()
            if name == 0 and form == 0:
                return
            if form == _IMPLICIT:
                self.leb()
            yield name, form


def _zero_ended(data, at):
    end = data.index(b"\0", at)
    return data[at:end].decode("utf-8", "replace")

"""The MD5 of each source text, as the compiler wrote it into the line tables (DWARF 5, section 6.2.4).

LLDB reads these checksums too, but its API does not hand them out.
"""

import os
import struct

import lldb

# The tables of a larger program would take longer to read than anybody waits.
_MOST_BYTES = 64 * 1024 * 1024

# DW_LNCT: what a field of an entry means.
_PATH, _DIRECTORY, _MD5 = 1, 2, 5
# DW_FORM: how a field is written.
_STRING, _LINE_STRP, _STRP = 0x08, 0x1F, 0x0E
_UDATA, _BLOCK, _DATA16 = 0x0F, 0x09, 0x1E
_FIXED = {0x0B: 1, 0x05: 2, 0x06: 4, 0x07: 8}


def of_module(module):
    """Real path to MD5 in hex, for the files of one module. What cannot be read is left out."""
    table = section(module, ".debug_line")
    if not table or len(table) > _MOST_BYTES:
        return {}
    strings = {_LINE_STRP: section(module, ".debug_line_str"), _STRP: section(module, ".debug_str")}
    order = "<" if module.GetByteOrder() == lldb.eByteOrderLittle else ">"
    found = {}
    position = 0
    try:
        while position + 4 <= len(table):
            unit = _Reader(table, position, order, strings)
            end = unit.begin()
            found.update(_files(unit))
            position = end
    except (IndexError, ValueError, struct.error):
        # A table that does not read as the standard says tells nothing more.
        return found
    return found


def section(module, name):
    section = module.FindSection(name)
    if not section.IsValid():
        return b""
    data = section.GetSectionData()
    error = lldb.SBError()
    size = min(data.GetByteSize(), _MOST_BYTES + 1)
    raw = data.ReadRawData(error, 0, size) if size > 0 else b""
    return raw if error.Success() and raw else b""


def _files(unit):
    """The header of one line table, from its version on."""
    if unit.number(2) != 5:
        return {}
    unit.skip(2)  # sizes of an address and of a segment selector
    unit.number(unit.offset_size)
    unit.skip(5)
    unit.skip(unit.number(1) - 1)  # lengths of the standard opcodes
    folders = [entry.get(_PATH, "") for entry in unit.entries()]
    found = {}
    for entry in unit.entries():
        if _MD5 not in entry:
            continue
        folder = folders[entry.get(_DIRECTORY, 0)]
        path = os.path.join(folders[0], folder, entry.get(_PATH, ""))
        found[os.path.realpath(path)] = entry[_MD5]
    return found


class _Reader:
    def __init__(self, data, position, order, strings):
        self._data = data
        self._at = position
        self._order = order
        self._strings = strings
        self.offset_size = 4

    def begin(self):
        """Reads the length of the unit; answers with where it ends."""
        length = self.number(4)
        if length == 0xFFFFFFFF:
            self.offset_size = 8
            length = self.number(8)
        return self._at + length

    def number(self, size):
        formats = {1: "B", 2: "H", 4: "I", 8: "Q"}
        (value,) = struct.unpack_from(self._order + formats[size], self._data, self._at)
        self._at += size
        return value

    def skip(self, size):
        self._at += size

    def entries(self):
        """A table of folders or files: how its fields are written comes first."""
        formats = [(self._leb(), self._leb()) for _ in range(self.number(1))]
        return [{meaning: self._field(form) for meaning, form in formats} for _ in range(self._leb())]

    def _leb(self):
        value = shift = 0
        while True:
            byte = self.number(1)
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def _field(self, form):
        if form in _FIXED:
            return self.number(_FIXED[form])
        if form == _UDATA:
            return self._leb()
        if form == _DATA16:
            self._at += 16
            return self._data[self._at - 16 : self._at].hex()
        if form == _STRING:
            text = _text_at(self._data, self._at)
            self._at += len(text) + 1
            return text.decode("utf-8", "surrogateescape")
        if form in (_LINE_STRP, _STRP):
            return _text_at(self._strings[form], self.number(self.offset_size)).decode("utf-8", "surrogateescape")
        if form == _BLOCK:
            length = self._leb()
            self._at += length
            return None
        raise ValueError(f"form {form:#x} of a line table is not known")


def _text_at(data, position):
    return data[position : data.index(b"\0", position)]

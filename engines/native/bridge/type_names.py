"""Names of types as the language of a unit writes them: LLDB knows all of them by the names that C has.

Which language that is belongs to the place where a value was found, and not to the type: one and the same `int` of LLDB
is seen from units of several languages.
"""

import lldb

from . import libraries

_BYTES = (lldb.eBasicTypeChar, lldb.eBasicTypeSignedChar, lldb.eBasicTypeUnsignedChar)


class TypeNames:
    def __init__(self, session):
        self._session = session
        # The dialects of the program, by LLDB's number of their language.
        self._there = None
        # That of the unit in which what is spoken of now was found; None for what is written as LLDB does.
        self.current = None

    def hear(self, value):
        """The next types are those of this value. One that does not say where it is from is from where the last was."""
        if self._there is None:
            program = self._session.target.GetModuleAtIndex(0)
            told = libraries.told("dialect")
            self._there = {dialect.language: dialect for dialect in told if program.FindSymbol(dialect.sign).IsValid()}
        frame = value.GetFrame() if self._there else None
        if frame is not None and frame.IsValid():
            self.current = self._there.get(frame.GetCompileUnit().GetLanguage())

    def written(self, name):
        return name if self.current is None else self.current.written(name)

    def is_number(self, basic):
        """Whether LLDB takes for a character what is a number of one byte here."""
        return self.current is not None and self.current.bytes_are_numbers and basic in _BYTES

    def has_lone_characters(self):
        return self.current is not None and self.current.lone_characters

    def is_unit(self, sb_type):
        """Whether it is the type of one value only, which takes no room. To LLDB that is a type that was left out."""
        return self.current is not None and self.current.empty_values and sb_type.GetBasicType() == lldb.eBasicTypeVoid

    def sequence(self, sb_type):
        return None if self.current is None else self.current.sequence(sb_type)

    def method_table(self, sb_type):
        """That of a type that is a pointer with one; None for others."""
        table = None if self.current is None else self.current.method_table
        if table is None or sb_type.GetTypeClass() != lldb.eTypeClassStruct or sb_type.GetNumberOfFields() != 2:
            return None
        names = (sb_type.GetFieldAtIndex(0).GetName(), sb_type.GetFieldAtIndex(1).GetName())
        return table if names == (table.pointer, table.table) else None

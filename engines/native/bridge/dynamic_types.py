"""The object behind a base class: what it is, and where it begins.

Both are told by the table of methods that the object leads to, so that LLDB is asked once for each table.
"""

import lldb

from .code_facts import CodeFacts


class DynamicTypes:
    def __init__(self, session):
        self._session = session
        self._known = CodeFacts(session.modules)

    def whole(self, type_id, known, address, make_value):
        """(type's id, address) of the whole object that this is a base class of; None when it is one itself."""
        table = None if known.has_virtual_bases else self._table(address)
        if table is None:
            found = self._ask(make_value(), known.plain, address)
        else:
            found = self._known.find((type_id, table), lambda: self._ask(make_value(), known.plain, address))
        return None if found is None else (found[0], address + found[1])

    def _table(self, address):
        """Where the table of methods is that the object begins with; None where that leads nowhere."""
        error = lldb.SBError()
        table = self._session.process.ReadPointerFromMemory(address, error)
        inside = error.Success() and self._session.target.ResolveLoadAddress(table).GetSection().IsValid()
        return table if inside else None

    def _ask(self, value, sb_type, address):
        """(type's id, distance to where the object begins)"""
        pointer = value.AddressOf().GetDynamicValue(lldb.eDynamicDontRunTarget)
        # Not by way of the pointer's type, in which LLDB mixes up the fields of the two.
        actual = pointer.Dereference().GetType()
        if not actual.IsValid() or pointer.GetError().Fail() or actual.GetName() == sb_type.GetName():
            return None
        distance = pointer.GetValueAsUnsigned() - address
        # A damaged object may lead into the middle of a table, where LLDB takes anything for the distance.
        return (self._session.types.id_of(actual), distance) if 0 <= -distance < actual.GetByteSize() else None

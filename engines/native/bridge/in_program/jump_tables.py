"""Where a switch may go: the tables that compilers make of one, found by the code that reads them.

More places than a switch has may be answered, and never fewer: nothing of ours may lie in the middle of one. What does
not look exactly like a switch (a goto to a calculated label, a call in place of a return) is not answered at all.
"""

import struct

import lldb

from ..first_use import Pattern
from . import program_memory
from .generator import NotInProgram

_WINDOW = 8
_MOST_ENTRIES = 4096
_NEAR = Pattern(r"(-?(?:0x)?[0-9a-f]+)?\(%rip\), (%\w+)")
_LOAD = Pattern(r"\((%\w+),(%\w+),4\), (%\w+)")
_ADD = Pattern(r"(%\w+), (%\w+)")
_ABSOLUTE = Pattern(r"\*(0x[0-9a-f]+|\d+)\(,%\w+,8\)")
_ABSOLUTE_LOAD = Pattern(r"(0x[0-9a-f]+|\d+)\(,%\w+,8\), (%\w+)")
_REGISTER = Pattern(r"\*(%\w+)")
_NUMBER = Pattern(r"\$(0x[0-9a-f]+)")


class JumpTables:
    """Of one function."""

    def __init__(self, session, function):
        target = session.target
        self._session = session
        self._lines = [
            (one.GetAddress().GetLoadAddress(target), one.GetByteSize(), one.GetMnemonic(target), _plain(one, target))
            for one in function.GetInstructions(target)
        ]
        self._start = function.GetStartAddress().GetLoadAddress(target)
        self._end = function.GetEndAddress().GetLoadAddress(target)
        # Parts of a function may lie apart from it, and tables lead there too.
        code = function.GetStartAddress().GetSection()
        self._code = range(code.GetLoadAddress(target), code.GetLoadAddress(target) + code.GetByteSize())

    def targets(self, address):
        """Where the jump at an address may lead to; None where nobody can tell."""
        index = next((nth for nth, line in enumerate(self._lines) if line[0] == address), None)
        if index is None or self._takes_addresses_of_code():
            return None
        absolute = _ABSOLUTE.fullmatch(self._lines[index][3])
        if absolute is not None:
            return self._entries(int(absolute.group(1), 0), 8) or None
        register = _REGISTER.fullmatch(self._lines[index][3])
        loaded = _ABSOLUTE_LOAD.fullmatch(self._lines[index - 1][3]) if index > 0 else None
        if register is not None and loaded is not None and loaded.group(2) == register.group(1):
            return self._entries(int(loaded.group(1), 0), 8) or None
        if register is None or not self._is_from_table(index, register.group(1)):
            return None
        # The table may have been found out about long before, into another register.
        found = {place for table in self._constants() for place in self._entries(table, 4)}
        return found if any(self._start <= place < self._end for place in found) else None

    def _constants(self):
        """What the code knows the addresses of."""
        for address, size, mnemonic, operands in self._lines:
            near = _NEAR.fullmatch(operands) if mnemonic.startswith("lea") else None
            if near is not None:
                yield address + size + int(near.group(1) or "0", 0)

    def _takes_addresses_of_code(self):
        """Of labels: they may be put together in ways that nobody here knows."""
        numbers = (int(found, 16) for line in self._lines for found in _NUMBER.findall(line[3]))
        return any(self._start < place < self._end for places in (self._constants(), numbers) for place in places)

    def _is_from_table(self, index, register):
        """Whether what is jumped to is an entry, added to where its table begins."""
        window = self._lines[max(0, index - _WINDOW) : index]
        added = _last(window, lambda mnemonic, operands: mnemonic.startswith("add") and operands.endswith(f", {register}"))
        pair = None if added is None else _ADD.fullmatch(window[added][3])
        if pair is None:
            return False
        for _, _, mnemonic, operands in window[:added]:
            load = _LOAD.fullmatch(operands) if mnemonic == "movslq" else None
            if load is not None and {load.group(1), load.group(3)} == set(pair.groups()):
                return True
        # Without optimisation some name the table twice: to read from it, and to add it.
        tables = [
            address + size + int(near.group(1) or "0", 0)
            for address, size, mnemonic, operands in window[:added]
            for near in [_NEAR.fullmatch(operands) if mnemonic.startswith("lea") else None]
            if near is not None
        ]
        extended = any(mnemonic in ("cltq", "cdqe") for _, _, mnemonic, _ in window[:added])
        return extended and len(tables) == 2 and tables[0] == tables[1]

    def _entries(self, table, size):
        """Places that a table leads to, as far as it can be one: up to an entry that leads to no code."""
        section = self._session.target.ResolveLoadAddress(table).GetSection()
        permissions = section.GetPermissions() if section.IsValid() else 0
        if not permissions & lldb.ePermissionsReadable or permissions & (lldb.ePermissionsWritable | lldb.ePermissionsExecutable):
            return set()
        left = section.GetLoadAddress(self._session.target) + section.GetByteSize() - table
        data = program_memory.read(self._session, table, min(left, _MOST_ENTRIES * size) // size * size)
        found = set()
        for (entry,) in struct.iter_unpack("<i" if size == 4 else "<Q", data):
            place = table + entry if size == 4 else entry
            if place not in self._code:
                return found
            found.add(place)
        if len(data) == _MOST_ENTRIES * size:
            raise NotInProgram("its function has a very large switch")
        return found


def _plain(instruction, target):
    return instruction.GetOperands(target).strip()


def _last(window, fits):
    return next((nth for nth in range(len(window) - 1, -1, -1) if fits(window[nth][2], window[nth][3])), None)

"""What stays the same about the variables of a block, whatever stop they are looked at in.

Names, types and declarations do, and for most variables also how far they lie from their frame. Asking LLDB for each of
them anew costs more than all the rest of a stop.
"""

from typing import NamedTuple

import lldb

from .first_use import Pattern
from .type_table import has_known_length, is_lost
from . import close_pieces, values

# The distances were seen twice, in different states of the program, before they are relied on; some never agree.
_MOST_TRIES = 5
# Stops where the frame was not yet what the debug information speaks of; in some functions it never is.
_MOST_UNCLEAR = 20
# What lies between where a function keeps its frame pointer and its frame: the return address and the caller's pointer.
_ABOVE_FRAME_POINTER = 16
_VARIABLE = Pattern(r'name = "(?P<name>[^"]*)".*?location = (?P<location>[^,]*(?:,(?! decl)[^,]*)*)')
_DISTANCE = Pattern(r"\s*DW_OP_fbreg ([+-]?\d+)\s*")


class Variable(NamedTuple):
    # What every stop tells of it: name, path, where it was declared.
    told: dict
    # 'arguments', 'locals' or 'globals'.
    scope: str
    type_id: int
    size: int
    slot: int
    # Where it lies: so far from the frame, or always in the same place. Neither where LLDB has to be asked.
    distance: int | None
    address: int | None
    is_code_pointer: bool
    # It should be at a distance that the debug information has, and is not.
    unclear: bool
    # How far out its block is from the innermost one.
    block: int = 0

    @property
    def asks(self):
        return self.distance is None and self.address is None


class Plan:
    def __init__(self):
        self.variables = []
        self.proven = False
        self._seen_at = None
        self._tries = 0
        self._unclear = 0
        # Of variables that will not change any more: what they are told by, and in which order.
        self._numbers = {}
        self._order = None
        # By whether variables of the file are left out.
        self._layouts = {}

    def number(self, index, told):
        if index not in self._numbers:
            self._numbers[index] = told.number(self.variables[index].told)
        return self._numbers[index]

    def ordered(self, order):
        """What `order` makes of the variables."""
        if not self.proven:
            return order(self.variables)
        if self._order is None:
            self._order = order(self.variables)
        return self._order

    def layout(self, leaves_out, make):
        """What `make` makes of it, once; None as long as it may change."""
        if not self.proven:
            return None
        if leaves_out not in self._layouts:
            self._layouts[leaves_out] = make()
        return self._layouts[leaves_out]

    def forget(self):
        """It is not about what was found now."""
        self.__init__()

    def learn(self, variables, seen_at):
        """What was found at a stop; `seen_at` tells stops apart."""
        if any(variable.unclear for variable in variables) and self._unclear < _MOST_UNCLEAR:
            self._unclear += 1
            self.variables = variables
            return
        agreed = [variable.distance for variable in variables] == [variable.distance for variable in self.variables]
        if agreed and seen_at != self._seen_at:
            self.proven = True
        if not agreed:
            self._tries += 1
            self._seen_at = seen_at
        self.variables = variables
        if self._tries >= _MOST_TRIES:
            self.variables = [variable._replace(distance=None) for variable in variables]
            self.proven = True


def plan_of(session, frame, frame_name):
    depth, start = frame_name.split(":")[2:]
    place = (depth, frame.GetPC(), frame.GetFrameID() == 0)
    ranges = session.frame_facts.find(place, lambda: _ranges(frame.GetBlock()))
    return session.plans.find((depth, start, ranges), Plan)


def _ranges(block):
    """All of them: an optimiser spreads blocks over many, and one inside of another may begin where that does."""
    return tuple(
        (block.GetRangeStartAddress(index).GetFileAddress(), block.GetRangeEndAddress(index).GetFileAddress())
        for index in range(block.GetNumRanges())
    )


def variable_of(session, frame, value, told, scope, slot, listed):
    """One variable as LLDB has it at a stop."""
    sb_type = value.GetType()
    known = not is_lost(sb_type) and has_known_length(sb_type) and value.GetError().Success()
    known = known and not session.run_time_lengths.concerns(value)
    address = values.address_of(value) if known else None
    distance = fixed = None
    if address is not None and value.GetValueType() in (lldb.eValueTypeVariableGlobal, lldb.eValueTypeVariableStatic):
        fixed = address
    elif address is not None and listed.get(value.GetName()):
        distance = _distance(frame, address, listed[value.GetName()])
    return Variable(
        told,
        scope,
        values.type_of(session, value),
        sb_type.GetByteSize() if known else 0,
        slot,
        distance,
        fixed,
        known and values.is_code_pointer(sb_type),
        address is not None and fixed is None and distance is None and bool(listed.get(value.GetName())),
    )


def _distance(frame, address, listed):
    """
    From the frame; None where it is not what the debug information says. Before a function has made its frame pointer its
    own, LLDB takes the caller's for it, and is wrong about every variable.
    """
    distance = address - frame.GetCFA()
    if distance + _ABOVE_FRAME_POINTER in listed:
        return distance
    # By a frame pointer that is equal to the frame it could be either.
    return distance if distance in listed and frame.GetFP() != frame.GetCFA() else None


def listed_distances(session, frame):
    """
    Name to its distances from the frame, as the debug information has them; a variable that lies anywhere else, or not
    always in the same place, is left out. LLDB's API does not tell, but its listing does.
    """
    answer = lldb.SBCommandReturnObject()
    command = f"target modules lookup --verbose --address {frame.GetPCAddress().GetLoadAddress(session.target):#x}"
    session.debugger.GetCommandInterpreter().HandleCommand(command, lldb.SBExecutionContext(frame), answer, False)
    found = {}
    for line in (answer.GetOutput() or "").splitlines():
        if not line.lstrip().startswith("Variable:"):
            continue
        match = _VARIABLE.search(line)
        distance = _DISTANCE.fullmatch(match.group("location")) if match else None
        if distance:
            found.setdefault(match.group("name"), set()).add(int(distance.group(1)))
    return found


def read(session, frame, variables, pushed):
    """Their values, in one read for those that lie together. None for those that LLDB has to be asked for."""
    cfa = frame.GetCFA()
    places = [variable.address if variable.distance is None else cfa + variable.distance for variable in variables]
    later = [_is_for_later(session, variable, place, pushed) for place, variable in zip(places, variables)]
    wanted = [
        (place, variable.size)
        for place, variable, deferred in zip(places, variables, later)
        if place is not None and variable.size > 0 and not deferred
    ]
    memory = _Memory(session.process, wanted)
    return [
        None if place is None else _described(session, variable, place, None if deferred else memory)
        for place, variable, deferred in zip(places, variables, later)
    ]


def _is_for_later(session, variable, place, pushed):
    if variable.size > values.MOST_BYTES:
        return True
    unasked = pushed and variable.address is not None and variable.size > 0 and not variable.is_code_pointer
    return unasked and session.global_looks.leaves_out(place)


class GlobalLooks:
    """
    Whether anybody looks at variables of the file. To read them takes a good part of what a step takes, so that they come
    with a stop only once somebody has asked for one.
    """

    def __init__(self):
        self._left_out = set()
        self._looked = False

    @property
    def looked(self):
        return self._looked

    def leaves_out(self, place):
        if not self._looked:
            self._left_out.add(place)
        return not self._looked

    def note_read(self, address, size):
        self._looked = self._looked or any(address <= place < address + size for place in self._left_out)


def _described(session, variable, place, memory):
    described = {"type": variable.type_id, "place": {"memory": hex(place)}}
    if memory is None:
        return {**described, "deferred": True}
    data, why = (b"", None) if variable.size == 0 else memory.at(place, variable.size)
    if data is None:
        return {**described, "unavailable": why}
    described["bytes"] = values.encode(data)
    if variable.is_code_pointer:
        return values.with_written(session, described, values.address_in(session, data))
    return described


class _Memory:
    """Reads what lies close together at once."""

    def __init__(self, process, wanted):
        self._process = process
        self._pieces = [(start, self._read(start, size)) for start, size in close_pieces.joined(wanted)]

    def _read(self, start, size):
        data = self._process.ReadMemory(start, size, lldb.SBError())
        return data or b""

    def at(self, place, size):
        for start, data in self._pieces:
            if start <= place and place + size <= start + len(data):
                return data[place - start : place - start + size], None
        # Not all of the piece can be read; this one may be.
        error = lldb.SBError()
        data = self._process.ReadMemory(place, size, error)
        if error.Success() and data is not None and len(data) == size:
            return data, None
        return None, error.GetCString() or f"memory at {place:#x} cannot be read"

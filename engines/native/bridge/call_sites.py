"""Calls of a line that a step can go into, one of several chosen by where it stands in the code.

LLDB can only be told the name of a function to step into, which is not enough where a line calls one twice. So a step
into a call that comes later goes over the line, with a breakpoint at the call that sends it in.
"""

import lldb

from .failure import Refused
from .first_use import Pattern
from . import frames, function_names

_CALLS = {"call", "callq", "calll", "bl", "blr", "blx", "jal", "jalr"}
_DIRECT = Pattern(r"0x[0-9a-f]+$")
# A slot that a linker fills in, as AT&T writes it.
_THROUGH_SLOT = Pattern(r"\*(-?0x[0-9a-f]+)\(%rip\)$")
_MOST_INSTRUCTIONS = 4096

MEANING = "call-site"


class CallSites:
    def __init__(self, session):
        self._session = session
        self._next_id = 1
        self._enters_all = False
        self.forget()

    def forget(self):
        """Another stop, another line."""
        # Id to (thread, frame, address of the call).
        self._listed = {}
        # Of the step under way: (thread, frame, how other threads run).
        self._chosen = None
        self._reached = False
        self._enter_all(False)

    def _enter_all(self, wanted):
        """LLDB goes through functions of some libraries to what they call. Who has chosen one of them means it."""
        if self._enters_all != wanted:
            self._enters_all = wanted
            self._session.avoid_libraries(not wanted)

    def targets(self, frame_name):
        """Those ahead, in the order they are made. Calls of functions that have no lines lead nowhere."""
        frame = frames.find(self._session, frame_name)
        if frame.GetFrameID() != 0:
            return []
        calls = list(self._calls(frame))
        names = [name for _, name in calls]
        found = []
        for index, (address, name) in enumerate(calls):
            label = name if names.count(name) == 1 else f"{name} ({names[: index + 1].count(name)} of {names.count(name)})"
            self._listed[self._next_id] = (frame.GetThread().GetIndexID(), frame.GetCFA(), address.GetLoadAddress(self._target))
            target = {"id": self._next_id, "label": label}
            location = frames.location_of(address.GetLineEntry())
            found.append(target if location is None else {**target, "location": location})
            self._next_id += 1
        return found

    def choose(self, thread, number, mode):
        """Answers whether the step must go over the line first, to the chosen call."""
        number_of_thread, cfa, address = self._listed.get(number, (None, None, None))
        if number_of_thread != thread.GetIndexID():
            raise Refused("not-found", "user", "that call is not ahead on this line;", "ask for the targets again.")
        self._enter_all(True)
        if thread.GetFrameAtIndex(0).GetPC() == address:
            return False
        self._session.breakpoints.set_own(self._target.BreakpointCreateByAddress(address), MEANING)
        self._chosen = (number_of_thread, cfa, mode)
        return True

    def note_hit(self, thread):
        """The function may have called itself, or run in another thread: only one frame's call is meant."""
        place = (thread.GetIndexID(), thread.GetFrameAtIndex(0).GetCFA())
        self._reached = self._chosen is not None and self._chosen[:2] == place

    def is_reached(self):
        return self._reached

    def enter(self):
        """The rest of the step."""
        number, _, mode = self._chosen
        self._chosen, self._reached = None, False
        error = lldb.SBError()
        thread = self._session.process.GetThreadByIndexID(number)
        thread.StepInto(None, lldb.LLDB_INVALID_LINE_NUMBER, error, mode)
        return error

    @property
    def _target(self):
        return self._session.target

    def _calls(self, frame):
        """(address, name of what is called) from where the frame is to the end of its line."""
        here = frame.GetPCAddress()
        end = end_of_line(frame.GetLineEntry()).GetLoadAddress(self._target)
        size = end - frame.GetPC()
        if end == lldb.LLDB_INVALID_ADDRESS or size <= 0:
            return
        instructions = self._target.ReadInstructions(here, min(size, _MOST_INSTRUCTIONS))
        for index in range(instructions.GetSize()):
            item = instructions.GetInstructionAtIndex(index)
            address = item.GetAddress()
            if address.GetLoadAddress(self._target) >= end:
                return
            name = self._called(item) if _is_call(self._target, item) else None
            if name is not None:
                yield address, name

    def _called(self, item):
        """None for what has no lines to stop at."""
        operands = item.GetOperands(self._target).strip()
        if _DIRECT.match(operands):
            return self._function_at(int(operands, 0))
        slot = _THROUGH_SLOT.match(operands)
        if slot is None:
            return f"call through {operands.lstrip('*')}"
        behind = item.GetAddress().GetLoadAddress(self._target) + item.GetByteSize()
        error = lldb.SBError()
        address = self._session.process.ReadPointerFromMemory(behind + int(slot[1], 0), error)
        return self._function_at(address) if error.Success() else None

    def _function_at(self, address):
        place = self._target.ResolveLoadAddress(address)
        functions = [place.GetFunction()]
        name = place.GetSymbol().GetName() if place.GetSymbol().IsValid() else None
        if not functions[0].IsValid() and name:
            # What stands for a function of another module, until the linker has found it.
            found = self._target.FindFunctions(name, lldb.eFunctionNameTypeFull | lldb.eFunctionNameTypeBase)
            functions = [found.GetContextAtIndex(index).GetFunction() for index in range(found.GetSize())]
        for function in functions:
            if function.IsValid() and function.GetStartAddress().GetLineEntry().IsValid():
                return function_names.short(function.GetName())
        return None


def _is_call(target, item):
    kind = item.GetControlFlowKind(target) if hasattr(item, "GetControlFlowKind") else None
    return kind == getattr(lldb, "eInstructionControlFlowKindCall", -1) or item.GetMnemonic(target) in _CALLS


def end_of_line(entry):
    """A line with several calls has an entry for each."""
    if hasattr(entry, "GetSameLineContiguousAddressRangeEnd"):
        return entry.GetSameLineContiguousAddressRangeEnd(True)
    return entry.GetEndAddress()

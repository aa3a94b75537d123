"""Steps over lines without a jump: whoever begins one comes to its end, so that the program runs there at once.

LLDB's own step looks for jumps each time, and unwinds the stack wherever it halts in between.
"""

import lldb

from .first_use import Pattern
from . import call_sites, frames

_MOST_BYTES = 1024
_STACK_INSTRUCTIONS = ("push", "pop", "enter", "leave")
# The stack pointer as what is written to: last on x86, as AT&T writes it, first on Arm, or counted on by an access.
_STACK_WRITTEN = Pattern(r"%[er]sp$|^sp,|!$|\[sp\], ")


class StraightLines:
    def __init__(self, session):
        self._session = session
        self.forget()

    def forget(self):
        # Of the step under way: (index id of the thread, its frame, where the line ends).
        self._aim = None
        # It came to its end elsewhere, and has to go there again.
        self._again = False

    def step(self, thread, frame, pc, error):
        """Begins a step by line, in or over. Answers False where it has to be LLDB's."""
        ends = self._session.line_ends.find(pc, lambda: self._end(frame, pc))
        if ends is None or (ends[1] and self._is_passed(pc)):
            return False
        end = ends[0]
        self._aim = (self._session.moved_thread, frame.GetCFA(), end)
        thread.RunToAddress(end, error)
        return True

    def _is_passed(self, pc):
        """
        Whether LLDB would run on at the end of a single instruction: led over a breakpoint, the thread comes there by
        that, and is not taken to have hit the mark that serves the step.
        """
        return pc in self._session.breakpoints.sites.marked_places()

    def arrived(self):
        """
        The number of the thread that has come to the end of its line in a program that nothing else can have happened in, as
        it is with most steps; nobody needs to look for anything else then. None where it may be otherwise.
        """
        session = self._session
        if self._aim is None or session.interrupted or session.pause_requested or session.halted_by_us:
            return None
        number, cfa, end = self._aim
        if session.process.GetNumThreads() != 1 or not session.breakpoints.are_silent(end):
            return None
        thread = session.process.GetThreadAtIndex(0)
        if thread.GetStopReason() != lldb.eStopReasonPlanComplete or thread.GetIndexID() != number:
            return None
        frame = thread.GetFrameAtIndex(0)
        return number if frame.GetPC() == end and frame.GetCFA() == cfa else None

    def is_deeper(self, thread):
        """Whether the thread has come to the end of the line in another frame, as a signal handler may."""
        if self._aim is None or self._aim[0] != thread.GetIndexID():
            return False
        frame = thread.GetFrameAtIndex(0)
        self._again = frame.GetPC() == self._aim[2] and frame.GetCFA() != self._aim[1]
        return self._again

    def go_on(self):
        """Once more to the same place; None where there is no need."""
        if not self._again:
            return None
        self._again = False
        error = lldb.SBError()
        self._session.process.GetThreadByIndexID(self._aim[0]).RunToAddress(self._aim[2], error)
        return error

    def _end(self, frame, pc):
        """
        Where the next line begins, and whether that is behind a single instruction; None where there may be another way,
        or LLDB would not stop.
        """
        target = self._session.target
        entry, function = frame.GetLineEntry(), frame.GetFunction()
        if not function.IsValid() or frame.IsInlined() or frames.location_of(entry) is None:
            return None
        address = call_sites.end_of_line(entry)
        end = address.GetLoadAddress(target)
        if not pc < end <= pc + _MOST_BYTES or end >= function.GetEndAddress().GetLoadAddress(target):
            return None
        count = self._instructions(frame.GetPCAddress(), pc, end) if self._is_next_line(address, end) else 0
        return None if count == 0 else (end, count == 1)

    def _is_next_line(self, address, end):
        context = self._session.target.ResolveSymbolContextForAddress(address, lldb.eSymbolContextEverything)
        entry = context.GetLineEntry()
        begins = entry.GetStartAddress().GetLoadAddress(self._session.target) == end
        return begins and entry.GetLine() != 0 and not _is_inlined(address)

    def _instructions(self, here, pc, end):
        """
        How many there are, each followed by the next, up to exactly the end; 0 where it is not so, where a function was
        inlined, which a step may go into, or where the stack grows or shrinks.
        """
        instructions = self._session.target.ReadInstructions(here, end - pc)
        at = pc
        for index in range(instructions.GetSize()):
            item = instructions.GetInstructionAtIndex(index)
            if at == end:
                return index
            address = item.GetAddress()
            if address.GetLoadAddress(self._session.target) != at or item.DoesBranch() or _is_inlined(address):
                return 0
            if item.GetByteSize() == 0 or self._moves_stack(item):
                return 0
            at += item.GetByteSize()
        return instructions.GetSize() if at == end else 0

    def _moves_stack(self, item):
        """LLDB may take the frame for another one behind such an instruction."""
        target = self._session.target
        operands = item.GetOperands(target)
        return item.GetMnemonic(target).startswith(_STACK_INSTRUCTIONS) or bool(_STACK_WRITTEN.search(operands))


def _is_inlined(address):
    return address.GetBlock().GetContainingInlinedBlock().IsValid()

"""The code of one site: the check, the instructions that made room for the jump, and the place where a hit stops.

    check:      save registers; decide and count; on to `miss` or fall through
    hit:        restore registers
    hitpoint:   one instruction that does nothing, with a breakpoint of LLDB's on it; on to `moved`
    miss:       restore registers
    moved:      the instructions of the program that were moved; back into the program

Without a debugger the code runs on as if it were not there, so that a program that is let go keeps working.
"""

import struct

from . import displacement
from .generator import Generator, NotInProgram, has_floats
from .sse import Floats
from .x86 import Code

# Room for one site.
LARGEST = 4096
COUNTER_SIZE = 16


class Trampoline:
    def __init__(self, address, displaced, start, counter):
        self.address = address
        self.size = displaced.size
        self.start = start
        self.counter = counter
        self.jump = b"\xe9" + struct.pack("<i", start - (address + displacement.JUMP_SIZE))
        self.moved = []
        self.end = start
        self.hitpoint = 0
        self.undecided = 0
        # Where rbx leads to what was saved, and from where on there a pass is counted.
        self.body = range(0)
        self.counted = 0
        # Where below that is what was saved of the registers for floats.
        self.floats = range(0)
        # Where what was saved is put back, and whether the pass is counted then.
        self.restores = {}

    def contains(self, pc):
        return self.start <= pc < self.end

    def original(self, pc):
        """Where the thread would be without us; None while the check is still running."""
        if pc == self.hitpoint:
            return self.address
        for instruction in self.moved:
            if instruction.new == pc:
                return instruction.old
        return None

    def replacement(self, pc):
        """Where the thread has to go on that stands in what the jump covers."""
        for instruction in self.moved:
            if instruction.old == pc and pc != self.address + self.size:
                return instruction.new
        return None


def build(session, address, displaced, start, counter, switch, site):
    """Answers with the trampoline and its bytes. `switch` is the address of a byte that is 0 where nothing is to be checked."""
    made = Trampoline(address, displaced, start, counter)
    code = Code(start)
    code.save()
    saved = code.here
    code.load_constant(switch)
    code.load(1, False)
    code.test()
    code.jump_if_zero("miss")
    if site.check is not None:
        _decide(code, made, site)
    if site.hit_condition is not None:
        made.counted = _count(code, counter, site.hit_condition)
        code.test()
        code.jump_if_zero("counted miss")
        _restore(code, made, "counted hit", True)
        code.jump("hitpoint")
    _restore(code, made, "undecided", False)
    code.label("hitpoint")
    code.raw(0x90)
    code.jump("moved")
    if site.hit_condition is not None:
        _restore(code, made, "counted miss", True)
        code.jump("moved")
    _restore(code, made, "miss", False)
    code.label("moved")
    made.moved = displacement.rewritten(session, code, displaced)
    data = code.finished()
    if len(data) > LARGEST:
        raise NotInProgram("it is too long")
    made.end = start + len(data)
    made.hitpoint = code.address_of("hitpoint")
    made.undecided = code.address_of("floats undecided" if made.floats else "undecided")
    made.body = range(saved, min(made.restores))
    return made, data


def _decide(code, made, site):
    """Goes on to `miss`, or through to where it is a hit."""
    with_floats = has_floats(site.check)
    floats = Floats(code)
    saved = floats.save() if with_floats else code.here
    Generator(code, site.locate, "floats undecided" if with_floats else "undecided").truth(site.check)
    if with_floats:
        floats.restore()
    code.test()
    code.jump_if_not_zero("hit")
    code.jump("miss")
    if with_floats:
        code.label("floats undecided")
        floats.restore()
        code.jump("undecided")
        made.floats = range(saved, code.here)
    code.label("hit")


def _restore(code, made, label, counted):
    """Apart for each way, so that where a thread is tells whether its pass is counted."""
    code.label(label)
    made.restores[code.here] = counted
    code.restore()


_COMPARISONS = {"eq": "eq", "ge": "ge", "gt": "gt", "lt": "lt", "le": "le"}


def _count(code, counter, condition):
    """rax = whether this hit is one that counts. Answers with the address from which on it is counted."""
    counted = code.count(counter)
    code.push()
    code.load_constant(condition["count"])
    code.pop_pair()
    if condition["compare"] == "multiple":
        code.divide(False, True)
        code.invert_boolean()
    else:
        code.compare(_COMPARISONS[condition["compare"]], True)
    return counted

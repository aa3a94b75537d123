"""Machine code for a check (see src/check-program.ts).

Every value is in rax: an integer extended to 64 bits as its width and sign say, a float as sse.py says.
"""

from typing import NamedTuple

from .. import floats
from .sse import Floats


class NotInProgram(Exception):
    """Why this cannot be checked inside the program, for people."""


class Kind(NamedTuple):
    bits: int
    signed: bool
    is_float: bool = False


class Location(NamedTuple):
    """Where a variable lies: at an offset from rbp, or at an address."""

    relative_to_frame: bool
    offset: int


_TRUTH = Kind(8, False)
_FLOAT = Kind(64, True, True)
_DEEPEST = 64
# Whole numbers up to this one are doubles as well.
_EXACT = 1 << 53


def has_floats(node):
    """Whether a check needs more than the registers for integers. Not by recursion: nobody has looked yet how deep it is."""
    parts = [node]
    for part in parts:
        if part.get("is") == "float" or part.get("op") in ("float", "to-float"):
            return True
        parts += [value for value in part.values() if isinstance(value, dict)]
    return False


class Generator:
    """`locate(name)` says where a variable lies; `undecided` is where the check goes when it has no answer."""

    def __init__(self, code, locate, undecided):
        self._code = code
        self._floats = Floats(code)
        self._locate = locate
        self._undecided = undecided
        self._depth = 0

    def truth(self, node):
        """Leaves in rax what is zero if the value is, and only then. For a float it is not the value."""
        if self.value(node).is_float:
            self._floats.without_sign()

    def value(self, node):
        """Leaves the value in rax and answers with its kind."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise NotInProgram("it is nested too deeply")
        try:
            maker = _MAKERS.get(node["op"])
            is_number = node.get("is", "float") == "float" and node.get("bits", 64) <= 64
            if maker is None or not is_number or node.get("saturates"):
                raise NotInProgram("it is more than arithmetic with numbers of up to 64 bits")
            return maker(self, node)
        finally:
            self._depth -= 1

    def _whole(self, node):
        """The same where only an integer has a meaning."""
        kind = self.value(node)
        if kind.is_float:
            raise NotInProgram("it takes a float for a whole number")
        return kind

    def _constant(self, node):
        if "is" in node:
            self._floats.load_constant(floats.from_text(node["value"]))
            return _FLOAT
        value = int(node["value"])
        if not -(1 << 63) <= value < 1 << 64:
            raise NotInProgram("it names a number that has more than 64 bits")
        self._code.load_constant(value)
        return Kind(64, value < 1 << 63)

    def _load(self, node):
        self._address(node["from"])
        if "is" in node:
            self._floats.load(node["bits"] // 8)
            return _FLOAT
        self._code.load(node["bits"] // 8, node["signed"])
        return Kind(node["bits"], node["signed"])

    def _address(self, address):
        """rax = where it lies."""
        if address["at"] == "variable":
            location = self._locate(address["name"])
            (self._code.frame_address if location.relative_to_frame else self._code.load_constant)(location.offset)
        elif address["at"] == "offset":
            self._address(address["of"])
            self._add(address["by"])
        elif address["at"] == "element":
            self._element(address)
        else:
            # It may lead nowhere: see `faulted` in checked_threads.py.
            self._whole(address["of"])

    def _taken(self, node):
        self._address(node["of"])
        return Kind(64, False)

    def _add(self, offset):
        self._code.push()
        self._code.load_constant(offset)
        self._code.pop_pair()
        self._code.arithmetic("add")

    def _element(self, address):
        self._address(address["of"])
        self._code.push()
        self._whole(address["by"])
        if address.get("count") is not None:
            # A negative index is a very large one without its sign.
            self._code.jump_unless_below(address["count"], self._undecided)
        self._code.multiply(address["size"])
        self._code.pop_pair()
        self._code.arithmetic("add")

    def _integer(self, node):
        kind = Kind(node["bits"], node["signed"])
        operator = node["operator"]
        self._whole(node["a"])
        if operator in ("neg", "not"):
            (self._code.negate if operator == "neg" else self._code.complement)()
        else:
            self._code.push()
            self._whole(node["b"])
            self._code.pop_pair()
            self._binary(operator, kind)
        self._code.narrow(kind.bits, kind.signed)
        return kind

    def _binary(self, operator, kind):
        if operator in ("div", "rem"):
            self._code.test_divisor()
            self._code.jump_if_zero(self._undecided)
            self._code.divide(kind.signed, operator == "rem")
        elif operator in ("shl", "shr"):
            self._code.shift(operator, kind.signed)
        else:
            self._code.arithmetic(operator)

    def _float(self, node):
        """Every operand is a float of these bits first, as in packages/lens/src/expression/arithmetic.ts."""
        operator, bits = node["operator"], node["bits"]
        if operator == "rem":
            raise NotInProgram("it takes the remainder of a float")
        self._as_float(node["a"], bits)
        if operator == "neg":
            self._floats.negate()
        else:
            self._code.push()
            self._as_float(node["b"], bits)
            self._code.pop_pair()
            self._floats.arithmetic(operator, bits)
        return _FLOAT

    def _as_float(self, node, bits):
        if node["op"] == "constant" and node.get("is") != "text":
            value = floats.from_text(node["value"]) if "is" in node else int(node["value"])
            self._floats.load_constant(floats.nearest(value, bits))
            return _FLOAT
        kind = self.value(node)
        if not kind.is_float:
            self._floats.from_integer(bits, kind == Kind(64, False))
        elif bits == 32 and not _is_single(node):
            self._floats.round()
        return _FLOAT

    def _compare(self, node):
        left = self.value(node["a"])
        self._code.push()
        right = self.value(node["b"])
        if left.is_float and not right.is_float:
            self._exactly_as_float(node["b"], right)
        self._code.pop_pair()
        if right.is_float and not left.is_float:
            self._exactly_as_float(node["a"], left)
        if left.is_float or right.is_float:
            self._floats.compare(node["operator"])
            return _TRUTH
        wide = Kind(64, False) in (left, right)
        if wide and left.signed != right.signed and not (_has_any_sign(node["a"]) or _has_any_sign(node["b"])):
            raise NotInProgram("it compares numbers with and without a sign")
        self._code.compare(node["operator"], not wide)
        return _TRUTH

    def _exactly_as_float(self, node, kind):
        """What is compared must not be rounded before. Leaves rcx alone."""
        if kind.bits > 32 and not (node["op"] == "constant" and abs(int(node["value"])) <= _EXACT):
            raise NotInProgram("it compares a float with a whole number of 64 bits")
        self._floats.from_integer(64, False)

    def _logical(self, node):
        done = self._code.new_label()
        self.truth(node["a"])
        self._code.to_boolean()
        self._code.test()
        (self._code.jump_if_zero if node["op"] == "and" else self._code.jump_if_not_zero)(done)
        self.truth(node["b"])
        self._code.to_boolean()
        self._code.label(done)
        return _TRUTH

    def _not(self, node):
        self.truth(node["of"])
        self._code.invert_boolean()
        return _TRUTH

    def _select(self, node):
        other, done = self._code.new_label(), self._code.new_label()
        self.truth(node["test"])
        self._code.test()
        self._code.jump_if_zero(other)
        left = self.value(node["then"])
        self._code.jump(done)
        self._code.label(other)
        right = self.value(node["else"])
        self._code.label(done)
        if "fail" in (node["then"]["op"], node["else"]["op"]):
            return right if node["then"]["op"] == "fail" else left
        if left.is_float != right.is_float:
            raise NotInProgram("it is a float in one case and a whole number in another")
        return left if left == right else Kind(64, left.signed and right.signed)

    def _convert(self, node):
        kind, wanted = self.value(node["of"]), Kind(node["bits"], node["signed"])
        if kind.is_float:
            self._floats.to_integer(wanted.bits, wanted.signed)
        elif kind.bits > wanted.bits or kind.signed != wanted.signed:
            self._code.narrow(wanted.bits, wanted.signed)
        return wanted

    def _fail(self, node):
        """There is a reason, and nobody here to tell it."""
        self._code.jump(self._undecided)
        return _TRUTH


def _has_any_sign(node):
    """Whether it is a number that is the same with and without a sign."""
    return node["op"] == "constant" and 0 <= int(node["value"]) < 1 << 63


def _is_single(node):
    """Whether a float is known to be one of 32 bits."""
    return node.get("bits") == 32 and node["op"] in ("load", "float", "to-float")


_MAKERS = {
    "constant": Generator._constant,
    "load": Generator._load,
    "address": Generator._taken,
    "integer": Generator._integer,
    "float": Generator._float,
    "to-float": lambda self, node: self._as_float(node["of"], node["bits"]),
    "compare": Generator._compare,
    "and": Generator._logical,
    "or": Generator._logical,
    "not": Generator._not,
    "select": Generator._select,
    "convert": Generator._convert,
    "fail": Generator._fail,
}

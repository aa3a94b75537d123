"""Machine code for a check (see src/check-program.ts).

Every value is an integer in rax, extended to 64 bits as its width and sign say.
"""

from typing import NamedTuple


class NotInProgram(Exception):
    """Why this cannot be checked inside the program, for people."""


class Kind(NamedTuple):
    bits: int
    signed: bool


class Location(NamedTuple):
    """Where a variable lies: at an offset from rbp, or at an address."""

    relative_to_frame: bool
    offset: int


_TRUTH = Kind(8, False)
_DEEPEST = 64


class Generator:
    """`locate(name)` says where a variable lies; `undecided` is where the check goes when it has no answer."""

    def __init__(self, code, locate, undecided):
        self._code = code
        self._locate = locate
        self._undecided = undecided
        self._labels = 0
        self._depth = 0

    def value(self, node):
        """Leaves the value in rax and answers with its kind."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise NotInProgram("it is nested too deeply")
        try:
            maker = _MAKERS.get(node["op"])
            if maker is None or "is" in node or node.get("bits", 64) > 64 or node.get("saturates"):
                raise NotInProgram("it is more than arithmetic with whole numbers of up to 64 bits")
            return maker(self, node)
        finally:
            self._depth -= 1

    def _constant(self, node):
        value = int(node["value"])
        if not -(1 << 63) <= value < 1 << 64:
            raise NotInProgram("it names a number that has more than 64 bits")
        self._code.load_constant(value)
        return Kind(64, value < 1 << 63)

    def _load(self, node):
        self._address(node["from"])
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
            # It may lead nowhere: see `faulted` in sites.py.
            self.value(address["of"])

    def _add(self, offset):
        self._code.push()
        self._code.load_constant(offset)
        self._code.pop_pair()
        self._code.arithmetic("add")

    def _element(self, address):
        self._address(address["of"])
        self._code.push()
        self.value(address["by"])
        if address.get("count") is not None:
            # A negative index is a very large one without its sign.
            self._code.jump_unless_below(address["count"], self._undecided)
        self._code.multiply(address["size"])
        self._code.pop_pair()
        self._code.arithmetic("add")

    def _integer(self, node):
        kind = Kind(node["bits"], node["signed"])
        operator = node["operator"]
        self.value(node["a"])
        if operator in ("neg", "not"):
            (self._code.negate if operator == "neg" else self._code.complement)()
        else:
            self._pair(node["b"])
            self._binary(operator, kind)
        self._code.narrow(kind.bits, kind.signed)
        return kind

    def _pair(self, right):
        self._code.push()
        kind = self.value(right)
        self._code.pop_pair()
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

    def _compare(self, node):
        left = self.value(node["a"])
        right = self._pair(node["b"])
        wide = Kind(64, False) in (left, right)
        if wide and left.signed != right.signed:
            raise NotInProgram("it compares numbers with and without a sign")
        self._code.compare(node["operator"], not wide)
        return _TRUTH

    def _logical(self, node):
        done = self._label()
        self.value(node["a"])
        self._code.to_boolean()
        self._code.test()
        (self._code.jump_if_zero if node["op"] == "and" else self._code.jump_if_not_zero)(done)
        self.value(node["b"])
        self._code.to_boolean()
        self._code.label(done)
        return _TRUTH

    def _not(self, node):
        self.value(node["of"])
        self._code.invert_boolean()
        return _TRUTH

    def _select(self, node):
        other, done = self._label(), self._label()
        self.value(node["test"])
        self._code.test()
        self._code.jump_if_zero(other)
        left = self.value(node["then"])
        self._code.jump(done)
        self._code.label(other)
        right = self.value(node["else"])
        self._code.label(done)
        return left if left == right else Kind(64, left.signed and right.signed)

    def _convert(self, node):
        kind, wanted = self.value(node["of"]), Kind(node["bits"], node["signed"])
        if kind.bits > wanted.bits or kind.signed != wanted.signed:
            self._code.narrow(wanted.bits, wanted.signed)
        return wanted

    def _fail(self, node):
        """There is a reason, and nobody here to tell it."""
        self._code.jump(self._undecided)
        return _TRUTH

    def _label(self):
        self._labels += 1
        return f"expression {self._labels}"


_MAKERS = {
    "constant": Generator._constant,
    "load": Generator._load,
    "integer": Generator._integer,
    "compare": Generator._compare,
    "and": Generator._logical,
    "or": Generator._logical,
    "not": Generator._not,
    "select": Generator._select,
    "convert": Generator._convert,
    "fail": Generator._fail,
}

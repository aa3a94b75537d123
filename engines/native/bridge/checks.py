"""A check decided at a stop: the same nodes as in src/check-program.ts, calculated here on bytes read here."""

import lldb

from . import scopes, values


class Undecided(Exception):
    """Why it has no answer, for people."""


class NotInMemory(Undecided):
    """A variable is in a register or in several places: LLDB may know its value all the same."""


class Decider:
    """`variable(name)` answers with the address of a variable, `read(address, size)` with bytes."""

    def __init__(self, variable, read):
        self._variable = variable
        self._read = read

    def value(self, node):
        op = node["op"]
        if op == "constant":
            return int(node["value"])
        if op == "load":
            data = self._read(self._address(node["from"]), node["bits"] // 8)
            return int.from_bytes(data, "little", signed=node["signed"])
        if op == "integer":
            return _integer(node, self.value(node["a"]), None if "b" not in node else self.value(node["b"]))
        if op == "compare":
            return int(_COMPARISONS[node["operator"]](self.value(node["a"]), self.value(node["b"])))
        if op == "and":
            return int(self.value(node["a"]) != 0 and self.value(node["b"]) != 0)
        if op == "or":
            return int(self.value(node["a"]) != 0 or self.value(node["b"]) != 0)
        if op == "not":
            return int(self.value(node["of"]) == 0)
        if op == "select":
            return self.value(node["then"] if self.value(node["test"]) else node["else"])
        return _wrapped(self.value(node["of"]), node["bits"], node["signed"])

    def _address(self, address):
        if address["at"] == "variable":
            return self._variable(address["name"])
        if address["at"] == "offset":
            return self._address(address["of"]) + address["by"]
        if address["at"] == "pointer":
            return self.value(address["of"])
        index = self.value(address["by"])
        return self._address(address["of"]) + index * address["size"]


def in_frame(frame):
    """Decides on the variables of a frame."""
    process = frame.GetThread().GetProcess()

    def variable(name):
        value = scopes.variable_named(frame, name)
        address = None if value is None else values.address_of(value)
        if address is None:
            raise NotInMemory(f"{name} is not in memory here")
        return address

    def read(address, size):
        error = lldb.SBError()
        data = process.ReadMemory(address & 0xFFFFFFFFFFFFFFFF, size, error)
        if error.Fail() or data is None or len(data) != size:
            raise Undecided(f"nothing can be read at {address & 0xFFFFFFFFFFFFFFFF:#x}")
        return data

    return Decider(variable, read)


_COMPARISONS = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}


def _integer(node, a, b):
    operator, bits = node["operator"], node["bits"]
    if operator in ("div", "rem"):
        if b == 0:
            raise Undecided("it divides by zero")
        quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        result = quotient if operator == "div" else a - quotient * b
    elif operator in ("shl", "shr"):
        result = a << (b % bits) if operator == "shl" else a >> (b % bits)
    else:
        result = _OPERATORS[operator](a, b)
    return _wrapped(result, bits, node["signed"])


_OPERATORS = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "neg": lambda a, b: -a,
    "not": lambda a, b: ~a,
}


def _wrapped(value, bits, signed):
    value &= (1 << bits) - 1
    return value - (1 << bits) if signed and value >> (bits - 1) else value

"""A check decided at a stop: the same nodes as in src/check-program.ts, calculated here on bytes read here."""

import lldb

from . import floats, left_out, scopes, values


# What a condition compares is no book.
_LONGEST_TEXT = 1 << 20
_PAGE = 4096
_WORD = 8
# Entries that are looked through for a line of a log.
_LARGEST_TABLE = 1 << 14


class Undecided(Exception):
    """Why it has no answer, for people."""


class NotInMemory(Undecided):
    """A variable is in a register or in several places: LLDB may know its value all the same."""


class Decider:
    """
    `variable(name)` answers with the address of a variable, `read(address, size)` with bytes, and `held(name, offset,
    size)` with those of a variable that is in no memory. `symbol(name)` is where a symbol is, None for one that is nowhere.
    """

    def __init__(self, variable, read, held=None, symbol=None):
        self._variable = variable
        self._read = read
        self._held = held
        self._symbol = symbol
        self._bound = {}

    def value(self, node):
        op = node["op"]
        if op == "constant":
            return _constant(node)
        if op == "load":
            data = self._loaded(node["from"], node["bits"] // 8)
            if node.get("is") == "float":
                return floats.from_bytes(data)
            return int.from_bytes(data, "little", signed=node["signed"])
        more = _MORE.get(op)
        if more is not None:
            return more(self, node)
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
        return _converted(self.value(node["of"]), node)

    def _loaded(self, place, size):
        try:
            return self._read(self._address(place), size)
        except NotInMemory:
            name, offset = self._part_of_variable(place)
            if self._held is None or name is None:
                raise
            return self._held(name, offset, size)

    def _let(self, node):
        self._bound[node["slot"]] = self.value(node["value"])
        return self.value(node["body"])

    def _float(self, node):
        bits = node["bits"]
        a = floats.nearest(self.value(node["a"]), bits)
        b = floats.nearest(self.value(node["b"]), bits) if "b" in node else 0.0
        return floats.calculated(node["operator"], a, b, bits)

    def _text(self, node):
        if "length" not in node:
            return self._zero_ended(self.value(node["address"]))
        length = self.value(node["length"])
        if length == 0:
            return ""
        if not 0 < length <= _LONGEST_TEXT:
            raise Undecided(f"a text of {length} bytes")
        return self._read(self.value(node["address"]), length).decode("utf-8", "replace")

    def _zero_ended(self, address):
        """Piece by piece up to the next page, because what lies behind the text may not be readable."""
        found = bytearray()
        while len(found) <= _LONGEST_TEXT:
            piece = self._read(address + len(found), _PAGE - (address + len(found)) % _PAGE)
            end = piece.find(0)
            if end >= 0:
                return bytes(found + piece[:end]).decode("utf-8", "replace")
            found += piece
        raise Undecided(f"a text of more than {_LONGEST_TEXT} bytes")

    def _vouched(self, node):
        address = self.value(node["of"])
        for table in node["tables"]:
            if not self._is_listed(address, table):
                raise Undecided(table["otherwise"])
        return address

    def _is_listed(self, address, table):
        """A table that cannot be read, or is too large to, says nothing."""
        at = None if self._symbol is None else self._symbol(table["symbol"])
        if at is None:
            return True
        member = int.from_bytes(self._read(address + table["unlessZero"], _WORD), "little")
        if member & table.get("mask", member) == 0:
            return True
        entries, count = (int.from_bytes(self._read(at + offset, _WORD), "little") for offset in (0, _WORD))
        if count > _LARGEST_TABLE:
            return True
        size = table["entrySize"]
        data = self._read(entries, count * size) if count else b""
        wanted = [(self._read(address + word["in"], _WORD), word["at"]) for word in table["words"]]
        starts = range(0, len(data), size)
        return any(all(data[start + at : start + at + _WORD] == word for word, at in wanted) for start in starts)

    def _address(self, address):
        if address["at"] == "variable":
            return self._variable(address["name"])
        if address["at"] == "offset":
            return self._address(address["of"]) + address["by"]
        if address["at"] == "pointer":
            return self.value(address["of"])
        return self._address(address["of"]) + self._distance(address)

    def _distance(self, element):
        """From the first element to one of an array."""
        index = self.value(element["by"])
        count = element.get("count")
        if count is not None and not 0 <= index < count:
            raise Undecided(f"index {index} is outside of {count} element{'' if count == 1 else 's'}")
        return index * element["size"]

    def _part_of_variable(self, place):
        """The variable that a place is in, and where in it; None for a place that only a pointer leads to."""
        offset = 0
        while place["at"] in ("offset", "element"):
            offset += place["by"] if place["at"] == "offset" else self._distance(place)
            place = place["of"]
        return (place["name"], offset) if place["at"] == "variable" else (None, 0)


def in_frame(frame, also_held=False):
    """Decides on the variables of a frame; with `also_held` on those that LLDB finds in registers too."""
    process = frame.GetThread().GetProcess()
    found = {}

    def named(name):
        if name not in found:
            found[name] = scopes.variable_named(frame, name)
        return found[name]

    def variable(name):
        value = named(name)
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

    def held(name, offset, size):
        value = named(name)
        if value is not None and left_out.is_left_out(value):
            raise Undecided(f"{name} cannot be read here: {left_out.WHY}")
        error = lldb.SBError()
        data = None if value is None else value.GetData().ReadRawData(error, 0, value.GetByteSize())
        if data is None or error.Fail() or value.GetError().Fail() or len(data) < offset + size:
            reason = "" if value is None else value.GetError().GetCString() or ""
            raise Undecided(f"{name} cannot be read here: {reason or 'the compiler keeps it nowhere'}")
        missing = values.missing_bytes(value, value.GetByteSize())
        if any(start < offset + size and offset < start + length for start, length in missing):
            raise Undecided(f"{name} cannot be read here: {values.OPTIMIZED_PART}")
        return data[offset : offset + size]

    def symbol(name):
        target = process.GetTarget()
        symbols = target.FindSymbols(name)
        address = symbols[0].GetSymbol().GetStartAddress().GetLoadAddress(target) if symbols.GetSize() > 0 else None
        return None if address == lldb.LLDB_INVALID_ADDRESS else address

    return Decider(variable, read, held if also_held else None, symbol)


def _refuse(message):
    raise Undecided(message)


def _constant(node):
    kind = node.get("is")
    if kind == "text":
        return node["value"]
    return floats.from_text(node["value"]) if kind == "float" else int(node["value"])


def _to_text(value, kind):
    if kind == "boolean":
        return "true" if value else "false"
    if kind == "address":
        return f"{value & 0xFFFFFFFFFFFFFFFF:#x}"
    return floats.to_text(value) if isinstance(value, float) else str(value)


# Beyond whole numbers.
_MORE = {
    "address": lambda self, node: self._address(node["of"]),
    "let": Decider._let,
    "bound": lambda self, node: self._bound[node["slot"]],
    "vouched": Decider._vouched,
    "fail": lambda self, node: _refuse(node["message"]),
    "float": Decider._float,
    "to-float": lambda self, node: floats.nearest(self.value(node["of"]), node["bits"]),
    "to-text": lambda self, node: _to_text(self.value(node["of"]), node["as"]),
    "text": Decider._text,
    "length": lambda self, node: len(self.value(node["of"])),
    "concat": lambda self, node: "".join(str(self.value(part)) for part in node["parts"]),
}


def _converted(value, node):
    bits, signed = node["bits"], node["signed"]
    if not isinstance(value, float):
        return _wrapped(int(value), bits, signed)
    whole = floats.to_integer(value, bits, signed, node.get("saturates", False))
    return _wrapped(whole, bits, signed)


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

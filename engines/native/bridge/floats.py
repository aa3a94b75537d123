"""Floating point numbers as expression programs have them: IEEE 754, no traps, texts with the fewest digits."""

import math
import struct

from .first_use import Module

decimal = Module("decimal")

# Of a double.
_DIGITS = 53


def from_bytes(data):
    return struct.unpack("<f" if len(data) == 4 else "<d", data)[0]


def from_text(text):
    return float(text.replace("Infinity", "inf"))


def rounded(value, bits):
    if bits == 64 or math.isnan(value) or math.isinf(value):
        return value
    try:
        return struct.unpack("<f", struct.pack("<f", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def nearest(value, bits):
    """A number as a float, rounded once: by way of 64 bits to 32 a large whole number would be rounded twice."""
    if not isinstance(value, int) or bits == 64 or abs(value) < 1 << _DIGITS:
        return rounded(float(value), bits)
    dropped = abs(value).bit_length() - _DIGITS + 1
    kept = abs(value) >> dropped << 1
    # Below the digits that are rounded to it only matters that there is more.
    more = int(kept << (dropped - 1) != abs(value))
    return rounded(math.copysign(math.ldexp(kept | more, dropped - 1), value), bits)


def calculated(operator, a, b, bits):
    return rounded(_OPERATORS[operator](a, b), bits)


def to_integer(value, bits, signed, saturates):
    """Towards zero. What is no number is zero."""
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
    if math.isnan(value):
        return 0
    if math.isinf(value):
        return high if value > 0 else low
    whole = int(value)
    return max(low, min(high, whole)) if saturates else whole


def to_text(value):
    """With an exponent only from 1e21 and below 1e-6."""
    if math.isnan(value) or math.isinf(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    if value == 0:
        return "-0" if math.copysign(1, value) < 0 else "0"
    exact = decimal.Decimal(repr(value)).normalize()
    if 1e-6 <= abs(value) < 1e21:
        return f"{exact:f}"
    sign, digits, exponent = exact.as_tuple()
    text = "".join(map(str, digits))
    mantissa = text[0] + (f".{text[1:]}" if len(text) > 1 else "")
    return f"{'-' if sign else ''}{mantissa}e{exponent + len(text) - 1:+d}"


def _divided(a, b):
    if b != 0:
        return a / b
    return math.nan if a == 0 or math.isnan(a) else math.copysign(math.inf, a) * math.copysign(1, b)


def _product(a, b):
    return a * b


_OPERATORS = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": _product,
    "div": _divided,
    "rem": lambda a, b: math.nan if b == 0 or math.isinf(a) or math.isnan(b) else math.fmod(a, b),
    "neg": lambda a, b: -a,
}

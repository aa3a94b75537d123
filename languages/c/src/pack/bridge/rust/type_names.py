"""Names of types as Rust writes them, given those that LLDB has, which are C's."""

import re

from bridge.first_use import Pattern

_NUMBERS = {
    "signed char": "i8",
    "unsigned char": "u8",
    "short": "i16",
    "unsigned short": "u16",
    "int": "i32",
    "unsigned int": "u32",
    "long": "i64",
    # Or `usize`, of which LLDB does not know; the debug information may (`numbers` of the dialect).
    "unsigned long": "u64",
    "long long": "i64",
    "unsigned long long": "u64",
    "__int128": "i128",
    "unsigned __int128": "u128",
    "float": "f32",
    "double": "f64",
    "char32_t": "char",
    "void": "()",
}
_NUMBER = Pattern(
    r"(?<![\w:])(?:" + "|".join(sorted(map(re.escape, _NUMBERS), key=len, reverse=True)) + r")(?![\w:])"
)
# An argument that is there by default.
_BY_DEFAULT = Pattern(r", alloc::alloc::Global(?=\s*[,>])")
_FUNCTION = Pattern(r"^(.*) \(\*\)\((.*)\)$")
_ARRAY = Pattern(r"^(.*?)\[(\d+)\]((?:\[\d+\])*)$")


# LLDB's for `i8`. In enumerations, tuples and slices, whose names LLDB has from the compiler, it is Rust's own, of four bytes.
_BYTE = Pattern(r"(?<![\w:])(?<!signed )char(?![\w:])")
_ENUMERATIONS = {"Option", "Result", "Poll", "Cow", "Bound", "ControlFlow"}


def written(name):
    return _written(_BYTE.sub(lambda found: "char32_t" if _is_of_compiler(name, found.start()) else "i8", name))


def _is_of_compiler(name, at):
    """Whether what stands there was written by the compiler, by the bracket that was opened last."""
    depth = 0
    for place in range(at - 1, -1, -1):
        depth += (name[place] in ">)]") - (name[place] in "<([")
        if depth < 0:
            before = name[:place]
            # `(*)(` is LLDB's: a pointer to a function.
            return not before.endswith(")") if name[place] != "<" else re.search(r"\w*$", before)[0] in _ENUMERATIONS
    return False


def _written(name):
    function = _FUNCTION.match(name)
    if function is not None:
        result = "" if function[1] == "void" else f" -> {_written(function[1])}"
        return f"fn({_BY_DEFAULT.sub('', _NUMBER.sub(_number, function[2].removesuffix('void')))}){result}"
    array = _ARRAY.match(name)
    if array is not None and "(" not in array[1].rsplit(">", 1)[-1].strip("()"):
        return f"[{_written(array[1] + array[3])}; {array[2]}]"
    return _BY_DEFAULT.sub("", _NUMBER.sub(_number, name))


def _number(found):
    return _NUMBERS[found[0]]

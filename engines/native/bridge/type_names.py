"""Names of types as the language of a unit writes them: LLDB knows all of them by the names that C has.

Which language that is belongs to the place where a value was found, and not to the type: one and the same `int` of LLDB
is seen from units of several languages.
"""

import re

import lldb

from .first_use import Pattern

_LANGUAGE = lldb.eLanguageTypeRust
# Only in programs with this symbol are units looked at at all.
_SIGN = "rust_eh_personality"
_NUMBERS = {
    "signed char": "i8",
    "unsigned char": "u8",
    "short": "i16",
    "unsigned short": "u16",
    "int": "i32",
    "unsigned int": "u32",
    "long": "i64",
    # Of a size that depends on the machine or not: LLDB does not tell.
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


class TypeNames:
    def __init__(self, session):
        self._session = session
        self._is_there = None
        # Whether what is spoken of now was found in a unit of that language.
        self.current = False

    def hear(self, value):
        """The next types are those of this value. One that does not say where it is from is from where the last was."""
        if self._is_there is None:
            self._is_there = self._session.target.GetModuleAtIndex(0).FindSymbol(_SIGN).IsValid()
        frame = value.GetFrame() if self._is_there else None
        if frame is not None and frame.IsValid():
            self.current = frame.GetCompileUnit().GetLanguage() == _LANGUAGE

    def written(self, name):
        return _written(name) if self.current else name

    def small_number(self, value):
        """What is a number here and a character to LLDB; None for others."""
        basic = value.GetType().GetCanonicalType().GetBasicType() if self.current else None
        if basic == lldb.eBasicTypeUnsignedChar:
            return value.GetValueAsUnsigned()
        return value.GetValueAsSigned() if basic == lldb.eBasicTypeSignedChar else None

    def is_unit(self, sb_type):
        """Whether it is the type of one value only, which takes no room. To LLDB that is a type that was left out."""
        return self.current and sb_type.GetBasicType() == lldb.eBasicTypeVoid


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

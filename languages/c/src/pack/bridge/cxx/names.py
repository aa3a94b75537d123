"""Names of types and functions of the C++ library as people write them, given those that LLDB has."""

from bridge import function_names
from bridge.first_use import Pattern
from bridge.type_table import name_of

_STRINGS = Pattern(r"std::basic_string(_view)?<(char|wchar_t|char8_t|char16_t|char32_t)>")
# What GNU's library calls the type of `std::make_unique<T>()`.
_MADE_UNIQUE = Pattern(r"std::__detail::__unique_ptr_(?:array_)?t<")
_NAMELESS_TUPLE = "std::tuple<>"
_ELEMENTS = Pattern(r"std::_Tuple_impl<0, (.*)>")
_STRING_PREFIXES = {"char": "", "wchar_t": "w", "char8_t": "u8", "char16_t": "u16", "char32_t": "u32"}
# Arguments of the standard library's templates that are there unless somebody says otherwise.
_DEFAULTS = Pattern(r",\s*std::(?:__\w+::)?(?:allocator|default_delete|char_traits|less|hash|equal_to)<")
_STRING = Pattern(r"std::(?:__cxx11::)?basic_string<char>")


def of_type(name, sb_type):
    """By the names of strings, and with the elements of a tuple."""
    name = _STRINGS.sub(lambda found: f"std::{_STRING_PREFIXES[found[2]]}string{found[1] or ''}", name)
    name = _MADE_UNIQUE.sub("std::unique_ptr<", name)
    return name.replace(_NAMELESS_TUPLE, _tuple_name(sb_type)) if _NAMELESS_TUPLE in name else name


def _tuple_name(sb_type):
    """GNU's compiler leaves the elements out of what it writes of a tuple, but not of the base that has them."""
    plain = sb_type.GetCanonicalType()
    while plain.IsPointerType() or plain.IsReferenceType():
        plain = plain.GetPointeeType().GetCanonicalType()
    elements = _ELEMENTS.fullmatch(name_of(plain.GetDirectBaseClassAtIndex(0).GetType()))
    return _NAMELESS_TUPLE if elements is None else f"std::tuple<{elements[1]}>"


def of_function(name):
    """Without defaults of templates."""
    while True:
        found = _DEFAULTS.search(name)
        if found is None:
            return _STRING.sub("std::string", name)
        end = function_names.closing(name, found.end() - 1)
        if end is None:
            return name
        name = name[: found.start()] + name[end + 1 :].lstrip(" ")

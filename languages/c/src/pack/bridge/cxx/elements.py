"""Elements of containers of GNU's C++ library: those that have numbers, and those that are found by keys."""

from bridge.first_use import Pattern

# Which have no formatter.
_ARRAY = Pattern(r"^std::(?:__\w+::)?array<")
# Which LLDB has formatters for.
_COUNTED = Pattern(r"^std::(?:__\w+::)?(?:vector|deque|span)<")
BY_KEY = Pattern(r"^std::(?:__\w+::)?(?:unordered_)?map<")


def of(value):
    name = value.GetType().GetCanonicalType().GetUnqualifiedType().GetName() or ""
    if _ARRAY.match(name):
        return value.GetNonSyntheticValue().GetChildMemberWithName("_M_elems")
    if not _COUNTED.match(name):
        return None
    value.SetPreferSyntheticValue(True)
    return value

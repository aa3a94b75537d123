"""Functions by names as people write them, where LLDB compares what the compiler wrote letter by letter.

`strret` is also `strret[abi:2]`, `Row<double,3>::sum` is `Row<double, 3>::sum`, and `Row::sum` is that of every `Row`.
"""

import lldb

from .first_use import Pattern
from . import function_names

_SPACE = Pattern(r"\s+")
_WORD = Pattern(r"~?\w+$")
_OPENING, _CLOSING = "<([{", ">)]}"
_MOST = 4096


def find(target, written):
    """The names that the compiler gave to the functions which are meant."""
    wanted, taken = _parts(written)
    last = _WORD.search(_without_template(wanted[-1])) if wanted else None
    if last is None:
        return []
    pattern = f"(^|[^A-Za-z0-9_]){last[0]}($|[^A-Za-z0-9_])"
    found = target.FindGlobalFunctions(pattern, _MOST, lldb.eMatchTypeRegex)
    # Compilers that mangle nothing give functions of modules their whole path as a name.
    named = {_mangled(context) or _demangled(context): _demangled(context) for context in found}
    return sorted(mangled for mangled, name in named.items() if mangled and _is_meant(name or "", wanted, taken))


def _mangled(context):
    return context.GetFunction().GetMangledName() or context.GetSymbol().GetMangledName()


def _demangled(context):
    return context.GetFunction().GetName() or context.GetSymbol().GetName()


def _is_meant(name, wanted, taken):
    parts, arguments = _parts(name)
    if taken is not None and taken != arguments:
        return False
    ends = parts[-len(wanted) :]
    return len(ends) == len(wanted) and all(
        part in (end, _without_template(end)) for part, end in zip(wanted, ends)
    )


def _parts(name):
    """What stands between the `::` outside of brackets, and the arguments; None where none are written."""
    name = function_names.without_tags(name)
    bare = function_names.without_arguments(name)
    arguments = name[len(bare) :] or None
    parts, depth, begin = [], 0, 0
    bare = function_names.without_result(bare)
    for at, sign in enumerate(bare):
        depth += (sign in _OPENING) - (sign in _CLOSING)
        if depth == 0 and bare.startswith("::", at):
            parts.append(bare[begin:at])
            begin = at + 2
    parts.append(bare[begin:])
    return [_SPACE.sub("", part) for part in parts if part], arguments and _SPACE.sub("", arguments)


def _without_template(part):
    return part.partition("<")[0] if part.endswith(">") else part

"""What the bridge of the native engine is told of Osprey: it runs inside LLDB (bridge/libraries.py of the engine)."""

from bridge import libraries
from bridge.first_use import Pattern
from bridge.libraries import Library

# Parameters that stand for patterns, and what `?:` keeps its value in: no source can spell them.
_COMPILER_VARIABLE = Pattern(r"^\$(?:arg|wild)\d+$|^\$__osprey_")
# A name in a module, as the language's own compiler writes it: for each part its length and its bytes.
_PART = r"\d+x(?:[0-9a-f]{2})*"
_MODULE_NAME = Pattern(rf"^__osp((?:_{_PART})+)")


def _function_name(name):
    found = _MODULE_NAME.match(name)
    if found is None:
        return name
    parts = [bytes.fromhex(part.split("x", 1)[1]).decode("utf-8", "replace") for part in found.group(1)[1:].split("_")]
    return "::".join(part for part in parts if part) + name[found.end() :]


libraries.add(Library(compiler_variable=_COMPILER_VARIABLE, function_name=_function_name))

"""What LLDB's evaluator is told of names that the program uses and its debug information lacks, such as functions of libraries.

A language tells how they are declared (`language-facts.ts`).
"""

from .first_use import Pattern

_UNKNOWN = Pattern(r"'(\w+)' has unknown return type|use of undeclared identifier '(\w+)'")
_AS_IN_C = '#ifdef __cplusplus\nextern "C" {{\n#endif\n{}\n#ifdef __cplusplus\n}}\n#endif\n'


class Declarations:
    def __init__(self):
        self._known = {}

    def configure(self, known):
        self._known = known

    def missing_in(self, error):
        """Declarations of what LLDB says that it does not know; empty where nobody does."""
        names = {name for found in _UNKNOWN.findall(error) for name in found if name in self._known}
        return "".join(_AS_IN_C.format(self._known[name]) for name in sorted(names))

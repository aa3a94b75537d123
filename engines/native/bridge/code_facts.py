"""What is known of code by where it lies: true as long as the same modules are loaded."""

_MOST = 10_000


class CodeFacts:
    def __init__(self, modules):
        self._modules = modules
        self._generation = None
        self._known = {}

    def find(self, key, make):
        """What is known, or else made now and kept."""
        if self._generation != self._modules.generation or len(self._known) > _MOST:
            self._known.clear()
            self._generation = self._modules.generation
        if key not in self._known:
            self._known[key] = make()
        return self._known[key]

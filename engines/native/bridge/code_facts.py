"""What is known of code by where it lies: true as long as the same modules are loaded."""

_MOST = 10_000


class CodeFacts:
    def __init__(self, modules, told=(), before_making=lambda: None):
        """
        `told`: where facts are told from, which are as old as these. `before_making`: called before what is not known yet
        is found out, which may take a while.
        """
        self._modules = modules
        self._told = told
        self._before_making = before_making
        self._generation = None
        self._known = {}

    def find(self, key, make):
        """What is known, or else made now and kept."""
        if self._generation != self._modules.generation or len(self._known) > _MOST:
            self._known.clear()
            for told in self._told:
                told.forget()
            self._generation = self._modules.generation
        if key not in self._known:
            self._before_making()
            self._known[key] = make()
        return self._known[key]

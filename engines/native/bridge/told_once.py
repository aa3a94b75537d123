"""Facts that many messages share: told with the first message that refers to them, and by their number after that."""


class ToldOnce:
    def __init__(self):
        self._last = 0
        self._known = {}
        self._fresh = {}
        self._anew = False
        # How often all of it was forgotten.
        self.age = 0

    def number(self, facts):
        self._last += 1
        self._known[self._last] = self._fresh[self._last] = facts
        return self._last

    def facts(self, number):
        return self._known[number]

    def forget(self):
        """Nothing that is made from now on refers to earlier ones; a message that is being made still may."""
        self._known = dict(self._fresh)
        self._anew = True
        self.age += 1

    def take_fresh(self):
        """What the other end has to hear with the next message; None for nothing."""
        if not self._fresh and not self._anew:
            return None
        told = {"told": self._fresh}
        if self._anew:
            told["anew"] = True
        self._fresh, self._anew = {}, False
        return told

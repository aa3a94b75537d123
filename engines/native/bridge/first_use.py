"""What is made when it is first used: all of it at once would keep LLDB's start waiting, by more than its own code takes."""

import importlib
import re


class Pattern:
    """What `re.compile` answers with."""

    def __init__(self, text, flags=0):
        self._text = text
        self._flags = flags

    def __getattr__(self, name):
        # Asked only for what is not there yet; from now on it is.
        method = getattr(re.compile(self._text, self._flags), name)
        setattr(self, name, method)
        return method


class Module:
    """A module that few sessions need, by its whole name."""

    def __init__(self, name):
        self._name = name

    def __getattr__(self, name):
        found = getattr(importlib.import_module(self._name), name)
        setattr(self, name, found)
        return found

"""Texts of a breakpoint in a language that LLDB does not know: the other end compiles them for every place.

A place that has just come up may be reached before its checks are here: whoever decides waits for them a moment.
"""

import threading

from . import checks

_SECONDS = 2


class CompiledTexts:
    # Such a text only looks.
    calls = False

    def __init__(self, text):
        self.text = text
        self._sites = {}
        self._came = threading.Condition()

    @property
    def checks(self):
        """LLDB checks nothing itself."""
        return self._sites

    def use(self, sites):
        """LLDB's number of a location to what was compiled for it."""
        with self._came:
            self._sites.update(sites)
            self._came.notify_all()

    def leave_to_lldb(self):
        """There are new places; what was compiled for the old ones holds."""

    def check_at(self, location):
        return self._sites.get(location.GetID(), {}).get("check")

    def holds(self, session, frame, location):
        """Whether the condition does, and why nobody can tell."""
        site = self._wait(location.GetID())
        if "check" not in site:
            return True, site.get("problem")
        try:
            return checks.in_frame(frame, True).value(site["check"]) != 0, None
        except checks.Undecided as reason:
            return True, str(reason)

    def is_asked_at(self, location):
        """Whether only the other end can decide the condition: it has an operation that no check has."""
        return self.text is not None and "asked" in self._wait(location.GetID())

    def _wait(self, number):
        with self._came:
            self._came.wait_for(lambda: number in self._sites, _SECONDS)
            return self._sites.get(number, {"problem": "it was not compiled in time"})

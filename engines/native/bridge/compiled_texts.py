"""Texts of a breakpoint in a language that LLDB does not know: the other end compiles them for every place.

A place that has just come up may be reached before its checks are here: whoever decides waits for them a moment.
"""

import threading

from . import checks

_SECONDS = 2


class CompiledTexts:
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
        return _answer(frame, site["check"], lambda value: value != 0, True)

    def message(self, frame, location):
        """The log message, or why there is none."""
        site = self._wait(location.GetID())
        if "log" not in site:
            return f"<{site.get('problem', 'it was not compiled')}>"
        log = site["log"]
        # A part that cannot be said does not keep back the others.
        parts = log["parts"] if log["op"] == "concat" else [log]
        return "".join(_said(frame, part) for part in parts)

    def _wait(self, number):
        with self._came:
            self._came.wait_for(lambda: number in self._sites, _SECONDS)
            return self._sites.get(number, {"problem": "it was not compiled in time"})


def _said(frame, part):
    text, problem = _answer(frame, part, str, "")
    return text if problem is None else f"<{problem}>"


def _answer(frame, check, read, otherwise):
    try:
        return read(checks.in_frame(frame, True).value(check)), None
    except checks.Undecided as reason:
        return otherwise, str(reason)

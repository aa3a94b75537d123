"""What people should know of a program before they believe what they see of it; each thing is told once."""

import os

from .debug_entries import DebugEntries, Unreadable
from . import hold


class Advice:
    def __init__(self, session):
        self._session = session
        self._told_sources = set()

    def at_begin(self):
        """A program without debug information is shown, but not as its sources."""
        executable = self._session.target.GetExecutable()
        module = self._session.target.FindModule(executable)
        name = executable.GetFilename()
        if not module.IsValid():
            if self._session.hold == hold.REMOTE:
                self._tell(
                    "The debug server does not tell which program it runs: there are no names, lines and variables, and no"
                    ' breakpoint is found. Name the file of the program in the configuration, as "program".'
                )
            return
        if _has_lines(module):
            if _has_only_lines(module):
                self._tell(
                    f"{name} has debug information of lines alone: there are no variables, and no types. Build it with -g."
                )
        elif _has_symbols(module):
            self._tell(
                f"{name} has no debug information: its code is shown as disassembly, with the names of functions but"
                " without lines and variables. Build it with -g."
            )
        else:
            self._tell(
                f"{name} is stripped: its code is shown as disassembly, with names only where libraries need them."
                " Build it with -g, and do not strip it."
            )

    def at_stop(self, described):
        """In a frame. A source that was written after the program was built is not what the program was built from."""
        path = described.get("location", {}).get("path")
        if not path or path in self._told_sources or not self._session.modules.is_outdated(path):
            return
        self._told_sources.add(path)
        program = os.path.basename(described.get("module", "the program"))
        self._tell(
            f"{os.path.basename(path)} is newer than {program}: lines may not be where they seem. Build the program again."
        )

    def _tell(self, message):
        self._session.channel.send({"event": "notice", "message": message, "important": True})


def is_newer(path, module):
    """Whether a file was written after a module was; False where either cannot be seen from here."""
    try:
        return os.stat(path).st_mtime > os.stat(module.GetFileSpec().fullpath).st_mtime
    except (OSError, TypeError, ValueError):
        return False


def _has_lines(module):
    return any(unit.GetNumLineEntries() > 0 for unit in module.compile_unit_iter())


def _has_only_lines(module):
    try:
        return DebugEntries(module).has_only_lines()
    except Unreadable:
        return False


def _has_symbols(module):
    section = module.FindSection(".symtab")
    return section.IsValid() and section.GetFileByteSize() > 0

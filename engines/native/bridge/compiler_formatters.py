"""Formatters for LLDB that come with a compiler: where a program was made by one that has some, and the compiler is here.

They are loaded from the compiler's own folder and from nowhere else: what lies beside a program may be a stranger's.
"""

import os
import shutil
import subprocess

_SECONDS = 10


def load(session):
    """Once for each session, before the first type is looked at."""
    if not _defines(session.target, "rust_eh_personality"):
        return
    folder = _folder(["rustc", "--print", "sysroot"], "lib/rustlib/etc")
    if folder is None:
        return
    # A path with a space or a quote is not worth the risk of being read as something else.
    if any(character in folder for character in " '\"`\\"):
        return
    session.debugger.HandleCommand(f"command script import {folder}/lldb_lookup.py")
    session.debugger.HandleCommand(f"command source -s true {folder}/lldb_commands")


def _defines(target, name):
    return target.GetModuleAtIndex(0).FindSymbol(name).IsValid()


def _folder(command, below):
    """A folder below the one that a compiler names; None when there is no such compiler, or no such folder."""
    if shutil.which(command[0]) is None:
        return None
    try:
        told = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return None
    folder = os.path.join(told.stdout.strip(), below)
    return folder if told.returncode == 0 and os.path.isfile(os.path.join(folder, "lldb_lookup.py")) else None

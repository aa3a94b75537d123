"""Formatters for LLDB that come with Rust's compiler: for programs that were made by it, where the compiler is here.

They are loaded from the compiler's own folder and from nowhere else: what lies beside a program may be a stranger's.
"""

import os

import lldb

from bridge.first_use import Module

shutil = Module("shutil")
subprocess = Module("subprocess")

_SECONDS = 10
# Only their members.
_TREES = (r"^(alloc::([a-z_]+::)+)BTreeSet<.+>$", r"^(alloc::([a-z_]+::)+)BTreeMap<.+>$")
# Formatters of plain records, tuples and variants, of which our own reader shows more, sooner, and rightly: these take
# one variant for another and list what they then find there, which may be 2**60 elements. They also apply to every
# type of any language.
_NOT_WANTED = [
    ("synthetic", ".*"),
    *((kind, pattern) for kind in ("synthetic", "summary") for pattern in (r"^\(.*\)$", *_TREES)),
]


def load(session, sign):
    """Once for each session, before the first type is looked at. `sign`: a symbol of the programs."""
    if not _defines(session.target, sign):
        return
    folder = _folder(["rustc", "--print", "sysroot"], "lib/rustlib/etc")
    if folder is None:
        return
    # A path with a space or a quote is not worth the risk of being read as something else.
    if any(character in folder for character in " '\"`\\"):
        return
    session.debugger.HandleCommand(f"command script import {folder}/lldb_lookup.py")
    session.debugger.HandleCommand(f"command source -s true {folder}/lldb_commands")
    interpreter = session.debugger.GetCommandInterpreter()
    for kind, pattern in _NOT_WANTED:
        # Another version of the compiler may not have it.
        interpreter.HandleCommand(f'type {kind} delete -w Rust "{pattern}"', lldb.SBCommandReturnObject(), False)


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

"""Processes that the program forks, held at their first breath so that they can be debugged in sessions of their own.

LLDB lets one of the two go at a fork, and it cannot be told to hold it. So the C library is asked to run a few instructions
of ours in every child, before `fork` returns there (pthread_atfork): the child suspends itself, unless its parent is not
the program. In the parent a breakpoint at a function of ours says that there is a child. Children of `vfork`,
`posix_spawn` and bare `clone` run no such functions; they are left alone.
"""

import os
import platform
import struct
import time

import lldb

from .first_use import Module
from . import process_status

subprocess = Module("subprocess")

_PAGE = 4096
_RETURN = b"\xc3"
_PARENT = 128
# For a child to come to its suspension.
_SECONDS = 2
# For somebody to attach to it; then it is let go, whatever became of us.
_PATIENCE = 10
_LET_GO = (
    f'sleep {_PATIENCE}; grep -q "^State:.*T (stopped)" /proc/$1/status && '
    '[ "$(cut -d" " -f22 /proc/$1/stat)" = "$2" ] && kill -CONT "$1"'
)

_CALLBACK = "from bridge import forks\nreturn forks.{}(frame, bp_loc)"
# There is one session in each LLDB.
_current = None


def arm(session):
    """Once the program is in its own first function: before, its C library cannot be called."""
    global _current
    if platform.machine() != "x86_64":
        return _tell(session, "Forked processes are left alone: holding them works on x86-64 only.")
    executable = session.target.GetExecutable().GetFilename()
    entry = session.target.BreakpointCreateByName(session.entry_function, executable)
    if entry.GetNumLocations() == 0:
        session.target.BreakpointDelete(entry.GetID())
        return _tell(session, f"Forked processes are left alone: {executable} has no function {session.entry_function}.")
    entry.SetOneShot(True)
    entry.SetScriptCallbackBody(_CALLBACK.format("entered"))
    _current = Forks(session)
    return None


def disarm(session):
    """Before the program goes on without us: nobody would be there for its children. It may be running, so that the
    kernel is asked to write, not LLDB."""
    if _current is None or _current.page is None:
        return
    try:
        with open(f"/proc/{session.process.GetProcessID()}/mem", "r+b", buffering=0) as memory:
            memory.seek(_current.page)
            memory.write(_RETURN)
    except OSError as error:
        _tell(session, f"Processes that the program forks from now on may stay suspended (kill -CONT): {error}.")


def entered(frame, location):
    try:
        _current.register(frame)
    except Exception as error:  # The program must go on, and people must know that it does so without this.
        _tell(_current.session, f"Forked processes are left alone: {error}")
    return False


def forked(frame, location):
    try:
        _current.look()
    except Exception as error:
        _tell(_current.session, f"A forked process could not be found: {error}")
    return False


class Forks:
    def __init__(self, session):
        self.session = session
        self._known = set()
        self.page = None

    def register(self, frame):
        process = self.session.process
        error = lldb.SBError()
        permissions = lldb.ePermissionsReadable | lldb.ePermissionsWritable | lldb.ePermissionsExecutable
        page = process.AllocateMemory(_PAGE, permissions, error)
        if error.Fail():
            raise RuntimeError(error.GetCString())
        code = _suspend_child_of(process.GetProcessID()).ljust(_PARENT, b"\x90") + b"\x90" + _RETURN
        process.WriteMemory(page, code, error)
        if error.Fail():
            raise RuntimeError(error.GetCString())
        self._call(frame, page)
        self.page = page
        reached = self.session.target.BreakpointCreateByAddress(page + _PARENT)
        reached.SetScriptCallbackBody(_CALLBACK.format("forked"))

    def _call(self, frame, page):
        functions = (
            ("__register_atfork", "int (*)(void *, void *, void *, void *)", ", (void *)0"),
            ("pthread_atfork", "int (*)(void *, void *, void *)", ""),
        )
        for name, kind, more in functions:
            if self.session.target.FindSymbols(name).GetSize() == 0:
                continue
            text = f"(({kind}){name})((void *)0, (void *){page + _PARENT}, (void *){page}{more})"
            value = frame.EvaluateExpression(text)
            if value.GetError().Success() and value.GetValueAsSigned(-1) == 0:
                return
            raise RuntimeError(value.GetError().GetCString() or f"{name} refused")
        raise RuntimeError("its C library has no pthread_atfork.")

    def look(self):
        """In the parent, just behind a fork: the child is there, or will be in a moment."""
        end = time.monotonic() + _SECONDS
        while time.monotonic() < end:
            for child in _children(self.session.process.GetProcessID()):
                if child not in self._known and process_status.state_of(child) == "T":
                    self._known.add(child)
                    self._offer(child)
                    return
            time.sleep(0.002)

    def _offer(self, child):
        started = process_status.start_time(child)
        nowhere = subprocess.DEVNULL
        command = ["/bin/sh", "-c", _LET_GO, "sonde", str(child), started]
        subprocess.Popen(
            command, stdin=nowhere, stdout=nowhere, stderr=nowhere, cwd="/", start_new_session=True
        )
        self.session.channel.send({"event": "child", "processId": child, "started": started})


def _suspend_child_of(parent):
    """
    For x86-64 (System V ABI, "Linux conventions"). SIGHUP is ignored meanwhile: the kernel sends it to a suspended
    process whose parent ends first, which would end a child that the program meant to stay.
    """
    return (
        # if (getppid() != parent) return;
        bytes.fromhex("b86e000000 0f05 3d") + struct.pack("<I", parent) + bytes.fromhex("7566")
        # struct sigaction old, ignore = {SIG_IGN};
        + bytes.fromhex("4883ec48 31c0 4889442428 4889442430 4889442438 ffc0 4889442420")
        # sigaction(SIGHUP, &ignore, &old);
        + bytes.fromhex("bf01000000 488d742420 4889e2 41ba08000000 b80d000000 0f05")
        # kill(getpid(), SIGSTOP);
        + bytes.fromhex("b827000000 0f05 89c7 be13000000 b83e000000 0f05")
        # sigaction(SIGHUP, &old, NULL);
        + bytes.fromhex("bf01000000 4889e6 31d2 41ba08000000 b80d000000 0f05 4883c448 c3")
    )


def _children(parent):
    """Of all its threads: a process belongs to the thread that forked it."""
    found = []
    folder = f"/proc/{parent}/task"
    for thread in os.listdir(folder):
        try:
            with open(f"{folder}/{thread}/children", encoding="ascii") as file:
                found += [int(number) for number in file.read().split()]
        except OSError:
            continue
    return found


def _tell(session, message):
    session.channel.send({"event": "notice", "message": message, "important": True})

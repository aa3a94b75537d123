"""A program in the user's own terminal.

The client runs a launcher there, which tells its process id and waits. LLDB attaches to it and lets it go on; it becomes
the program, and LLDB halts it there, before its first instruction.
"""

import os
import select
import time

import lldb

from .becoming import halting_on_exec
from .failure import Refused
from .first_use import Module

tempfile = Module("tempfile")
shlex = Module("shlex")
shutil = Module("shutil")

_SECONDS = 30
# When nobody says go, the pipe ends and so does the launcher: the program must not run on its own.
# Each pipe is first opened for both directions, because opening one direction waits for the other side, which may be gone.
# The name of the variable is ours, because the program inherits it where the user has exported the same.
# A shell of the client may have shown the command that started us: the program's output begins on a clear screen.
_LAUNCHER = """\
if [ -t 1 ]; then printf '\\033[H\\033[2J'; fi
exec 4<>{go} && exec 3<{go} && exec 4<&- && exec 4<>{told} && echo $$ >&4 && exec 4<&- || exit 1
read SONDE_GO <&3 || exit 1
exec 3<&-
{input}exec "$@"{redirections}
"""


class Terminal:
    """Two named pipes between the launcher and us."""

    def __init__(self):
        self._discarded = False
        self._folder = tempfile.mkdtemp(prefix="sonde-terminal-")
        self._told = self._pipe("told")
        self._go = self._pipe("go")
        # Open for both directions, so that neither opening nor closing waits for the other side.
        self._told_end = os.open(self._told, os.O_RDWR)
        self._go_end = os.open(self._go, os.O_RDWR)

    def _pipe(self, name):
        path = os.path.join(self._folder, name)
        os.mkfifo(path, 0o600)
        return path

    def command(self, program, args, input_path, redirections):
        """`input_path` is what the program reads from instead of the terminal, if anything."""
        script = os.path.join(self._folder, "run")
        with open(script, "x", encoding="utf-8", errors="surrogateescape") as file:
            file.write(
                _LAUNCHER.format(
                    told=shlex.quote(self._told),
                    go=shlex.quote(self._go),
                    input=f"exec < {shlex.quote(input_path)} || exit 1\n" if input_path else "",
                    redirections=redirections,
                )
            )
        return ["/bin/sh", script, program, *args]

    def process_id(self):
        poll = select.poll()
        poll.register(self._told_end, select.POLLIN)
        text = b""
        end = time.monotonic() + _SECONDS
        while not text.endswith(b"\n"):
            if not poll.poll(max(0, end - time.monotonic()) * 1000):
                raise Refused("deadline", "environment", f"nothing ran in the terminal within {_SECONDS} seconds.")
            text += os.read(self._told_end, 64)
        return int(text)

    def let_go(self):
        os.write(self._go_end, b"go\n")

    def discard(self):
        if self._discarded:
            return
        self._discarded = True
        os.close(self._told_end)
        os.close(self._go_end)
        shutil.rmtree(self._folder, ignore_errors=True)


def attach(session, terminal, wait_for_stop):
    """The process in the terminal, halted where it has just become the program."""
    try:
        with halting_on_exec(session.debugger) as is_shell:
            process_id = terminal.process_id()
            info = lldb.SBAttachInfo(process_id)
            info.SetListener(session.listener)
            error = lldb.SBError()
            process = session.target.Attach(info, error)
            if error.Fail() or not process.IsValid():
                raise _not_attached(process_id, error.GetCString() or "LLDB gives no reason")
            # Ours from here on: when nobody wants it any more it must not run on by itself.
            session.process = process
            # LLDB may or may not send an event for the halt that attaching is.
            if process.GetState() != lldb.eStateStopped:
                wait_for_stop(process)
            is_shell()
            process.Continue()
            terminal.let_go()
            while not any(thread.GetStopReason() == lldb.eStopReasonExec for thread in process):
                wait_for_stop(process)
            return process
    finally:
        terminal.discard()


def _not_attached(process_id, why):
    return Refused(
        "wrong-state",
        "environment",
        f"LLDB could not attach to process {process_id} in the terminal: {why}.",
        'Allow it with `sysctl kernel.yama.ptrace_scope=0`, or use "console": "internalConsole".',
    )

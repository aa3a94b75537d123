"""Signals as a program finds them that a shell starts. LLDB's server ignores SIGPIPE, and what it starts inherits that.

At the first instruction of the program a system call is put in its place, run and taken away again, for each signal.
"""

import platform

from . import process_status, server_packets

_SYSCALL = "0f05"
_RT_SIGACTION = 13
_MASK_SIZE = 8
# `struct sigaction` of the kernel, with SIG_DFL in it.
_DEFAULT_BYTES = 32
# Away from what the program may keep below its stack pointer (System V ABI, "The Stack Frame").
_BELOW_STACK = 1024
# Numbers of registers as LLDB's server has them.
_RAX, _RDX, _RDI, _RSI, _RSP, _R10, _RIP = 0, 3, 4, 5, 7, 10, 16


def make_default(session):
    """At the first instruction of a program that was started here."""
    process = session.process
    ignored = process_status.ignored_signals(process.GetProcessID())
    if not ignored or platform.machine() != "x86_64":
        return
    signals = [number for number in range(1, 65) if ignored >> (number - 1) & 1]
    try:
        _make_default(session, _Thread(session, process.GetThreadAtIndex(0)), signals)
    except server_packets.Unexpected as problem:
        message = f"The program starts with signals ignored that it would else be ended by: {problem}."
        session.channel.send({"event": "notice", "message": message, "important": False})


def _make_default(session, thread, signals):
    pc, place = thread.register(_RIP), thread.register(_RSP) - _BELOW_STACK
    code = server_packets.ask(session, f"m{pc:x},{len(_SYSCALL) // 2}")
    saved = server_packets.ask(session, f"QSaveRegisterState;{thread.suffix}")
    _write(session, place, "00" * _DEFAULT_BYTES)
    try:
        _write(session, pc, _SYSCALL)
        for signal in signals:
            arguments = {_RDI: signal, _RSI: place, _RDX: 0, _R10: _MASK_SIZE}
            for register, value in {_RAX: _RT_SIGACTION, **arguments, _RIP: pc}.items():
                thread.set_register(register, value)
            thread.step()
    finally:
        _write(session, pc, code)
        server_packets.expect(session, f"QRestoreRegisterState:{saved};{thread.suffix}", "OK")


def _write(session, address, data):
    server_packets.expect(session, f"M{address:x},{len(data) // 2:x}:{data}", "OK")


class _Thread:
    def __init__(self, session, thread):
        self._session = session
        number = thread.GetThreadID()
        self.suffix = f"thread:{number:x};"
        self._name = f"p{thread.GetProcess().GetProcessID():x}.{number:x}"

    def register(self, number):
        return int.from_bytes(bytes.fromhex(server_packets.ask(self._session, f"p{number:x};{self.suffix}")), "little")

    def set_register(self, number, value):
        data = value.to_bytes(8, "little").hex()
        server_packets.expect(self._session, f"P{number:x}={data};{self.suffix}", "OK")

    def step(self):
        server_packets.expect(self._session, f"vCont;s:{self._name}", "T05")

"""Traps: whether a program stopped itself, or a thread only stands where a mark of LLDB's was.

While one thread steps, others are held at marks that serve the step. When those are gone, LLDB has no other name for
what halted these threads than the signal.
"""

import lldb

from . import hold, signals

# What comes before the program counter (Intel 64 Manual, volume 2: INT3, INT n, INT1).
_X86_TRAPS = (b"\xcc", b"\xcd\x03", b"\xf1")


def is_of_program(session, thread, number):
    """`number`: of the signal. In doubt it is: nobody misses a stop that the program has asked for."""
    sent = _is_sent(thread, number)
    return True if sent is None else sent or is_behind_trap(session, thread)


def told(session, thread, number):
    """
    What it was, for people. As in other debuggers the program is spared the signal, unless it has a handler: who sends
    itself one wants a debugger to stop.
    """
    if session.hold == hold.CORE or not _is_sent(thread, number):
        signals.keep_traps(session.process, True)
        return "the program stopped itself at a trap instruction"
    caught = hold.is_local(session) and signals.is_caught(session.process, number) is True
    signals.keep_traps(session.process, not caught)
    sender = thread.GetSiginfo().GetValueForExpressionPath("._sifields._kill.si_pid").GetValueAsUnsigned()
    what = "the program sent itself SIGTRAP"
    if sender != session.process.GetProcessID():
        what = f"process {sender} sent the program SIGTRAP"
    return what if caught else f"{what}, which would have ended it without a debugger"


def _is_sent(thread, number):
    """Whether a process sent the signal, be it to itself; None where nobody can tell."""
    information = thread.GetSiginfo()
    signal = information.GetValueForExpressionPath(".si_signo")
    code = information.GetValueForExpressionPath(".si_code")
    if not signal.IsValid() or not code.IsValid():
        return None
    # It is another signal where the thread was halted once more.
    return signal.GetValueAsUnsigned() == number and code.GetValueAsSigned() <= 0


def is_behind_trap(session, thread):
    """Whether what a thread has just run is one; in doubt it is."""
    if not session.target.GetTriple().startswith(("x86_64", "i386", "i686")):
        return True
    error = lldb.SBError()
    # LLDB leaves its own marks out of what it reads.
    before = session.process.ReadMemory(thread.GetFrameAtIndex(0).GetPC() - 2, 2, error)
    return error.Fail() or before.endswith(_X86_TRAPS)

"""Traps: whether a program stopped itself, or a thread only stands where a mark of LLDB's was.

While one thread steps, others are held at marks that serve the step. When those are gone, LLDB has no other name for
what halted these threads than the signal.
"""

import lldb

# What comes before the program counter (Intel 64 Manual, volume 2: INT3, INT n, INT1).
_X86_TRAPS = (b"\xcc", b"\xcd\x03", b"\xf1")


def is_of_program(session, thread, number):
    """`number`: of the signal. In doubt it is: nobody misses a stop that the program has asked for."""
    information = thread.GetSiginfo()
    signal = information.GetValueForExpressionPath(".si_signo")
    code = information.GetValueForExpressionPath(".si_code")
    if not signal.IsValid() or not code.IsValid():
        return True
    if signal.GetValueAsUnsigned() == number and code.GetValueAsSigned() <= 0:
        # Sent by a process, be it to itself. It is another signal where the thread was halted once more.
        return True
    return is_behind_trap(session, thread)


def is_behind_trap(session, thread):
    """Whether what a thread has just run is one; in doubt it is."""
    if not session.target.GetTriple().startswith(("x86_64", "i386", "i686")):
        return True
    error = lldb.SBError()
    # LLDB leaves its own marks out of what it reads.
    before = session.process.ReadMemory(thread.GetFrameAtIndex(0).GetPC() - 2, 2, error)
    return error.Fail() or before.endswith(_X86_TRAPS)

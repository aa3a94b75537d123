"""How LLDB runs code in the program for somebody who asks for its result."""

import lldb

# How long the thread runs alone, and no longer than this part of the whole time.
_ALONE_SECONDS = 1
_ALONE_PART = 0.5


def options_for(process, seconds):
    options = lldb.SBExpressionOptions()
    options.SetTimeoutInMicroSeconds(int(seconds * 1_000_000))
    options.SetUnwindOnError(True)
    options.SetIgnoreBreakpoints(True)
    options.SetTrapExceptions(False)
    options.SetSuppressPersistentResult(True)
    # Other threads may hold what the code waits for. LLDB interrupts the program to let them run, and where the code crashes
    # in that moment LLDB hands the signal to the program, which ends. So a thread that is alone is never interrupted, and the
    # others wait longer than LLDB's usual quarter of a second.
    has_others = process.GetNumThreads() > 1
    options.SetTryAllThreads(has_others)
    if has_others:
        options.SetOneThreadTimeoutInMicroSeconds(int(min(_ALONE_SECONDS, _ALONE_PART * seconds) * 1_000_000))
    return options

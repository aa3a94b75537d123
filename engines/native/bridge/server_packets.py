"""What is said to LLDB's server directly, in the words of the GDB remote protocol, past LLDB.

Quicker by far where LLDB would find out everything about a place first. LLDB must not notice: what it knows of the program
has to be true again afterwards.
"""

import lldb

from .first_use import Pattern

_RESPONSE = Pattern(r"^response: (.*)$")


class Unexpected(Exception):
    """An answer that leads no further."""


def ask(session, packet):
    answer = lldb.SBCommandReturnObject()
    session.debugger.GetCommandInterpreter().HandleCommand(f"process plugin packet send {packet}", answer, False)
    for line in (answer.GetOutput() or "").splitlines():
        found = _RESPONSE.match(line)
        if found:
            return found[1]
    raise Unexpected(f"{packet} was not answered")


def expect(session, packet, *answers):
    """The answer, which begins with one of these."""
    answer = ask(session, packet)
    if not answer.startswith(answers):
        raise Unexpected(f"{packet} was answered with {answer or 'nothing'}")
    return answer

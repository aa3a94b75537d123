"""The plan of LLDB's that a step goes by: whether it has come to its end. The API does not tell, a command does."""

import lldb

# What LLDB writes above the plans that the stop has completed; its internal ones are not listed.
_COMPLETED = "Completed plan stack"


def is_complete(session, thread):
    answer = lldb.SBCommandReturnObject()
    context = lldb.SBExecutionContext(thread)
    command = f"thread plan list {thread.GetIndexID()}"
    session.debugger.GetCommandInterpreter().HandleCommand(command, context, answer, False)
    return _COMPLETED in (answer.GetOutput() or "")

"""Functions by name, with the types of what they take and give."""

import lldb

# Nobody calls more in one line.
_MOST = 64


def signatures(session, names):
    return [signature for name in names[:_MOST] for signature in _of_name(session, name)]


def _of_name(session, name):
    """Several where a name stands for several functions."""
    found = [context.GetFunction() for context in session.target.FindFunctions(name, lldb.eFunctionNameTypeAny)]
    by_place = {
        (function.GetStartAddress().GetModule().GetFileSpec().fullpath, function.GetStartAddress().GetFileAddress()): function
        for function in found
        if function.IsValid() and function.GetName() == name
    }
    return [_signature(session, function, name) for function in by_place.values()]


def _signature(session, function, name):
    described = function.GetType()
    given = described.GetFunctionArgumentTypes()
    parameters = [given.GetTypeAtIndex(index) for index in range(given.GetSize())]
    signature = {"name": name, "parameters": [session.types.id_of(sb_type) for sb_type in parameters]}
    result = described.GetFunctionReturnType()
    if result.IsValid() and result.GetBasicType() != lldb.eBasicTypeVoid:
        signature["result"] = session.types.id_of(result)
    symbol = function.GetStartAddress().GetSymbol()
    if symbol.IsValid() and symbol.GetName():
        signature["symbol"] = symbol.GetMangledName() or symbol.GetName()
    return signature

"""Functions by name, with the types of what they take and give."""

import lldb

# Nobody calls more in one line.
_MOST = 64


def signatures(session, names):
    return [_signature(session, name) for name in names[:_MOST]] + [None] * (len(names) - _MOST)


def _signature(session, name):
    """None for a name that no function has, or several."""
    found = [context.GetFunction() for context in session.target.FindFunctions(name, lldb.eFunctionNameTypeAny)]
    found = [function for function in found if function.IsValid() and function.GetName() == name]
    if len(found) != 1:
        return None
    described = found[0].GetType()
    given = described.GetFunctionArgumentTypes()
    parameters = [given.GetTypeAtIndex(index) for index in range(given.GetSize())]
    signature = {"name": name, "parameters": [session.types.id_of(sb_type) for sb_type in parameters]}
    result = described.GetFunctionReturnType()
    if result.IsValid() and result.GetBasicType() != lldb.eBasicTypeVoid:
        signature["result"] = session.types.id_of(result)
    symbol = found[0].GetStartAddress().GetSymbol()
    if symbol.IsValid() and symbol.GetName():
        signature["symbol"] = symbol.GetMangledName() or symbol.GetName()
    return signature

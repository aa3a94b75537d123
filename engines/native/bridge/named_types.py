"""Types by their names, for what a runtime tells of values that no variable leads to."""


def ids_of(session, names):
    """The numbers of types that the program itself describes; None for one that it does not."""
    program = session.target.FindModule(session.target.GetExecutable())
    return [_id_of(session, program, name) for name in names]


def _id_of(session, program, name):
    # By the whole name: LLDB also answers with those that only end in it.
    found = next((sb for sb in program.FindTypes(name) if sb.GetName() == name), None)
    return None if found is None else session.types.id_of(found)

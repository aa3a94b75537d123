"""What a frame can see: arguments, locals of its blocks, variables of the file, registers."""

import itertools

import lldb

from .failure import Refused
from . import frames, function_names, libraries, register_groups, values, variable_layouts, variable_plans

# Slots of variables that live in no memory: numbered once per declaration, so that a place is the same in every stop.
_slots = {}

# Before the name of what is outside of all functions and classes.
_OUTERMOST = "::"

NOT_SAVED = "not saved while it waits"

_NAMES = {"arguments": "Arguments", "locals": "Locals", "globals": "Globals"}


def scopes(session, frame_name, pushed=False):
    """`pushed`: nobody asked, and nobody can fail to hear it."""
    frame = frames.find(session, frame_name)
    found = _returned(session, frame)
    plan = variable_plans.plan_of(session, frame, frame_name)
    laid = _laid(session, frame, plan, pushed)
    found.extend(_listed(session, frame, frame_name, plan, pushed) if laid is None else [laid])
    found.append({"name": "Registers", "kind": "registers", "expensive": True, **registers(session, frame, frame_name, pushed)})
    return found


def _laid(session, frame, plan, pushed):
    """In few words, where all lie as the plan says; None elsewhere."""
    leaves_out = pushed and not session.global_looks.looked

    def make():
        ordered = plan.ordered(_by_scope).items()
        told = [({"name": _NAMES[kind], "kind": kind}, [plan.variables[index] for index in indexes]) for kind, indexes in ordered]
        for variable in plan.variables if leaves_out else []:
            if variable.address is not None:
                session.global_looks.leaves_out(variable.address)
        return variable_layouts.of_plan(session, plan, told, leaves_out)

    layout = plan.layout(leaves_out, make)
    return None if layout is None else variable_layouts.at_stop(session, frame, layout)


def _listed(session, frame, frame_name, plan, pushed):
    """One by one."""
    values_of = list(_values(session, frame, frame_name, plan, pushed))
    for kind, indexes in plan.ordered(_by_scope).items():
        told = [{**_name_of(session, plan, index), "value": values_of[index]} for index in indexes]
        yield {"name": _NAMES[kind], "kind": kind, "variables": told}


def _by_scope(variables):
    """Kind of the scope to the indexes of its variables, in the order they are told in."""
    kinds = {"arguments": [], "locals": [], "globals": []}
    for index, variable in enumerate(variables):
        kinds[variable.scope].append(index)
    return {kind: _as_declared(variables, indexes) for kind, indexes in kinds.items() if indexes or kind == "locals"}


def _as_declared(variables, indexes):
    """Those that are declared on one line, in blocks inside of each other, from the outermost on: as they are written."""
    ordered = []
    for declared, line in itertools.groupby(indexes, lambda index: variables[index].told.get("declared")):
        ordered.extend(line if declared is None else sorted(line, key=lambda index: -variables[index].block))
    return ordered


def _name_of(session, plan, index):
    """By number where it will be told again and again."""
    return {"named": plan.number(index, session.told["names"])} if plan.proven else plan.variables[index].told


def _values(session, frame, frame_name, plan, pushed):
    """Of each variable in sight."""
    asked = _asked(frame, plan) if plan.proven else None
    if asked is not None and not _are_of(plan, asked, frame_name):
        plan.forget()
    if not plan.proven:
        session.channel.send_kept()
        asked = [*block_variables(frame), *file_variables(frame)]
        plan.learn(_learned(session, frame, frame_name, asked), (frame.GetPC(), frame.GetCFA()))
    read = variable_plans.read(session, frame, plan.variables, pushed)
    for index, (variable, value) in enumerate(zip(plan.variables, read)):
        if value is None or not plan.proven:
            value = _described(session, asked[index], variable, frame_name)
        yield value


def _described(session, value, variable, frame_name):
    try:
        return values.describe(session, value, {"frame": frame_name, "slot": variable.slot})
    except Exception as error:  # One that we make a mistake about must not take all others with it.
        return {"type": variable.type_id, "unavailable": f"Sonde could not read it, by a fault of its own: {error!r}"}


def _asked(frame, plan):
    """What LLDB has to be asked for, as far as the plan knows nothing better; None where it knows all."""
    if not any(variable.asks for variable in plan.variables):
        return None
    inner = list(block_variables(frame))
    outer = any(variable.asks for variable in plan.variables if variable.scope == "globals")
    return [*inner, *file_variables(frame)] if outer else inner


def _are_of(plan, asked, frame_name):
    """Whether these are the variables that the plan is about, one by one; it may go on beyond them."""
    planned = plan.variables[: len(asked)]
    rest = plan.variables[len(asked) :]
    same = [variable.slot for variable in planned] == [slot_place(frame_name, value)["slot"] for value in asked]
    return same and all(variable.scope == "globals" for variable in rest)


def _learned(session, frame, frame_name, asked):
    listed = variable_plans.listed_distances(session, frame)
    blocks = [block for block, _ in _by_block(frame)]
    inner = len(blocks)
    seen = set()
    learned = []
    for index, value in enumerate(asked):
        scope = "globals" if index >= inner else "locals"
        if scope == "locals" and value.GetValueType() == lldb.eValueTypeVariableArgument:
            scope = "arguments"
        told = _told(value, seen)
        slot = slot_place(frame_name, value)["slot"]
        variable = variable_plans.variable_of(session, frame, value, told, scope, slot, listed)
        learned.append(variable._replace(block=blocks[index]) if index < inner else variable)
    return learned


def _returned(session, frame):
    """What the function returned that the thread has just come out of; seen from where it came to."""
    told = session.returned.get(frame.GetThread().GetIndexID()) if frame.GetFrameID() == 0 else None
    if told is None:
        return []
    function, value = told
    name = function if function and function.endswith(")") else f"{function or 'function'}()"
    return [{"name": "Return value", "kind": "returnValue", "variables": [{"name": name, "value": value}]}]


def block_variables(frame):
    """Innermost block first. A variable of an inner block comes before the one it hides."""
    return (value for _, value in _by_block(frame))


def _by_block(frame):
    """The same, each with how far out its block is."""
    block, out = frame.GetBlock(), 0
    while block.IsValid():
        for value in _plain(block.GetVariables(frame, True, True, True, lldb.eNoDynamicValues)):
            if not _is_bound_whole(value) and not _fits("compiler_variable", value):
                yield out, value
        # Beyond the block of an inlined function lie the variables of the frame that called it.
        if block.IsInlined():
            return
        block, out = block.GetParent(), out + 1


def _fits(what, value):
    """Whether a library has a pattern for such names."""
    name = value.GetName() or ""
    return any(pattern.search(name) for pattern in libraries.told(what))


def _is_bound_whole(value):
    """What a structured binding takes apart has no name itself; the names of its parts are variables, too."""
    return not value.GetName() and value.GetValueType() != lldb.eValueTypeVariableArgument


def file_variables(frame):
    """LLDB counts variables of the file that every thread has its own of among the locals."""
    inner = {_declaration(value) for value in block_variables(frame)}
    for value in _plain(frame.GetVariables(False, True, True, True)):
        if _fits("library_variable", value) or _is_bound_whole(value):
            continue
        if _declaration(value) not in inner:
            yield value


def _plain(found):
    """Variables as they are: formatters are slow, and LLDB does not survive all of them."""
    for value in found:
        value.SetPreferSyntheticValue(False)
        yield value


def _declaration(value):
    declared = value.GetDeclaration()
    return (value.GetName(), declared.GetFileSpec().fullpath, declared.GetLine(), declared.GetColumn())


def _told(value, seen):
    name = written_name(value)
    if value.GetName() is None:
        # The compiler has taken it apart into variables that have names.
        told = {"name": name}
    elif name in seen and value.GetName().startswith(_OUTERMOST):
        told = {"name": value.GetName(), "path": value.GetName()}
    elif name in seen:
        # Hidden by an inner declaration: shown with where it was declared, so that the two can be told apart.
        declared = value.GetDeclaration()
        told = {"name": f"{name} @ {declared.GetFileSpec().GetFilename()}:{declared.GetLine()}"}
    else:
        told = {"name": name, "path": name}
    seen.add(name)
    declared = frames.location_of(value.GetDeclaration())
    return told if declared is None else {**told, "declared": declared}


def written_name(value):
    """As people write it: LLDB puts what leads to a variable of the file before its name, and tags of libraries behind it."""
    name = function_names.without_tags((value.GetName() or "?").removeprefix(_OUTERMOST))
    if _OUTERMOST in name:
        for said in libraries.told("variable_name"):
            name = said(name)
    return name


def slot_place(frame_name, value):
    return {"frame": frame_name, "slot": _slots.setdefault(_slot_key(frame_name, value), len(_slots))}


def _slot_key(frame_name, value):
    declared = value.GetDeclaration()
    function = frame_name.rsplit(":", 1)[-1]
    return (function, value.GetName(), declared.GetLine(), declared.GetColumn())


def find_slot(session, frame_name, slot):
    frame = frames.find(session, frame_name)
    for value in block_variables(frame):
        if _slots.get(_slot_key(frame_name, value)) == slot:
            return value
    for value in file_variables(frame):
        if _slots.get(_slot_key(frame_name, value)) == slot:
            return value
    raise Refused("not-found", "user", "that variable is not in scope here.")


def registers(session, frame, frame_name, pushed):
    """
    Named once among what is pushed, because they are the same in every frame, and read only when somebody looks:
    reading all of them would cost more than the rest.
    """
    if session.register_names is None:
        session.register_names = _register_names(session, frame)
        session.register_groups = register_groups.of(session, frame)
    told = {"frame": frame_name}
    if session.tasks.of_thread(frame.GetThread()) is not None:
        # It keeps hardly any, and none of the groups.
        told["waits"] = True
    if pushed and session.registers_told:
        return told
    session.registers_told = session.registers_told or pushed
    type_id = session.types.unsigned(session.process.GetAddressByteSize())
    group_type = session.types.opaque("registers", 0, "a group of registers")
    return {
        **told,
        "names": session.register_names,
        "type": type_id,
        "groups": session.register_groups,
        "groupType": group_type,
    }


def _register_names(session, frame):
    sets = frame.GetRegisters()
    if sets.GetSize() == 0:
        return []
    # The first set is the general one; the others are groups. Parts of registers (eax of rax) are read by name when
    # somebody asks for them.
    size = session.process.GetAddressByteSize()
    return [register.GetName() for register in sets.GetValueAtIndex(0) if register.GetByteSize() == size]


def is_not_saved(session, frame, name):
    """Whether a register is one of the machine's that a task which waits has no value of."""
    return session.tasks.of_thread(frame.GetThread()) is not None and name in (session.register_names or ())


def register_value(session, frame_name, register):
    size = register.GetByteSize()
    described = {
        "type": session.types.unsigned(size),
        "place": {"frame": frame_name, "register": register.GetName()},
    }
    error = lldb.SBError()
    data = register.GetData().ReadRawData(error, 0, size) if size > 0 else None
    if error.Fail() or data is None:
        return {**described, "unavailable": _why_no_register(session, frame_name, error)}
    return {**described, "bytes": values.encode(data)}


def _why_no_register(session, frame_name, error):
    if frames.find(session, frame_name).GetFrameID() > 0:
        return "not saved by what it called"
    return error.GetCString() or "this frame does not know it"


def names(session, frame_name):
    """What an expression may name in a frame, innermost first."""
    frame = frames.find(session, frame_name)
    found = []
    for value in block_variables(frame):
        parameter = value.GetValueType() == lldb.eValueTypeVariableArgument
        found.append(visible(session, value, "parameter" if parameter else "local"))
    inner = {told["name"] for told in found}
    for value in file_variables(frame):
        told = visible(session, value, "global")
        found.append({**told, "name": f"{_OUTERMOST}{told['name']}"} if told["name"] in inner else told)
    return found


def variable_named(frame, name):
    """The innermost variable of that name, else one of the file, else the only one that the program has; None."""
    target = frame.GetThread().GetProcess().GetTarget()
    if not name.startswith(_OUTERMOST):
        value = frame.FindVariable(name, lldb.eNoDynamicValues)
        for kind in (lldb.eValueTypeVariableGlobal, lldb.eValueTypeVariableStatic):
            if not value.IsValid():
                value = frame.FindValue(name, kind, lldb.eNoDynamicValues)
        if value.IsValid():
            return value
    return global_named(target, frame.GetPCAddress(), name)


def global_named(target, address, name):
    """A variable that is seen from an address. Where there are several, nobody can tell which is meant: None."""
    bare = name.removeprefix(_OUTERMOST)
    candidates = list(target.FindGlobalVariables(bare, 16))
    if bare != name:
        candidates = [value for value in candidates if written_name(value) == bare]
    if len(candidates) > 1:
        here = address.GetCompileUnit().GetFileSpec().fullpath
        candidates = [value for value in candidates if value.GetDeclaration().GetFileSpec().fullpath == here]
    return candidates[0] if len(candidates) == 1 else None


def global_written(frame, name):
    """The one that is told under just this name; None where others might be meant as well."""
    candidates = list(frame.GetThread().GetProcess().GetTarget().FindGlobalVariables(name.removeprefix(_OUTERMOST), 2))
    is_told = len(candidates) == 1 and written_name(candidates[0]) == name.removeprefix(_OUTERMOST)
    return candidates[0] if is_told else None


def visible(session, value, kind):
    return {"name": written_name(value), "type": values.type_of(session, value), "kind": kind}

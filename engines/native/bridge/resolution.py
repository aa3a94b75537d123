"""Where a breakpoint landed: from what was asked to places in the program, and why when there are none."""

import json
import os

import lldb

from . import code, conditions, frames, function_search, loaded_locations, source_files


# LLDB's numbers of lines and columns have 32 bits.
_HIGHEST = (1 << 32) - 1


def refusal(session, where):
    """Why nothing may be set there; None where something may. LLDB itself would take the address for what it is not."""
    if where["kind"] == "source":
        return _refused_line(where["line"], where.get("column", 0))
    if where["kind"] != "instruction":
        return None
    address = int(where["address"], 0)
    if not _is_code(session, address):
        return f"There is no code at {where['address']}."
    begin = code.start_of_instruction(session, address)
    if begin is not None and begin != address:
        return f"{address:#x} is in the middle of the instruction at {begin:#x}."
    return None


def _refused_line(line, column):
    if line < 1:
        return f"There is no line {line}: lines are counted from 1."
    if max(line, column) > _HIGHEST:
        return f"There is no line {line} with a column {column}." if column else f"There is no line {line}."
    return None


def create(session, where):
    target = session.target
    if where["kind"] == "function":
        return _create_by_name(target, where["name"])
    if where["kind"] == "instruction":
        return target.BreakpointCreateByAddress(int(where["address"], 0))
    modules, files = lldb.SBFileSpecList(), None
    path = source_files.as_compiled(session, where["path"])
    files = lldb.SBFileSpec(path, False)
    return target.BreakpointCreateByLocation(files, where["line"], where.get("column", 0), 0, modules)


def _create_by_name(target, name):
    sb = target.BreakpointCreateByName(name)
    names = function_search.find(target, name) if sb.GetNumLocations() == 0 else []
    if not names:
        return sb
    target.BreakpointDelete(sb.GetID())
    modules, files = lldb.SBFileSpecList(), lldb.SBFileSpecList()
    return target.BreakpointCreateByNames([name, *names], lldb.eFunctionNameTypeAuto, modules, files)


def describe(session, spec, sb):
    where = spec["where"]
    sites = [_site(session, location, _texts(spec), spec.get("compiled", False)) for location in loaded_locations.of(sb)]
    described = {"id": spec["id"], "sites": sites}
    if spec.get("condition") or spec.get("log") is not None:
        described["evaluated"] = "in-engine"
    if sites:
        return {**described, "state": "resolved"}
    return {**described, **(_gone(where) if sb.GetNumLocations() > 0 else _why_not(session, where))}


def _texts(spec):
    """What the other end compiles, and has to know the names in."""
    log = spec.get("log") or []
    parts = log if spec.get("compiled") else [part["expression"] for part in log if not isinstance(part, str)]
    return " ".join([spec.get("condition") or "", *parts]).strip()


def _gone(where):
    what = f"{where['name']}" if where["kind"] == "function" else "this place"
    return {"state": "pending", "message": f"The code of {what} was unloaded; it is set when it is loaded again."}


def _why_not(session, where):
    if where["kind"] == "function":
        return {
            "state": "pending",
            "message": f"No loaded module has a function named {where['name']}; it is set when one has. Check the name.",
        }
    name = os.path.basename(where["path"])
    if source_files.is_compiled(session, where["path"]):
        if _loads_code(session):
            return {
                "state": "pending",
                "message": f"No code that is loaded is of line {where['line']} of {name} or after it in that function;"
                " it is set when the program loads some.",
            }
        return {
            "state": "unresolved",
            "message": f"The compiler made no code for line {where['line']} of {name} or after it in that function.",
        }
    elsewhere = source_files.compiled_elsewhere(session, where["path"])
    if elsewhere is not None:
        folder, there = os.path.dirname(where["path"]), os.path.dirname(elsewhere)
        return {
            "state": "pending",
            "message": f"The program was compiled from {name} in {there}, not in {folder}. If that is the same file, say so in"
            f' the launch configuration: "sourceMap": {json.dumps({there: folder})}.',
        }
    return {
        "state": "pending",
        "message": f"No loaded module was compiled from {name} with debug information (compiler option -g);"
        " it is set when one is.",
    }


def _loads_code(session):
    """Whether the program can tell of code that it makes or loads itself, as the JIT interface of GDB has it."""
    return len(session.target.FindSymbols("__jit_debug_register_code", lldb.eSymbolTypeCode)) > 0


def _site(session, location, condition, compiled):
    address = location.GetAddress()
    site = {"address": hex(location.GetLoadAddress()), "number": location.GetID()}
    where = frames.location_of(address.GetLineEntry())
    if where is not None:
        site["location"] = where
    function = address.GetFunction()
    name = function.GetName() if function.IsValid() else address.GetSymbol().GetName()
    inlined = address.GetBlock().GetContainingInlinedBlock().GetInlinedName()
    if inlined and inlined != name:
        name = f"{inlined}, inlined into {name}"
    if name:
        site["function"] = name
    if condition:
        site["names"] = conditions.names_at(session, location, condition, compiled)
    return site


def _is_code(session, address):
    region = lldb.SBMemoryRegionInfo()
    error = session.process.GetMemoryRegionInfo(address, region)
    return error.Fail() or (region.IsMapped() and region.IsExecutable())

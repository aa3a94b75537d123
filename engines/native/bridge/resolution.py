"""Where a breakpoint landed: from what was asked to places in the program, and why when there are none."""

import os

import lldb

from . import frames, source_files


def create(session, where):
    target = session.target
    if where["kind"] == "function":
        return target.BreakpointCreateByName(where["name"])
    if where["kind"] == "instruction":
        return target.BreakpointCreateByAddress(int(where["address"], 0))
    modules, files = lldb.SBFileSpecList(), None
    path = source_files.as_compiled(session, where["path"])
    files = lldb.SBFileSpec(path, False)
    return target.BreakpointCreateByLocation(files, where["line"], where.get("column", 0), 0, modules)


def describe(session, spec, sb):
    where = spec["where"]
    sites = [_site(session, sb.GetLocationAtIndex(index)) for index in range(sb.GetNumLocations())]
    described = {"id": spec["id"], "sites": sites}
    if spec.get("condition") or spec.get("log") is not None:
        described["evaluated"] = "in-engine"
    if where["kind"] == "instruction" and not _is_code(session, int(where["address"], 0)):
        return {
            **described,
            "state": "failed",
            "sites": [],
            "message": f"There is no code at {where['address']}.",
        }
    if sites:
        return {**described, "state": "resolved"}
    return {**described, **_why_not(session, where)}


def _why_not(session, where):
    if where["kind"] == "function":
        return {
            "state": "pending",
            "message": f"No loaded module has a function named {where['name']}; it is set when one has. Check the name.",
        }
    name = os.path.basename(where["path"])
    if source_files.is_compiled(session, where["path"]):
        return {
            "state": "unresolved",
            "message": f"The compiler made no code for line {where['line']} of {name} or after it in that function.",
        }
    return {
        "state": "pending",
        "message": f"No loaded module was compiled from {name} with debug information (compiler option -g);"
        " it is set when one is.",
    }


def _site(session, location):
    address = location.GetAddress()
    site = {"address": hex(location.GetLoadAddress())}
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
    return site


def _is_code(session, address):
    region = lldb.SBMemoryRegionInfo()
    error = session.process.GetMemoryRegionInfo(address, region)
    return error.Fail() or (region.IsMapped() and region.IsExecutable())

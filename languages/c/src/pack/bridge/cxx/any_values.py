"""What a value of any type holds (`std::any`), told by the function that looks after it: one of a template of just that type."""

import lldb

from bridge import function_names
from bridge.first_use import Pattern

_NAME = Pattern(r"std::(?:__1::)?any")
# GNU's library and LLVM's.
_MEMBERS = (("_M_manager", "_M_storage"), ("__h_", "__s_"))
_KEEPER = Pattern(
    r"(?P<keeper>.*::(?:(?P<inside>_Manager_internal|_SmallHandler)|_Manager_external|_LargeHandler)<(?P<held>.*)>)"
    r"::(?:_S_manage|__handle)\b.*"
)
_CLOSING = Pattern(r">(?=>)")


def of(sb_type):
    """What shows its values; None for other types."""
    return _view if _NAME.fullmatch(sb_type.GetName() or "") else None


def _view(session, value):
    value.SetPreferSyntheticValue(False)
    for manager, storage in _MEMBERS:
        manager, storage = value.GetChildMemberWithName(manager), value.GetChildMemberWithName(storage)
        if manager.IsValid() and storage.IsValid():
            return _held(session, manager.GetValueAsUnsigned(), storage)
    return {}


def _held(session, manager, storage):
    if manager == 0:
        return {"summary": "empty"}
    where = session.target.ResolveLoadAddress(manager)
    name = where.GetFunction().GetName() or where.GetSymbol().GetName() or ""
    found = _KEEPER.fullmatch(name)
    if found is None:
        return {}
    # Debug information writes the ends of templates apart, names of functions do not.
    keeper = session.target.FindFirstType(_CLOSING.sub("> ", found["keeper"]))
    held = keeper.GetTemplateArgumentType(0) if keeper.IsValid() else lldb.SBType()
    address = storage.GetLoadAddress() if found["inside"] else storage.GetChildAtIndex(0).GetValueAsUnsigned()
    if not held.IsValid() or address in (0, lldb.LLDB_INVALID_ADDRESS):
        return {"summary": f"a {function_names.short(found['held'])}"}
    return {"actual": {"type": session.types.id_of(held), "place": {"memory": hex(address)}, "deferred": True}}

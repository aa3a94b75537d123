"""What LLDB itself would show of a value: summaries, the elements of containers, the object behind a base class.

Whether there is anything to show is asked once for each type; the values are looked at only when somebody wants to see
them.
"""

import collections
import json
import time
from typing import NamedTuple

import lldb

from .failure import Refused
from .formatter_limit import FormatterLimit
from .first_use import Module, Pattern
from .type_names import TypeNames
from .variant_parts import UNDECIDED, VariantParts, has_variants
from . import libraries, memory, node_containers, places, pointer_names, register_groups, values

# For programs of languages that have a dialect.
method_tables = Module(f"{__package__}.method_tables")
sequences = Module(f"{__package__}.sequences")

# What is not shown by then is given up, and says so.
_SECONDS_FOR_VIEWS = 1.5
_SECONDS_FOR_ONE = 0.4
_SECONDS_FOR_CHILDREN = 3
# A container with more elements than these is one that nobody has initialised, or would take LLDB too long to list.
_MOST_CHILDREN = 100_000
_KEPT_WALKS = 32
_ANYWHERE = 0x10
# The number of elements is told by those who count them anyway.
_SAYS_NOTHING = Pattern(r"\s*(?:size=\d+|Summary Unavailable)?\s*")
_INDEX = Pattern(r"\[\d+\]")
_DAMAGED = "not initialised yet, or damaged"
_TOO_LONG = "LLDB took too long to show it; it may not be initialised yet"


class KnownType(NamedTuple):
    """What is the same for all values of a type."""

    # Without qualifiers and other names.
    plain: lldb.SBType
    # Of a container that is made of nodes.
    nodes: libraries.NodeLayout | None
    is_polymorphic: bool
    has_virtual_bases: bool
    # There is nothing to show of an object but its members.
    is_only_members: bool
    # Of a text or a row of elements.
    sequence: libraries.Sequence | None = None


class Formatters:
    """What is known of types, and the walks through containers of the present stop."""

    def __init__(self, session):
        self._session = session
        self._loaded = False
        self._known = {}
        self._variant_parts = VariantParts(session)
        self.type_names = TypeNames(session)
        self._walks = collections.OrderedDict()
        self._stop = 0

    def shows_more(self, sb_type):
        """Whether LLDB can show more of a value than its type and its bytes tell."""
        try:
            return self._shows_more(sb_type)
        except Exception:  # A stop must be told even where a version of LLDB lacks something that this asks for.
            return False

    def variants_of(self, types, sb_type):
        """How a type is described that holds one of several variants; None for others."""
        try:
            return self._variant_parts.kind(types, sb_type)
        except Exception:  # As below: then it is what LLDB makes of it, which decides nothing.
            return None

    def _shows_more(self, sb_type):
        if pointer_names.applies_to(sb_type):
            return True
        if not self._loaded:
            self._loaded = True
            for prepare in libraries.told("prepare_program"):
                prepare(self._session)
        if sb_type.GetTypeClass() not in (lldb.eTypeClassStruct, lldb.eTypeClassClass, lldb.eTypeClassUnion):
            return False
        if libraries.first("object_view", sb_type) is not None:
            return True
        if not sb_type.IsTypeComplete() or sb_type.GetByteSize() == 0:
            return False
        if sb_type.IsPolymorphicClass() or sb_type.GetNumberOfVirtualBaseClasses() > 0:
            return True
        if self._nodes(sb_type) is not None or self.type_names.sequence(sb_type) is not None:
            return True
        if self.type_names.method_table(sb_type) is not None or libraries.first("any_view", sb_type) is not None:
            return True
        return self._has_formatter(sb_type)

    def _has_formatter(self, sb_type):
        # Any address does (but not 0): what is asked for is whether there is a formatter, not what it shows.
        where = lldb.SBAddress(_ANYWHERE, self._session.target)
        example = self._session.target.CreateValueFromAddress("example", where, sb_type)
        example.SetPreferSyntheticValue(True)
        return example.IsSynthetic() or example.GetTypeSummary().IsValid()

    def machine(self):
        """The processor that the program is for: `x86_64`."""
        return (self._session.target.GetTriple() or "").split("-", 1)[0]

    def known(self, type_id, sb_type):
        if type_id not in self._known:
            plain = sb_type.GetCanonicalType().GetUnqualifiedType()
            is_polymorphic = plain.IsPolymorphicClass()
            has_virtual_bases = plain.GetNumberOfVirtualBaseClasses() > 0
            self._known[type_id] = KnownType(
                plain,
                self._nodes(plain),
                is_polymorphic,
                has_virtual_bases,
                is_polymorphic and not has_virtual_bases and not self._has_formatter(plain),
                self.type_names.sequence(plain),
            )
        return self._known[type_id]

    def walk(self, address, layout):
        """The walk through a container, taken up where it was left if the container is as it was then."""
        if self._stop != self._session.stop_id:
            self._walks.clear()
            self._stop = self._session.stop_id
        try:
            fresh = node_containers.Walk(self._session, address, layout)
        except node_containers.Broken as broken:
            raise Refused("unreadable", "user", str(broken))
        known = self._walks.pop((address, layout), None)
        walk = known if known is not None and known.state == fresh.state else fresh
        self._walks[(address, layout)] = walk
        while len(self._walks) > _KEPT_WALKS:
            self._walks.popitem(last=False)
        return walk

    def _nodes(self, sb_type):
        return libraries.first("node_layout", sb_type, self._session.target.GetAddressByteSize())


def views(session, wanted):
    """One answer for each value, in order. Those that time ran out for say so."""
    answers = []
    end = time.monotonic() + _SECONDS_FOR_VIEWS
    for item in wanted:
        # One that takes long does not cost the others their time.
        seconds = min(_SECONDS_FOR_ONE, end - time.monotonic())
        answer = None
        if seconds > 0:
            with FormatterLimit(seconds) as limit:
                answer = _view(session, item)
            answer = None if limit.passed else answer
        answers.append({"trouble": _TOO_LONG} if answer is None else answer)
    return answers


def _view(session, item):
    try:
        return _shown(session, item)
    except Refused as refused:
        return {"trouble": refused.message}
    except Exception as error:  # One value that cannot be shown must not keep its siblings from it.
        return {"trouble": f"LLDB could not show it: {error!r}"}


def _shown(session, item):
    sb_type = session.types.sb_type(item["type"])
    session.types.speak_of(item["type"])
    if sb_type is None:
        # A type that a language has made: only where code is can be told of it.
        return {"summary": pointer_names.function(session, int(item["code"], 0))} if "code" in item else {}
    known = session.formatters.known(item["type"], sb_type)
    address = _address(item)
    view_of_object = libraries.first("object_view", known.plain)
    if view_of_object is not None and address is not None:
        return view_of_object(session, address)
    if known.nodes is not None and address is not None:
        return _of_nodes(session, item, address, known.nodes)
    if known.is_polymorphic and address is not None:
        whole = session.dynamic_types.whole(item["type"], known, address, lambda: _value(session, item, known.plain))
        if whole is not None:
            return {"actual": {"type": whole[0], "place": {"memory": hex(whole[1])}, "deferred": True}}
        if known.is_only_members:
            return {}
    value = _value(session, item, known.plain)
    if known.sequence is not None:
        return sequences.view(session, known.sequence, value, session.types.declared(item["type"]))
    if has_variants(known.plain):
        return {"trouble": UNDECIDED}
    methods = session.formatters.type_names.method_table(known.plain)
    if methods is not None:
        return method_tables.view(session, methods, value)
    view_of_any = libraries.first("any_view", known.plain)
    if view_of_any is not None:
        return view_of_any(session, value)
    if pointer_names.applies_to(known.plain):
        return pointer_names.view(session, value, known.plain)
    if known.has_virtual_bases:
        return {"synthetic": {"key": _key(item), "count": value.GetNumChildren(), "named": True}}
    return _formatted(session, item, value)


def _address(item):
    """Where the value lies; None for one in no memory."""
    place = item.get("place")
    return int(place["memory"], 0) if place is not None and "memory" in place else None


def _of_nodes(session, item, address, layout):
    walk = session.formatters.walk(address, layout)
    count = walk.count
    if count > node_containers.MOST_NODES:
        return {"trouble": f"it says that it has {count} elements: it is {_DAMAGED}"}
    # One without a first element has no others, and says so itself.
    walk.reach(min(count, 1))
    return {"synthetic": {"key": _key(item), "count": count}}


def _formatted(session, item, value):
    answer = {}
    value.SetPreferSyntheticValue(True)
    summary = value.GetSummary()
    if summary is not None and not _SAYS_NOTHING.fullmatch(summary):
        answer["summary"] = summary.strip()
    if not value.IsSynthetic():
        return answer
    count = value.GetNumChildren(_MOST_CHILDREN + 1)
    first = value.GetChildAtIndex(0) if count > 0 else None
    if first is None:
        return {**answer, "synthetic": {"key": _key(item), "count": 0}}
    if first.GetError().Fail():
        return {"trouble": f"its elements cannot be read: it is {_DAMAGED}"}
    if not _INDEX.fullmatch(first.GetName() or ""):
        return {**answer, "synthetic": {"key": _key(item), "count": count, "named": True}}
    elements = _side_by_side(session, value, count, first)
    if elements is None:
        return {**answer, "synthetic": {"key": _key(item), "count": count}}
    if "trouble" in elements:
        return elements
    return {**answer, "elements": elements}


def _side_by_side(session, value, count, first):
    """Elements that lie in memory like those of an array; None for others."""
    size = first.GetType().GetByteSize()
    start = values.address_of(first)
    if size == 0 or start is None:
        return None
    # The second one tells for most that are not, and the rest would be expensive to ask for.
    if count > 1 and _place_of_child(value, 1) != start + size:
        return None
    if count > _MOST_CHILDREN:
        count = value.GetNumChildren()
    probes = {count * nth // 8 for nth in range(1, 8)} | {count - 1}
    for index in sorted(probes):
        if _place_of_child(value, index) != start + index * size:
            return None
    for address in (start, start + count * size - 1):
        if memory.read_range(session, address, 1)[1] is not None:
            return {
                "trouble": f"it says that it has {count} elements at {start:#x}, but {address:#x} cannot be read:"
                f" it is {_DAMAGED}"
            }
    return {"address": hex(start), "element": session.types.id_of(first.GetType()), "count": count}


def _place_of_child(value, index):
    child = value.GetChildAtIndex(index)
    return values.address_of(child) if child.IsValid() else None


def children(session, key, start, count):
    """A page of the children that a view has told of."""
    registers = register_groups.children(session, key, start, count)
    if registers is not None:
        return registers
    item = json.loads(key)
    sb_type = session.types.sb_type(item["type"])
    if sb_type is None:
        raise Refused("not-found", "user", "that value is not known.")
    session.types.speak_of(item["type"])
    end = time.monotonic() + _SECONDS_FOR_CHILDREN
    known = session.formatters.known(item["type"], sb_type)
    address = _address(item)
    view_of_object = libraries.first("object_view", known.plain)
    if view_of_object is not None and address is not None:
        return view_of_object(session, address)
    if known.nodes is not None and address is not None:
        walk = session.formatters.walk(address, known.nodes)
        return _node_page(session, walk, known.nodes, session.types.declared(item["type"]), start, count, end)
    value, sb_type = _value(session, item, known.plain), known.plain
    found = []
    bases = 0
    with FormatterLimit(_SECONDS_FOR_CHILDREN) as limit:
        value.SetPreferSyntheticValue(sb_type.GetNumberOfVirtualBaseClasses() == 0)
        if sb_type.GetNumberOfVirtualBaseClasses() > 0:
            bases = sum(1 for child in value if _is_base(sb_type, child))
        there = value.GetNumChildren(_MOST_CHILDREN + 1)
        for index in range(start, min(start + count, there)):
            if time.monotonic() > end:
                limit.passed = True
                break
            if index == _MOST_CHILDREN:
                found.append(_note(session, f"no more than {_MOST_CHILDREN} are listed"))
                break
            child = value.GetChildAtIndex(index)
            child.SetPreferSyntheticValue(False)
            described = _base(session, child) if index < bases else values.describe(session, child)
            found.append({"name": child.GetName() or f"[{index}]", "value": described})
    if limit.passed:
        found.append(_note(session, f"LLDB took too long to list the others; {len(found)} came in time"))
    return found


def _is_base(sb_type, child):
    names = (sb_type.GetDirectBaseClassAtIndex(at).GetName() for at in range(sb_type.GetNumberOfDirectBaseClasses()))
    return child.GetName() in names


def _base(session, child):
    """A base class among the parts of an object. Looked at as such it is not the object again."""
    sb_type = child.GetType().GetCanonicalType()
    # What LLDB takes for the address of a virtual base is that of the object.
    place = {"memory": hex(child.GetLoadAddress())}
    described = {"type": session.types.id_of(sb_type), "place": place, "deferred": True, "view": {}}
    if sb_type.GetNumberOfVirtualBaseClasses() > 0:
        key = _key({"type": described["type"], "place": place})
        count = child.GetNumChildren()
        described["view"] = {"synthetic": {"key": key, "count": count, "named": True}}
    return described


def _node_page(session, walk, layout, declared, start, count, end):
    trouble = None
    try:
        walk.reach(start + count, lambda: time.monotonic() < end)
    except Refused as refused:
        trouble = refused.message
    known = walk.addresses[start : start + count]
    # What a container holds are the arguments of its type.
    key, held = (None, None) if declared is None else (declared.argument(0), declared.argument(1))
    element = session.types.id_of(layout.element, key)
    value = None if layout.value is None else session.types.id_of(layout.value, held)
    found = [
        {"name": f"[{start + nth}]", "value": _in_memory(element, place)}
        if value is None
        else {"name": f"[{start + nth}]", "key": _in_memory(element, place[0]), "value": _in_memory(value, place[1])}
        for nth, place in enumerate(known)
    ]
    wanted = min(count, walk.count - start)
    if trouble is not None:
        found.append(_note(session, trouble))
    elif len(found) < wanted and time.monotonic() >= end:
        found.append(_note(session, "this is a long way into the container; ask again to go on from here"))
    elif len(found) < wanted:
        found.append(_note(session, f"it ends here, though it says that it has {walk.count} elements"))
    return found


def _in_memory(type_id, address):
    return {"type": type_id, "place": {"memory": hex(address)}, "deferred": True}


def _note(session, why):
    return {"name": "…", "value": {"type": session.types.opaque("", 0, why), "unavailable": why}}


def _key(item):
    return json.dumps(item, sort_keys=True)


def _value(session, item, plain):
    address = _address(item)
    if address is not None:
        return session.target.CreateValueFromAddress("value", lldb.SBAddress(address, session.target), plain)
    if "place" in item:
        return places.find(session, item["place"])
    data, error = lldb.SBData(), lldb.SBError()
    process = session.process
    # Owned: the value is looked at when the bytes here are long gone.
    data.SetDataWithOwnership(error, values.decode(item["bytes"]), process.GetByteOrder(), process.GetAddressByteSize())
    return session.target.CreateValueFromData("value", data, plain)

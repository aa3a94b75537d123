"""Types that hold one of several variants: which there are, and which value of the discriminant means which.

LLDB makes unions of them, in which it cuts discriminants to 32 bits, loses their signs, and misplaces those that share
bytes with a variant (22.1). A value read by that is confidently wrong, so that the compiler's own words are read
instead (DWARF 5, section 5.7.10).
"""

from typing import NamedTuple

import lldb

from .debug_entries import DebugEntries, Unreadable
from .first_use import Pattern

# DW_TAG, DW_AT and DW_ATE.
_MEMBER, _VARIANT, _VARIANT_PART = 0x0D, 0x19, 0x33
_NAME, _SIZE, _DISCRIMINANT_VALUE, _PLACE, _ENCODING, _TYPE = 0x03, 0x0B, 0x16, 0x38, 0x3E, 0x49
_SIGNED = {0x05, 0x06}
# How LLDB calls what it makes.
_ALL, _TAG, _PAYLOAD = "$variants$", "$discr$", "value"
_KNOWN_BY_NUMBER = Pattern(r"^\$variant\$(\d*)$")
_NUMBER_SIZE = 4
_FOUND_IN = Pattern(r"^\d+ match(?:es)? found in (.*):$")
_PLACE_OF_ENTRY = Pattern(r"^id = \{0x([0-9a-f]+)\}")
_NAMEABLE = Pattern(r"^[^\"\\`\n]+$")
UNDECIDED = "which of its variants it is cannot be told from the debug information"
# Asked for a view it says so, instead of bytes that tell nobody anything.
_UNDECIDED = {"kind": "opaque", "why": UNDECIDED, "formatted": True}


class _Discriminant(NamedTuple):
    """
    Where it lies. `values`: of each variant, in order; None for the one that all other values mean. `members`: how many each
    variant has, where that is known.
    """

    offset: int
    size: int
    signed: bool
    values: tuple
    members: tuple = ()


class VariantParts:
    def __init__(self, session):
        self._session = session
        self._entries = {}

    def kind(self, types, sb_type):
        """How the type table describes the type; None for one that has no variants."""
        made = _union_of_variants(sb_type)
        if made is None:
            return None
        variants = [made.GetFieldAtIndex(index) for index in range(made.GetNumberOfFields())]
        payloads = [_field(variant.GetType(), _PAYLOAD) for variant in variants]
        names = [(variant.GetType().GetName() or "").rsplit("::", 1)[-1].removesuffix("$Variant") for variant in variants]
        if not variants or any(payload is None for payload in payloads):
            return _UNDECIDED
        found = self._written(sb_type, names) or _as_lldb_has_it(variants)
        if found is None:
            return _UNDECIDED
        for payload, count in zip(payloads, found.members):
            if payload.GetType().GetNumberOfFields() >= count:
                # It leaves room for the discriminant and for larger variants.
                types.note_whole(payload.GetType())
        described = []
        for name, value, payload in zip(names, found.values, payloads):
            variant = {"name": name, "type": types.id_of(payload.GetType())}
            described.append(variant if value is None else {**variant, "discriminant": str(value)})
        tag = {"name": _TAG, "type": types.number(found.size, found.signed), "bitOffset": 8 * found.offset}
        return {"kind": "variant", "discriminant": tag, "variants": described}

    def _written(self, sb_type, names):
        """As the compiler wrote it; None where that is not found, or is not what LLDB has made its type of."""
        found = set()
        for module, offset in self._places(sb_type.GetName() or ""):
            try:
                found.add(_read(self._of_module(module), offset, names, sb_type.GetByteSize()))
            except Unreadable:
                continue
        found.discard(None)
        # Types of one name that are not the same: nobody knows which of them this is.
        return found.pop() if len(found) == 1 else None

    def _of_module(self, module):
        key = (module.GetFileSpec().fullpath, module.GetUUIDString())
        if key not in self._entries:
            self._entries[key] = DebugEntries(module)
        return self._entries[key]

    def _places(self, name):
        """Module and offset of each entry for a type of that name."""
        if not _NAMEABLE.match(name):
            return
        target, said = self._session.target, lldb.SBCommandReturnObject()
        # LLDB tells only in its command where it has read a type. Types of variables do not even know their module.
        interpreter = self._session.debugger.GetCommandInterpreter()
        command = f'target modules lookup --type "{name}"'
        interpreter.HandleCommand(command, lldb.SBExecutionContext(target), said, False)
        module = None
        for line in (said.GetOutput() or "").splitlines():
            path, offset = _FOUND_IN.match(line), _PLACE_OF_ENTRY.match(line)
            if path is not None:
                module = target.FindModule(lldb.SBFileSpec(path[1], False))
            elif offset is not None and module is not None and module.IsValid():
                yield module, int(offset[1], 16)


def has_variants(sb_type):
    return _union_of_variants(sb_type) is not None


def _union_of_variants(sb_type):
    if sb_type.GetTypeClass() != lldb.eTypeClassStruct or sb_type.GetNumberOfFields() != 1:
        return None
    only = sb_type.GetFieldAtIndex(0)
    return only.GetType() if only.GetName() == _ALL else None


def _field(sb_type, name):
    fields = (sb_type.GetFieldAtIndex(index) for index in range(sb_type.GetNumberOfFields()))
    return next((field for field in fields if field.GetName() == name), None)


def _read(entries, offset, names, size):
    entry, unit = entries.at(offset)
    parts = entry.below(_VARIANT_PART)
    if len(parts) != 1 or entry.number(_SIZE) != size:
        return None
    variants = parts[0].below(_VARIANT)
    members = [(variant.below(_MEMBER) or [None])[0] for variant in variants]
    if None in members or any(member.number(_PLACE) for member in members):
        return None
    told = [entries.text(member.attributes.get(_NAME)) for member in members]
    if len(told) != len(names) or any(own not in (name, None) for own, name in zip(told, names)):
        return None
    counts = tuple(len(_type_entry(entries, member, unit).below(_MEMBER)) for member in members)
    tags = parts[0].below(_MEMBER)
    if not tags:
        # With only one variant there is nothing to tell apart.
        return _Discriminant(0, 1, False, (None,), counts) if len(variants) == 1 else None
    tag_type = _type_entry(entries, tags[0], unit)
    signed = tag_type.number(_ENCODING) in _SIGNED
    values = tuple(variant.number(_DISCRIMINANT_VALUE, signed) for variant in variants)
    return _Discriminant(tags[0].number(_PLACE) or 0, tag_type.number(_SIZE) or 0, signed, values, counts)


def _type_entry(entries, member, unit):
    return entries.at(entries.target(member.attributes[_TYPE], unit))[0]


def _as_lldb_has_it(variants):
    """Where nothing of it can be lost: a small number without a sign, in bytes of its own."""
    tag, values = None, []
    for variant in variants:
        number = _KNOWN_BY_NUMBER.match(variant.GetName() or "")
        own = _field(variant.GetType(), _TAG)
        if number is None or (own is None) != (number[1] == ""):
            return None
        tag = tag or own
        values.append(int(number[1]) if number[1] else None)
    if tag is None:
        return _Discriminant(0, 1, False, (None,)) if len(variants) == 1 else None
    size = tag.GetType().GetByteSize()
    is_signed = bool(tag.GetType().GetTypeFlags() & lldb.eTypeIsSigned)
    if size > _NUMBER_SIZE or is_signed or tag.IsBitfield() or len(set(values)) != len(values):
        return None
    return _Discriminant(tag.GetOffsetInBytes(), size, False, tuple(values))

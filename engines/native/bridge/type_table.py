"""Types of the program, each described once and from then on referred to by a number."""

import lldb

from . import libraries, numbered_fields

# Units of text. `signed char` and `unsigned char` are not among them: they are how C and its kin write small numbers.
# LLDB takes a plain `char` for one of those two, whichever the compiler chose, so that only its name tells.
_CHARACTERS = {
    lldb.eBasicTypeChar,
    lldb.eBasicTypeWChar,
    lldb.eBasicTypeSignedWChar,
    lldb.eBasicTypeUnsignedWChar,
    lldb.eBasicTypeChar16,
    lldb.eBasicTypeChar32,
    lldb.eBasicTypeChar8,
}
_SIGNED = {
    lldb.eBasicTypeSignedChar,
    lldb.eBasicTypeShort,
    lldb.eBasicTypeInt,
    lldb.eBasicTypeLong,
    lldb.eBasicTypeLongLong,
    lldb.eBasicTypeInt128,
}
_UNSIGNED = {
    lldb.eBasicTypeUnsignedChar,
    lldb.eBasicTypeUnsignedShort,
    lldb.eBasicTypeUnsignedInt,
    lldb.eBasicTypeUnsignedLong,
    lldb.eBasicTypeUnsignedLongLong,
    lldb.eBasicTypeUnsignedInt128,
}
_FLOATS = {
    lldb.eBasicTypeHalf,
    lldb.eBasicTypeFloat,
    lldb.eBasicTypeDouble,
    lldb.eBasicTypeLongDouble,
}


# In C these are other names of numbers, which nobody uses them for.
_CHARACTER_NAMES = {"wchar_t", "char8_t", "char16_t", "char32_t"}
_OF_INTEL = {"x86_64", "i386", "i486", "i586", "i686"}
_ATOMIC_TRUTHS = {"_Atomic(bool)", "_Atomic(_Bool)"}


def name_of(sb_type):
    """As people write it: without arguments of templates that are there by default."""
    name = sb_type.GetDisplayTypeName() or sb_type.GetName() or "?"
    for written in libraries.told("type_name"):
        name = written(name, sb_type)
    return name.replace(" >", ">") if "<" in name else name


def has_known_length(sb_type):
    """Whether an array, and every array within it, says how many elements it has. Other types do."""
    array = sb_type.GetCanonicalType()
    if not array.IsArrayType() or array.IsVectorType():
        return True
    element = array.GetArrayElementType()
    if not has_known_length(element):
        return False
    stride, size = element.GetByteSize(), array.GetByteSize()
    # LLDB gives an array without a length the size of one element, so that only comparing tells the two apart.
    return stride == 0 or size == 0 or array == element.GetArrayType(size // stride)


def is_lost(sb_type):
    """Whether LLDB could not read the type. What leads to one leads to void for it, which no reference really does."""
    return not sb_type.IsValid() or (sb_type.IsReferenceType() and sb_type.GetPointeeType().GetName() == "void")


def _virtual_bases(sb_type):
    return (sb_type.GetVirtualBaseClassAtIndex(index) for index in range(sb_type.GetNumberOfVirtualBaseClasses()))


# The other end adds types of its own to the same table, from 1 upwards.
_FIRST = 1 << 20


class TypeTable:
    def __init__(self, formatters, lost_parts):
        # They know whether more can be shown of values than their type and bytes tell; asked once for each type.
        self._formatters = formatters
        self._lost_parts = lost_parts
        self._next = _FIRST
        self._known = {}
        self._sized_arrays = {}
        self._made = {}
        self._waiting = []
        self._fresh = []
        self._by_id = {}
        self._names = formatters.type_names
        # Number of a type to the dialect that it is named in.
        self._otherwise_named = {}
        self._declared = {}

    def id_of(self, sb_type, declared=None):
        """`declared`: what the debug information says beyond LLDB (`declared_types.py`)."""
        # Comparing two SBTypes is exact and cheap, but they cannot be hashed: names only narrow the search. Types of
        # one name in two files stay apart.
        also = None if declared is None else declared.key
        key = (sb_type.GetName(), sb_type.GetTypeClass(), sb_type.GetByteSize(), self._names.current, also)
        bucket = self._known.setdefault(key, [])
        for known, number in bucket:
            if known == sb_type:
                return number
        number = self._number()
        bucket.append((sb_type, number))
        self._by_id[number] = sb_type
        self._waiting.append((number, sb_type))
        if self._names.current is not None:
            self._otherwise_named[number] = self._names.current
        if declared is not None:
            self._declared[number] = declared
        return number

    def declared(self, number):
        return self._declared.get(number)

    def sized_array(self, sb_type, element, count):
        """An array whose length only the running program knows."""
        key = (self.id_of(element), count)
        if key not in self._sized_arrays:
            number = self._number()
            self._sized_arrays[key] = number
            self._by_id[number] = sb_type
            self._fresh.append(
                [
                    number,
                    {
                        "kind": "array",
                        "name": f"{name_of(element)}[{count}]",
                        "size": count * element.GetByteSize(),
                        "element": key[0],
                        "count": count,
                    },
                ]
            )
        return self._sized_arrays[key]

    def unsigned(self, size):
        """A plain number of some width, for registers and watched memory that has no type of its own."""
        return self._make({"kind": "integer", "name": f"uint{size * 8}", "size": size, "signed": False})

    def number(self, size, signed):
        """A plain number that has no type of its own."""
        if not signed:
            return self.unsigned(size)
        return self._make({"kind": "integer", "name": f"int{size * 8}", "size": size, "signed": True})

    def opaque(self, name, size, why):
        return self._make({"kind": "opaque", "name": name, "size": size, "why": why})

    def unreadable(self, why):
        """Of a part whose bytes mean nothing to anybody."""
        return self._make({"kind": "opaque", "name": "?", "why": why})

    def made_struct(self, name, size, fields):
        return self._make({"kind": "struct", "name": name, "size": size, "fields": fields})

    def boolean(self):
        return self._make({"kind": "boolean", "name": "bool", "size": 1})

    def sb_type(self, number):
        return self._by_id.get(number)

    def speak_of(self, number):
        """The next types are parts of this one, and named as it is."""
        self._names.current = self._otherwise_named.get(number)

    def take_fresh(self):
        # Describing one type refers to others, which are then described as well.
        while self._waiting:
            number, sb_type = self._waiting.pop()
            self.speak_of(number)
            self._fresh.append([number, self._describe(sb_type, self._declared.get(number))])
        fresh, self._fresh = self._fresh, []
        return fresh

    def _make(self, description):
        key = (description["kind"], description["name"], description.get("size"))
        if key not in self._made:
            self._made[key] = self._number()
            self._fresh.append([self._made[key], description])
        return self._made[key]

    def _number(self):
        number = self._next
        self._next += 1
        return number

    def _describe(self, sb_type, declared):
        name = sb_type.GetName() or "?"
        written = self._names.written(name_of(sb_type))
        described = {"name": written if declared is None else declared.written(written)}
        size = sb_type.GetByteSize() if has_known_length(sb_type) else 0
        # In some languages there are values without bytes; in others such a type is one that LLDB does not know.
        if size > 0 or (self._names.current is not None and self._names.current.empty_values):
            described["size"] = size
        plain = sb_type.GetUnqualifiedType()
        # Without its qualifiers a pointer would lose those of what it leads to as well.
        built_up = sb_type.IsPointerType() or sb_type.IsReferenceType() or sb_type.IsArrayType()
        # The name of a class says nothing of its qualifiers; only the one for display does.
        if plain.IsValid() and plain.GetDisplayTypeName() != sb_type.GetDisplayTypeName() and not built_up:
            return {**described, "kind": "alias", "target": self.id_of(plain)}
        if sb_type.GetTypeClass() == lldb.eTypeClassTypedef and name in _CHARACTER_NAMES:
            return {**described, "kind": "character", "signed": bool(sb_type.GetTypeFlags() & lldb.eTypeIsSigned)}
        if sb_type.GetTypeClass() == lldb.eTypeClassTypedef:
            return {**described, "kind": "alias", "target": self.id_of(sb_type.GetTypedefedType())}
        variants = self._formatters.variants_of(self, sb_type)
        if variants is not None:
            return {**described, **variants}
        if self._formatters.shows_more(sb_type):
            described["formatted"] = True
        return {**described, **self._kind(sb_type, size, declared)}

    def _kind(self, sb_type, size, declared=None):
        inner = None if declared is None else declared.target()
        kind = sb_type.GetTypeClass()
        if kind == lldb.eTypeClassMemberPointer:
            # To LLDB a pointer, but what it holds is no address.
            return {"kind": "opaque", "why": "a pointer to a member"}
        if sb_type.IsPointerType():
            return {"kind": "pointer", "target": self.id_of(sb_type.GetPointeeType(), inner)}
        if sb_type.IsReferenceType():
            return {"kind": "pointer", "reference": True, "target": self.id_of(sb_type.GetPointeeType())}
        if sb_type.IsFunctionType():
            return {"kind": "function"}
        if sb_type.IsVectorType():
            return self._array(sb_type.GetVectorElementType(), size)
        if sb_type.IsArrayType() and not has_known_length(sb_type):
            return {"kind": "array", "element": self.id_of(sb_type.GetArrayElementType())}
        if sb_type.IsArrayType():
            return self._array(sb_type.GetArrayElementType(), size, inner)
        if kind == lldb.eTypeClassEnumeration:
            return self._enumeration(sb_type)
        if kind in (lldb.eTypeClassStruct, lldb.eTypeClassClass, lldb.eTypeClassUnion):
            return self._record(sb_type, "union" if kind == lldb.eTypeClassUnion else "struct", declared)
        return self._basic(sb_type)

    def _array(self, element, size, declared=None):
        stride = element.GetByteSize()
        array = {"kind": "array", "element": self.id_of(element, declared)}
        if stride > 0:
            array["count"] = size // stride
        return array

    def _enumeration(self, sb_type):
        members = sb_type.GetEnumMembers()
        underlying = sb_type.GetEnumerationIntegerType()
        signed = self._kind(underlying, underlying.GetByteSize()).get("signed", True)
        enumerators = []
        for index in range(members.GetSize()):
            member = members.GetTypeEnumMemberAtIndex(index)
            value = member.GetValueAsSigned() if signed else member.GetValueAsUnsigned()
            enumerators.append({"name": member.GetName(), "value": str(value)})
        return {"kind": "enum", "underlying": self.id_of(underlying), "enumerators": enumerators}

    def note_whole(self, sb_type):
        """A type that has all its parts, whatever room is between them."""
        self._lost_parts.note_whole(sb_type)

    def _record(self, sb_type, kind, declared):
        if not sb_type.IsTypeComplete():
            return {"kind": "opaque", "why": "this file only declares it"}
        sb_type = self._lost_parts.whole(sb_type)
        fields = []
        # Where a virtual base lies depends on the object; only LLDB can tell (`synthetic.py`).
        virtual = {base.GetName() for base in _virtual_bases(sb_type)}
        for index in range(sb_type.GetNumberOfDirectBaseClasses()):
            base = sb_type.GetDirectBaseClassAtIndex(index)
            if base.GetName() not in virtual:
                fields.append(self._field(base, "base"))
        for index in range(sb_type.GetNumberOfFields()):
            member = sb_type.GetFieldAtIndex(index)
            # A bit field without a name is room between others, which no program can read.
            if member.GetName() or not member.IsBitfield():
                inner = None if declared is None or not member.GetName() else declared.member(member.GetName())
                fields.append(self._field(member, None, inner))
        return {"kind": kind, "fields": numbered_fields.numbered([*fields, *self._lost_parts.fields(self, sb_type)])}

    def _field(self, member, role, declared=None):
        field = {
            "name": member.GetName() or "",
            "type": self.id_of(member.GetType(), declared),
            "bitOffset": member.GetOffsetInBits(),
        }
        if member.IsBitfield():
            field["bitSize"] = member.GetBitfieldSizeInBits()
        if role is None and not member.GetName():
            role = "anonymous"
        if role is not None:
            field["role"] = role
        return field

    def _basic(self, sb_type):
        basic = sb_type.GetBasicType()
        if basic == lldb.eBasicTypeVoid:
            return {"kind": "unit"}
        # Of an atomic type LLDB knows no more than that it is a number.
        if basic == lldb.eBasicTypeBool or sb_type.GetName() in _ATOMIC_TRUTHS:
            return {"kind": "boolean"}
        if self._names.is_number(basic):
            return {"kind": "integer", "signed": basic != lldb.eBasicTypeUnsignedChar}
        if basic in _CHARACTERS or sb_type.GetName() in ("char", "_Atomic(char)"):
            character = {"kind": "character", "signed": bool(sb_type.GetTypeFlags() & lldb.eTypeIsSigned)}
            return {**character, "alone": True} if self._names.has_lone_characters() else character
        if basic in _SIGNED or basic in _UNSIGNED:
            return {"kind": "integer", "signed": basic in _SIGNED}
        flags = sb_type.GetTypeFlags()
        if flags & lldb.eTypeIsComplex:
            return self._complex(sb_type)
        if basic in _FLOATS or flags & lldb.eTypeIsFloat or sb_type.GetName() == "_Float16":
            return self._float(sb_type.GetByteSize())
        if basic == lldb.eBasicTypeNullPtr:
            return {"kind": "pointer", "target": self._make({"kind": "unit", "name": "void", "size": 0})}
        if flags & lldb.eTypeIsInteger:
            return {"kind": "integer", "signed": bool(flags & lldb.eTypeIsSigned)}
        return {"kind": "opaque", "why": "a kind of type that is not taken apart"}

    def _complex(self, sb_type):
        """Two numbers, the second of which is to be multiplied by the imaginary unit."""
        size = sb_type.GetByteSize() // 2
        name = (sb_type.GetName() or "").replace("_Complex", "").strip() or "float"
        part = self._make({"name": name, "size": size, **self._float(size)})
        fields = [{"name": "real", "type": part, "bitOffset": 0}, {"name": "imag", "type": part, "bitOffset": size * 8}]
        return {"kind": "struct", "fields": fields}

    def _float(self, size):
        """Those of more than 8 bytes are not the same on every processor."""
        if size <= 8:
            return {"kind": "float"}
        return {"kind": "float", "format": "x87" if self._formatters.machine() in _OF_INTEL else "quad"}

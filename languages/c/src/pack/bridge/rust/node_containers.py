"""Maps, sets and lists of Rust's library that are made of nodes, and where they keep them."""

import lldb

from bridge import block_trees, member_offsets
from bridge.first_use import Pattern
from bridge.libraries import NodeLayout
from bridge.node_containers import chain_by

_KIND = Pattern(r"^alloc::collections::(?:btree::(?P<tree>map::BTreeMap|set::BTreeSet)|linked_list::LinkedList)<")
# Through an `Option`, as LLDB shows it, of which no address means that there is none.
_SOME = ("$variants$", "$variant$", "value", "__0")
_ADDRESS = ("pointer",)
# Of the elements of a node.
_MOST = 11


def layout(sb_type):
    """None for a type that is no such container, or not as this library makes it."""
    found = _KIND.match(sb_type.GetName() or "")
    if found is None or sb_type.GetTypeClass() != lldb.eTypeClassStruct:
        return None
    if found["tree"] is None:
        return _list(sb_type)
    return _map(sb_type, 0) if found["tree"].startswith("map") else _set(sb_type)


def _list(sb_type):
    element = sb_type.GetTemplateArgumentType(0)
    head, begin = member_offsets.at(sb_type, ("head", *_SOME, *_ADDRESS))
    count = member_offsets.along(sb_type, ("len",))
    if head is None or count is None or not _has_bytes(element):
        return None
    node = head.GetPointeeType()
    link, skip = member_offsets.along(node, ("next", *_SOME, *_ADDRESS)), member_offsets.along(node, ("element",))
    return None if link is None or skip is None else NodeLayout(element, begin, count, chain_by(link), skip)


def _set(sb_type):
    inside, offset = member_offsets.at(sb_type, ("map",))
    return None if inside is None else _map(inside, offset, is_set=True)


def _map(sb_type, base, is_set=False):
    key, value = sb_type.GetTemplateArgumentType(0), sb_type.GetTemplateArgumentType(1)
    root, begin = member_offsets.at(sb_type, ("root", *_SOME))
    count = member_offsets.along(sb_type, ("length",))
    if root is None or count is None or not _has_bytes(key) or not value.IsValid():
        return None
    blocks = _blocks(root, key, None if is_set else value)
    if blocks is None:
        return None
    return NodeLayout(key, base + begin, base + count, block_trees.walk(blocks), 0, None if is_set else value)


def _blocks(root, key, value):
    height = member_offsets.along(root, ("height",))
    pointer, at = member_offsets.at(root, ("node", *_ADDRESS))
    if height is None or pointer is None:
        return None
    node = pointer.GetPointeeType()
    count = member_offsets.along(node, ("len",))
    keys_at = _row(node, "keys", key)
    values_at = 0 if value is None else _row(node, "vals", value)
    if count is None or keys_at is None or values_at is None:
        return None
    # Nodes that have others below them begin as those do that have none, and go on with where the others are.
    blocks = block_trees.Blocks(at, height, count, _MOST, keys_at, key.GetByteSize(), node.GetByteSize())
    return blocks if value is None else blocks._replace(values=values_at, value_size=value.GetByteSize())


def _row(node, name, element):
    """
    Where a node keeps its keys, or its values; None where that cannot be told. Of a map from numbers as wide as an address to
    others of that size LLDB reads only one row, because it takes the types of their elements for the same; the other is where
    there is room for it.
    """
    size = _MOST * element.GetByteSize()
    row, offset = member_offsets.at(node, (name,))
    if row is not None:
        return offset if row.GetByteSize() == size else None
    members = [node.GetFieldAtIndex(index) for index in range(node.GetNumberOfFields())]
    parts = sorted((member.GetOffsetInBytes(), member.GetType().GetByteSize()) for member in members)
    ends = [0, *(start + length for start, length in parts)]
    starts = [*(start for start, _ in parts), node.GetByteSize()]
    rooms = [end for end, start in zip(ends, starts) if start - end >= size]
    return rooms[0] if len(rooms) == 1 and size > 0 else None


def _has_bytes(element):
    return element.IsValid() and element.GetByteSize() > 0

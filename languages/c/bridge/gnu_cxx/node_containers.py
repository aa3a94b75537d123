"""Containers of GNU's C++ library that are made of nodes: lists, trees and hash tables, and where they keep them."""

from bridge import member_offsets
from bridge.first_use import Pattern
from bridge.libraries import NodeLayout
from bridge.node_containers import chain, ring, tree

_KIND = Pattern(
    r"^std::(?:__cxx11::)?(?P<kind>list|forward_list|(?:multi)?(?:map|set)|unordered_(?:multi)?(?:map|set))<"
)


def layout(sb_type, pointer_size):
    """None for a type that is no such container, or not as this library makes it."""
    found = _KIND.match(sb_type.GetName() or "")
    if found is None or sb_type.GetNumberOfTemplateArguments() == 0:
        return None
    element = _element(sb_type, found["kind"])
    # Older versions of LLDB do not tell how a type is aligned; where an element lies cannot be calculated then.
    if element is None or element.GetByteSize() == 0 or not hasattr(element, "GetByteAlign"):
        return None
    kind = found["kind"]
    if kind == "list":
        begin, count, walk, links = ["_M_impl", "_M_node"], ["_M_impl", "_M_node", "_M_size"], ring, 2
    elif kind == "forward_list":
        begin, count, walk, links = ["_M_impl", "_M_head"], None, chain, 1
    elif kind.startswith("unordered"):
        begin, count, walk, links = ["_M_h", "_M_before_begin"], ["_M_h", "_M_element_count"], chain, 1
    else:
        inside = ["_M_t", "_M_impl"]
        begin, count, walk, links = [*inside, "_M_header"], [*inside, "_M_node_count"], tree, 4
    begin = member_offsets.along(sb_type, begin)
    count_at = None if count is None else member_offsets.along(sb_type, count)
    if begin is None or (count is not None and count_at is None):
        return None
    return NodeLayout(element, begin, count_at, walk, links * pointer_size)


def _element(sb_type, kind):
    """What the container is one of: of a map, pairs, which only the tree or the table inside is named by."""
    element = sb_type.GetTemplateArgumentType(0)
    if kind.endswith("map"):
        inside, _ = member_offsets.find(sb_type, "_M_h" if kind.startswith("unordered") else "_M_t")
        if inside is None:
            return None
        element = inside.GetType().GetCanonicalType().GetTemplateArgumentType(1)
    return element if element.IsValid() else None

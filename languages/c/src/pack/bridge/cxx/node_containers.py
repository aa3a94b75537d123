"""Containers of the C++ libraries of GNU and LLVM that are made of nodes: lists, trees and hash tables, and where they keep
them.
"""

from bridge import member_offsets
from bridge.first_use import Pattern
from bridge.libraries import NodeLayout
from bridge.node_containers import chain, ring, ring_after_previous, tree, tree_of_end

_KIND = Pattern(
    r"^std::(?:__cxx11::|__1::)?(?P<kind>list|forward_list|(?:multi)?(?:map|set)|unordered_(?:multi)?(?:map|set))<"
)
# By the kind of container, in GNU's library and in LLVM's: what leads to the beginning and to the number of elements, how the
# nodes hang together, and how many links lie before the element of each, or what leads to the allocator of nodes.
_BY_LIBRARY = {
    "list": (
        (["_M_impl", "_M_node"], ["_M_impl", "_M_node", "_M_size"], ring, 2),
        (["__end_"], ["__size_"], ring_after_previous, ["__node_alloc_"]),
    ),
    "forward_list": (
        (["_M_impl", "_M_head"], None, chain, 1),
        (["__before_begin_"], None, chain, ["__alloc_"]),
    ),
    "table": (
        (["_M_h", "_M_before_begin"], ["_M_h", "_M_element_count"], chain, 1),
        (["__table_", "__first_node_"], ["__table_", "__size_"], chain, ["__table_", "__node_alloc_"]),
    ),
    "tree": (
        (["_M_t", "_M_impl", "_M_header"], ["_M_t", "_M_impl", "_M_node_count"], tree, 4),
        (["__tree_", "__end_node_"], ["__tree_", "__size_"], tree_of_end, ["__tree_", "__node_alloc_"]),
    ),
}


def layout(sb_type, pointer_size):
    """None for a type that is no such container, or not as these libraries make it."""
    found = _KIND.match(sb_type.GetName() or "")
    if found is None or sb_type.GetNumberOfTemplateArguments() == 0:
        return None
    element = _element(sb_type, found["kind"])
    # Older versions of LLDB do not tell how a type is aligned; where an element lies cannot be calculated then.
    if element is None or element.GetByteSize() == 0 or not hasattr(element, "GetByteAlign"):
        return None
    for begin, count, walk, node in _BY_LIBRARY[_shape(found["kind"])]:
        begin_at = member_offsets.along(sb_type, begin)
        count_at = None if count is None else member_offsets.along(sb_type, count)
        if begin_at is None or (count is not None and count_at is None):
            continue
        skip = _behind(node * pointer_size, element) if isinstance(node, int) else _in_node(sb_type, node)
        return None if skip is None else NodeLayout(element, begin_at, count_at, walk, skip)
    return None


def _behind(links, element):
    align = max(1, element.GetByteAlign())
    return (links + align - 1) // align * align


def _in_node(sb_type, allocator):
    """By the type of a node, which its allocator is named by: how the element is aligned LLDB does not always know."""
    for name in allocator:
        member, _ = member_offsets.find(sb_type, name)
        if member is None:
            return None
        sb_type = member.GetType()
    return member_offsets.along(sb_type.GetCanonicalType().GetTemplateArgumentType(0), ["__value_"])


def _shape(kind):
    if kind in ("list", "forward_list"):
        return kind
    return "table" if kind.startswith("unordered") else "tree"


def _element(sb_type, kind):
    """What the container is one of: of a map, pairs, which only what is inside, or the allocator, is named by."""
    element = sb_type.GetTemplateArgumentType(0)
    if kind.endswith("map"):
        inside, _ = member_offsets.find(sb_type, "_M_h" if kind.startswith("unordered") else "_M_t")
        if inside is not None:
            element = inside.GetType().GetCanonicalType().GetTemplateArgumentType(1)
        else:
            allocator = sb_type.GetTemplateArgumentType(4 if kind.startswith("unordered") else 3)
            element = allocator.GetTemplateArgumentType(0)
    return element if element.IsValid() else None

"""Containers that are made of nodes: lists, trees and hash tables of the C++ libraries of GNU and LLVM, walked by reading
their links.

LLDB's own formatters begin anew for every element, which for a map of 5,000 takes minutes, and count the elements of a
list of that length as 24. A walk here reads each node once, and is kept as long as the stop lasts.
"""

import lldb

from .failure import Refused
from .first_use import Pattern
from . import member_offsets

_KIND = Pattern(
    r"^std::(?:__cxx11::|__1::)?(?P<kind>list|forward_list|(?:multi)?(?:map|set)|unordered_(?:multi)?(?:map|set))<"
)
# A walk through more nodes than these is a mistake, or takes longer than anybody waits.
MOST_NODES = 1_000_000


class Broken(Exception):
    """The links lead nowhere: the container is not initialised yet, or damaged."""


class Layout:
    """Where a type of container keeps its nodes; the same for all containers of the type."""

    def __init__(self, element, begin, count, walk, skip):
        self.element = element
        self.begin = begin
        # Offset of the number of elements; None where the container does not know it itself.
        self.count = count
        self.walk = walk
        # From the beginning of a node to its element.
        self.skip = skip


def layout_of(sb_type, pointer_size):
    """None for a type that is no such container, or not as this library makes it."""
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
        return None if skip is None else Layout(element, begin_at, count_at, walk, skip)
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


class Walk:
    """The elements of one container, as far as anybody has asked for them."""

    def __init__(self, session, address, layout):
        self._reader = _Reader(session)
        self._layout = layout
        begin = address + layout.begin
        self.addresses = []
        self._nodes = layout.walk(self._reader, begin)
        self._seen = set()
        self.state = self._reader.few_words(begin, 4 if layout.walk is _tree else 1)
        if layout.count is not None:
            self.count = self._reader.few_words(address + layout.count, 1)[0]
            self.state += (self.count,)
        else:
            self.reach(MOST_NODES)
            self.count = len(self.addresses)

    def reach(self, wanted, in_time=lambda: True):
        """Walks until that many elements are known, or to the end."""
        while len(self.addresses) < wanted and in_time():
            try:
                node = next(self._nodes, None)
            except Broken as broken:
                raise Refused("unreadable", "user", str(broken))
            if node is None:
                return
            if node in self._seen:
                raise Refused("unreadable", "user", "its links lead in a circle: it is damaged.")
            self._seen.add(node)
            self.addresses.append(node + self._layout.skip)


_PAGE = 4096


class _Reader:
    """Words of the program's memory. Nodes lie close together, so that whole pages are read and kept."""

    def __init__(self, session):
        self._pages = {}
        self._process = session.process
        self._size = session.process.GetAddressByteSize()
        self._order = "little" if session.process.GetByteOrder() == lldb.eByteOrderLittle else "big"

    def words(self, address, count):
        start, at = address - address % _PAGE, address % _PAGE
        data = self._page(start)[at : at + self._size * count]
        if len(data) < self._size * count:
            return self.few_words(address, count)
        return self._split(data)

    def few_words(self, address, count):
        """Of the container itself, which lies elsewhere than its nodes."""
        data = self._read(address, self._size * count)
        if len(data) < self._size * count:
            raise Broken(f"it leads to {address:#x}, which cannot be read: it is not initialised yet, or damaged.")
        return self._split(data)

    def _split(self, data):
        size = self._size
        return tuple(int.from_bytes(data[at : at + size], self._order) for at in range(0, len(data), size))

    def _page(self, start):
        page = self._pages.get(start)
        if page is None:
            page = self._pages[start] = self._read(start, _PAGE)
        return page

    def _read(self, address, size):
        error = lldb.SBError()
        data = self._process.ReadMemory(address, size, error)
        return b"" if error.Fail() or data is None else data


def _ring(reader, begin):
    """Links that lead back to where they begin."""
    node = reader.words(begin, 1)[0]
    while node != begin:
        yield node
        node = reader.words(node, 1)[0]


def _ring_after_previous(reader, begin):
    """The same where the link back comes first."""
    node = reader.words(begin, 2)[1]
    while node != begin:
        yield node
        node = reader.words(node, 2)[1]


def _chain(reader, begin):
    """Links that end."""
    node = reader.words(begin, 1)[0]
    while node != 0:
        yield node
        node = reader.words(node, 1)[0]


def _tree(reader, header):
    """A node holds its colour, its parent, its left and its right child; the parent in the header is the root."""
    yield from _in_order(reader, reader.words(header, 4)[1], 2)


def _tree_of_end(reader, end):
    """A node holds its left and its right child, its parent and its colour; what is left of the end is the root."""
    yield from _in_order(reader, reader.words(end, 1)[0], 0)


# A balanced tree of all the memory there is would not be deeper.
_DEEPEST = 256


def _in_order(reader, root, left):
    """From the leftmost node to the right; the right child lies behind the left one."""
    above, node = [], root
    while node != 0 or above:
        while node != 0:
            if len(above) == _DEEPEST:
                raise Broken("its links lead in a circle: it is damaged.")
            children = reader.words(node, left + 2)[left:]
            above.append((node, children[1]))
            node = children[0]
        found, node = above.pop()
        yield found


# By the kind of container, in GNU's library and in LLVM's: what leads to the beginning and to the number of elements, how the
# nodes hang together, and how many links lie before the element of each, or what leads to the allocator of nodes.
_BY_LIBRARY = {
    "list": (
        (["_M_impl", "_M_node"], ["_M_impl", "_M_node", "_M_size"], _ring, 2),
        (["__end_"], ["__size_"], _ring_after_previous, ["__node_alloc_"]),
    ),
    "forward_list": (
        (["_M_impl", "_M_head"], None, _chain, 1),
        (["__before_begin_"], None, _chain, ["__alloc_"]),
    ),
    "table": (
        (["_M_h", "_M_before_begin"], ["_M_h", "_M_element_count"], _chain, 1),
        (["__table_", "__first_node_"], ["__table_", "__size_"], _chain, ["__table_", "__node_alloc_"]),
    ),
    "tree": (
        (["_M_t", "_M_impl", "_M_header"], ["_M_t", "_M_impl", "_M_node_count"], _tree, 4),
        (["__tree_", "__end_node_"], ["__tree_", "__size_"], _tree_of_end, ["__tree_", "__node_alloc_"]),
    ),
}

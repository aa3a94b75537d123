"""Containers that are made of nodes: lists, trees and hash tables of GNU's C++ library, walked by reading their links.

LLDB's own formatters begin anew for every element, which for a map of 5,000 takes minutes, and count the elements of a
list of that length as 24. A walk here reads each node once, and is kept as long as the stop lasts.
"""

import lldb

from .failure import Refused
from .first_use import Pattern
from . import member_offsets

_KIND = Pattern(
    r"^std::(?:__cxx11::)?(?P<kind>list|forward_list|(?:multi)?(?:map|set)|unordered_(?:multi)?(?:map|set))<"
)
# A walk through more nodes than these is a mistake, or takes longer than anybody waits.
MOST_NODES = 1_000_000


class Broken(Exception):
    """The links lead nowhere: the container is not initialised yet, or damaged."""


class Layout:
    """Where a type of container keeps its nodes; the same for all containers of the type."""

    def __init__(self, element, begin, count, walk, link_size):
        self.element = element
        self.begin = begin
        # Offset of the number of elements; None where the container does not know it itself.
        self.count = count
        self.walk = walk
        align = max(1, element.GetByteAlign())
        # An element lies behind the links of its node.
        self.skip = (link_size + align - 1) // align * align


def layout_of(sb_type, pointer_size):
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
        begin, count, walk, links = ["_M_impl", "_M_node"], ["_M_impl", "_M_node", "_M_size"], _ring, 2
    elif kind == "forward_list":
        begin, count, walk, links = ["_M_impl", "_M_head"], None, _chain, 1
    elif kind.startswith("unordered"):
        begin, count, walk, links = ["_M_h", "_M_before_begin"], ["_M_h", "_M_element_count"], _chain, 1
    else:
        tree = ["_M_t", "_M_impl"]
        begin, count, walk, links = [*tree, "_M_header"], [*tree, "_M_node_count"], _tree, 4
    begin = member_offsets.along(sb_type, begin)
    count_at = None if count is None else member_offsets.along(sb_type, count)
    if begin is None or (count is not None and count_at is None):
        return None
    return Layout(element, begin, count_at, walk, links * pointer_size)


def _element(sb_type, kind):
    """What the container is one of: of a map, pairs, which only the tree or the table inside is named by."""
    element = sb_type.GetTemplateArgumentType(0)
    if kind.endswith("map"):
        inside, _ = member_offsets.find(sb_type, "_M_h" if kind.startswith("unordered") else "_M_t")
        if inside is None:
            return None
        element = inside.GetType().GetCanonicalType().GetTemplateArgumentType(1)
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


def _chain(reader, begin):
    """Links that end."""
    node = reader.words(begin, 1)[0]
    while node != 0:
        yield node
        node = reader.words(node, 1)[0]


def _tree(reader, header):
    """From the leftmost node to the right. A node holds its colour, its parent, its left and its right child."""
    if reader.words(header, 4)[1] == 0:
        return
    node = reader.words(header, 4)[2]
    while node != header:
        yield node
        _, parent, _, right = reader.words(node, 4)
        if right != 0:
            node = _leftmost(reader, right)
            continue
        for _ in range(_DEEPEST):
            came_from, node = node, parent
            _, parent, _, right = reader.words(node, 4)
            if node == header or right != came_from:
                break
        else:
            raise Broken("its links lead in a circle: it is damaged.")


# A balanced tree of all the memory there is would not be deeper.
_DEEPEST = 256


def _leftmost(reader, node):
    for _ in range(_DEEPEST):
        left = reader.words(node, 4)[2]
        if left == 0:
            return node
        node = left
    raise Broken("its links lead in a circle: it is damaged.")

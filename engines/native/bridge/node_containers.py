"""Containers that are made of nodes: lists, trees and hash tables, walked by reading their links.

Where a type keeps them is told by its language (`NodeLayout` in libraries.py).

LLDB's own formatters begin anew for every element, which for a map of 5,000 takes minutes, and count the elements of a
list of that length as 24. A walk here reads each node once, and is kept as long as the stop lasts.
"""

import lldb

from .failure import Refused

# A walk through more nodes than these is a mistake, or takes longer than anybody waits.
MOST_NODES = 1_000_000


class Broken(Exception):
    """The links lead nowhere: the container is not initialised yet, or damaged."""


class Walk:
    """
    The elements of one container, as far as anybody has asked for them: an address each, in a map that keeps values apart
    from keys two.
    """

    def __init__(self, session, address, layout):
        self._reader = _Reader(session)
        self._layout = layout
        begin = address + layout.begin
        self.addresses = []
        self._nodes = layout.walk(self._reader, begin)
        self._seen = set()
        self.state = self._reader.few_words(begin, 4 if layout.walk is tree else 1)
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
            self.addresses.append(node if isinstance(node, tuple) else node + self._layout.skip)


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


def ring(reader, begin):
    """Links that lead back to where they begin."""
    node = reader.words(begin, 1)[0]
    while node != begin:
        yield node
        node = reader.words(node, 1)[0]


def ring_after_previous(reader, begin):
    """The same where the link back comes first."""
    node = reader.words(begin, 2)[1]
    while node != begin:
        yield node
        node = reader.words(node, 2)[1]


def chain(reader, begin):
    """Links that end."""
    return chain_by(0)(reader, begin)


def chain_by(link):
    """The same where nodes begin with something else: how far into them the link is."""

    def nodes(reader, begin):
        node = reader.words(begin, 1)[0]
        while node != 0:
            yield node
            node = reader.words(node + link, 1)[0]

    return nodes


def tree(reader, header):
    """A node holds its colour, its parent, its left and its right child; the parent in the header is the root."""
    yield from _in_order(reader, reader.words(header, 4)[1], 2)


def tree_of_end(reader, end):
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


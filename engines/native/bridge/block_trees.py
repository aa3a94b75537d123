"""Trees whose nodes hold several elements each, in order, with a subtree between any two: how they are walked.

Where a type keeps all that is told by its language (`node_layout` in libraries.py).
"""

from typing import NamedTuple

from .node_containers import Broken

# Of all the memory there is a tree would not be higher.
_HIGHEST = 64
_WORD = 8
_COUNT_MASK = 0xFFFF


class Blocks(NamedTuple):
    """Offsets and sizes in bytes."""

    # In what the tree begins at: of the address of the topmost node, and of how many levels are below that.
    root: int
    height: int
    # In a node: of the number of its elements (16 bits), of the elements, and of the addresses of the nodes below, which only
    # nodes have that are not at the bottom.
    count: int
    most: int
    keys: int
    key_size: int
    below: int
    # Of what belongs to each element and lies apart from it; None in a set.
    values: int | None = None
    value_size: int = 0


def walk(blocks):
    """A walk that finds the addresses of elements; in a map those of keys, each with that of its value."""

    def places(reader, begin):
        root, height = (reader.words(begin + offset, 1)[0] for offset in (blocks.root, blocks.height))
        if root == 0:
            return
        if height > _HIGHEST:
            raise Broken(f"it says that it has {height} levels: it is not initialised yet, or damaged.")
        yield from _in_order(reader, blocks, root, height)

    return places


def _in_order(reader, blocks, node, height):
    count = _count(reader, blocks, node)
    below = reader.words(node + blocks.below, count + 1) if height > 0 else ()
    for nth in range(count):
        if height > 0:
            yield from _in_order(reader, blocks, below[nth], height - 1)
        key = node + blocks.keys + nth * blocks.key_size
        yield key if blocks.values is None else (key, node + blocks.values + nth * blocks.value_size)
    if height > 0:
        yield from _in_order(reader, blocks, below[count], height - 1)


def _count(reader, blocks, node):
    # The word around it: one from there on would end behind the node.
    at = blocks.count % _WORD
    count = reader.words(node + blocks.count - at, 1)[0] >> 8 * at & _COUNT_MASK
    if count > blocks.most:
        raise Broken(f"a node says that it has {count} elements: it is not initialised yet, or damaged.")
    return count

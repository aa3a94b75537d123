"""What lies close together in memory, as pieces to be read at once: a read takes long, and hardly longer for more bytes."""

_GAP = 512


def joined(places):
    """(start, size) of each piece, in order, for some places."""
    pieces = []
    for start, size in sorted(places):
        if pieces and start <= sum(pieces[-1]) + _GAP:
            first, length = pieces[-1]
            pieces[-1] = (first, max(length, start + size - first))
        else:
            pieces.append((start, size))
    return pieces

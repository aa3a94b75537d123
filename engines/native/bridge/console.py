"""Where the program's streams lead: here, or to a terminal of the client."""

from .failure import Refused
from .standard_input import TypedInput, WholeInput
from .streams import Output
from . import values


class Streams:
    def __init__(self, output, standard_input):
        self.output = output
        self.input = standard_input
        self.watch = None
        self._settled = False

    def launched(self):
        self._settled = True
        for output in self.output.values():
            output.start()
        self.input.launched()

    def discard(self):
        """The program that they were made for never ran."""
        if not self._settled:
            self._settled = True
            self.input.discard()


class TerminalInput:
    """What is typed in the terminal: none of it passes through here."""

    path = None

    def launched(self):
        pass

    def discard(self):
        pass

    def write(self, data):
        raise Refused("wrong-state", "user", "the program reads from its terminal;", "type there.")

    def close(self):
        self.write(b"")


def here(channel, stdin):
    return Streams({name: Output(name, channel) for name in ("stdout", "stderr")}, _given(stdin))


def in_terminal(stdin):
    """Input that the launch gave goes before what could be typed there."""
    given = stdin["closed"] or stdin["data"]
    return Streams({}, _given(stdin) if given else TerminalInput())


def _given(stdin):
    standard_input = WholeInput() if stdin["closed"] else TypedInput()
    standard_input.write(values.decode(stdin["data"]))
    return standard_input

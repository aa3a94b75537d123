"""Where the program's streams lead: here, or to a terminal of the client."""

from .descriptors import Descriptors
from .failure import Refused
from .standard_input import TypedInput, WholeInput
from .streams import Output
from . import values

_IN_TERMINAL = ("the program reads from its terminal;", "type there.")
_BEFORE_US = ("the program was there before the debugger and reads from a place of its own;", "type there.")


class Streams:
    def __init__(self, output, standard_input, descriptors=None):
        self.descriptors = descriptors or Descriptors((), None)
        self.output = {**output, **self.descriptors.output}
        self.input = standard_input
        self.watch = None
        self._settled = False

    def launched(self):
        self._settled = True
        for output in self.output.values():
            output.start()
        self.input.launched()
        self.descriptors.launched()

    def flush(self):
        """Passes on what the program has printed, so that it comes before what is said next."""
        for output in self.output.values():
            output.flush()

    def leave(self):
        """The program goes on when we are gone. Answers whether it printed to us, and so prints to nowhere then."""
        ours = [output for output in self.output.values() if isinstance(output, Output)]
        for output in ours:
            output.leave()
        return bool(ours)

    def discard(self):
        """The program that they were made for never ran."""
        if not self._settled:
            self._settled = True
            self.input.discard()
            self.descriptors.discard()


class InputElsewhere:
    """What the program reads does not pass through here."""

    path = None

    def __init__(self, refusal):
        self._refusal = refusal

    def launched(self):
        pass

    def discard(self):
        pass

    def write(self, data):
        raise Refused("wrong-state", "user", *self._refusal)

    def close(self):
        self.write(b"")


class ServerInput(InputElsewhere):
    """LLDB hands input on only to servers that it was asked to launch the program by."""

    def __init__(self, put):
        super().__init__(("the server of the program takes no input for it;", "type where the server was started."))
        self._put = put

    def write(self, data):
        if not data or not self._put(data):
            super().write(data)


def here(channel, stdin, descriptors):
    stdout = Output("stdout", channel)
    stderr = Output("stderr", channel, after=stdout)
    return Streams({"stdout": stdout, "stderr": stderr}, _given(stdin), descriptors)


def in_terminal(stdin, descriptors):
    """Input that the launch gave goes before what could be typed there."""
    given = stdin["closed"] or stdin["data"]
    return Streams({}, _given(stdin) if given else InputElsewhere(_IN_TERMINAL), descriptors)


def elsewhere():
    """The program was there before us, with streams of its own."""
    return Streams({}, InputElsewhere(_BEFORE_US))


def behind_server(output, put):
    """The server of the program hands its streams on, if it does."""
    return Streams(output, ServerInput(put))


def _given(stdin):
    standard_input = WholeInput() if stdin["closed"] else TypedInput()
    standard_input.write(values.decode(stdin["data"]))
    return standard_input

"""A request that cannot be fulfilled, with who is to blame and what to do next."""


class Refused(Exception):
    def __init__(self, code, blame, message, next_step=None):
        super().__init__(message)
        self.code = code
        self.blame = blame
        self.message = message
        self.next_step = next_step

    def in_words(self):
        """Why, and what to do, as part of a sentence."""
        return " ".join(part for part in (self.message, self.next_step) if part is not None).rstrip(".;")

    def to_wire(self):
        answer = {"code": self.code, "blame": self.blame, "message": self.message}
        if self.next_step is not None:
            answer["next"] = self.next_step
        return answer


def stale():
    return Refused("stale", "user", "this value belongs to an earlier stop;", "ask again for the current one.")


def running():
    return Refused("running", "user", "the program is running;", "pause it first.")

"""The few x86-64 instructions that checks are made of, as bytes. Results are in rax; rcx and rdx are scratch."""

import struct


class Code:
    """Bytes with labels: a jump to a label is filled in when all is written."""

    def __init__(self, address):
        self.address = address
        self._bytes = bytearray()
        self._labels = {}
        self._jumps = []
        self._unnamed = 0

    @property
    def here(self):
        return self.address + len(self._bytes)

    def raw(self, *parts):
        for part in parts:
            self._bytes += part if isinstance(part, (bytes, bytearray)) else bytes([part])

    def label(self, name):
        self._labels[name] = self.here

    def new_label(self):
        """A name that no other label has, to be placed by `label`."""
        self._unnamed += 1
        return f"label {self._unnamed}"

    def address_of(self, name):
        return self._labels[name]

    def jump(self, name):
        self._jump(b"\xe9", name)

    def jump_if_zero(self, name):
        self._jump(b"\x0f\x84", name)

    def jump_if_not_zero(self, name):
        self._jump(b"\x0f\x85", name)

    def jump_if_not_negative(self, name):
        self._jump(b"\x0f\x89", name)

    def jump_to(self, target):
        self.raw(b"\xe9", struct.pack("<i", target - (self.here + 5)))

    def _jump(self, opcode, name):
        self.raw(opcode)
        self._jumps.append((len(self._bytes), name))
        self.raw(b"\0\0\0\0")

    def finished(self):
        for position, name in self._jumps:
            after = self.address + position + 4
            self._bytes[position : position + 4] = struct.pack("<i", self._labels[name] - after)
        return bytes(self._bytes)

    # --- saving and restoring what the program has in use ---

    # SAVE, RESTORE and SAVED below tell how far it has got at each instruction.
    def save(self):
        # The 128 bytes below the stack pointer belong to the function (System V ABI: the red zone).
        self.raw(b"\x48\x8d\x64\x24\x80")  # lea rsp, [rsp-128]
        self.raw(b"\x9c\x50\x51\x52\x53")  # pushfq; push rax; push rcx; push rdx; push rbx
        # Where the stack is to be again, from anywhere within the check.
        self.raw(b"\x48\x89\xe3")  # mov rbx, rsp

    def restore(self):
        self.raw(b"\x48\x89\xdc\x5b\x5a\x59\x58\x9d")  # mov rsp, rbx; pop rbx; pop rdx; pop rcx; pop rax; popfq
        self.raw(b"\x48\x8d\xa4\x24\x80\x00\x00\x00")  # lea rsp, [rsp+128]

    # --- values ---

    def load_constant(self, value):
        self.raw(b"\x48\xb8", struct.pack("<Q", value & 0xFFFFFFFFFFFFFFFF))  # mov rax, imm64

    def frame_address(self, offset):
        self.raw(b"\x48\x8d\x85", struct.pack("<i", offset))  # lea rax, [rbp+offset]

    def load(self, size, signed):
        """rax = what rax points to."""
        self.raw(_LOADS[(size, signed)])

    def narrow(self, bits, signed):
        """The value of rax as an integer of fewer bits."""
        self.raw(_NARROWINGS[(bits, signed)])

    def push(self):
        self.raw(0x50)

    def pop_pair(self):
        """rcx = rax, rax = what was pushed."""
        self.raw(b"\x48\x89\xc1\x58")

    def test(self):
        self.raw(b"\x48\x85\xc0")  # test rax, rax

    def test_divisor(self):
        self.raw(b"\x48\x85\xc9")  # test rcx, rcx

    def to_boolean(self):
        self.test()
        self.raw(b"\x0f\x95\xc0\x0f\xb6\xc0")  # setne al; movzx eax, al

    def invert_boolean(self):
        self.test()
        self.raw(b"\x0f\x94\xc0\x0f\xb6\xc0")  # sete al; movzx eax, al

    def compare(self, operator, signed):
        self.raw(b"\x48\x39\xc8", b"\x0f", _CONDITIONS[(operator, signed)], b"\xc0\x0f\xb6\xc0")

    def arithmetic(self, operator):
        self.raw(_ARITHMETIC[operator])

    def divide(self, signed, remainder):
        if not signed:
            self.raw(b"\x31\xd2\x48\xf7\xf1")  # xor edx, edx; div rcx
        else:
            # The one quotient that does not fit traps, so a division by -1 is a negation.
            self.raw(b"\x48\x83\xf9\xff\x75\x08")  # cmp rcx, -1; jne +8
            self.raw(b"\x48\xf7\xd8\x31\xd2\xeb\x05\x90")  # neg rax; xor edx, edx; jmp +5; nop
            self.raw(b"\x48\x99\x48\xf7\xf9")  # cqo; idiv rcx
        if remainder:
            self.raw(b"\x48\x89\xd0")  # mov rax, rdx

    def shift(self, operator, signed):
        right = b"\x48\xd3\xf8" if signed else b"\x48\xd3\xe8"
        self.raw(b"\x48\xd3\xe0" if operator == "shl" else right)

    def jump_unless_below(self, limit, name):
        self.raw(b"\x48\xb9", struct.pack("<Q", limit))  # mov rcx, imm64
        self.raw(b"\x48\x39\xc8")  # cmp rax, rcx
        self._jump(b"\x0f\x83", name)  # jae

    def multiply(self, factor):
        self.raw(b"\x48\x69\xc0", struct.pack("<i", factor))  # imul rax, rax, imm32

    def negate(self):
        self.raw(b"\x48\xf7\xd8")

    def complement(self):
        self.raw(b"\x48\xf7\xd0")

    def count(self, address):
        """
        rax = the number at the address after adding one to it, also when several threads do. Answers with where that is
        done.
        """
        self.raw(b"\x48\xb9", struct.pack("<Q", address))  # mov rcx, imm64
        self.raw(b"\xb8\x01\x00\x00\x00")  # mov eax, 1
        self.raw(b"\xf0\x48\x0f\xc1\x01")  # lock xadd [rcx], rax
        done = self.here
        self.raw(b"\x48\xff\xc0")  # inc rax
        return done


RED_ZONE = 128
# What is saved, from where the stack pointer is then.
SAVED = ("rbx", "rdx", "rcx", "rax", "rflags")
# Offset of each instruction of `save` to how far the stack pointer is below where it was.
SAVE = {0: 0, 5: 128, 6: 136, 7: 144, 8: 152, 9: 160, 10: 168}
# Offset of each instruction of `restore`, but for the first, to what is still to be taken off the stack.
RESTORE = {3 + taken: SAVED[taken:] for taken in range(len(SAVED) + 1)}

_LOADS = {
    (1, True): b"\x48\x0f\xbe\x00",
    (1, False): b"\x48\x0f\xb6\x00",
    (2, True): b"\x48\x0f\xbf\x00",
    (2, False): b"\x48\x0f\xb7\x00",
    (4, True): b"\x48\x63\x00",
    (4, False): b"\x8b\x00",
    (8, True): b"\x48\x8b\x00",
    (8, False): b"\x48\x8b\x00",
}

_NARROWINGS = {
    (8, True): b"\x48\x0f\xbe\xc0",
    (8, False): b"\x48\x0f\xb6\xc0",
    (16, True): b"\x48\x0f\xbf\xc0",
    (16, False): b"\x48\x0f\xb7\xc0",
    (32, True): b"\x48\x63\xc0",
    (32, False): b"\x89\xc0",
    (64, True): b"",
    (64, False): b"",
}

# setcc by comparison and signedness.
_CONDITIONS = {
    ("eq", True): b"\x94",
    ("ne", True): b"\x95",
    ("lt", True): b"\x9c",
    ("le", True): b"\x9e",
    ("gt", True): b"\x9f",
    ("ge", True): b"\x9d",
    ("eq", False): b"\x94",
    ("ne", False): b"\x95",
    ("lt", False): b"\x92",
    ("le", False): b"\x96",
    ("gt", False): b"\x97",
    ("ge", False): b"\x93",
}

_ARITHMETIC = {
    "add": b"\x48\x01\xc8",
    "sub": b"\x48\x29\xc8",
    "mul": b"\x48\x0f\xaf\xc1",
    "and": b"\x48\x21\xc8",
    "or": b"\x48\x09\xc8",
    "xor": b"\x48\x31\xc8",
}

"""The SSE2 instructions that checks with floats are made of, as bytes.

A float is in rax like every other value: as the bits of a double, whatever its width, because every float is a double
as well. An operation of 32 bits rounds the result of one of 64 bits, which has so many more of them that both are the
same as rounding once. xmm0 and xmm1 are scratch. Nothing here has a VEX prefix: such instructions would clear what the
program has in the upper halves of the registers.
"""

import struct

# Nearest, denormals as they are, no traps: what a program begins with.
_DEFAULT_CONTROL = 0x1F80
# What `save` keeps, as offsets from where rbx leads to.
SAVED_XMM0, SAVED_XMM1, SAVED_MXCSR = -16, -32, -40


class Floats:
    """Writes into the code of a check."""

    def __init__(self, code):
        self._code = code

    def save(self):
        """Answers with the address from which on all is saved, and nothing changed yet."""
        self._code.raw(b"\x48\x8d\x64\x24\xd8")  # lea rsp, [rsp-40]
        self._code.raw(b"\x0f\x11\x43\xf0\x0f\x11\x4b\xe0")  # movups [rbx-16], xmm0; movups [rbx-32], xmm1
        self._code.raw(b"\x0f\xae\x5b\xd8")  # stmxcsr [rbx-40]
        saved = self._code.here
        self._code.raw(b"\xc7\x43\xdc", struct.pack("<I", _DEFAULT_CONTROL))  # mov dword [rbx-36], imm32
        self._code.raw(b"\x0f\xae\x53\xdc")  # ldmxcsr [rbx-36]
        return saved

    def restore(self):
        """May be done twice."""
        self._code.raw(b"\x0f\x10\x43\xf0\x0f\x10\x4b\xe0")  # movups xmm0, [rbx-16]; movups xmm1, [rbx-32]
        self._code.raw(b"\x0f\xae\x53\xd8")  # ldmxcsr [rbx-40], with the exceptions that the program has had

    def load_constant(self, value):
        self._code.load_constant(int.from_bytes(struct.pack("<d", value), "little"))

    def load(self, size):
        """rax = the float that rax points to."""
        if size == 8:
            self._code.load(8, False)
        else:
            self._code.raw(b"\xf3\x0f\x5a\x00", _RESULT)  # cvtss2sd xmm0, [rax]

    def round(self):
        """rax = the nearest float of 32 bits."""
        self._code.raw(_OPERAND, _ROUNDED, _RESULT)

    def arithmetic(self, operator, bits):
        """Of rax and rcx."""
        self._code.raw(_OPERANDS, _ARITHMETIC[operator], _ROUNDED if bits == 32 else b"", _RESULT)

    def negate(self):
        self._code.raw(b"\x48\x0f\xba\xf8\x3f")  # btc rax, 63

    def without_sign(self):
        """rax is 0 afterwards if the float is, and only then: a zero may be negative, and what is no number is none."""
        self._code.raw(b"\x48\xd1\xe0")  # shl rax, 1

    def compare(self, operator):
        """rax = whether it is so for rax and rcx; with what is no number nothing is but `ne`."""
        self._code.raw(_OPERANDS, _COMPARISONS[operator], b"\x0f\xb6\xc0")  # movzx eax, al

    def from_integer(self, bits, unsigned):
        """rax = the nearest float to rax. `unsigned`: it is one of 64 bits without a sign."""
        single = bits == 32
        convert = b"\xf3" if single else b"\xf2"
        if unsigned:
            self._code.raw(b"\x48\x85\xc0\x78\x07")  # test rax, rax; js +7
        self._code.raw(convert, b"\x48\x0f\x2a\xc0")  # cvtsi2sd or cvtsi2ss xmm0, rax
        if unsigned:
            # Half of it and twice that. The bit that falls out only says that there was more, for rounding.
            self._code.raw(b"\xeb\x15")  # jmp +21
            self._code.raw(b"\x48\x89\xc2\x48\xd1\xea")  # mov rdx, rax; shr rdx, 1
            self._code.raw(b"\x83\xe0\x01\x48\x09\xc2")  # and eax, 1; or rdx, rax
            self._code.raw(convert, b"\x48\x0f\x2a\xc2")  # cvtsi2sd or cvtsi2ss xmm0, rdx
            self._code.raw(convert, b"\x0f\x58\xc0")  # addsd or addss xmm0, xmm0
        self._code.raw(b"\xf3\x0f\x5a\xc0" if single else b"", _RESULT)  # cvtss2sd xmm0, xmm0

    def to_integer(self, bits, signed):
        """rax = the float towards zero, as many bits of it as there are; see `to_integer` in bridge/floats.py."""
        code, done = self._code, self._code.new_label()
        code.raw(_OPERAND, b"\x48\x89\xc2")  # mov rdx, rax
        code.raw(b"\xf2\x48\x0f\x2c\xc0")  # cvttsd2si rax, xmm0
        code.raw(b"\x48\xb9", struct.pack("<Q", 1 << 63))  # mov rcx, imm64: what does not fit becomes this
        code.raw(b"\x48\x39\xc8")  # cmp rax, rcx
        code.jump_if_not_zero(done)
        self._from_parts(bits, signed, done)
        code.label(done)
        code.narrow(bits, signed)

    def _from_parts(self, bits, signed, done):
        """rax = the lower 64 bits of the double in rdx, which is 2 to the 63rd or more, or infinite, or no number."""
        code, finite = self._code, self._code.new_label()
        low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
        code.raw(b"\x48\x89\xd0\x48\xc1\xe0\x0c")  # mov rax, rdx; shl rax, 12
        code.raw(b"\x48\x89\xd1\x48\xc1\xe9\x34")  # mov rcx, rdx; shr rcx, 52
        code.raw(b"\x81\xe1\xff\x07\x00\x00")  # and ecx, 0x7ff
        code.raw(b"\x81\xf9\xff\x07\x00\x00")  # cmp ecx, 0x7ff
        code.jump_if_not_zero(finite)
        code.invert_boolean()  # 0 for what is no number
        code.jump_if_not_zero(done)
        code.load_constant(high)
        code.raw(_TEST_SIGN)
        code.jump_if_not_negative(done)
        code.load_constant(low)
        code.jump(done)
        code.label(finite)
        code.raw(b"\x48\xc1\xe8\x0c\x48\x0f\xba\xe8\x34")  # shr rax, 12; bts rax, 52
        code.raw(b"\x81\xe9", struct.pack("<i", 1075))  # sub ecx, 1075
        code.raw(b"\x83\xf9\x40\x72\x02\x31\xc0")  # cmp ecx, 64; jb +2; xor eax, eax
        code.raw(b"\x48\xd3\xe0", _TEST_SIGN)  # shl rax, cl
        code.jump_if_not_negative(done)
        code.negate()


_OPERAND = b"\x66\x48\x0f\x6e\xc0"  # movq xmm0, rax
_OPERANDS = _OPERAND + b"\x66\x48\x0f\x6e\xc9"  # movq xmm1, rcx
_RESULT = b"\x66\x48\x0f\x7e\xc0"  # movq rax, xmm0
_ROUNDED = b"\xf2\x0f\x5a\xc0\xf3\x0f\x5a\xc0"  # cvtsd2ss xmm0, xmm0; cvtss2sd xmm0, xmm0
_TEST_SIGN = b"\x48\x85\xd2"  # test rdx, rdx

_ARITHMETIC = {
    "add": b"\xf2\x0f\x58\xc1",
    "sub": b"\xf2\x0f\x5c\xc1",
    "mul": b"\xf2\x0f\x59\xc1",
    "div": b"\xf2\x0f\x5e\xc1",
}

# What is no number compares as smaller, as equal and as such (the parity flag), so everything asks for larger.
_COMPARISONS = {
    "eq": b"\x66\x0f\x2e\xc1\x0f\x94\xc0\x0f\x9b\xc1\x20\xc8",  # ucomisd xmm0, xmm1; sete al; setnp cl; and al, cl
    "ne": b"\x66\x0f\x2e\xc1\x0f\x95\xc0\x0f\x9a\xc1\x08\xc8",  # ucomisd xmm0, xmm1; setne al; setp cl; or al, cl
    "gt": b"\x66\x0f\x2e\xc1\x0f\x97\xc0",  # ucomisd xmm0, xmm1; seta al
    "ge": b"\x66\x0f\x2e\xc1\x0f\x93\xc0",  # ucomisd xmm0, xmm1; setae al
    "lt": b"\x66\x0f\x2e\xc8\x0f\x97\xc0",  # ucomisd xmm1, xmm0; seta al
    "le": b"\x66\x0f\x2e\xc8\x0f\x93\xc0",  # ucomisd xmm1, xmm0; setae al
}

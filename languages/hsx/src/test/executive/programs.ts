// Small programs in MVASM that the tests of the executive share.

/** Counts in `count` for ever. */
export const endless = `.text
.entry main
.extern loop
main:
LDI32 R1, count
LDI R2, 0
LDI R3, 1
loop:
ADD R2, R2, R3
ST [R1], R2
JMP loop
.data
.export count
count:
.word 0
`;

/** Calls `leaf` three times, then returns 3. */
export const calling = `.text
.entry main
.extern again
.extern leaf
.extern inner
main:
PUSH R7
MOV R7, R15
LDI R4, 0
LDI R5, 3
again:
CALL leaf
CMP R4, R5
JNZ again
MOV R0, R4
POP R7
RET
leaf:
PUSH R7
MOV R7, R15
CALL inner
POP R7
RET
inner:
LDI R6, 1
ADD R4, R4, R6
LDI32 R8, total
ST [R8], R4
RET
.data
.export total
total:
.word 0
`;

/** Sends 1 to `most` to app:numbers, one message each. */
export const sender = (most: number): string => `.text
.entry main
.extern sent
.mailbox {"target": "app:numbers", "capacity": 64, "mode": "RDWR"}
main:
LDI32 R1, target
LDI R2, 0
SVC MOD=0x5, FN=0x0
MOV R8, R1
LDI R9, 0
LDI R10, 1
LDI R11, ${most}
next:
ADD R9, R9, R10
LDI32 R2, message
ST [R2], R9
again:
MOV R1, R8
LDI32 R2, message
LDI R3, 4
LDI R4, 0
LDI R5, 0
SVC MOD=0x5, FN=0x2
LDI R12, 0
CMP R0, R12
JNZ again
sent:
CMP R9, R11
JNZ next
MOV R0, R9
RET
.data
target:
.asciz "app:numbers"
.align 4
message:
.word 0
`;

/** Takes `count` numbers from app:numbers and returns their sum. */
export const receiver = (count: number): string => `.text
.entry main
.extern waits
.extern took
.mailbox {"target": "app:numbers", "capacity": 64, "mode": "RDWR"}
main:
LDI32 R1, target
LDI R2, 0
SVC MOD=0x5, FN=0x0
MOV R8, R1
LDI R9, 0
LDI R10, ${count}
LDI R11, 1
next:
MOV R1, R8
LDI32 R2, message
LDI R3, 4
LDI32 R4, 65535
LDI R5, 0
waits:
SVC MOD=0x5, FN=0x3
LDI32 R2, message
LD R3, [R2]
took:
ADD R9, R9, R3
SUB R10, R10, R11
JNZ next
MOV R0, R9
RET
.data
target:
.asciz "app:numbers"
.align 4
message:
.word 0
`;

/** Reads a line and writes it back, for ever. */
export const echo = `.text
.entry main
main:
LDI R1, 0
LDI32 R2, buffer
LDI R3, 32
SVC MOD=0x4, FN=0x1
MOV R3, R0
LDI R1, 1
LDI32 R2, buffer
SVC MOD=0x4, FN=0x2
JMP main
.data
buffer:
.zero 32
`;

/** Writes `count` lines of 16 bytes. */
export const chatty = (count: number): string => `.text
.entry main
main:
LDI32 R9, ${count}
LDI R10, 1
again:
LDI32 R1, text
LDI R2, 16
SVC MOD=0x1, FN=0x1
SUB R9, R9, R10
JNZ again
LDI R0, 0
RET
.data
text:
.ascii "0123456789abcde\\n"
`;

/** BRK 7, then a division by zero. */
export const failing = `.text
.entry main
.extern fails
main:
LDI R1, 5
BRK 7
LDI R2, 0
fails:
DIV R3, R1, R2
RET
`;

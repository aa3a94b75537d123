import { expect, test } from 'vitest';
import { runProgram } from './run-program.js';
import { bench, benchOf, go, image, toEnd } from '../test/runtime/bench-machine.js';

/** Runs the text as `main` with data behind it, and gives R0 to the end. */
const run = (code: string, data = '', stdin = ''): ReturnType<typeof runProgram> =>
  runProgram(image(`.text\n.entry main\nmain:\n${code}\n.data\n${data}\n`), { stdin });

/** MVASM for a call of a service. */
const svc = (module: number, fn: number, ...args: readonly (string | number)[]): string =>
  [...args.map((arg, n) => `LDI32 R${n + 1}, ${arg}`), `SVC MOD=${module}, FN=${fn}`].join('\n');

test('exit, the UART and the count of instructions', () => {
  const ran = run(
    `${svc(1, 1, 'text', 3)}\nSVC MOD=0, FN=0\nSVC MOD=1, FN=0`,
    'text: .asciz "abc"'.replace(': ', ':\n'),
  );
  expect(ran).toMatchObject({ stdout: 'abc', exit: 3, steps: 5 });
});

test('a service that nobody has says so once and goes on', () => {
  const ran = run('SVC MOD=3, FN=1\nSVC MOD=3, FN=1\nRET');
  expect(ran.exit).toBe(0xffffff01 | 0);
  expect(ran.stderr).toBe('hsx: there is no service 0x3:0x01 (task 1, pc 0x0000)\n');
});

test('CAN frames are printed', () => {
  expect(run(`${svc(2, 0, 0x123, 'd', 2)}\nRET`, 'd:\n.byte 1, 255').stdout).toBe(
    '[CAN.tx] id=0x123 data=01 ff\n',
  );
});

test('a message to stdout is written at once, so that it never fills up', () => {
  const send = svc(5, 2, 2, 'd', 40, 0, 0);
  const ran = run(`${send}\n${send}\n${send}\nRET`, `d:\n.ascii "${'x'.repeat(40)}"`);
  expect(ran.stdout).toBe('x'.repeat(120));
  expect(ran.exit).toBe(0);
});

test('file 1 and 2 are stdout and stderr, file 0 reads lines', () => {
  const code = `${svc(4, 1, 0, 'd', 20)}\nMOV R3, R0\nLDI R1, 2\nLDI32 R2, d\nSVC MOD=4, FN=2\n${svc(4, 1, 0, 'd', 20)}\nRET`;
  const ran = run(code, 'd:\n.zero 20', 'hello\n');
  expect([ran.stderr, ran.exit]).toEqual(['hello\n', 0]);
});

test('bytes that are no text reach the stream as they are', () => {
  const ran = run(
    `${svc(1, 1, 'd', 2)}\n${svc(1, 1, 'd2', 1)}\nRET`,
    'd:\n.byte 0xe2, 0x82\nd2:\n.byte 0xac',
  );
  expect(ran.stdout).toBe('€');
});

test('files live in memory: made, written, read, renamed, listed, deleted', () => {
  const data =
    'p:\n.asciz "dir/a"\nq:\n.asciz "/dir/b"\nd:\n.asciz "dir"\ntext:\n.ascii "abc"\nbuffer:\n.zero 8';
  const print = 'MOV R3, R0\nLDI R1, 1\nLDI32 R2, buffer\nSVC MOD=4, FN=2';
  const code = [
    svc(4, 13, 'd'),
    svc(4, 0, 'p'),
    'MOV R8, R0',
    'MOV R1, R8\nLDI32 R2, text\nLDI R3, 3\nSVC MOD=4, FN=2',
    'MOV R1, R8\nSVC MOD=4, FN=3',
    svc(4, 12, 'p', 'q'),
    svc(4, 0, 'q'),
    'MOV R1, R0\nLDI32 R2, buffer\nLDI R3, 8\nSVC MOD=4, FN=1',
    print,
    svc(4, 10, 'd', 'buffer', 8),
    print,
    svc(4, 11, 'q'),
    svc(4, 11, 'q'),
    'RET',
  ].join('\n');
  expect(run(code, data)).toMatchObject({ stdout: 'abcb\n', exit: -2 });
});

test('a pointer beyond the memory is a fault of the program', () => {
  const ran = run(`${svc(1, 1, 0xfff0, 17)}\nRET`);
  expect(ran.fault).toMatchObject({
    name: 'memory fault',
    message: 'SVC of 17 bytes at 0xfff0 goes beyond 64 KiB',
  });
  expect(ran.exit).toBe(0xffffff04 | 0);
});

test('sine and exponent of f16', () => {
  expect(run(`${svc(14, 2, 0)}\nRET`).exit).toBe(0x3c00);
  expect(run(`${svc(14, 0, 0)}\nRET`).exit).toBe(0);
});

test('values: registered, looked up, set, read; those of the image are there from the start', () => {
  const declared = '.value {"group": 1, "value": 2, "init": 1.5, "name": "speed"}';
  expect(run(`${declared}\n${svc(7, 2, 0x102)}\nRET`).exit).toBe(0x3e00);
  const code = [svc(7, 0, 3, 4, 0, 0), svc(7, 3, 0x304, 0x4000), svc(7, 1, 3, 4), 'SVC MOD=7, FN=2', 'RET'];
  expect(run(code.join('\n')).exit).toBe(0x4000);
  expect(run(`${svc(7, 3, 0x999, 0)}\nRET`).exit).toBe(1);
  expect(run(`${svc(7, 0, 1, 1, 0, 0)}\n${svc(7, 0, 1, 1, 0, 0)}\nRET`).exit).toBe(5);
});

test('commands are looked up and called without running anything of the program', () => {
  const code = `${svc(8, 0, 1, 7, 0, 0)}\n${svc(8, 1, 1, 7)}\nSVC MOD=8, FN=2\nRET`;
  expect(run(code).exit).toBe(0);
  expect(run(`${svc(8, 2, 5)}\nRET`).exit).toBe(1);
  // Only commands that say so can be called without waiting.
  expect(run(`${svc(8, 0, 1, 7, 0, 0)}\n${svc(8, 3, 0x107)}\nRET`).exit).toBe(2);
});

const bind = (name: string, capacity: number, mode: number): string => svc(5, 1, name, capacity, mode);
const names = 'box:\n.asciz "shared:box"\nm:\n.ascii "abcdefgh"\nb:\n.zero 32';

test('a mailbox takes what fits, and tells what it has', () => {
  const open = `${bind('box', 24, 3)}\n${svc(5, 0, 'box', 3)}\nMOV R8, R1`;
  const send = (length: number): string =>
    `MOV R1, R8\nLDI32 R2, m\nLDI R3, ${length}\nLDI R4, 0\nLDI R5, 0\nSVC MOD=5, FN=2`;
  expect(run(`${open}\n${send(3)}\n${send(5)}\nRET`, names).exit).toBe(0);
  expect(run(`${open}\n${send(3)}\n${send(6)}\nRET`, names).exit).toBe(1);
  expect(run(`${open}\n${send(17)}\nRET`, names).exit).toBe(4);
  expect(run(`${open}\n${send(3)}\nMOV R1, R8\nSVC MOD=5, FN=4\nMOV R0, R2\nRET`, names).exit).toBe(11);
  expect(run(`${svc(5, 0, 'box', 3)}\nRET`, names).exit).toBe(5);
  expect(run(`${svc(5, 6, 99)}\nRET`, names).exit).toBe(2);
  const receive = `MOV R1, R8\nLDI32 R2, b\nLDI R3, 2\nLDI R4, 0\nLDI R5, 0\nSVC MOD=5, FN=3`;
  expect(run(`${open}\n${receive}\nRET`, names).exit).toBe(3);
  // What does not fit into the buffer is cut off.
  expect(run(`${open}\n${send(5)}\n${receive}\nMOV R0, R1\nRET`, names).exit).toBe(2);
});

const sender = (target: string, count: number): string => `
.text
.entry main
main:
${svc(5, 0, 'box', 2)}
MOV R8, R1
LDI R1, 0
CMP R0, R1
JNZ main
LDI R9, ${count}
again:
MOV R1, R8
LDI32 R2, m
LDI R3, 4
LDI R4, 0
LDI R5, 7
SVC MOD=5, FN=2
LDI R1, 0
CMP R0, R1
JNZ again
LDI32 R2, m
LDB R3, [R2+0]
LDI R1, 1
ADD R3, R3, R1
STB [R2+0], R3
SUB R9, R9, R1
JNZ again
LDI R0, 0
RET
.data
box:
.asciz "${target}"
m:
.ascii "0-x\\x0a"
`;
const receiver = (target: string, count: number, timeout: number, mode = 3): string => `
.text
.entry main
main:
${bind('box', 24, mode)}
${svc(5, 0, 'box', 1)}
MOV R8, R1
LDI R9, ${count}
again:
MOV R1, R8
LDI32 R2, b
LDI R3, 16
LDI32 R4, ${timeout}
LDI R5, 0
SVC MOD=5, FN=3
MOV R10, R0
LDI R3, 0
CMP R0, R3
JNZ end
MOV R2, R1
LDI32 R1, b
SVC MOD=1, FN=1
LDI R1, 1
SUB R9, R9, R1
JNZ again
end:
MOV R0, R10
RET
.data
box:
.asciz "${target}"
b:
.zero 16
`;

test.each([1, 3, 1_000])('two tasks over a mailbox, in turns of %i instructions', quantum => {
  const { machine, host } = benchOf(
    { receiver: receiver('shared:box', 5, 0xffff), sender: sender('shared:box', 5) },
    { quantum },
  );
  expect(toEnd(machine)).toEqual({ kind: 'exited', code: 0 });
  expect(host.stdout).toBe('0-x\n1-x\n2-x\n3-x\n4-x\n');
});

test('tasks that wait for each other for ever, and what they wait for', () => {
  const { machine } = benchOf({
    a: receiver('shared:one', 1, 0xffff),
    b: receiver('shared:two', 1, 0xffff),
  });
  expect(toEnd(machine)).toEqual({ kind: 'waiting', for: 'task' });
  expect(machine.tasks()).toEqual([
    { id: 1, name: 'a', state: 'waiting', waitReason: 'message', awaiting: 'a message in shared:one' },
    { id: 2, name: 'b', state: 'waiting', waitReason: 'message', awaiting: 'a message in shared:two' },
  ]);
});

test('receiving ends after its time', () => {
  const { machine, host } = bench(receiver('shared:box', 1, 250));
  host.clock = 10;
  expect(toEnd(machine)).toEqual({ kind: 'waiting', for: 'time', until: 260 });
  host.clock = 260;
  expect(toEnd(machine)).toEqual({ kind: 'exited', code: 7 });
});

test('with fan-out every reader gets every message', () => {
  const mode = 3 | 8 | 0x20;
  const sources = {
    r1: receiver('shared:box', 2, 0xffff, mode),
    r2: receiver('shared:box', 2, 0xffff, mode),
    s: sender('shared:box', 2),
  };
  const { machine, host } = benchOf(sources);
  expect(toEnd(machine)).toEqual({ kind: 'exited', code: 0 });
  expect(host.stdout.split('\n').sort()).toEqual(['', '0-x', '0-x', '1-x', '1-x']);
});

test('sleep wakes by itself, and others run meanwhile', () => {
  const text = (delay: number, word: string): string =>
    `.text\n.entry main\nmain:\nLDI R0, ${delay}\nSVC MOD=6, FN=0\n${svc(1, 1, 't', 1)}\nLDI R0, 0\nRET\n.data\nt:\n.ascii "${word}"`;
  const { machine, host } = benchOf({ a: text(300, 'a'), b: text(100, 'b'), c: text(0, 'c') });
  expect(toEnd(machine)).toEqual({ kind: 'waiting', for: 'time', until: 100 });
  expect(host.stdout).toBe('c');
  host.clock = 100;
  expect(toEnd(machine)).toEqual({ kind: 'waiting', for: 'time', until: 300 });
  expect(machine.tasks()[0]).toMatchObject({
    waitReason: 'time',
    awaiting: 'the end of its sleep in 200 ms',
  });
  host.clock = 300;
  expect(toEnd(machine)).toEqual({ kind: 'exited', code: 0 });
  expect(host.stdout).toBe('cba');
});

test('no line yet and no room for output: the instruction waits and is tried again', () => {
  const { machine, host } = bench(
    `.text\n.entry main\nmain:\n${svc(4, 1, 0, 'd', 9)}\nMOV R2, R0\nLDI32 R1, d\nSVC MOD=1, FN=1\nRET\n.data\nd:\n.zero 9`,
  );
  expect(go(machine)).toEqual({ kind: 'waiting', for: 'input' });
  const { time } = machine;
  expect([go(machine), machine.time]).toEqual([{ kind: 'waiting', for: 'input' }, time]);
  host.lines.push('hi');
  host.room = 0;
  expect(go(machine)).toEqual({ kind: 'waiting', for: 'output' });
  host.room = 1;
  expect(toEnd(machine)).toEqual({ kind: 'exited', code: 3 });
  expect(host.stdout).toBe('hi\n');
});

test('a fault ends its task; the others go on', () => {
  const { machine, host } = benchOf({
    bad: '.text\n.entry main\nmain:\nLDI R2, 0\nDIV R1, R2, R2\nRET',
    good: `.text\n.entry main\nmain:\n${svc(1, 1, 't', 2)}\nRET\n.data\nt:\n.ascii "ok"`,
  });
  const outcome = go(machine);
  expect(outcome).toEqual({
    kind: 'thrown',
    task: 1,
    thrown: { name: 'division by zero', message: '0 / 0', caught: false },
  });
  expect(machine.frames(1, 0, 9)).toMatchObject([{ pc: 4 }]);
  expect(toEnd(machine)).toEqual({ kind: 'exited', code: 5 });
  expect(host.stdout).toBe('ok');
  expect(host.stderr).toBe('hsx: division by zero: 0 / 0\n  in task 1 (bad), pc 0x0004\n');
});

test('as many tasks as have room for a stack, and a clear word when there are more', () => {
  const text = '.text\n.entry main\nmain:\nRET';
  const many = (count: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`t${n}`, text]));
  expect(toEnd(benchOf(many(11)).machine)).toEqual({ kind: 'exited', code: 0 });
  expect(() => benchOf(many(12))).toThrow('no room for the stack of task 12');
});

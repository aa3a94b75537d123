import { builtInAddress } from './built-in-frames.js';
import { expect, test } from 'vitest';
import { bench, BenchHost, go, output, toEnd } from '../test/runtime/bench-machine.js';

const map = `PUSH_I32 1\nPUSH_I32 2\nNEW_ARRAY 2\nFOLD_MAP_CALL twice\nPRINT 1\nPOP\nPUSH_UNIT\nRETURN
fun twice/1\nLOAD_LOCAL 0\nhere:\nPUSH_I32 2\nMUL\nRETURN`;

test('runs exactly as many instructions as it is told', () => {
  const { machine, host } = bench('PUSH_I32 1\nPRINT 1\nPOP\nPUSH_UNIT\nRETURN');
  expect(machine.run(1, false)).toEqual({ kind: 'time' });
  expect([machine.time, host.stdout]).toEqual([1, '']);
  expect(machine.run(2, false)).toEqual({ kind: 'time' });
  expect([machine.time, host.stdout]).toEqual([2, '1\n']);
  expect(machine.run(100, false)).toEqual({ kind: 'exited', code: 0 });
  expect(machine.time).toBe(5);
});

test('stops before an armed instruction, passes it when told, and shows it as it is', () => {
  const { machine, address } = bench(map);
  const here = address('twice.here');
  machine.arm(here);
  machine.arm(here);
  expect(go(machine)).toEqual({ kind: 'site', task: 1, address: here });
  const { time } = machine;
  expect(go(machine)).toEqual({ kind: 'site', task: 1, address: here });
  expect(machine.time).toBe(time);
  expect(machine.disassemble?.(here)).toEqual({ size: 5, text: 'PUSH_I32 2' });
  expect(go(machine, true)).toEqual({ kind: 'site', task: 1, address: here });
  machine.disarm(here);
  expect(go(machine)).toEqual({ kind: 'exited', code: 0 });
});

test('a callback of a fold has a frame of the machine below it', () => {
  const { machine, image, address } = bench(map);
  machine.arm(address('twice.here'));
  go(machine);
  const frames = machine.frames(1, 0, 10);
  expect(machine.depth(1)).toBe(3);
  expect(frames.map(({ pc }) => pc)).toEqual([
    address('twice.here'),
    builtInAddress(image, 'map'),
    expect.any(Number),
  ]);
  expect(machine.frames(1, 1, 1)).toEqual([frames[1]]);
  expect(machine.frames(1, 3, 5)).toEqual([]);
  expect(machine.read({ kind: 'slot', task: 1, frame: frames[0]!.serial, slot: 0 })).toBe(1);
  expect(() => machine.read({ kind: 'slot', task: 1, frame: frames[1]!.serial, slot: 0 })).toThrow(
    RangeError,
  );
});

test('types of the program are sequences by their methods', () => {
  const types = [{ name: 'Three', properties: ['from'], derivedTraits: [], variants: [] }];
  const methods = `
fun twice/1\nLOAD_LOCAL 0\nPUSH_I32 2\nMUL\nRETURN
method Three.size/1\nPUSH_I32 3\nRETURN
method Three.Sequence::get/2\nLOAD_LOCAL 0\nINVOKE_MEMBER "from" 0\nLOAD_LOCAL 1\nADD\nhere:\nRETURN`;
  const made = 'PUSH_I32 10\nNEW_OBJECT "Three" 1';
  const end = `PRINT 1\nPOP\nPUSH_UNIT\nRETURN${methods}`;
  expect(output(`${made}\nFOLD_MAP_CALL twice\n${end}`, { types })).toBe('[20, 22, 24]\n');
  expect(output(`PUSH_I32 1\n${made}\nNEW_ARRAY_SPREAD 0 1\n${end}`, { types })).toBe('[1, 10, 11, 12]\n');
  expect(output(`${made}\nPUSH_I32 1\nPUSH_I32 2147483647\nSLICE_RANGE\n${end}`, { types })).toBe(
    'span[11, 12]\n',
  );
  const { machine, address, image } = bench(`${made}\nFOLD_MAP_CALL twice\n${end}`, { types });
  machine.arm(address('Three.Sequence::get.here'));
  expect(go(machine).kind).toBe('site');
  expect(machine.frames(1, 1, 1)[0]?.pc).toBe(builtInAddress(image, 'sequence'));
});

test('100,000 calls deep is no problem, endless recursion an error', () => {
  const source = `PUSH_I32 100000\nCALL down 1\nPRINT 1\nPOP\nPUSH_UNIT\nRETURN
fun down/1\nLOAD_LOCAL 0\nPUSH_I32 0\nEQ\nJUMP_IF_FALSE more\nbottom:\nPUSH_I32 0\nRETURN
more:\nPUSH_I32 1\nLOAD_LOCAL 0\nPUSH_I32 1\nSUB\nCALL down 1\nADD\nRETURN`;
  const { machine, host, address } = bench(source);
  machine.arm(address('down.bottom'));
  expect(go(machine).kind).toBe('site');
  expect(machine.depth(1)).toBe(100_002);
  expect(machine.frames(1, 100_000, 5)).toHaveLength(2);
  const bottom = machine.frames(1, 100_000, 1)[0]!;
  expect(machine.read({ kind: 'slot', task: 1, frame: bottom.serial, slot: 0 })).toBe(100_000);
  machine.disarm(address('down.bottom'));
  expect(toEnd(machine)).toBe(0);
  expect(host.stdout).toBe('100000\n');
  const endless = new BenchHost();
  endless.memoryLimit = 10_000_000;
  expect(toEnd(bench('CALL __start__ 0', {}, endless).machine)).toBe(255);
  expect(endless.stdout).toBe('Runtime error: Out of memory: 31250 calls deep at 0:0\n');
  expect(endless.stderr).toContain('    … 31230 more calls\n');
});

test('an error is raised first, with the frames intact; then the program says so and ends', () => {
  const { machine, host } = bench(
    'PUSH_I32 1\nPUSH_I32 0\nCALL divide 2\nRETURN\nfun divide/2\nLOAD_LOCAL 0\nLOAD_LOCAL 1\nDIV\nRETURN',
  );
  const thrown = go(machine);
  expect(thrown).toEqual({
    kind: 'thrown',
    task: 1,
    thrown: { name: 'Runtime error', message: 'Division by zero', caught: false },
  });
  expect([machine.depth(1), host.stdout, host.stderr]).toEqual([2, '', '']);
  expect(machine.disassemble?.(machine.frames(1, 0, 1)[0]!.pc)?.text).toBe('DIV');
  const { time } = machine;
  expect(go(machine)).toEqual({ kind: 'exited', code: 255 });
  expect(machine.time).toBe(time + 1);
  expect(host.stdout).toBe('Runtime error: Division by zero at 0:0\n');
  expect(host.stderr).toBe(
    'divide+6: Runtime error: Division by zero\n    at divide+6\n    at __start__+14\n',
  );
  expect(machine.tasks()).toEqual([{ id: 1, name: 'main', state: 'finished' }]);
});

test('output that is refused leaves the instruction to be run again', () => {
  const { machine, host } = bench('PUSH_I32 1\nPRINT 1\nPOP\nPUSH_UNIT\nRETURN');
  host.room = 0;
  expect(go(machine)).toEqual({ kind: 'waiting', for: 'output' });
  expect([machine.time, machine.tasks()[0]?.waitReason]).toEqual([1, 'output']);
  host.room = 1;
  expect(go(machine).kind).toBe('exited');
  expect(host.stdout).toBe('1\n');
});

test('an error report waits for room, line by line', () => {
  const { machine, host } = bench('PUSH_BOOL 0\nASSERT');
  go(machine);
  host.room = 1;
  expect(go(machine)).toEqual({ kind: 'waiting', for: 'output' });
  host.room = Infinity;
  expect(go(machine)).toEqual({ kind: 'exited', code: 255 });
  expect(host.stdout).toBe('Runtime error: Assertion Failed at 0:0\n');
  expect(host.stderr).toBe(
    'Assertion Failed. Value: false\n__start__+2: Runtime error: Assertion Failed\n    at __start__+2\n',
  );
});

test('a line of input is waited for; at the end of the input there are empty ones', () => {
  const { machine, host } = bench(
    'NATIVE_CALL "readLine" 0\nPRINT 1\nPOP\nNATIVE_CALL "readLine" 0\nPRINT 1\nPOP\nPUSH_UNIT\nRETURN',
  );
  expect(go(machine)).toEqual({ kind: 'waiting', for: 'input' });
  expect(go(machine)).toEqual({ kind: 'waiting', for: 'input' });
  host.lines.push('grün', null);
  expect(go(machine).kind).toBe('exited');
  expect(host.stdout).toBe('grün\n\n');
});

test('bytes that are no text are written as they are', () => {
  const { machine, host } = bench('LOAD_STR "\u00ff"\nPRINT 1\nPOP\nPUSH_UNIT\nRETURN');
  go(machine);
  expect(host.bytes).toEqual([Uint8Array.of(0xff, 10)]);
});

test('the program may ask for the debugger, and goes on behind that', () => {
  const source = 'DEBUG_BREAK\nPUSH_I32 1\nPRINT 1\nPOP\nPUSH_UNIT\nRETURN';
  const { machine } = bench(source);
  expect(go(machine)).toEqual({ kind: 'trap', task: 1 });
  expect(machine.time).toBe(0);
  expect(go(machine).kind).toBe('exited');
  const alone = new BenchHost();
  alone.debugged = false;
  expect(go(bench(source, {}, alone).machine).kind).toBe('exited');
});

test('main runs behind the top level', () => {
  expect(
    output('LOAD_STR "a"\nPRINT 1\nPOP\nPUSH_UNIT\nRETURN\nfun main/0\nLOAD_STR "b"\nPRINT 1\nRETURN'),
  ).toBe('a\nb\n');
});

test('code that runs off its end returns unit', () => {
  expect(output('CALL empty 0\nPRINT 1\nPOP\nfun empty/0\nNOP')).toBe('unit\n');
});

const others = new Map([
  ['lib', 'PUSH_I32 41\nSTORE_GLOBAL 0\nPOP\nhere:\nPUSH_UNIT\nRETURN\nfun get/0\nLOAD_GLOBAL 0\nRETURN'],
]);
const imports = [{ module: 'lib', symbol: 'get' }];
const importing =
  'PUSH_I32 7\nSTORE_GLOBAL 0\nPOP\nCALL_IMPORT 0 0\nLOAD_GLOBAL 0\nPRINT 2\nPOP\nPUSH_UNIT\nRETURN';

test('a module is announced and initialised before the program begins, with globals of its own', () => {
  const { machine, host, image } = bench(importing, { others, imports });
  expect(go(machine)).toEqual({ kind: 'module', module: '1' });
  expect(machine.time).toBe(0);
  expect(machine.run(1, false)).toEqual({ kind: 'time' });
  expect(machine.frames(1, 0, 9).map(({ pc }) => pc)).toEqual([
    image.modules[1]!.base + 5,
    builtInAddress(image, 'initialise'),
  ]);
  expect(go(machine).kind).toBe('exited');
  expect(host.stdout).toBe('41, 7\n');
});

test('as in the original, a module is loaded by the first call, shares the globals, and is not initialised', () => {
  const { machine, host } = bench(importing, { others, imports, upstreamCompatible: true });
  expect(go(machine)).toEqual({ kind: 'module', module: '1' });
  expect(machine.time).toBe(3);
  expect(go(machine).kind).toBe('exited');
  expect(host.stdout).toBe('7, 7\n');
});

test('sets the next instruction and begins a call anew', () => {
  const { machine, host, address } = bench(`PUSH_I32 5\nCALL f 1\nPRINT 1\nPOP\nPUSH_UNIT\nRETURN
fun f/1\nfirst:\nPUSH_I32 9\nSTORE_LOCAL 1\nPOP\nsecond:\nLOAD_LOCAL 0\nPUSH_I32 1\nADD\nSTORE_LOCAL 0\nPOP\nthird:\nLOAD_LOCAL 0\nLOAD_LOCAL 1\nNEW_TUPLE 2\nRETURN`);
  machine.arm(address('f.third'));
  go(machine);
  machine.goto?.(1, address('f.second'));
  expect(machine.frames(1, 0, 1)[0]?.pc).toBe(address('f.second'));
  go(machine);
  machine.restartFrame?.(1, machine.frames(1, 0, 1)[0]!.serial);
  expect(machine.frames(1, 0, 1)[0]?.pc).toBe(address('f.first'));
  expect(
    machine.read({ kind: 'slot', task: 1, frame: machine.frames(1, 0, 1)[0]!.serial, slot: 1 }),
  ).toBeUndefined();
  machine.disarm(address('f.third'));
  go(machine);
  expect(host.stdout).toBe('(8, 9)\n');
});

test('what a call gave back is known until the next one returns', () => {
  const { machine, address } = bench(
    'CALL f 0\nhere:\nPOP\nPUSH_UNIT\nRETURN\nfun f/0\nLOAD_STR "r"\nRETURN',
  );
  machine.arm(address('__start__.here'));
  go(machine);
  expect(machine.lastReturn?.(1)).toBe('r');
});

test('memory that is in use is bounded, memory that was given up is not', () => {
  const limited = new BenchHost();
  limited.memoryLimit = 2_000_000;
  const grow = 'again:\nLOAD_LOCAL 0\nNEW_ARRAY 1\nSTORE_LOCAL 0\nPOP\nJUMP again';
  const { machine } = bench(grow, {}, limited);
  expect(toEnd(machine)).toBe(255);
  expect(limited.stdout).toMatch(
    /^Runtime error: Out of memory: \d+ bytes in use, 2000000 allowed at 0:0\n$/,
  );
  const frugal = new BenchHost();
  frugal.memoryLimit = 2_000_000;
  const forget = 'again:\nPUSH_I32 1\nNEW_ARRAY 1\nSTORE_LOCAL 0\nPOP\nJUMP again';
  expect(bench(forget, {}, frugal).machine.run(1_000_000, false)).toEqual({ kind: 'time' });
  const pile = new BenchHost();
  pile.memoryLimit = 2_000_000;
  expect(toEnd(bench('again:\nPUSH_UNIT\nJUMP again', {}, pile).machine)).toBe(255);
  const double = new BenchHost();
  double.memoryLimit = 2_000_000;
  const source =
    'LOAD_STR "0123456789"\nSTORE_LOCAL 0\nPOP\nagain:\nLOAD_LOCAL 0\nLOAD_LOCAL 0\nADD\nSTORE_LOCAL 0\nPOP\nJUMP again';
  expect(toEnd(bench(source, {}, double).machine)).toBe(255);
  const range = new BenchHost();
  range.memoryLimit = 2_000_000;
  const wide = 'PUSH_I32 0\nPUSH_I32 2147483647\nMAKE_RANGE 0\nNEW_ARRAY_SPREAD 1';
  expect(toEnd(bench(wide, {}, range).machine)).toBe(255);
});

test('values nested without end are an error, not a crash', () => {
  const source =
    'PUSH_I32 0\nSTORE_LOCAL 1\nPOP\nagain:\nLOAD_LOCAL 0\nNEW_ARRAY 1\nSTORE_LOCAL 0\nPOP\nLOAD_LOCAL 1\nPUSH_I32 1\nADD\nSTORE_LOCAL 1\nPOP\nLOAD_LOCAL 1\nPUSH_I32 200000\nLT\nJUMP_IF_FALSE over\nJUMP again\nover:\nLOAD_LOCAL 0\nPRINT 1';
  expect(output(source)).toBe('Runtime error: A value is nested too deeply at 0:0\n');
});

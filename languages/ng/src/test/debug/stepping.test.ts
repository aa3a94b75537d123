import { describe, expect, it } from 'vitest';
import { DebugCommand, DebugEvent } from '../../runtime/debug/debug-interface.js';
import { DebuggedProgram } from './debugged-program.js';

const { CONTINUE, STEP_IN, STEP_OVER, STEP_OUT, STOP } = DebugCommand;

const nested = `
fun inner(n: i32) -> i32 {
  val one = n + 1; // #one
  return one; // #innerReturn
}
fun outer(n: i32) -> i32 {
  val a = inner(n); // #a
  val b = inner(a); // #b
  return b; // #outerReturn
}
print(outer(1)); // #print
print("end"); // #end
`;

const fold = `
fun square(n: i32) -> i32 {
  return n * n; // #square
}
val xs = [1, 2, 3];
print([square(xs)...]); // #map
print("end"); // #end
`;

describe('steps', () => {
  it('go in, over and out', async () => {
    const program = new DebuggedProgram(nested);
    program.breakAt('print');
    await program.begin();
    const at = (marker: string): number => program.line(marker);
    expect(await program.placeAfter(STEP_IN)).toBe(`STEP_COMPLETE outer ${at('a')}`);
    expect(await program.placeAfter(STEP_OVER)).toBe(`STEP_COMPLETE outer ${at('b')}`);
    expect(await program.placeAfter(STEP_IN)).toBe(`STEP_COMPLETE inner ${at('one')}`);
    expect(await program.placeAfter(STEP_OUT)).toBe(`STEP_COMPLETE outer ${at('b')}`);
    expect(await program.placeAfter(STEP_OVER)).toBe(`STEP_COMPLETE outer ${at('outerReturn')}`);
    expect(await program.placeAfter(STEP_OVER)).toBe(`STEP_COMPLETE __start__ ${at('print')}`);
    expect(await program.placeAfter(STEP_OVER)).toBe(`STEP_COMPLETE __start__ ${at('end')}`);
    expect(await program.placeAfter(STEP_OVER)).toBe('EXIT');
    expect(program.host.stdout).toBe('3\nend\n');
  });

  it('are interrupted by a breakpoint in what they step over', async () => {
    const program = new DebuggedProgram(nested);
    program.breakAt('a', 'innerReturn');
    await program.begin();
    expect(await program.placeAfter(STEP_OVER)).toBe(`BREAKPOINT_HIT inner ${program.line('innerReturn')}`);
    // The interrupted step is over: what comes is the next breakpoint.
    expect(await program.placeAfter(CONTINUE)).toBe(`BREAKPOINT_HIT inner ${program.line('innerReturn')}`);
    expect(await program.placeAfter(CONTINUE)).toBe('EXIT');
  });

  it('that end at a breakpoint are told once, as the breakpoint', async () => {
    const program = new DebuggedProgram(nested);
    program.breakAt('a', 'b');
    await program.begin();
    expect(await program.placeAfter(STEP_OVER)).toBe(`BREAKPOINT_HIT outer ${program.line('b')}`);
    expect(await program.placeAfter(CONTINUE)).toBe('EXIT');
  });

  it('go into the callback of a fold, and from one call of it to the next', async () => {
    const program = new DebuggedProgram(fold);
    program.breakAt('map');
    await program.begin();
    expect(await program.placeAfter(STEP_IN)).toBe(`STEP_COMPLETE square ${program.line('square')}`);
    expect(program.variable('n').value).toBe('1');
    expect(await program.placeAfter(STEP_OUT)).toBe(`STEP_COMPLETE square ${program.line('square')}`);
    expect(program.variable('n').value).toBe('2');
    program.debug.sendCommand(STOP);
  });

  it('go over a fold with all its calls', async () => {
    const program = new DebuggedProgram(fold);
    program.breakAt('map');
    await program.begin();
    expect(await program.placeAfter(STEP_OVER)).toBe(`STEP_COMPLETE __start__ ${program.line('end')}`);
    expect(program.host.stdout).toBe('[1, 4, 9]\n');
    program.debug.sendCommand(STOP);
  });

  it('out of the outermost function ends with the program', async () => {
    const program = new DebuggedProgram(nested);
    program.breakAt('print');
    await program.begin();
    expect(await program.placeAfter(STEP_OUT)).toBe('EXIT');
    expect(program.host.stdout).toBe('3\nend\n');
  });

  it('go instruction by instruction where there is no source map', async () => {
    const program = new DebuggedProgram('print(1 + 2);\n', {}, { debugInfo: false });
    program.debug.interrupt();
    program.debug.start();
    program.debug.interrupt();
    program.exit = program.debug.run();
    expect((await program.event()).event).toBe(DebugEvent.USER_BREAK);
    expect(program.top).toMatchObject({ functionName: '__start__', file: '', line: 0, column: 0 });
    let steps = 0;
    while ((await program.after(STEP_OVER)).event === DebugEvent.STEP_COMPLETE) steps++;
    // PUSH_I32, PUSH_I32, ADD, PRINT, POP, PUSH_UNIT; the RETURN ends the program.
    expect(steps).toBe(6);
    expect(program.host.stdout).toBe('3\n');
  });
});

describe('deep recursion', () => {
  it('is shown whole, stepped over and stepped out of', async () => {
    const program = new DebuggedProgram(`
fun depth(n: i32) -> i32 {
  if (n == 0) {
    return 0; // #bottom
  }
  val below = depth(n - 1); // #down
  return below + 1; // #up
}
print(depth(100000)); // #print
`);
    program.breakAt('bottom');
    await program.begin();
    const stack = program.debug.getStackTrace();
    expect(stack).toHaveLength(100_002);
    expect(program.debug.getStackTrace(100_000, 10)).toEqual(stack.slice(100_000));
    expect(program.debug.getStackTrace(200_000)).toEqual([]);
    expect(stack.at(-1)).toMatchObject({ functionName: '__start__', line: program.line('print') });
    expect(stack[50_000]).toMatchObject({ functionName: 'depth', line: program.line('down') });
    expect(program.debug.evaluate('n', stack[50_000]!.frameId)).toBe('50000');
    program.debug.setBreakpoints([]);
    expect(await program.placeAfter(STEP_OUT)).toBe(`STEP_COMPLETE depth ${program.line('down')}`);
    expect(await program.placeAfter(STEP_OVER)).toBe(`STEP_COMPLETE depth ${program.line('up')}`);
    expect(program.variables).toEqual(['n: i32 = 1', 'below: i32 = 0']);
    expect(await program.placeAfter(CONTINUE)).toBe('EXIT');
    expect(program.host.stdout).toBe('100000\n');
  });
});

describe('USER_BREAK', () => {
  const endless = `
fun spin(n: i32) -> i32 {
  loop i = n {
    next i + 1; // #spin
  }
  return 0;
}
spin(0 - 2000000000); // #start
`;

  it('suspends an endless loop, which can be looked at, stepped and stopped', async () => {
    const program = new DebuggedProgram(endless);
    program.debug.start();
    program.exit = program.debug.run();
    setImmediate(() => program.debug.interrupt());
    expect((await program.event()).event).toBe(DebugEvent.USER_BREAK);
    expect(program.debug.getStackTrace().map(frame => frame.functionName)).toEqual(['spin', '__start__']);
    const before = Number(program.value('i'));
    expect((await program.after(STEP_OVER)).event).toBe(DebugEvent.STEP_COMPLETE);
    expect((await program.after(STEP_OVER)).event).toBe(DebugEvent.STEP_COMPLETE);
    expect(Number(program.value('i'))).toBeGreaterThan(before);
    expect((await program.after(STOP)).event).toBe(DebugEvent.EXIT);
    expect(await program.exit).toBe(143);
  });

  it('loses no breakpoint at the place where it suspends', async () => {
    const program = new DebuggedProgram('print("a"); // #first\n');
    program.breakAt('first');
    program.debug.start();
    program.debug.interrupt();
    program.exit = program.debug.run();
    expect(program.place(await program.event())).toBe('USER_BREAK __start__ 1');
    expect(await program.placeAfter(CONTINUE)).toBe('BREAKPOINT_HIT __start__ 1');
    expect(await program.placeAfter(CONTINUE)).toBe('EXIT');
  });

  it('suspends a program that waits for input, which reads on afterwards', async () => {
    const program = new DebuggedProgram(`
val name = readLine(); // #read
print(name);
`);
    program.debug.start();
    program.exit = program.debug.run();
    setImmediate(() => program.debug.interrupt());
    expect(program.place(await program.event())).toBe(`USER_BREAK __start__ ${program.line('read')}`);
    program.debug.sendCommand(CONTINUE);
    program.host.give('Ada');
    expect((await program.event()).event).toBe(DebugEvent.EXIT);
    expect(program.host.stdout).toBe('Ada\n');
  });

  it('STOP ends a running program without a stop before', async () => {
    const program = new DebuggedProgram(endless);
    program.debug.start();
    program.exit = program.debug.run();
    setImmediate(() => program.debug.sendCommand(STOP));
    expect((await program.event()).event).toBe(DebugEvent.EXIT);
    expect(await program.exit).toBe(143);
  });
});

describe('EXCEPTION', () => {
  const failing = `
fun divide(a: i32, b: i32) -> i32 {
  return a / b; // #divide
}
print("before");
print(divide(7, 0)); // #call
`;

  it('comes while the stack still stands, then the error takes its course', async () => {
    const program = new DebuggedProgram(failing);
    const status = await program.begin();
    expect(status).toMatchObject({ event: DebugEvent.EXCEPTION, exceptionMessage: 'Division by zero' });
    expect(program.place(status)).toBe(`EXCEPTION divide ${program.line('divide')}`);
    expect(program.variables).toEqual(['a: i32 = 7', 'b: i32 = 0']);
    expect(program.value('a + b')).toBe('7');
    expect((await program.after(CONTINUE)).event).toBe(DebugEvent.EXIT);
    expect(await program.exit).toBe(255);
    expect(program.host.stdout).toBe('before\nRuntime error: Division by zero at 0:0\n');
    expect(program.host.stderr).toContain('program.ng:3');
  });

  it('is not stepped away from', async () => {
    const program = new DebuggedProgram(failing);
    program.breakAt('divide');
    await program.begin();
    expect((await program.after(STEP_OVER)).event).toBe(DebugEvent.EXCEPTION);
    expect((await program.after(STEP_OVER)).event).toBe(DebugEvent.EXIT);
    expect(await program.exit).toBe(255);
  });
});

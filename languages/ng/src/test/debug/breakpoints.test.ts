import { Failure } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { DebugCommand, DebugEvent } from '../../runtime/debug/debug-interface.js';
import { MachineDebugger } from '../../runtime/debug/machine-debugger.js';
import { DebuggedProgram, imageOf, TextHost } from './debugged-program.js';

const counting = `
fun twice(n: i32) -> i32 {
  val doubled = n * 2; // #doubled
  return doubled; // #return
}

loop i = 0 {
  if (i < 4) {
    print(twice(i)); // #call
    next i + 1;
  }
}
print("end"); // #end
`;

describe('breakpoints', () => {
  it('stop before the line runs, and the program goes on behind them', async () => {
    const program = new DebuggedProgram(counting);
    program.breakAt('return');
    expect(program.place(await program.begin())).toBe(`BREAKPOINT_HIT twice ${program.line('return')}`);
    expect(program.host.stdout).toBe('');
    expect(program.variables).toEqual(['n: i32 = 0', 'doubled: i32 = 0']);
    expect(program.place(await program.after(DebugCommand.CONTINUE))).toContain('BREAKPOINT_HIT');
    expect(program.host.stdout).toBe('0\n');
    program.debug.setBreakpoints([]);
    expect(await program.after(DebugCommand.CONTINUE)).toEqual({ event: DebugEvent.EXIT, threadId: 1 });
    expect(await program.exit).toBe(0);
    expect(program.host.stdout).toBe('0\n2\n4\n6\nend\n');
  });

  it('sit on the first line with code at or behind the one that was asked for', () => {
    const program = new DebuggedProgram(counting);
    program.debug.setBreakpoints([{ file: program.path, line: 1 }]);
    program.debug.start();
    expect(program.debug.bindings).toMatchObject([{ bound: true, line: program.line('doubled'), sites: 1 }]);
  });

  it('mean the statement that a line belongs to, and never leave its function', () => {
    const source = [
      'fun add(a: i32, b: i32) -> i32 {', // 1
      '  return a +',
      '    b;',
      '}',
      '',
      'fun plain(x: i32) {', // 6
      '  print(',
      '    x,',
      '    x + 1',
      '  );',
      '  if (x > 2) {', // 11
      '    print("big");',
      '  } else {',
      '    print("small");',
      '  }',
      '}', // 16
      '',
      'fun given(x: i32 = add(',
      '  1, 2)) {',
      '  // nothing here',
      '  print(x);', // 21
      '}',
      '',
      'fun main() {',
      '  val t = add(',
      '    1,', // 26
      '    2',
      '  );',
      '  plain(t);',
      '  given();',
      '}', // 31
    ];
    const program = new DebuggedProgram(source.join('\n'));
    const lines = source.map((_, nth) => nth + 1);
    program.debug.setBreakpoints(lines.map(line => ({ file: program.path, line })));
    program.debug.start();
    const bound = program.debug.bindings.map(binding => (binding.bound ? binding.line : 0));
    expect(bound).toEqual([
      ...[2, 2, 2, 2],
      ...[7, 7, 7, 7, 7, 7, 11, 12, 13, 14, 16, 16],
      ...[21, 21, 21, 21, 21, 22],
      ...[25, 25, 25, 25, 25, 25, 29, 30, 31],
    ]);
  });

  it('are taken by the end of a path, and say why they cannot be set', () => {
    const program = new DebuggedProgram(counting);
    program.debug.setBreakpoints([
      { file: 'program.ng', line: 3 },
      { file: './program.ng', line: 3 },
      { file: 'gram.ng', line: 3 },
      { file: program.path, line: 9_999 },
    ]);
    program.debug.start();
    expect(program.debug.bindings).toMatchObject([
      { bound: true, path: program.path },
      { bound: true, path: program.path },
      { bound: false, reason: 'the program has no code from gram.ng' },
      { bound: false, reason: `no code at line 9999 of ${program.path} or behind it` },
    ]);
  });

  it('stop only when their condition is true', async () => {
    const program = new DebuggedProgram(counting);
    program.breakAt({ at: 'return', condition: 'doubled > 3' });
    await program.begin();
    expect(program.variable('n').value).toBe('2');
    await program.after(DebugCommand.CONTINUE);
    expect(program.variable('n').value).toBe('3');
    expect(program.place(await program.after(DebugCommand.CONTINUE))).toBe('EXIT');
  });

  it('take any value as a condition, as the language itself does', async () => {
    const program = new DebuggedProgram(counting);
    program.breakAt({ at: 'return', condition: 'n % 3' });
    await program.begin();
    expect(program.variable('n').value).toBe('1');
    await program.after(DebugCommand.CONTINUE);
    expect(program.variable('n').value).toBe('2');
    expect(program.place(await program.after(DebugCommand.CONTINUE))).toBe('EXIT');
  });

  it('stop with the reason when the condition fails, makes no sense, or would change something', async () => {
    const program = new DebuggedProgram(counting);
    program.breakAt({ at: 'return', condition: '(10 / n) > 20' });
    expect(await program.begin()).toMatchObject({
      event: DebugEvent.BREAKPOINT_HIT,
      exceptionMessage: expect.stringContaining('Division by zero') as string,
    });
    program.breakAt({ at: 'return', condition: 'nowhere == 1' });
    expect(program.debug.bindings[0]).toMatchObject({
      bound: true,
      problem: expect.stringContaining('nowhere') as string,
    });
    expect((await program.after(DebugCommand.CONTINUE)).exceptionMessage).toContain('nowhere');
    program.breakAt({ at: 'return', condition: 'doubled := 5' });
    expect((await program.after(DebugCommand.CONTINUE)).exceptionMessage).toContain(
      'would change the program',
    );
    expect(program.variable('doubled').value).toBe('4');
  });

  it('give up a condition that never ends', async () => {
    const program = new DebuggedProgram(`
fun forever(n: i32) -> bool {
  loop i = 0 { next i; }
  return true;
}
fun f(n: i32) -> i32 {
  return n; // #here
}
print(f(1));
`);
    program.breakAt({ at: 'here', condition: 'forever(n)' });
    const { event, exceptionMessage } = await program.begin();
    expect(event).toBe(DebugEvent.BREAKPOINT_HIT);
    expect(exceptionMessage).toContain('its condition failed');
    expect(program.place(await program.after(DebugCommand.CONTINUE))).toBe('EXIT');
    expect(program.host.stdout).toBe('1\n');
  });

  it('several on one line stop once', async () => {
    const program = new DebuggedProgram(counting);
    program.breakAt('end', { at: 'end', condition: 'true' }, 'end');
    await program.begin();
    expect(program.place(await program.after(DebugCommand.CONTINUE))).toBe('EXIT');
  });

  it('stop in every instance of a generic function', async () => {
    const program = new DebuggedProgram(`
fun pick<T>(a: T, b: T) -> T {
  return a; // #pick
}
print(pick(1, 2));
print(pick("x", "y"));
print(pick(true, false));
`);
    program.breakAt('pick');
    await program.begin();
    expect(program.debug.bindings).toMatchObject([{ bound: true, sites: 3 }]);
    const seen = [`${program.top.functionName} ${program.variable('a').value}`];
    while ((await program.after(DebugCommand.CONTINUE)).event !== DebugEvent.EXIT)
      seen.push(`${program.top.functionName} ${program.variable('a').value}`);
    expect(seen).toEqual(['pick<i32> 1', 'pick<string> "x"', 'pick<bool> true']);
  });

  it('stop in every copy of a method of an implementation', async () => {
    const program = new DebuggedProgram(`
trait Show {
  fun show(self: ref<Self>) -> string;
}
type Dog { name: string; }
impl Show for Dog {
  fun show(self: ref<Self>) -> string {
    return self.name; // #show
  }
}
val dog = new Dog { name: "Rex" };
print(dog.show());
print(Show::show(dog));
`);
    program.breakAt('show');
    await program.begin();
    expect(program.debug.bindings[0]).toMatchObject({ bound: true });
    expect(program.value('self.name')).toBe('"Rex"');
    expect((await program.after(DebugCommand.CONTINUE)).event).toBe(DebugEvent.BREAKPOINT_HIT);
    expect(program.place(await program.after(DebugCommand.CONTINUE))).toBe('EXIT');
    expect(program.host.stdout).toBe('Rex\nRex\n');
  });

  it('stop inside the callback of a fold, with the fold on the stack', async () => {
    const program = new DebuggedProgram(`
fun square(n: i32) -> i32 {
  return n * n; // #square
}
val xs = [1, 2, 3];
print([square(xs)...]); // #map
`);
    program.breakAt({ at: 'square', condition: 'n == 2' });
    expect(program.place(await program.begin())).toBe(`BREAKPOINT_HIT square ${program.line('square')}`);
    expect(program.debug.getStackTrace().map(frame => frame.functionName)).toEqual([
      'square',
      'map',
      '__start__',
    ]);
    expect(program.debug.getStackTrace()[1]).toMatchObject({ file: '', line: 0, column: 0 });
    expect(program.debug.getStackTrace()[2]).toMatchObject({ file: program.path, line: program.line('map') });
    expect(program.place(await program.after(DebugCommand.CONTINUE))).toBe('EXIT');
    expect(program.host.stdout).toBe('[1, 4, 9]\n');
  });

  it('in another module stop there', async () => {
    const shapes = `
export fun area(w: i32, h: i32) -> i32 {
  return w * h; // #area
}
`;
    const program = new DebuggedProgram('import shapes (area);\nprint(area(2, 3));\n', {
      'shapes.ng': shapes,
    });
    program.debug.setBreakpoints([{ file: 'shapes.ng', line: program.line('area', shapes) }]);
    expect(program.place(await program.begin())).toBe('BREAKPOINT_HIT area 3');
    expect(program.top.file).toMatch(/shapes\.ng$/);
    expect(program.value('w * h')).toBe('6');
  });

  it('can be set while the program runs', async () => {
    const program = new DebuggedProgram(`
fun step(n: i32) -> i32 {
  return n + 1; // #step
}
loop i = 0 {
  next step(i) % 10;
}
`);
    program.debug.start();
    program.exit = program.debug.run();
    setImmediate(() => program.breakAt('step'));
    expect(program.place(await program.event())).toBe(`BREAKPOINT_HIT step ${program.line('step')}`);
    program.debug.sendCommand(DebugCommand.STOP);
    expect(await program.exit).toBe(143);
  });
});

describe('a DEBUG_BREAK that the program contains', () => {
  /** The program of the text with the instruction in front of the first one of `__start__`. */
  function withBreak(text: string) {
    const image = imageOf(new DebuggedProgram(text).path);
    const program = image.code as { modules: { module: { functions: { code: Uint8Array }[] } }[] };
    const [start] = program.modules[0]!.module.functions;
    // The jump-free code of `print` does not mind being moved; the old end is a second RETURN that nobody reaches.
    const { code } = start!;
    const moved = new Uint8Array(code.length);
    moved.set([0x51]);
    moved.set(code.subarray(0, code.length - 1), 1);
    start!.code = moved;
    return image;
  }
  const text = 'print("a");\n';

  it('does nothing without a debugger', async () => {
    const { createMachine } = await import('../../runtime/machine.js');
    const host = new TextHost(false);
    const machine = createMachine(withBreak(text).code, host);
    const outcomes = [];
    do outcomes.push(machine.run(machine.time + 1_000, false).kind);
    while (outcomes.length < 100 && outcomes.at(-1) !== 'exited');
    expect(outcomes).not.toContain('trap');
    expect(host.stdout).toBe('a\n');
  });

  it('is an event with one', async () => {
    const host = new TextHost();
    const events: string[] = [];
    const debug: MachineDebugger = new MachineDebugger(withBreak(text), host, ({ event }) => {
      events.push(`${DebugEvent[event]} ${JSON.stringify(host.stdout)}`);
      if (event !== DebugEvent.EXIT) debug.sendCommand(DebugCommand.CONTINUE);
    });
    debug.start();
    expect(await debug.run()).toBe(0);
    expect(events).toEqual(['BREAKPOINT_HIT ""', 'EXIT "a\\n"']);
  });
});

describe('use that makes no sense', () => {
  const failure = (act: () => unknown): string => {
    try {
      act();
    } catch (error) {
      if (error instanceof Failure) return `${error.code}: ${error.text}`;
      throw error;
    }
    return 'nothing';
  };

  it('is refused with a reason before, while and after the program runs', async () => {
    const program = new DebuggedProgram(counting);
    const { debug } = program;
    await expect(debug.run()).rejects.toThrow('not started');
    expect(failure(() => debug.getStackTrace())).toContain('not-stopped: the program is not suspended');
    expect(failure(() => debug.sendCommand(DebugCommand.CONTINUE))).toContain('wrong-state');
    program.breakAt('return');
    debug.interrupt();
    debug.start();
    expect(failure(() => debug.start())).toContain('started before');
    program.exit = debug.run();
    await program.event();
    await expect(debug.run()).rejects.toThrow('runs already');
    expect(failure(() => debug.getVariables(4_711))).toContain(
      'not-found: there is no frame and no value 4711',
    );
    expect(failure(() => debug.evaluate('1', -1))).toContain('not-found');
    const { frameId } = program.top;
    debug.sendCommand(DebugCommand.CONTINUE);
    expect(failure(() => debug.sendCommand(DebugCommand.STEP_IN))).toContain('running: the program runs');
    expect(failure(() => debug.getStackTrace())).toContain('not-stopped');
    await program.event();
    // Numbers of an earlier stop are not those of this one.
    expect(failure(() => debug.getVariables(frameId))).toContain('not-found');
    debug.sendCommand(DebugCommand.STOP);
    expect(await program.event()).toMatchObject({ event: DebugEvent.EXIT });
    expect(await program.exit).toBe(143);
    expect(failure(() => debug.sendCommand(DebugCommand.CONTINUE))).toContain(
      'wrong-state: the program has ended',
    );
    expect(failure(() => debug.getStackTrace())).toContain('the program has ended');
    debug.interrupt();
    debug.setBreakpoints([{ file: program.path, line: 3 }]);
  });
});

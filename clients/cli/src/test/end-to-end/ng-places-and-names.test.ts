// NG programs made for what is easy to get wrong: code without lines, places compiled several times, globals of modules,
// values that change with their parts.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, lineOf, type TestClient } from '@sonde/testkit';
import { closeAfterTest } from '@sonde/testkit/vitest';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sondeScript, tcpServer } from './fixtures.js';

const server = tcpServer();
const open = async (): Promise<TestClient> => closeAfterTest(await connect(await server()));

/** Writes the files into one folder; answers with the path of the first. */
function written(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-ng-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return join(folder, Object.keys(files)[0]!);
}

async function stoppedAt(program: string, place: `#${string}`, file = program): Promise<TestClient> {
  const client = await open();
  await client.launch({ program }, each => each.setBreakpoints(file, [place]));
  await client.waitForStop({ reason: 'breakpoint' });
  return client;
}

/** The functions that the program stops in until it ends. */
async function stopsOf(client: TestClient): Promise<readonly string[]> {
  const seen: string[] = [];
  for (let stop = client.waitForStop(); ; stop = client.continue()) {
    const ended = await stop.then(
      () => false,
      () => true,
    );
    if (ended) return seen;
    seen.push((await client.topFrame()).name);
  }
}

function compiled(source: string, ...options: readonly string[]): string {
  const output = source.replace(/\.ng$/, '.ngo');
  execFileSync(process.execPath, [sondeScript, 'build', source, '-o', output, ...options]);
  return output;
}

const division = `fun ratio(a: i32, b: i32) -> i32 {
    return a / b;
}
val kept = ratio(4, 2);
print(ratio(kept, 0));
`;

describe('the condition of runtime errors', () => {
  async function launched(condition: string): Promise<readonly [TestClient, boolean]> {
    const client = await open();
    let verified = false;
    await client.launch({ program: written({ 'ratio.ng': division }) }, async each => {
      const filterOptions = [{ filterId: 'thrown', condition }];
      const answer = await each.request('setExceptionBreakpoints', { filters: [], filterOptions });
      verified = answer?.breakpoints?.[0]?.verified === true;
    });
    return [client, verified];
  }

  it('speaks of the frame that raises', async () => {
    const [client, verified] = await launched('(a == 2) && b == 0');
    expect(verified).toBe(true);
    await client.waitForStop({ reason: 'exception' });
    const [other] = await launched('b == 1');
    await other.waitForEnd();
  });

  it('is refused when nothing in the program is called so, or when it would change something', async () => {
    for (const condition of ['c == 0', 'a := 1']) {
      const [client, verified] = await launched(condition);
      expect(verified).toBe(false);
      await client.waitForEnd();
    }
  });
});

const shapes = `trait Shape {
    fun area(self: ref<Self>) -> i32;
    fun twice(self: ref<Self>) -> i32 { return self.area() * 2; }
}
type Square { side: i32; }
type Line { length: i32; }
impl Shape for Square { fun area(self: ref<Self>) -> i32 { return self.side * self.side; } }
impl Shape for Line { fun area(self: ref<Self>) -> i32 { return 0; } }
fun same<T>(x: T) -> T {
    val copy = x; // #copy
    return copy; // #back
}
fun through(shape: ref<Shape>) -> i32 { return shape.area(); }
val square = new Square { side: 3 };
val line = new Line { length: 3 };
print(square.area(), through(square), line.area(), square.twice());
print(same(1), same("a"));
`;

describe('function breakpoints', () => {
  async function stopsIn(name: string): Promise<readonly string[]> {
    const client = await open();
    await client.launch({ program: written({ 'shapes.ng': shapes }) }, each =>
      each.request('setFunctionBreakpoints', { breakpoints: [{ name }] }),
    );
    return stopsOf(client);
  }

  it('on a generic function sit in all of its instances, on an instance in that one', async () => {
    expect(await stopsIn('same')).toEqual(['same<i32>', 'same<string>']);
    expect(await stopsIn('same<string>')).toEqual(['same<string>']);
    expect(await stopsIn('shapes.same')).toEqual(['same<i32>', 'same<string>']);
  });

  it('on a method of a trait stop however it is called', async () => {
    const ofSquare = ['Square.area', 'Square.Shape::area', 'Square.area'];
    expect(await stopsIn('Square.area')).toEqual(ofSquare);
    expect(await stopsIn('Square.Shape::area')).toEqual(ofSquare);
    expect((await stopsIn('Shape::area')).filter(name => name.startsWith('Line'))).toEqual(['Line.area']);
  });
});

describe('a place that was compiled several times', () => {
  it('is one place to set a breakpoint at', async () => {
    const program = written({ 'shapes.ng': shapes });
    const client = await stoppedAt(program, '#back');
    const line = lineOf(program, '#copy');
    const { breakpoints } = await client.request('breakpointLocations', { source: { path: program }, line });
    expect(breakpoints).toHaveLength(1);
  });

  it('can be gone to in every instance', async () => {
    const program = written({ 'shapes.ng': shapes });
    const client = await stoppedAt(program, '#back');
    const { threadId } = await client.continue();
    const { targets } = await client.request('gotoTargets', {
      source: { path: program },
      line: lineOf(program, '#copy'),
    });
    const after = client.timeline.now;
    await client.request('goto', { threadId, targetId: targets[0]!.id });
    await client.waitForStop({ after });
    expect(await client.topFrame()).toMatchObject({ name: 'same<string>', line: lineOf(program, '#copy') });
  });
});

describe('code without lines', () => {
  it('is stepped by instructions', async () => {
    const client = await open();
    await client.launch({ program: compiled(written({ 'ratio.ng': division }), '--no-debug') }, each =>
      each.request('setFunctionBreakpoints', { breakpoints: [{ name: 'ratio' }] }),
    );
    await client.waitForStop();
    const before = (await client.topFrame()).instructionPointerReference;
    await client.next();
    const frame = await client.topFrame();
    expect(frame.name).toBe('ratio');
    expect(frame.instructionPointerReference).not.toBe(before);
    await client.stepOut();
    expect((await client.topFrame()).name).toBe('__start__');
    await client.stepIn();
    expect((await client.topFrame()).name).toBe('__start__');
  });

  it('has no breakpoints inside of instructions', async () => {
    const client = await open();
    await client.launch({ program: written({ 'seven.ng': 'print(7);\n' }), stopOnEntry: true });
    await client.waitForStop();
    const instructionReference = (await client.topFrame()).instructionPointerReference!;
    const { breakpoints } = await client.request('setInstructionBreakpoints', {
      breakpoints: [0, 1].map(offset => ({ instructionReference, offset })),
    });
    expect(breakpoints.map(({ verified }) => verified)).toEqual([true, false]);
    expect(breakpoints[1]!.message).toMatch(/no instruction begins/i);
    await client.runToEnd();
    expect(client.output({ category: 'stdout' })).toBe('7\n');
  });
});

describe('a compiled program', () => {
  it('says that its source is another one now', async () => {
    const source = written({ 'ratio.ng': division });
    const program = compiled(source);
    writeFileSync(source, `// a new line\n${division}`);
    const client = await open();
    await client.launch({ program, stopOnEntry: true });
    await client.waitForStop();
    expect(client.output()).toContain('ratio.ng has changed since');
  });
});

describe('the frame of a fold', () => {
  it('cannot be restarted, and says so', async () => {
    const text = `fun doubled(x: i32) -> i32 {
    return x * 2; // #doubled
}
val numbers = [1, 2];
print([doubled(numbers)...]);
`;
    const client = await stoppedAt(written({ 'fold.ng': text }), '#doubled');
    const frames = await client.stack();
    expect(frames.map(({ name, canRestart }) => [name, canRestart])).toEqual([
      ['doubled', true],
      ['map', false],
      ['__start__', true],
    ]);
    await expect(client.request('restartFrame', { frameId: frames[1]!.id })).rejects.toThrow(
      /^the machine itself runs/,
    );
  });
});

describe('a watched value', () => {
  const text = `type Point { x: i32; fun move_to(self: ref<Self>, x: i32) -> unit { self.x := x; } }
val points = [[1, 2], [3]];
fun main() {
    val list = [1, 2];
    val point = *(new Point { x: 1 });
    print("go"); // #go
    val copy = list;
    copy[0] := 7;
    list[0] := 9; // #element
    val second = ref list[1];
    *second := 8; // #reference
    points[0][1] := 5; // #nested
    point.move_to(4);
    point.x := 3; // #field
}
`;
  it.each([
    ['list', ['#element', '#reference']],
    ['points', ['#nested']],
    ['point.x', ['#field']],
  ] as const)('%s stops when it or a part of it is written, not when a copy is', async (name, places) => {
    const program = written({ 'watch.ng': text });
    const client = await stoppedAt(program, '#go');
    await client.setBreakpoints(program, []);
    const frameId = (await client.topFrame()).id;
    const { dataId } = await client.request('dataBreakpointInfo', { name, frameId });
    await client.request('setDataBreakpoints', { breakpoints: [{ dataId: dataId!, accessType: 'write' }] });
    for (const place of places) {
      await client.continue();
      expect((await client.topFrame()).line).toBe(lineOf(program, place));
    }
    await client.runToEnd();
  });
});

describe('expressions', () => {
  const files = {
    'main.ng': `import counting (*);
val first = 1;
print(tick(3));
print(first);
`,
    'counting.ng': `module counting exports *;
val counter = 40;
fun add(a: i32, b: i32 = 7) -> i32 { return a + b; }
fun tick(by: i32) -> i32 {
    counter := counter + by; // #tick
    return counter;
}
`,
  };

  it('mean the globals of the module that the code belongs to', async () => {
    const program = written(files);
    const client = await stoppedAt(program, '#tick', program.replace('main.ng', 'counting.ng'));
    expect((await client.evaluate('counter + by')).result).toBe('43');
    await client.evaluate('counter := 50', { context: 'repl' });
    await client.runToEnd();
    expect(client.output({ category: 'stdout' })).toBe('53\n1\n');
  });

  it('that are names have the types the names were declared with', async () => {
    const client = await stoppedAt(
      written({ 'types.ng': 'fun main() {\n    val list = [1];\n    print(list); // #print\n}\n' }),
      '#print',
    );
    expect(await client.evaluate('list', { context: 'hover' })).toMatchObject({
      result: '[1]',
      type: 'vector<i32>',
    });
  });

  it('may leave out what has a default', async () => {
    const program = written(files);
    const client = await stoppedAt(program, '#tick', program.replace('main.ng', 'counting.ng'));
    expect((await client.evaluate('add(1)')).result).toBe('8');
    expect((await client.evaluate('add(1, 2)')).result).toBe('3');
    await expect(client.evaluate('add(1, 2, 3)')).rejects.toThrow(/takes 2 arguments, not 3/);
    await expect(client.evaluate('tick()')).rejects.toThrow(/no default value for param by/);
  });

  it('put no other kind of value into a place', async () => {
    const program = written(files);
    const client = await stoppedAt(program, '#tick', program.replace('main.ng', 'counting.ng'));
    const repl = (text: string) => client.evaluate(text, { context: 'repl' });
    await expect(repl('counter := "many"')).rejects.toThrow(/the place holds i32/);
    await expect(repl('by := 2.5')).rejects.toThrow(/the place holds i32/);
    expect((await repl('counter := 5i64')).result).toBe('5');
  });
});

// `stepInTargets`: one of several calls of a line is chosen, and the step lands in it.

import { nativeTools } from '@sonde/engine-native';
import { aria } from '@sonde/language-aria';
import { c } from '@sonde/language-c';
import { mini } from '@sonde/language-mini';
import { ng } from '@sonde/language-ng';
import { lineOf, type TestClient } from '@sonde/testkit';
import { describeUnlessMissing, witness } from '@sonde/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { tcpServer } from './fixtures.js';
import { refusal } from './refusal.js';
import { stoppedIn, testFolder, written } from './written-programs.js';

const server = tcpServer();

async function targets(client: TestClient) {
  const frame = await client.topFrame();
  return (await client.request('stepInTargets', { frameId: frame.id })).targets;
}

async function stepInto(client: TestClient, label: string): Promise<string> {
  const found = (await targets(client)).find(target => target.label === label);
  if (found === undefined) throw new Error(`there is no target ${label}`);
  const after = client.timeline.now;
  await client.request('stepIn', { threadId: 1, targetId: found.id });
  await client.waitForStop({ after, reason: 'step' });
  return (await client.topFrame()).name;
}

const miniProgram = `fn one(n) {
  return n + 1; // #one
}
fn sum(a, b) {
  return a + b; // #sum
}
let x = sum(one(1), one(2)) + one(3); // #here
let y = 0 and one(9); // #never
print x; // #end
`;

describe('the calls of a line', () => {
  witness(
    mini,
    ['request stepInTargets', 'capability supportsStepInTargetsRequest', 'request stepIn'],
    'are listed in order, and the chosen one is entered while those before it run',
    async () => {
      const program = written('calls.mini', miniProgram);
      const client = await stoppedIn(server, program);
      const line = lineOf(program, '#here');
      expect(await targets(client)).toMatchObject([
        { label: 'one(1)', line, column: 13, endColumn: 19 },
        { label: 'one(2)', line },
        { label: 'sum(one(1), one(2))', line },
        { label: 'one(3)', line },
      ]);
      expect(await stepInto(client, 'sum(one(1), one(2))')).toBe('sum');
      expect((await client.topFrame()).line).toBe(lineOf(program, '#sum'));
      // The calls before it have been made: these are their results.
      expect((await client.evaluate('a')).result).toBe('2');
      expect((await client.evaluate('b')).result).toBe('3');
      await client.stepOut();
      expect((await targets(client)).map(({ label }) => label)).toEqual(['one(3)']);
      expect(await stepInto(client, 'one(3)')).toBe('one');
      expect((await client.evaluate('n')).result).toBe('3');
    },
  );

  witness(
    ng,
    ['request stepInTargets', 'capability supportsStepInTargetsRequest'],
    'may be of methods, of traits and of other modules, which are known only when they are made',
    async () => {
      const folder = testFolder();
      const library = written(
        'library.ng',
        'module library exports *;\nfun far(n: i32) -> i32 {\n    return n * 2; // #far\n}\n',
        folder,
      );
      const program = written(
        'calls.ng',
        `import library (far);
trait Shape {
    fun area(self: ref<Self>) -> i32;
}
type Square {
    side: i32;
}
impl Shape for Square {
    fun area(self: ref<Self>) -> i32 {
        return self.side * self.side; // #area
    }
}
fun measured(shape: ref<Shape>) -> i32 {
    return far(4) + shape.area(); // #here
}
print(measured(new Square { side: 3 }));
`,
        folder,
      );
      const client = await stoppedIn(server, program);
      // Operators group to the right here, but operands are evaluated as they stand.
      expect((await targets(client)).map(({ label }) => label)).toEqual(['far(4)', 'shape.area()']);
      expect(await stepInto(client, 'shape.area()')).toBe('Square.Shape::area');
      expect((await client.topFrame()).line).toBe(lineOf(program, '#area'));
      const again = await stoppedIn(server, program);
      expect(await stepInto(again, 'far(4)')).toBe('far');
      expect((await again.topFrame()).source?.path).toBe(library);
      await again.runToEnd();
      expect(again.output()).toContain('17\n');
    },
  );

  it('end the step behind the line when they are never made, and earlier at a breakpoint', async () => {
    const program = written('never.mini', miniProgram);
    const client = await stoppedIn(server, program);
    await client.setBreakpoints(program, ['#one']);
    const [, , sum] = await targets(client);
    const after = client.timeline.now;
    await client.request('stepIn', { threadId: 1, targetId: sum!.id });
    await client.waitForStop({ after, reason: 'breakpoint' });
    expect((await client.evaluate('n')).result).toBe('1');
    await client.setBreakpoints(program, ['#never']);
    await client.continue();
    expect(await stepInto(client, 'one(9)')).toBe('(main)');
    expect((await client.topFrame()).line).toBe(lineOf(program, '#end'));
  });

  it('are refused when they are not ahead, and the program stands where it stood', async () => {
    const program = written('refused.mini', miniProgram);
    const client = await stoppedIn(server, program);
    const [first] = await targets(client);
    await client.next();
    const stale = client.request('stepIn', { threadId: 1, targetId: first!.id });
    expect(await refusal(stale)).toContain('not ahead on this line');
    expect((await client.topFrame()).line).toBe(lineOf(program, '#never'));
    await client.next();
    expect((await client.topFrame()).line).toBe(lineOf(program, '#end'));
  });
});

const cppProgram = `struct Shape {
  virtual ~Shape() {}
  virtual int area() const = 0;
  int twice() const { return 2 * area(); }
};
struct Square : Shape {
  int side;
  explicit Square(int s) : side(s) {}
  int area() const override { return side * side; } // #area
};
static int sum(int a, int b) {
  return a + b; // #sum
}
int main() {
  Square square(3);
  const Shape &shape = square;
  int all = sum(shape.area(), shape.twice()) + sum(1, 2); // #here
  return all - 30;
}
`;

const ariaProgram = `func:one = int32(int32:n) { pass(n + 1); };
func:sum = int32(int32:a, int32:b) {
  pass(a + b); // #sum
};
async func:later = int32(int32:n) {
  yield();
  int32:both = sum(one(n), one(n + 1)); // #here
  pass(both);
};
async func:main = int32() {
  result<int32>:r = await later(1);
  pass(0);
};
`;

describeUnlessMissing('the calls of a line of a native program', (await nativeTools()).missing, () => {
  witness(
    c,
    ['request stepInTargets', 'capability supportsStepInTargetsRequest', 'request stepIn'],
    'may be of methods, and of those that only the object knows',
    async () => {
      const program = written('calls.cpp', cppProgram);
      const client = await stoppedIn(server, program);
      const line = lineOf(program, '#here');
      const found = await targets(client);
      expect(found.map(({ label }) => label)).toEqual([
        expect.stringMatching(/^call through /),
        'Shape::twice',
        'sum (1 of 2)',
        'sum (2 of 2)',
      ]);
      expect(found.every(target => target.line === line)).toBe(true);
      expect(await stepInto(client, found[0]!.label)).toBe('Square::area');
      const again = await stoppedIn(server, program);
      expect(await stepInto(again, 'sum (2 of 2)')).toBe('sum');
      expect((await again.evaluate('a')).result).toBe('1');
    },
  );

  witness(
    aria,
    ['request stepInTargets', 'capability supportsStepInTargetsRequest'],
    'may be made in a coroutine',
    async () => {
      const program = written('calls.aria', ariaProgram);
      const client = await stoppedIn(server, program);
      expect((await targets(client)).map(({ label }) => label)).toEqual([
        'one (1 of 2)',
        'one (2 of 2)',
        'sum',
      ]);
      expect(await stepInto(client, 'sum')).toBe('sum');
      expect((await client.topFrame()).line).toBe(lineOf(program, '#sum'));
      expect((await client.evaluate('a')).result).toBe('2');
      expect((await client.evaluate('b')).result).toBe('3');
    },
  );
});

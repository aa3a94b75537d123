// Aria's expressions in a session: calls, changes, conditions, log points, completions, and what is refused.

import { join } from 'node:path';
import { nativeTools } from '@sonde/engine-native';
import { aria } from '@sonde/language-aria';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { refusal } from './refusal.js';
import { testFolder, written } from './written-programs.js';

const program = `const Point = struct { x: int32, y: int32, func:sum = int32(self) { pass(self.x + self.y); }; };
const Node = struct { value: int64, next: gc Node };
const Colour = enum { red, green = 5, blue };
int64:calls = 0;
func:half = int32(int32:n) { calls++; if (n % 2 != 0) { fail(3); } pass(n / 2); };
func:endless = int32(int32:n) { while (n > 0) { n = 1; } pass(n); };
func:outside = int32(int32:n) {
  gc Node:kept = Node{ value: 1, next: NULL };
  int32[3]:row = [1, 2, 3];
  pass(row[n] + (int32)kept.value);
};
async func:later = int32(int32:n) { yield(); pass(n); };
func:work = int64(int64:rounds) {
  tbb8:level = 100;
  Point:p = Point{ x: 3, y: 4 };
  gc Point:q = Point{ x: 5, y: 6 };
  gc Point:other = Point{ x: 7, y: 8 };
  gc Node:list = Node{ value: 1, next: NULL };
  Colour:c = Colour.green;
  string:name = "first";
  string:second = "second";
  int32[3]:row = [1, 2, 3];
  bool:ready = false;
  flt64:ratio = 1.5;
  wild int64:w = 77;
  result<int32>:failed = half(7);
  int64:sum = 0;
  for i in 1..rounds {
    level = level + 10;
    sum += i; // #round
  }
  aria.gc();
  println(\`&{sum} &{level} &{c} &{p.x} &{name} &{q.x} &{ready} &{ratio}\`); // #end
  aria.free(w);
  pass(sum);
};
func:main = int32() {
  println(\`worked &{work(10)}\`);
  pass(0);
};
`;

interface Stopped {
  readonly client: TestClient;
  readonly file: string;
  readonly frameId: number;
  readonly evaluate: (expression: string, context?: 'repl' | 'watch' | 'hover') => Promise<string>;
}

type Place = Parameters<TestClient['setBreakpoints']>[1][number];

async function stoppedAt(...places: readonly Place[]): Promise<Stopped> {
  const file = written('expressions.aria', program, testFolder());
  const client = await clientFor(aria);
  await client.launch({ program: file }, () => client.setBreakpoints(file, places));
  await client.waitForStop({ reason: 'breakpoint' });
  const { id: frameId } = await client.topFrame();
  const evaluate: Stopped['evaluate'] = async (expression, context = 'repl') =>
    (await client.request('evaluate', { expression, frameId, context })).result;
  return { client, file, frameId, evaluate };
}

describeUnlessMissing('expressions of Aria in a session', (await nativeTools()).missing, () => {
  it('call functions and methods, and show their results', async () => {
    const { evaluate } = await stoppedAt('#end');
    expect(await evaluate('half(8)')).toBe('Ok(4)');
    expect(await evaluate('half(7)')).toBe('Error(3)');
    expect(await evaluate('half(8) + 1')).toBe('5');
    expect(await evaluate('p.sum()')).toBe('Ok(7)');
    expect(await evaluate('q.sum() ? 0')).toBe('11');
    // Once by the program.
    expect(await evaluate('calls')).toBe('4');
  });

  it('leave the program as it was when a call does not get to its end', async () => {
    const { evaluate, client, file } = await stoppedAt('#round');
    expect(await refusal(evaluate('outside(7)'))).toMatch(
      /did not come to its end: index 7 is outside of 0\.\.2/,
    );
    expect(await refusal(evaluate('endless(1)'))).toMatch(/longer than 5 seconds/);
    expect(await evaluate('i')).toBe('1');
    await client.setBreakpoints(file, []);
    await client.runToEnd();
    expect(client.output({ category: 'stdout' })).toContain('worked 55');
  });

  it('do not call or change where nobody asked for that', async () => {
    const { evaluate } = await stoppedAt('#end');
    expect(await refusal(evaluate('half(8)', 'watch'))).toMatch(/would run code of the program/);
    expect(await refusal(evaluate('sum = 3', 'hover'))).toMatch(/would change the program/);
    expect(await evaluate('sum', 'watch')).toBe('55');
    expect(await refusal(evaluate('later(1)'))).toMatch(/async and needs the scheduler/);
  });

  it('tell async functions from others in an executable without its source', async () => {
    const folder = testFolder();
    const file = written('finished.aria', program, folder);
    const executable = join(folder, 'finished');
    const made = await aria.build({
      ...{ program: file, cwd: folder, output: executable, debugInfo: true, extra: {} },
      ...{ signal: new AbortController().signal, progress: () => undefined },
    });
    expect(made.target).toBeDefined();
    const client = await clientFor(aria);
    await client.launch({ program: executable }, () => client.setBreakpoints(file, ['#end']));
    await client.waitForStop({ reason: 'breakpoint' });
    const { id: frameId } = await client.topFrame();
    const evaluate = async (expression: string): Promise<string> =>
      (await client.request('evaluate', { expression, frameId, context: 'repl' })).result;
    expect(await evaluate('half(8)')).toBe('Ok(4)');
    expect(await refusal(evaluate('later(1)'))).toMatch(/later is async and needs the scheduler/);
    expect(await refusal(evaluate('1 + later(1)'))).toMatch(/later/);
  });

  it('change variables, as the language would', async () => {
    const { evaluate, client } = await stoppedAt('#end');
    expect(await evaluate('sum = 7')).toBe('7');
    expect(await evaluate('sum += 5')).toBe('12');
    expect(await evaluate('level = ERR')).toBe('ERR (sentinel)');
    expect(await evaluate('q = other')).toMatch(/x: 7/);
    expect(await evaluate('name = second')).toBe('"second"');
    expect(await refusal(evaluate('level = 200'))).toMatch(/200 does not fit tbb8 \(column 9\)/);
    expect(await refusal(evaluate('q = Point{ x: 1 }'))).toMatch(/a new object would need the collector/);
    expect(await refusal(evaluate('list.next = list'))).toMatch(/collector/);
    expect(await refusal(evaluate('q = list'))).toMatch(/expected gc_ptr<Point>, found gc_ptr<Node>/);
    await client.runToEnd();
    expect(client.output({ category: 'stdout' })).toMatch(/^12 ERR 5 3 second 7 /);
  });

  it('set variables from texts of the language', async () => {
    const { client, frameId } = await stoppedAt('#end');
    const variablesReference = await client.localsReference({ id: frameId });
    const set = async (name: string, value: string): Promise<string> =>
      (await client.request('setVariable', { variablesReference, name, value })).value;
    expect(await set('level', '5')).toBe('5');
    expect(await set('level', 'ERR')).toBe('ERR (sentinel)');
    expect(await refusal(set('level', '128'))).toMatch(/128 does not fit tbb8/);
    expect(await set('c', 'Colour.blue')).toMatch(/blue/);
    expect(await set('ready', 'true')).toBe('true');
    expect(await set('ratio', '2')).toBe('2');
    expect(await set('q', 'NULL')).toBe('NULL');
    expect(await set('q', 'other')).toMatch(/x: 7/);
    expect(await set('sum', 'sum * 2')).toBe('110');
    expect(await refusal(set('sum', 'half(8)'))).toMatch(/expected int64, found|would run code/);
    expect(await refusal(set('ready', '1'))).toMatch(/expected bool, found int64/);
    const { value } = await client.request('setExpression', { expression: 'p.x', value: '-9', frameId });
    expect(value).toBe('-9');
    await client.runToEnd();
    expect(client.output({ category: 'stdout' })).toMatch(/^110 ERR 6 -9 first 7 true 2\n/);
  });

  it('say what is wrong, where, and what may have been meant', async () => {
    const { evaluate } = await stoppedAt('#end');
    expect(await refusal(evaluate('lvel + 1'))).toBe('there is no lvel here (column 1). Did you mean level?');
    expect(await refusal(evaluate('p.z'))).toMatch(/^Point has no field z \(column 3\)\./);
    expect(await refusal(evaluate('1 +'))).toBe('expected a value, found the end (column 4).');
    expect(await refusal(evaluate('(1'))).toMatch(/expected \), found the end \(column 3\)/);
    expect(await refusal(evaluate('level + sum'))).toMatch(/expected tbb8, found int64 \(column 9\)/);
    expect(await refusal(evaluate('row[5]'))).toMatch(/5 is outside of int32\[3\]/);
    expect(await refusal(evaluate('row[sum]'))).toMatch(/index 55 is outside of 3 elements/);
    expect(await refusal(evaluate('sum / 0'))).toMatch(/division by zero/);
    expect(await refusal(evaluate('list.next.value'))).toMatch(/null/);
    expect(await refusal(evaluate('failed + 1'))).toBe(
      'the result is an error (? gives another value instead): Error(3)',
    );
    expect(await refusal(evaluate('pass(3)'))).toMatch(/pass begins a statement/);
    expect(await refusal(evaluate('Colour.gren'))).toMatch(/Did you mean green\?/);
    expect(await refusal(evaluate(`${'('.repeat(5000)}1`))).toMatch(/nested too deeply/);
  });

  it('decide conditions: numbers inside the program, the rest beside it', async () => {
    const { client, file, evaluate } = await stoppedAt({
      at: '#round',
      condition: 'level == ERR && i > 3 && p.x != 0',
    });
    expect(await evaluate('i')).toBe('4');
    const [text, unknown, calling, broken] = await client.setBreakpoints(file, [
      { at: '#round', condition: 'name + "!" == "first!" && ratio * 2.0 == 3.0 && i == 8' },
      { at: '#end', condition: 'lvel == 3' },
      { at: 5, condition: 'half(8) == 4' },
      { at: 6, condition: 'i ==' },
    ]);
    expect(text).toMatchObject({ verified: true });
    expect(unknown?.message).toMatch(/there is no lvel here \(column 1\)\. Did you mean level\?/);
    expect(calling).toMatchObject({
      verified: false,
      message: expect.stringMatching(/may only look/) as unknown,
    });
    expect(broken).toMatchObject({ verified: false, message: expect.stringMatching(/column 5/) as unknown });
    await client.continue();
    expect(
      (await client.request('evaluate', { expression: 'i', frameId: (await client.topFrame()).id })).result,
    ).toBe('8');
  });

  it('count only what a condition lets pass', async () => {
    const { evaluate } = await stoppedAt({ at: '#round', condition: 'i % 2 == 0', hitCondition: '3' });
    expect(await evaluate('i')).toBe('6');
  });

  it('write log messages without stopping, and step over them', async () => {
    const { client, file } = await stoppedAt(
      {
        at: '#round',
        logMessage: '{i}: {level} {p} {c} {name} {`<&{ratio}>`} {failed} {row[i]}',
        condition: 'i == 3',
      },
      '#end',
    );
    expect(client.output({ category: 'console' })).toContain(
      '3: ERR (sentinel) {x: 3, y: 4} green first <1.5> Error(3) <index 3 is outside of 3 elements>',
    );
    await client.setBreakpoints(file, [{ at: '#end', logMessage: 'at the end {sum}' }]);
    await client.next();
    expect((await client.topFrame()).line).toBeGreaterThan(1);
  });

  it('are completed by names, members, methods, enums and functions', async () => {
    const { client, frameId } = await stoppedAt('#end');
    const labels = async (text: string): Promise<readonly string[]> =>
      (await client.request('completions', { text, column: text.length + 1, frameId })).targets.map(
        ({ label }) => label,
      );
    expect(await labels('le')).toEqual(['level', 'len']);
    expect(await labels('1 + ha')).toEqual(['half']);
    expect(await labels('p.')).toEqual(['x', 'y', 'sum']);
    expect(await labels('q.s')).toEqual(['sum']);
    expect(await labels('list.next->')).toEqual(['value', 'next']);
    expect(await labels('Colour.')).toEqual(['red', 'green', 'blue']);
    expect(await labels('failed.')).toEqual(['err', 'val']);
    expect(await labels('sum.')).toEqual([]);
    expect(await labels('nobody.')).toEqual([]);
  });

  it('are the paths of members that clients are given', async () => {
    const { client, frameId, evaluate } = await stoppedAt('#end');
    const seen: string[] = [];
    const visit = async (variablesReference: number, depth: number): Promise<void> => {
      const { variables } = await client.request('variables', { variablesReference });
      for (const { evaluateName, value, variablesReference: inner } of variables) {
        if (evaluateName === undefined) continue;
        seen.push(evaluateName);
        expect(`${evaluateName} = ${await evaluate(evaluateName, 'watch')}`).toBe(
          `${evaluateName} = ${value}`,
        );
        if (inner !== 0 && depth < 2) await visit(inner, depth + 1);
      }
    };
    await visit(await client.localsReference({ id: frameId }), 0);
    expect(seen).toEqual(expect.arrayContaining(['p.x', 'q.y', 'row[2]', 'list.next', 'failed.err']));
  });
});

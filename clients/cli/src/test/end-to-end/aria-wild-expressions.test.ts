// Wild pointers of Aria in expressions: what may not be used is refused, what is computed keeps its bounds.

import { nativeTools } from '@sonde/engine-native';
import { aria } from '@sonde/language-aria';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { refusal } from './refusal.js';
import { testFolder, written } from './written-programs.js';

const program = `const Point = struct { x: int32, y: int32 };
func:double = int32(int32:n) { pass(n * 2); };
func:same = int32(int32:n) { pass(n); };
func:pair = int64(int64:a, bool:b) { pass(a); };
func:main = int32() {
  wild int64:w = 77; wild int64[4]:row; wild Point:corner = Point{ x: 1, y: 2 };
  row[2] = 5;
  wild int64@:inside = @row[2];
  wild int64:freed = 9;
  wild int64@:to_freed = @freed;
  aria.free(freed);
  wild int64@:left = NULL;
  if (true) { int64:inner = 3; left = @inner; }
  func<int32(int32)>:chosen = double;
  int32:plain = 4; int32$:ref = plain;
  println("here"); // #here
  for i in 1..3 {
    w += i; // #add
    println(\`&{w}\`); // #round
  }
  println(\`&{chosen(ref)} &{to_freed[0]}\`); // #end
  pass(0);
};
`;

type Place = Parameters<TestClient['setBreakpoints']>[1][number];

async function stoppedAt(...places: readonly Place[]) {
  const file = written('wild.aria', program, testFolder());
  const client = await clientFor(aria);
  await client.launch({ program: file }, () => client.setBreakpoints(file, places));
  await client.waitForStop({ reason: 'breakpoint' });
  const { id: frameId } = await client.topFrame();
  const evaluate = async (expression: string, context: 'repl' | 'watch' | 'hover' = 'watch') =>
    client.request('evaluate', { expression, frameId, context });
  const shown = async (expression: string): Promise<string> => (await evaluate(expression, 'repl')).result;
  return { client, file, frameId, evaluate, shown };
}

describeUnlessMissing('wild pointers in expressions', (await nativeTools()).missing, () => {
  it('are not read through where they dangle', async () => {
    const { evaluate, shown } = await stoppedAt('#here');
    const wasFreed = /^access through a dangling wild pointer: its memory was freed/;
    for (const text of ['to_freed[0]', 'freed + 1', '`&{freed}`', 'freed == 9'])
      expect(await refusal(evaluate(text))).toMatch(wasFreed);
    expect(await refusal(evaluate('freed + 1', 'hover'))).toMatch(wasFreed);
    expect(await refusal(evaluate('freed = 3', 'repl'))).toMatch(wasFreed);
    expect(await refusal(evaluate('left[0]'))).toMatch(/dangling wild pointer: its scope was left/);
    expect(await shown('@freed')).toBe('<dangling: scope exited>');
    expect(await shown('to_freed == @freed')).toBe('true');
    expect(await shown('w + row[2]')).toBe('82');
  });

  it('keep type and bounds when they are computed', async () => {
    const { evaluate, shown } = await stoppedAt('#here');
    expect(await evaluate('inside + 100')).toMatchObject({
      type: 'wild_ptr<int64>',
      result: '<out of bounds: offset +816>',
    });
    expect(await shown('inside - 3')).toBe('<out of bounds: offset -8>');
    expect(await shown('inside')).toBe(await shown('@row[1] + 1'));
    expect(await shown('is true : to_freed : inside')).toBe('<dangling: scope exited>');
    expect(await evaluate('@corner.y')).toMatchObject({
      type: 'wild_ptr<int32>',
      result: expect.stringMatching(/^→ 2 at 0x[0-9a-f]+$/) as unknown,
    });
  });

  it('and functions are assigned, in the console and in a list of variables', async () => {
    const { client, frameId, shown } = await stoppedAt('#here');
    expect(await shown('to_freed = NULL')).toBe('NULL');
    expect(await shown('to_freed = @row[1]')).toMatch(/^→ 0 at 0x[0-9a-f]+$/);
    expect(await shown('to_freed += 1')).toMatch(/^→ 5 at 0x[0-9a-f]+$/);
    for (const name of ['double', 'pair'])
      expect(await shown(name)).toMatch(new RegExp(`^→ ${name} at 0x[0-9a-f]+$`));
    expect(await shown('chosen = same')).toMatch(/^→ same at 0x[0-9a-f]+$/);
    const variablesReference = await client.localsReference({ id: frameId });
    const set = async (name: string, value: string): Promise<string> =>
      (await client.request('setVariable', { variablesReference, name, value })).value;
    expect(await set('w', '9')).toMatch(/^→ 9 at 0x[0-9a-f]+$/);
    expect(await set('left', 'NULL')).toBe('NULL');
    expect(await set('left', '@row[2]')).toMatch(/^→ 5 at 0x[0-9a-f]+$/);
    expect(await refusal(set('freed', '3'))).toMatch(/its memory was freed/);
    expect(await refusal(set('w', 'true'))).toMatch(/expected int64, found bool/);
    expect((await client.request('setExpression', { expression: 'w', value: '10', frameId })).value).toMatch(
      /^→ 10 at 0x[0-9a-f]+$/,
    );
    await client.runToEnd();
    expect(client.output({ category: 'stdout' })).toBe('here\n11\n13\n16\n4 5\n');
  });

  it('are listed as they are written, also when several are declared on one line', async () => {
    const { client, frameId } = await stoppedAt('#here');
    const variablesReference = await client.localsReference({ id: frameId });
    const { variables } = await client.request('variables', { variablesReference });
    expect(variables.slice(0, 4).map(({ name }) => name)).toEqual(['w', 'row', 'corner', 'inside']);
  });

  it('are watched where the number is that their name stands for', async () => {
    const { client, frameId } = await stoppedAt('#here');
    const { dataId } = await client.request('dataBreakpointInfo', { name: 'w', frameId });
    expect(JSON.parse(dataId ?? '')).toMatchObject({ size: 8 });
    await client.request('setDataBreakpoints', { breakpoints: [{ dataId: dataId ?? '' }] });
    await client.continue();
    const { body } = await client.waitForStop({ reason: 'data breakpoint' });
    expect(body).toMatchObject({ text: '77 → 78' });
  });

  it('are logged as the numbers that they stand for; a log point that makes no sense is not set', async () => {
    const { client, file } = await stoppedAt(
      { at: '#round', logMessage: 'w {w} {freed} {left[0]} {row[2]} {ref}', condition: 'i > 1' },
      '#end',
    );
    expect(client.output({ category: 'console' })).toMatch(
      /^w 80 <.*its memory was freed> <.*its scope was left> 5 4\nw 83 /,
    );
    const [unknown] = await client.setBreakpoints(file, [
      { at: '#end', logMessage: 'w {nope}', condition: 'w > 1' },
    ]);
    expect(unknown).toMatchObject({
      verified: false,
      message:
        'The log message cannot be evaluated here: there is no nope here (column 1). Correct the log message, or leave it out.',
    });
  });
});

// Variables of a native program that only their symbols are known of: nothing is made up about them.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { clangTool, findTool, nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { refusal } from './refusal.js';
import { testFolder, written } from './written-programs.js';

const text = `#include <stdio.h>
int number = 7;
int after = 0x22222222;
double real = 2.5;
char word[16] = "hello";
int work(int x) { return x + number; }
int main(void) {
  printf("%d %d %f %s\\n", work(1), after, real, word);
  return 0;
}
`;
const unknown =
  'number has unknown type: without debug information it is only known to have 4 bytes; cast it to its declared type, as in (int)number';

async function stoppedInWork(flag: string, condition?: string): Promise<TestClient> {
  const folder = testFolder();
  const program = join(folder, 'untyped');
  execFileSync(await findTool(clangTool()), [flag, written('untyped.c', text, folder), '-o', program]);
  const client = await clientFor(c);
  await client.launch({ program }, async () => {
    const named = { name: 'work', ...(condition !== undefined && { condition }) };
    await client.request('setFunctionBreakpoints', { breakpoints: [named] });
  });
  return client;
}

describeUnlessMissing('variables that only have a symbol', (await nativeTools()).missing, () => {
  it.each(['-g0', '-gline-tables-only'])('are neither shown nor written without a type (%s)', async flag => {
    const client = await stoppedInWork(flag);
    await client.waitForStop();
    const { id: frameId } = await client.topFrame();
    const evaluate = (expression: string, context = 'watch') =>
      client.request('evaluate', { expression, frameId, context });
    for (const expression of ['number', 'number == 7', 'number + 1', '1 & number', 'sizeof(number)'])
      expect(await refusal(evaluate(expression))).toBe(`${unknown}.`);
    expect(await refusal(evaluate('number', 'hover'))).toBe(`${unknown}.`);
    expect(await refusal(evaluate('number = 5', 'repl'))).toBe(`${unknown}.`);
    expect(
      await refusal(client.request('setExpression', { expression: 'number', value: '5', frameId })),
    ).toBe(`${unknown}.`);
    // In C that is a conversion, for which the declared type would have to be known.
    expect(await refusal(evaluate('(long)number'))).toContain('4 bytes, which is not the size of long');
    expect(await refusal(evaluate('(char*)word'))).toContain('as in (char[16])word');
    const shown = async (expression: string) => (await evaluate(expression)).result;
    expect(await shown('*(int*)&after')).toBe(String(0x22222222));
    expect(await shown('*(int*)&number')).toBe('7');
    expect(await shown('(int)number + 1')).toBe('8');
    expect(await shown('(double) real * 2')).toBe('5');
    expect(await shown('(char[16])word')).toBe('"hello"');
    expect(await shown('&number')).toMatch(/^0x[0-9a-f]+$/);
    expect((await evaluate('(int)number = 5', 'repl')).result).toBe('5');
    expect([await shown('(int)number'), await shown('*(int*)&after')]).toEqual(['5', String(0x22222222)]);
  });

  it('are told of where a condition names them', async () => {
    const client = await stoppedInWork('-g0', 'number == 7');
    const { body } = await client.waitForStop();
    expect(body.text).toBe(`the condition could not be evaluated: ${unknown}`);
  });

  it('count by what a condition casts them to', async () => {
    const met = await stoppedInWork('-g0', '(int)number == 7');
    await met.waitForStop({ reason: 'function breakpoint' });
    const missed = await stoppedInWork('-g0', '(int)number == 8');
    await missed.waitForEnd();
  });
});

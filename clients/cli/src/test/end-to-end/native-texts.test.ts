// Texts that people write at breakpoints and as watches of native programs: they may call, and read like the console.

import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { testFolder, written } from './written-programs.js';

const program = `#include <cstdio>
#include <cstring>
#include <string>
#include <vector>
struct Item { std::string name; int id; double weight; const char *plain; };
static int total;
int work(Item &item, std::vector<int> &v, int i) {
  total += item.id;
  v.push_back(i); // #work
  return total;
}
int main() {
  std::vector<int> v;
  const char *names[] = {"ann", "bob", "cyd"};
  for (int i = 0; i < 6; i++) {
    Item item{names[i % 3], i, i * 0.5, names[i % 3]};
    work(item, v, i); // #call
  }
  printf("total %d\\n", total);
  return 0;
}
`;

const launched = async (...breakpoints: Parameters<TestClient['setBreakpoints']>[1]) => {
  const file = written('texts.cpp', program, testFolder());
  const client = await clientFor(c);
  let set: Awaited<ReturnType<TestClient['setBreakpoints']>> | undefined;
  await client.launch({ program: file }, async () => {
    set = await client.setBreakpoints(file, breakpoints);
  });
  return { client, file, set: set! };
};

describeUnlessMissing('texts that people write for a native program', (await nativeTools()).missing, () => {
  it.each([
    ['v.size() == 4', '4'],
    ['(int)strcmp(item.plain, "bob") == 0', '1'],
    ['item.name.length() == 3 && i == 5', '5'],
  ])('stops where %s, which calls a function', async (condition, i) => {
    const { client, set } = await launched({ at: '#work', condition });
    expect(set[0]).toMatchObject({
      verified: true,
      message: expect.stringMatching(/LLDB check the condition: it calls a function/) as unknown,
    });
    await client.waitForStop({ reason: 'breakpoint' });
    expect((await client.evaluate('i')).result).toBe(i);
  });

  it('calls in a watch and in the console, not in a hover; assigns in the console only', async () => {
    const { client } = await launched({ at: '#work', condition: 'i == 3' });
    await client.waitForStop({ reason: 'breakpoint' });
    const frameId = (await client.topFrame()).id;
    const ask = (expression: string, context: string) =>
      client.request('evaluate', { expression, context, frameId }).then(
        ({ result }) => result,
        (error: unknown) => (error as Error).message,
      );
    expect(await ask('v.size()', 'watch')).toBe('3');
    expect(await ask('v.size()', 'repl')).toBe('3');
    expect(await ask('v.size()', 'hover')).toMatch(/would run code of the program/);
    expect(await ask('total = 40', 'watch')).toMatch(/would change the program/);
    expect(await ask('total = 40', 'repl')).toBe('40');
  });
});

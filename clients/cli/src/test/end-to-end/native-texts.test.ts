// Texts that people write at breakpoints and as watches of native programs: they may call, and read like the console.

import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { sharedPrograms } from './shared-programs.js';

const programs = sharedPrograms(c);

const program = `#include <cstdio>
#include <cstring>
#include <string>
#include <vector>
struct Item { std::string name; int id; double weight; const char *plain; };
enum Colour { RED, GREEN = 5 };
struct Point { int x, y; Colour colour; unsigned odd : 1; float row[3]; Point *next; };
struct Shape { virtual ~Shape() {} int sides = 0; };
struct Square : Shape { int side = 4; };
static int total;
int rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
Point origin{1, 2, GREEN, 1, {0.5f, 1, 2}, nullptr}, *somewhere = &origin, *nowhere, *wild = (Point *)16;
Shape *shape = new Square;
char letters[6] = "abc\\"";
const char *no_text;
std::string long_text(500, 'z');
std::vector<std::string> words{"one", "two"};
std::vector<Point> points{origin, origin};
int twice(int i) { return 2 * i; }
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
  const file = programs.written('texts.cpp', program);
  const client = await clientFor(programs.language);
  let set: Awaited<ReturnType<TestClient['setBreakpoints']>> | undefined;
  await client.launch({ program: file }, async () => {
    set = await client.setBreakpoints(file, breakpoints);
  });
  return { client, file, set: set! };
};

describeUnlessMissing('texts that people write for a native program', (await nativeTools()).missing, () => {
  it.each([
    ['twice(i) == 8', '4'],
    ['(int)strcasecmp(item.plain, "BOB") == 0', '1'],
    ['item.name.length() == 3 && twice(i) == 10', '5'],
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
    expect(await ask('twice(i)', 'watch')).toBe('6');
    expect(await ask('twice(i)', 'repl')).toBe('6');
    expect(await ask('twice(i)', 'hover')).toMatch(/would run code of the program/);
    expect(await ask('total = 40', 'watch')).toMatch(/would change the program/);
    expect(await ask('total = 40', 'repl')).toBe('40');
  });

  const shows = [
    ...['i={i} id={item.id} weight={item.weight} name={item.name}', '{v}', '{item}', '{i,x} {i + 1,x}'],
    ...['{v.size()} of {total}', '{item.plain}', '{twice(i)}', '{origin} {origin.colour} {origin.row[1]}'],
    ...[
      '{somewhere} {nowhere} {*somewhere}',
      '{shape}',
      '{rows} {rows[1]}',
      '{letters} {no_text} {long_text}',
    ],
    ...['{words[1]} {points[1]} {points[0].row} {words.back()}'],
    ...['{item.id == 2} {item.name[0]} {origin.odd}', '{wild}', '{&total} {shape->sides,x}'],
  ];

  it.each(shows)('logs %s as the console shows it', async logMessage => {
    const { client } = await launched({ at: '#work', logMessage, condition: 'i == 2' }, { at: '#work' });
    await client.waitForStop({ reason: 'breakpoint' });
    // The third stop is where the message is written, too.
    for (let nth = 0; nth < 2; nth++) await client.continue();
    const shown = async (expression: string): Promise<string> =>
      (await client.evaluate(expression)).result.replace(/^"(.*)"$/, '$1');
    let expected = '';
    for (const [nth, part] of logMessage.split(/[{}]/).entries())
      expected += nth % 2 === 0 ? part : await shown(part);
    expect(client.output({ category: 'console' })).toContain(`${expected}\n`);
  });

  it('logs every time the program comes by, and tells nobody that it halted', async () => {
    const { client } = await launched({ at: '#work', logMessage: '{item.name} {v} {nobody}' });
    await client.waitForEnd();
    expect(client.output({ category: 'console' })).toBe(
      ['ann []', 'bob [0]', 'cyd [0, 1]', 'ann [0, 1, 2]', 'bob [0, 1, 2, 3]', 'cyd [0, 1, 2, 3, 4]']
        .map(text => `${text} <use of undeclared identifier 'nobody' (column 1)>\n`)
        .join(''),
    );
  });

  it('is paused in the middle of messages, goes on with them, and leaves them off when told to', async () => {
    const text = 'int row[3];\nint main() {\n  for (;;) row[1]++; // #loop\n}\n';
    const file = programs.written('rows.cpp', text);
    const client = await clientFor(programs.language);
    const log = { at: '#loop', logMessage: 'row {row}' } as const;
    await client.launch({ program: file }, () => client.setBreakpoints(file, [log]));
    for (let nth = 0; nth < 5; nth++) {
      await expect.poll(() => client.output({ category: 'console' })).toMatch(/row \[0, \d+, 0\]\n$/);
      expect((await client.pause()).reason).toBe('pause');
      expect((await client.topFrame()).name).toBe('main');
      await client.setBreakpoints(file, nth === 3 ? [] : [log]);
      await client.resume();
      if (nth === 3) await client.setBreakpoints(file, [log]);
    }
  });

  it('does not end a step by a message', async () => {
    const { client, file } = await launched({ at: '#call' });
    await client.waitForStop({ reason: 'breakpoint' });
    await client.setBreakpoints(file, [{ at: '#work', logMessage: '{item.name} {i,x} {origin.row}' }]);
    expect((await client.next()).reason).toBe('step');
    expect((await client.topFrame()).name).toBe('main');
    expect(client.output({ category: 'console' })).toBe('ann 0x00000000 [0.5, 1, 2]\n');
  });
});

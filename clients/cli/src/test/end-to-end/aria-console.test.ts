// What people type into the console of an Aria program: the same for a source and for an executable, with memory of the
// program for what is written there.

import { nativeTools } from '@sonde/engine-native';
import { aria } from '@sonde/language-aria';
import { c } from '@sonde/language-c';
import { connect, type TestClient } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it, vi } from 'vitest';
import { endpointFor } from './in-process.js';
import { refusal } from './refusal.js';
import { finished, testFolder, written } from './written-programs.js';

// The first program compiles the runtime.
vi.setConfig({ testTimeout: 120_000 });

const program = `const Point = struct { x: int32, y: int32, func:sum = int32(self) { pass(self.x + self.y); }; };
const Named = struct { name: string, at: Point, tags: int8[2] };
func:greet = string(string:name) { pass("hello " + name); };
func:length = int64(string:text) { pass(len(text)); };
func:total = int32(Point:p) { pass(p.x * 10 + p.y); };
func:last = int64(int64[3]:row) { pass(row[2]); };
func:tag = string(Named:of) { pass(\`&{of.name} &{of.at.y} &{of.tags[1]}\`); };
func:first = int64(wild int64@:of) { pass(of[0]); };
func:main = int32() {
  string:text = "old";
  Point:corner = Point{ x: 1, y: 2 };
  int64[3]:row = [1, 2, 3];
  Named:named = Named{ name: "n", at: corner, tags: [5, 6] };
  wild int64:value = 40;
  wild int64@:cells = aria.alloc<int64>(3);
  cells[1] = 11;
  {
    wild int64@:value = cells;
    wild int64:cells = 7;
    println(\`&{cells} &{value[1]}\`); // #inner
    aria.free(cells);
  }
  println(aria.arg(1)); // #here
  println(\`&{text} &{corner.x} &{row[1]} &{named.name} &{named.at.x}\`);
  println(\`&{total(corner)} &{last(row)} &{tag(named)} &{greet(text)} &{length(text)} &{first(cells)} &{corner.sum()}\`);
  pass(0);
};
`;

const launched = async (executable: boolean) => {
  const source = written('typed.aria', program, testFolder());
  const path = executable ? await finished(aria, source) : source;
  const client = closeAfterTest(await connect(endpointFor(c, aria)));
  await client.launch({ program: path, args: ['none', 'an argument'] }, () =>
    client.setBreakpoints(source, ['#inner', '#here']),
  );
  await client.waitForStop({ reason: 'breakpoint' });
  return client;
};

const typed = async (client: TestClient, expression: string): Promise<string> => {
  const { id: frameId } = await client.topFrame();
  const { result } = await client.request('evaluate', { expression, frameId, context: 'repl' });
  return result.replace(/0x[0-9a-f]+/g, 'ADDRESS');
};

describeUnlessMissing('the console of an Aria program', (await nativeTools()).missing, () => {
  it.each([false, true])(
    'takes texts, arrays and structs as they are written (executable: %s)',
    async from => {
      const client = await launched(from);
      const all = async (...expected: readonly (readonly [string, string])[]) => {
        for (const [text, result] of expected)
          expect([text, await typed(client, text)]).toEqual([text, result]);
      };
      await all(
        // Names that stand for pointers in one block and for values in another.
        ['value + 1', '→ 11 at ADDRESS'],
        ['cells + 1', '8'],
        ['value[1]', '11'],
      );
      await client.continue();
      await all(
        ['value + 1', '41'],
        ['cells + 1', '→ 11 at ADDRESS'],
        ['cells + 1 == @cells[1]', 'true'],
        ['cells[1] + value', '51'],
        ['greet("new") ? ""', '"hello new"'],
        ['length("l\u00f6ng") ? 0', '5'],
        ['length(`&{value}!`) ? 0', '3'],
        ['total(Point{ x: 3, y: 4 }) ? 0', '34'],
        ['Point{ x: 3, y: 4 }.sum() ? 0', '7'],
        ['last([7, 8, 9]) ? 0', '9'],
        ['tag(Named{ name: "fresh", at: Point{ x: 1, y: 8 }, tags: [1, 2] }) ? ""', '"fresh 8 2"'],
        ['first(@row[1]) ? 0', '2'],
        ['text = "changed " + text', '"changed old"'],
        ['text += "!"', '"changed old!"'],
        ['corner = Point{ x: 5 }', '{x: 5, y: 0}'],
        ['row = [4, 5, 6]', '[4, 5, 6]'],
        ['named.name = "other"', '"other"'],
        ['named.at = corner', '{x: 5, y: 0}'],
        ['Point{ x: 8, y: 9 }', '{x: 8, y: 9}'],
        ['len("abc")', '3'],
      );
      const { id: frameId } = await client.topFrame();
      const watch = client.request('evaluate', { expression: 'greet("x")', frameId, context: 'watch' });
      expect(await refusal(watch)).toContain('would run code of the program');
      const variablesReference = await client.localsReference({ id: frameId });
      const set = await client.request('setVariable', { variablesReference, name: 'text', value: '"set"' });
      expect(set.value).toBe('"set"');
      await client.runToEnd();
      expect(client.output({ category: 'stdout' })).toBe(
        '7 11\nan argument\nset 5 5 other 5\n50 6 other 0 6 hello set 3 0 5\n',
      );
    },
  );
});

// Watched values of native programs: told as the language shows them, and no longer than what is watched is there.

import { nativeTools } from '@sonde/engine-native';
import { aria } from '@sonde/language-aria';
import { c } from '@sonde/language-c';
import type { Language } from '@sonde/language';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { testFolder, written } from './written-programs.js';

/** A program that stopped at `#ready`, with these values watched. */
async function watching(language: Language, file: string, names: readonly string[]) {
  const client = await clientFor(language);
  await client.launch({ program: file }, () => client.setBreakpoints(file, ['#ready']));
  await client.waitForStop({ reason: 'breakpoint' });
  const { id: frameId } = await client.topFrame();
  const breakpoints: { dataId: string }[] = [];
  for (const name of names) {
    const { dataId } = await client.request('dataBreakpointInfo', { name, frameId });
    breakpoints.push({ dataId: dataId ?? '' });
  }
  const set = await client.request('setDataBreakpoints', { breakpoints });
  expect(set.breakpoints.map(({ verified }) => verified)).toEqual(names.map(() => true));
  /** What is told of so many writes; after them the program runs to its end. */
  const told = async (writes: number): Promise<readonly (string | undefined)[]> => {
    const texts: (string | undefined)[] = [];
    for (let nth = 0; nth < writes; nth++) texts.push((await client.continue()).body.text);
    await client.runToEnd();
    return texts;
  };
  return { client, told };
}

const ariaProgram = `const Colour = enum { red, green = 4, blue, };
const Node = struct { value: int64, next: gc Node, };
func:main = int32() {
  int8:small = 1;
  tbb16:checked = 1;
  flt64:real = 1.5;
  Colour:colour = Colour.red;
  string:text = "abc";
  gc Node:node = Node{ value: 4, next: NULL };
  wild int64:wild_one = 7;
  println("ready"); // #ready
  small = -3;
  checked = checked / 0;
  real = -2.25;
  colour = Colour.blue;
  text = "xyz";
  node.value = -44;
  aria.gc_minor();
  node.value = -45;
  wild_one = -8;
  aria.free(wild_one);
  println("done");
  pass(0);
};
`;

const cProgram = `enum colour { red, green = 4, blue };
int main(void) {
  float real = 1.5f;
  enum colour paint = red;
  signed char small = 1;
  volatile int ready = 0; // #ready
  real = -2.25f;
  paint = blue;
  small = -3;
  return ready;
}
`;

describeUnlessMissing('a watched value', (await nativeTools()).missing, () => {
  it('is told as its language shows it', async () => {
    const file = written('watched.aria', ariaProgram, testFolder());
    const first = await watching(aria, file, ['small', 'checked', 'real', 'colour']);
    expect(await first.told(4)).toEqual(['1 → -3', '1 → ERR (sentinel)', '1.5 → -2.25', 'red → blue']);
    const second = await watching(aria, file, ['text']);
    expect(await second.told(2)).toEqual(['"abc" → "xyz"', '"xyz" → "xyz"']);
  });

  it('is told so in C too', async () => {
    const { told } = await watching(c, written('watched.c', cProgram, testFolder()), [
      'real',
      'paint',
      'small',
    ]);
    expect(await told(3)).toEqual(['1.5 → -2.25', 'red (0) → blue (5)', '1 → -3']);
  });

  it('that nothing has the name of is none, and the answer says why', async () => {
    const file = written('watched.aria', ariaProgram, testFolder());
    const { client } = await watching(aria, file, []);
    const { id: frameId } = await client.topFrame();
    const variablesReference = await client.localsReference({ id: frameId });
    for (const where of [{ frameId }, { variablesReference }])
      expect(await client.request('dataBreakpointInfo', { name: 'nosuch', ...where })).toEqual({
        dataId: null,
        description: expect.stringMatching(/^there is no "?nosuch"? here/) as unknown,
      });
  });

  it('is no longer watched when its memory is collected or freed, and the collector is no writer', async () => {
    const file = written('watched.aria', ariaProgram, testFolder());
    const { client, told } = await watching(aria, file, ['node.value', 'node', 'wild_one']);
    expect(await told(2)).toEqual(['4 → -44', '7 → -8']);
    const said = client.output({ category: 'console' });
    expect(said).toContain('over: the garbage collector has moved or freed the object that it watched.');
    expect(said).toContain('over: the memory that it watched was freed.');
    expect(client.output({ category: 'stdout' })).toBe('ready\ndone\n');
  });
});

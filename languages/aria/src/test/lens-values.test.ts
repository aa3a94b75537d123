// Values of Aria programs under the debugger, in both builds.

import { describe, expect, it } from 'vitest';
import { toolsMissing, useShown } from './shown-programs.js';

const program = `
const Point = struct { x: int32, y: int32 };
const Colour = enum { red, green = 4, blue, };
const Sample = struct { level: tbb8, levels: tbb16[3], outcome: result<tbb32>, name: string, spot: Point };
func:half = int32(int32:n) { if (n % 2 != 0) { fail(3); } pass(n / 2); };
func:sticky = tbb32(tbb32:n) { pass(n * 65536); };
func:nothing = void() { pass(); };
func:name = string() { pass("file.txt"); };
async func:work = int32(int32:n) { yield(); pass(n * 2); };
async func:broken = int32() { yield(); fail(9); };
func:main = int32() {
  tbb8:bad = 100;
  bad = bad + 100;
  tbb16:low = -32767;
  tbb64:worse = ERR;
  int8:small = -65;
  byte:octet = 200;
  uint64:large = 18446744073709551615;
  bool:yes = true;
  flt32:third = 0.1;
  flt64:huge = 1e300;
  string:text = "a\\x00b \\"é\\"";
  string:empty = "";
  Colour:colour = Colour.blue;
  result<int32>:ok = half(8);
  result<int32>:error = half(7);
  result<tbb32>:err = sticky(65536);
  result<void>:done = nothing();
  result<string>:file = name();
  int32[3]:row = [1, 2, 3];
  tbb8[2]:levels = [65, ERR];
  byte[3]:octets = [65, 66, 200];
  int8[2]:smalls = [65, -66];
  int8@:first = @smalls[0];
  int8[2][3]:grid = [[1, 2], [3, 4], [5, 6]];
  debug:session = stddbg.createSession("net");
  Point[2]:spots = [Point{ x: 1, y: 2 }, Point{ x: 3, y: 4 }];
  func<int32(int32)>:chosen = half;
  Sample:sample = Sample{ level: bad, levels: [1, ERR, 3], outcome: err, name: "n", spot: Point{ x: 5, y: 6 } };
  Point@:spot = @sample.spot;
  Point@:nowhere = NULL;
  future<int32>:later = spawn work(21);
  future<int32>:never = spawn broken();
  println("before"); // #before
  int32:got = await later;
  int32:lost = await never ? 0;
  println(\`&{bad}&{low}&{worse}&{small}&{octet}&{large}&{yes}&{third}&{huge}&{text}&{empty}\`); // #after
  println(\`&{colour}&{row[got - 42]}&{spots[lost].x}&{spot->x}&{sample.level}&{nowhere == NULL}\`);
  pass(chosen(2) ? 0);
};
`;

describe.skipIf(toolsMissing)('values of Aria', () => {
  const programs = useShown();

  it('look as the language writes them', async () => {
    const { show } = await programs.aria(program, 'before');
    const texts = async (...names: string[]): Promise<string[]> =>
      Promise.all(names.map(async name => (await show(name)).text));
    expect(await texts('bad', 'low', 'worse')).toEqual(['ERR (sentinel)', '-32767', 'ERR (sentinel)']);
    expect(await texts('small', 'octet', 'large', 'yes', 'third', 'huge')).toEqual([
      ...['-65', '200', '18446744073709551615', 'true', '0.1', '1e+300'],
    ]);
    expect(await texts('text', 'empty', 'colour')).toEqual(['"a\\0b \\"é\\""', '""', 'blue']);
    expect(await texts('ok', 'error', 'err', 'done', 'file')).toEqual([
      ...['Ok(4)', 'Error(3)', 'Ok(ERR (sentinel))', 'Ok()', 'Ok("file.txt")'],
    ]);
    expect(await texts('levels', 'octets', 'smalls')).toEqual([
      ...['[65, ERR (sentinel)]', '[65, 66, 200]', '[65, -66]'],
    ]);
    expect((await show('first')).text).toMatch(/^→ 65 at 0x\w+$/);
    expect(await texts('row', 'spots')).toEqual(['[1, 2, 3]', '[{x: 1, y: 2}, {x: 3, y: 4}]']);
    expect(await texts('sample')).toEqual([
      '{level: ERR (sentinel), levels: [1, ERR (sentinel), 3], outcome: Ok(ERR (sentinel)), name: "n", spot: {x: 5, y: 6}}',
    ]);
    expect(await texts('grid', 'session')).toEqual(['[[1, 2], [3, 4], [5, 6]]', '{name: "net"}']);
    expect((await show('chosen')).text).toMatch(/^→ half at 0x\w+$/);
    expect((await show('spot')).text).toMatch(/^→ \{x: 5, y: 6\} at 0x\w+$/);
    expect((await show('nowhere')).text).toBe('NULL');
  });

  it('tell errors from numbers by their hints, also inside of others', async () => {
    const { show, child } = await programs.aria(program, 'before');
    expect((await show('bad')).hint).toEqual({ kind: 'virtual', attributes: ['failed'] });
    expect((await show('low')).hint).toEqual({ kind: 'data', attributes: [] });
    expect((await child('sample', 'level')).hint).toEqual({ kind: 'virtual', attributes: ['failed'] });
    const [, second] = await (await programs.aria(program, 'before')).lines('err');
    expect(second).toBe('err = 0');
  });

  it('have types as they are declared, arrays in arrays from the inside out', async () => {
    const { show, child } = await programs.aria(program, 'before');
    expect(await show('grid')).toMatchObject({ type: 'int8[2][3]' });
    expect(await child('grid', '[2]')).toMatchObject({ type: 'int8[2]', text: '[5, 6]' });
    expect(await child(await child('grid', '[2]'), '[1]')).toMatchObject({ type: 'int8', text: '6' });
    expect(await show('session')).toMatchObject({ type: 'debug' });
  });

  it('have the part that matters first in a result', async () => {
    const { lines } = await programs.aria(program, 'before');
    expect(await lines('ok')).toEqual(['val = 4', 'err = 0']);
    expect(await lines('error')).toEqual(['err = 3', 'val = 0']);
    expect(await lines('done')).toEqual(['err = 0']);
  });

  it('are coroutines that wait, are done or have failed', async () => {
    const before = await programs.aria(program, 'before');
    expect((await before.show('later')).text).toBe('work: ready');
    const after = await programs.aria(program, 'after');
    expect((await after.show('later')).text).toBe('work: done, Ok(42)');
    expect((await after.lines('later'))[0]).toBe('result = Ok(42)');
    expect((await after.show('never')).text).toBe('broken: failed, Error(9)');
  });

  it('are shown in release builds too, or say that they are not there', async () => {
    const { names, show } = await programs.aria(program, 'after', { options: ['--release'] });
    for (const name of names) expect((await show(name)).text).toMatch(/./);
    expect(names).toContain('bad');
  });

  it('do not take what a release build keeps nowhere for a zero', async () => {
    const kept = `
      func:main = int32() {
        string:word = "hello";
        println("look"); // #look
        println(word);
        pass(0);
      };
    `;
    const { show } = await programs.aria(kept, 'look', { options: ['--release'] });
    // Of a text that is written in the program, clang keeps the length.
    expect((await show('word')).text).toMatch(/^(?:"hello"|<optimized out: .*>)$/);
  });
});

describe.skipIf(toolsMissing)('a tbb in storage that is wider than its name', () => {
  const programs = useShown();
  const wide = `
    typedef short tbb8;
    typedef long tbb32;
    typedef char tbb7;
    struct holder { tbb8 level; tbb8 levels[2]; };
    int main(void) {
      tbb8 fine = 127, over = 128, under = -129, err = -128;
      tbb32 far = 1L << 40;
      struct holder holder = {200, {-128, 5}};
      tbb7 letters[3] = {65, -64, 100};
      return (int)(fine + over + under + err + far + holder.level + letters[0]); // #look
    }
  `;

  it('overflows', async () => {
    const { show, lines } = await programs.c(wide, 'look');
    const failed = { kind: 'virtual', attributes: ['failed'] };
    expect(await show('fine')).toMatchObject({ text: '127', hint: { kind: 'data', attributes: [] } });
    expect(await show('over')).toMatchObject({ text: '128 (OVERFLOW)', type: 'tbb8', hint: failed });
    expect(await show('under')).toMatchObject({ text: '-129 (OVERFLOW)', hint: failed });
    expect(await show('err')).toMatchObject({ text: 'ERR (sentinel)', hint: failed });
    expect((await show('letters')).text).toBe('[65 (OVERFLOW), ERR (sentinel), 100 (OVERFLOW)]');
    expect((await show('far')).text).toBe('1099511627776 (OVERFLOW)');
    expect(await lines('holder')).toEqual(['level = 200 (OVERFLOW)', 'levels = [ERR (sentinel), 5]']);
  });
});

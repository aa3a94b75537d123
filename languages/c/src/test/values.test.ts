// Values of C that take more than a type and a few bytes to read.

import { describe, expect, it } from 'vitest';
import { gnu } from './gnu-compiler.js';
import { toolsMissing, usePrograms } from './programs.js';

const program = `
#include <complex.h>
#include <stdlib.h>
#include <uchar.h>
#include <wchar.h>
struct flexible { int count; int items[]; };
union bits { struct { unsigned low : 3, high : 5; int : 4; unsigned wide : 12; }; unsigned all; signed part : 7; };
struct variant { int kind; union { int whole; float real; struct { short x, y; }; }; };
typedef int (*operation)(int, int);
static int add(int a, int b) { return a + b; }
struct named { operation apply; const char *name; };
int sums(int n, int m) {
  int line[n], table[n][m], cube[2][m][n];
  typedef int row[n];
  row named;
  named[0] = 0;
  for (int i = 0; i < 2 * m * n; i++) (&cube[0][0][0])[i] = 5;
  for (int i = 0; i < n; i++) { line[i] = i * i; for (int j = 0; j < m; j++) table[i][j] = 10 * i + j; }
  return line[1] + table[1][1] + named[0]; // #arrays
}
int main(void) {
  long double precise = 1.0L / 3.0L, huge = 1e4000L;
  _Float16 half = 1.5;
  double _Complex z = 1 + 2 * I;
  float _Complex small = 1.5f - 0.5f * I;
  wchar_t wide[] = L"wide \\u00e9";
  const wchar_t *wider = L"pointer";
  char16_t sixteen[] = u"sixteen";
  char32_t thirty[] = U"thirty";
  wchar_t letter = L'x';
  __int128 large = ((__int128)1 << 100) + 7, negative = -5;
  unsigned __int128 largest = ~(unsigned __int128)0;
  struct flexible *flexible = malloc(sizeof *flexible + 3 * sizeof(int));
  flexible->count = 3;
  flexible->items[2] = 9;
  union bits bits = {.all = 0xabcdef};
  struct variant variant = {1, {.real = 1.5f}};
  operation operation = add;
  struct named named = {add, "add"};
  int result = sums(3, 4);
  return result + operation(1, 2); // #look
}
`;

describe.skipIf(toolsMissing)('values of C', () => {
  const { source, shownAt } = usePrograms();
  const stopped = async (marker: string) => shownAt(await source('values.c', program), marker);

  it('are numbers of every width, and texts of every kind of character', async () => {
    const { show } = await stopped('look');
    const shown = async (...names: string[]): Promise<string[]> =>
      Promise.all(names.map(async name => (await show(name)).text));
    expect(await shown('precise', 'huge', 'half', 'z', 'small')).toEqual([
      ...['0.33333333333333333334', '1e+4000', '1.5', '1 + 2i', '1.5 - 0.5i'],
    ]);
    expect(await shown('wide', 'sixteen', 'thirty', 'letter')).toEqual([
      ...['"wide é"', '"sixteen"', '"thirty"', "'x' 120"],
    ]);
    expect((await shown('wider'))[0]).toMatch(/^→ "pointer" at 0x\w+$/);
    expect(await shown('large', 'negative', 'largest')).toEqual([
      ...['1267650600228229401496703205383', '-5', '340282366920938463463374607431768211455'],
    ]);
  });

  it('are functions behind pointers, also inside of structs', async () => {
    const { show } = await stopped('look');
    expect((await show('operation')).text).toMatch(/^→ add at 0x\w+$/);
    expect((await show('named')).text).toMatch(/^\{apply: → add at 0x\w+, name: → "add" at 0x\w+\}$/);
  });

  it('are the members of unnamed unions, and bit fields in unions', async () => {
    const { show } = await stopped('look');
    expect((await show('bits')).text).toBe('{low: 7, high: 29, wide: 2748, all: 11259375, part: -17}');
    expect((await show('variant')).text).toBe('{kind: 1, whole: 1069547520, real: 1.5, x: 0, y: 16320}');
  });

  it('can be set where they are numbers', async () => {
    const { show, expand, write, evaluate, text } = await stopped('look');
    const member = async (name: string, wanted: string) =>
      (await expand(await show(name))).find(item => item.name === wanted)!.raw!;
    await write((await show('precise')).raw!, 2.5);
    await write((await show('half')).raw!, -0.25);
    await write((await show('large')).raw!, -(1n << 90n));
    await write((await show('letter')).raw!, 'y');
    await write(await member('z', 'imag'), -1);
    await write(await member('bits', 'high'), 3n);
    await write(await member('variant', 'y'), 7n);
    const now = async (name: string): Promise<string> => text(await evaluate(name));
    expect(await Promise.all(['precise', 'half', 'large', 'letter', 'z'].map(now))).toEqual([
      ...['2.5', '-0.25', '-1237940039285380274899124224', "'y' 121", '1 - 1i'],
    ]);
    expect(await now('bits')).toContain('{low: 7, high: 3, wide: 2748,');
    expect(await now('variant')).toContain('y: 7}');
  });

  it('are arrays of variable length where LLDB knows it, and say so where it does not', async () => {
    const { show, evaluate, text, names } = await stopped('arrays');
    // The lengths are variables of the compiler's.
    expect([...names].sort()).toEqual(['cube', 'line', 'm', 'n', 'named', 'table']);
    expect((await show('line')).text).toBe('[0, 1, 4]');
    expect((await show('table')).text).toBe('[[0, 1, 2, 3], [10, 11, 12, 13], [20, 21, 22, 23]]');
    expect((await show('cube')).type).toBe('int[2][4][3]');
    expect((await show('cube')).text).toMatch(
      /^\[\[(?:\[5, 5, 5\](?:, )?){4}\], \[(?:\[5, 5, 5\](?:, )?){4}\]\]$/,
    );
    expect((await show('named')).text).toBe('<its length is not known to LLDB>');
    const { evaluate: outside, text: textOutside, show: showOutside } = await stopped('look');
    expect((await showOutside('flexible')).text).toMatch(/^→ \{count: 3, items: \[…\]\} at 0x\w+$/);
    expect(await textOutside(await outside('flexible->items[2]'))).toBe('9');
    expect(await text(await evaluate('line[2]'))).toBe('4');
    expect(await text(await evaluate('table[2][1]'))).toBe('21');
    expect(await text(await evaluate('sizeof(line)'))).toBe('12');
    expect(await text(await evaluate('sizeof table / sizeof *table'))).toBe('3');
    expect(await text(await evaluate('sizeof(cube[0])'))).toBe('48');
  });

  it.skipIf(gnu === undefined)("have the lengths that GNU's compiler tells of", async () => {
    const code = [
      'static int sums(int n, int m) {',
      '  int line[n], table[n][m], fixed[2][2] = {{1, 2}, {3, 4}};',
      '  for (int i = 0; i < n; i++) { line[i] = i * i; for (int j = 0; j < m; j++) table[i][j] = 10 * i + j; }',
      '  int (*to)[m] = table;',
      '  return line[1] + table[1][1] + fixed[0][0] + to[0][0]; // #look',
      '}',
      'int main() { return sums(2, 3); }',
    ].join('\n');
    const file = await source('lengths.cpp', code);
    const { show, evaluate, text } = await shownAt(file, 'look', { extra: { cc: gnu } });
    const shown = await Promise.all(['line', 'table', 'fixed'].map(show));
    expect(shown.map(item => item.text)).toEqual([
      ...['[0, 1]', '[[0, 1, 2], [10, 11, 12]]', '[[1, 2], [3, 4]]'],
    ]);
    expect(await text(await evaluate('table[1][1]'))).toBe('11');
    expect(await text(await evaluate('to[1][2]'))).toBe('12');
    const sizes = {
      ...{ 'sizeof(line)': '8', 'sizeof line': '8', 'sizeof(table)': '24', 'sizeof table[0]': '12' },
      ...{ 'sizeof(*table)': '12', 'sizeof(*to)': '12', 'sizeof(to)': '8', 'sizeof(fixed)': '16' },
      ...{ 'sizeof(line) / sizeof(line[0])': '2', 'n == 2 && sizeof(line) == 8': 'true' },
    };
    for (const [expression, size] of Object.entries(sizes))
      expect([expression, await text(await evaluate(expression))]).toEqual([expression, size]);
  });
});

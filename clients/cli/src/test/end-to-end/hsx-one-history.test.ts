// The same C source on two machines has one history: at every statement HSX shows what a native build shows.
//
// Compared are function, line, and all arguments and locals with their members, down to what pointers lead to. Left out are
// addresses and summaries that contain some (their members are compared), function pointers, and a variable until the line that
// declares it is behind: before, it is whatever was on the stack.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { StackFrame, Variable } from '@sonde/dap';
import { nativeTools } from '@sonde/engine-native';
import type { Language } from '@sonde/language';
import { c } from '@sonde/language-c';
import { hsx } from '@sonde/language-hsx';
import { TimelineFailure, type TestClient } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { written } from './written-programs.js';

interface Moment {
  readonly function: string;
  readonly line: number;
  /** By path, such as `light.lamps.red`; without those that the code keeps nowhere at this instruction. */
  readonly values: ReadonlyMap<string, string>;
}

/** Steps that take some seconds on a busy computer. */
const most = 150;

const isNowhere = (value: string): boolean => /^<.*(?:nowhere|optimi[sz]ed out).*>$/.test(value);

async function declaredBehind(client: TestClient, variable: Variable, line: number): Promise<boolean> {
  const { declarationLocationReference: locationReference } = variable;
  if (locationReference === undefined) return true;
  const declared = await client.request('locations', { locationReference });
  return declared !== undefined && declared.line < line;
}

async function valuesOf(client: TestClient, { id, line }: StackFrame): Promise<Map<string, string>> {
  const { scopes } = await client.request('scopes', { frameId: id });
  const values = new Map<string, string>();
  const add = async (path: string, { value, type = '', variablesReference }: Variable, depth: number) => {
    if (type.includes('(') || isNowhere(value)) return;
    if (!value.includes('0x')) values.set(path, value);
    if (variablesReference === 0 || depth === 0) return;
    const { variables } = await client.request('variables', { variablesReference });
    for (const each of variables) await add(`${path}.${each.name}`, each, depth - 1);
  };
  for (const { name, variablesReference } of scopes) {
    if (name !== 'Arguments' && name !== 'Locals') continue;
    const { variables } = await client.request('variables', { variablesReference });
    for (const each of variables)
      if (name === 'Arguments' || (await declaredBehind(client, each, line))) await add(each.name, each, 3);
  }
  return values;
}

/** Steps in from the first line of `main` to the end, or for as long as is bearable. */
async function history(
  language: Language,
  program: string,
  launch: Readonly<Record<string, unknown>> = {},
): Promise<readonly Moment[]> {
  const client = await clientFor(language);
  await client.launch({ program, ...launch }, () =>
    client.request('setFunctionBreakpoints', { breakpoints: [{ name: 'main' }] }),
  );
  await client.waitForStop();
  const moments: Moment[] = [];
  while (moments.length < most) {
    const frame = await client.topFrame();
    const values = await valuesOf(client, frame);
    moments.push({ function: frame.name.replace(/\(.*$/, ''), line: frame.line, values });
    try {
      await client.stepIn();
    } catch (error) {
      if (error instanceof TimelineFailure && error.message.includes('ended instead')) break;
      throw error;
    }
  }
  return moments;
}

const sourceOf = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`${name}.hsx.c`, hsx.examples)), 'utf8');

const told = ({ function: name, line, values }: Moment): string =>
  `${name}:${line} ${[...values]
    .map(([path, value]) => `${path}=${value}`)
    .toSorted()
    .join(' ')}`;

describeUnlessMissing('HSX and this computer', (await nativeTools()).missing, () => {
  it.each(['tour', 'fixed', 'bughunt'])('tell one history of %s', { timeout: 120_000 }, async name => {
    const onHsx = await history(hsx, written(`${name}.hsx.c`, sourceOf(name)));
    const native = await history(c, written(`${name}.c`, sourceOf(name)));
    expect(onHsx.map(told)).toEqual(native.map(told));
    expect(onHsx.length).toBeGreaterThan(100);
    expect(onHsx.filter(({ values }) => values.size > 0).length).toBeGreaterThan(onHsx.length / 2);
  });
});

/** Values in registers that are used again for others, pointers into the frame, 64 bits, and functions that stay functions. */
const busy = `#define KEPT __attribute__((noinline))
struct point {
  short x, y;
};
static volatile int seen;
KEPT static int weigh(int seed, int by) {
  int half = seed / 2;
  int sum = half + by;
  seen += sum;
  int twice = sum * 2;
  seen += twice;
  return twice - half;
}
KEPT static long long wide(long long base, int times) {
  long long total = base;
  for (int i = 0; i < times; i++) {
    long long part = total * 3;
    seen += (int)part;
    total = part + i;
  }
  return total;
}
KEPT static void move(struct point *point, int by) {
  int before = point->x;
  point->x = (short)(before + by);
  seen += before;
  point->y = (short)(point->y - by);
}
KEPT static int many(int a, int b, int c, int d, int e) {
  int first = weigh(a, b);
  int second = weigh(c, d);
  int third = first * second + e;
  seen += third;
  return third - first;
}
int main(void) {
  struct point point = {3, 4};
  int one = weigh(10, 1);
  seen += one;
  move(&point, one);
  long long far = wide(point.x, 4);
  seen += (int)far;
  int last = many(1, 2, 3, 4, one);
  seen += last;
  return (int)(far & 1);
}
`;

/**
 * Each moment of an optimised run is one of the plain run with the same values, in the same order. Optimised code stops less often,
 * and knows fewer values; what it shows has to be true.
 */
function strangers(optimised: readonly Moment[], plain: readonly Moment[]): readonly string[] {
  let from = 0;
  return optimised
    .filter(moment => {
      const agrees = (other: Moment): boolean =>
        other.function === moment.function &&
        other.line === moment.line &&
        [...moment.values].every(([path, value]) => (other.values.get(path) ?? value) === value);
      const found = plain.findIndex((other, nth) => nth >= from && agrees(other));
      if (found >= 0) from = found;
      return found < 0;
    })
    .map(told);
}

describe('optimised code on HSX', () => {
  it.each([
    ['busy', busy],
    ['fixed', sourceOf('fixed').replaceAll(/^static /gm, '__attribute__((noinline)) static ')],
  ])('shows of %s only what is true', { timeout: 120_000 }, async (name, text) => {
    const program = written(`${name}.hsx.c`, text);
    const plain = await history(hsx, program);
    expect(plain.length).toBeLessThan(most);
    for (const optimize of ['1', '2']) {
      const optimised = await history(hsx, program, { optimize });
      expect(strangers(optimised, plain), `-O${optimize}`).toEqual([]);
      const shown = optimised.reduce((sum, { values }) => sum + values.size, 0);
      expect(shown, 'values in registers').toBeGreaterThan(20);
    }
  });
});

// Optimised programs with blocks inside of blocks: a variable is shown with its own value, or said to have none.
//
// The program itself tells what is true: it hands its variables to a function, where it is stopped.

import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { compilers } from './cpp-compilers.js';
import { clientFor } from './in-process.js';
import { sharedPrograms } from './shared-programs.js';

const programs = sharedPrograms(c);

/** `note` is given all that is in sight at the line of its call, in the order of the names behind the marker. */
const program = `struct node { int key; struct node *left, *right; };
static volatile long seen;
__attribute__((noinline)) void note(long a, long b, long c, long d, long e) {
  seen += a ^ b ^ c ^ d ^ e; // #note
}
static struct node nodes[64];
static int used;
static struct node *added(struct node *at, int key) {
  if (!at) {
    struct node *fresh = &nodes[used++];
    fresh->key = key; // #fresh
    return fresh;
  }
  if (key < at->key) at->left = added(at->left, key);
  else at->right = added(at->right, key);
  return at;
}
static inline int limited(int value, int low, int high) {
  if (value < low) {
    int missing = low - value;
    note(value, low, high, missing, 0); // #low value low high missing
    return value + missing;
  }
  if (value > high) {
    int over = value - high;
    note(value, low, high, over, 0); // #high value low high over
    return value - over;
  }
  return value;
}
static long visited(struct node *at, int depth) {
  long sum = 0;
  while (at) {
    int tripled = at->key * 3;
    sum += visited(at->left, depth + 1); // #left
    for (int i = 0; i < 3; i++) {
      int shifted = tripled + i;
      int held = limited(shifted, 10, 60);
      if (held & 1) {
        int odd = held * 7;
        note(sum, depth, i, shifted, odd); // #odd sum depth i shifted odd
        sum += odd + shifted;
      } else {
        int even = held / 2;
        note(sum, depth, i, held, even); // #even sum depth i held even
        sum += even + held;
      }
    }
    note(sum, depth, tripled, 0, 0); // #visited sum depth tripled
    at = at->right;
    depth += tripled & 1;
  }
  return sum;
}
int main(int argc, char **argv) {
  struct node *root = 0;
  unsigned random = 12345 + argc;
  long total = 0;
  for (int i = 0; i < 12; i++) {
    random = random * 1103515245u + 12345u;
    int key = (random >> 16) % 40; // #key
    root = added(root, key); // #added
    if (key % 4 == 0) { // #quarter
      int quarter = limited(key, 5, 30);
      note(argc, i, key, quarter, total); // #main argc i key quarter total
      total += quarter + key + argc;
    }
    note(argc, random, i, key, total); // #round argc random i key total
    total += key * i + argc;
  }
  total += visited(root, 0);
  return total == 0;
}
`;

const lines = program.split('\n');
const callers = new Map(
  lines.flatMap((line, index) => {
    const [, names] = /note\(.*\/\/ #\w+ (.*)$/.exec(line) ?? [];
    return names === undefined ? [] : [[index + 1, names.split(' ')] as const];
  }),
);
const markers = lines.flatMap(line => /#\w+/.exec(line)?.[0] ?? []) as `#${string}`[];
const noteLine = lines.findIndex(line => line.includes('#note')) + 1;
const parameters = ['a', 'b', 'c', 'd', 'e'];

const levels = ['-O1', '-O2', '-Og'];
const ways = compilers.flatMap(([name, cc]) => levels.map(level => [name, level, cc] as const));

/** Arguments and locals: names to values, those that the compiler kept nothing of left out. */
async function variablesOf(client: TestClient, frameId: number): Promise<ReadonlyMap<string, bigint>> {
  const { scopes } = await client.request('scopes', { frameId });
  const found = new Map<string, bigint>();
  for (const { name, variablesReference } of scopes) {
    if (name !== 'Arguments' && name !== 'Locals') continue;
    const { variables } = await client.request('variables', { variablesReference });
    for (const variable of variables)
      if (/^-?\d+$/.test(variable.value)) found.set(variable.name, BigInt(variable.value));
  }
  return found;
}

describeUnlessMissing('variables of optimised programs', (await nativeTools()).missing, () => {
  it.each(ways)('have their own values, with %s %s', { timeout: 120_000 }, async (_name, level, cc) => {
    const file = programs.written('blocks.c', program);
    const client = await clientFor(programs.language);
    const launch = { program: file, ...(cc === undefined ? {} : { cc }), cflags: [level] };
    await client.launch(launch, () => client.setBreakpoints(file, markers));
    await client.waitForStop({ reason: 'breakpoint' });
    let compared = 0;
    for (let stops = 0; stops < 120; stops++) {
      const [top, caller] = await client.stack();
      const shown = await variablesOf(client, top!.id);
      const names = caller === undefined || top!.line !== noteLine ? undefined : callers.get(caller.line);
      if (names !== undefined) {
        const there = await variablesOf(client, caller!.id);
        for (const [index, name] of names.entries()) {
          const [told, truth] = [there.get(name), shown.get(parameters[index]!)];
          if (told === undefined || truth === undefined) continue;
          expect({ line: caller!.line, name, told }).toEqual({ line: caller!.line, name, told: truth });
          compared++;
        }
      }
      await client.continue();
    }
    expect(compared).toBeGreaterThan(30);
  });
});

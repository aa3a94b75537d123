// The same native programs through another adapter of LLDB's and through Sonde: where both should agree, they do.

import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { StackFrame } from '@sonde/dap';
import { clangTool, findTool, nativeTools } from '@sonde/engine-native';
import {
  connect,
  overStdio,
  TimelineFailure,
  type Endpoint,
  type Stop,
  type TestClient,
} from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { sondeScript } from './fixtures.js';
import { ScratchFolder } from './scratch-folder.js';

const run = promisify(execFile);
const peer = 'lldb-dap-22';
const absent = spawnSync(peer, ['--help']).status === 0 ? undefined : `${peer} is missing`;
const missing = (await nativeTools()).missing ?? absent;

type Motion = 'continue' | 'next' | 'stepIn' | 'stepOut';

interface Scenario {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly flags?: readonly string[];
  /** Other files, each made into a shared library of its name. */
  readonly libraries?: Readonly<Record<string, string>>;
  readonly markers: readonly `#${string}`[];
  readonly motions: readonly Motion[];
}

const scenarios: readonly Scenario[] = [
  {
    name: 'recursion, steps and values',
    file: 'recursion.c',
    text: `#include <stdio.h>
static int depth(int n) {
  int half = n / 2;
  if (n == 0) return 0; // #bottom
  int below = depth(half);
  return below + 1;
}
int main(void) {
  double ratio = 1.5;
  long total = 0; // #begin
  for (int i = 1; i < 4; i++) {
    total += depth(i);
    ratio *= 2;
  }
  printf("%ld %f\\n", total, ratio);
  return 0;
}
`,
    markers: ['#begin', '#bottom'],
    motions: [
      'next',
      'next',
      'continue',
      'continue',
      'next',
      'stepOut',
      'stepOut',
      'next',
      'next',
      'continue',
    ],
  },
  {
    name: 'threads',
    file: 'threads.c',
    flags: ['-pthread'],
    text: `#include <pthread.h>
static void *work(void *given) {
  int number = *(int *)given;
  *(int *)given = number * number; // #thread
  return 0;
}
int main(void) {
  int value = 7;
  for (int round = 0; round < 2; round++) {
    pthread_t thread;
    pthread_create(&thread, 0, work, &value);
    pthread_join(thread, 0);
    value += 1; // #joined
  }
  return 0;
}
`,
    markers: ['#thread', '#joined'],
    motions: ['next', 'continue', 'next', 'continue', 'continue'],
  },
  {
    name: 'a crash',
    file: 'crash.c',
    text: `static int follow(int *where, int by) {
  by += 1;
  by += *where;
  return by;
}
int main(void) {
  int good = 4;
  int first = 0;
  first = follow(&good, 2); // #before
  return follow(0, first);
}
`,
    markers: ['#before'],
    motions: ['stepIn', 'next', 'stepOut', 'continue'],
  },
  {
    name: 'a shared library',
    file: 'main.c',
    libraries: {
      'area.c': 'int area(int width, int height) {\n  return width * height;\n}\n',
    },
    text: `int area(int width, int height);
int main(void) {
  int sum = 0;
  for (int side = 1; side < 3; side++) {
    sum += area(side, side + 1); // #call
  }
  return sum == 8 ? 0 : 1;
}
`,
    markers: ['#call'],
    motions: ['stepIn', 'stepOut', 'continue', 'stepIn'],
  },
  {
    name: 'classes and templates',
    file: 'classes.cpp',
    text: `struct Shape {
  virtual ~Shape() = default;
  virtual int corners() const = 0;
};
struct Square : Shape {
  int side;
  explicit Square(int side) : side(side) {}
  int corners() const override {
    int count = 4;
    return count; // #corners
  }
};
template <typename T> T larger(T left, T right) {
  T found = left < right ? right : left;
  return found; // #larger
}
int main() {
  Square square(3);
  const Shape &shape = square;
  int corners = 0;
  long most = 0;
  double ratio = 0;
  corners = shape.corners();
  most = larger<long>(corners, 9);
  ratio = larger(0.5, 0.25);
  return most == 9 && ratio > 0 ? 0 : 1;
}
`,
    markers: ['#corners', '#larger'],
    motions: ['stepOut', 'continue', 'next', 'continue', 'stepOut'],
  },
  {
    name: 'optimised code',
    file: 'optimised.c',
    flags: ['-O2'],
    text: `#include <stdio.h>
__attribute__((noinline)) static int weigh(int seed, int by) {
  int unused = seed * 3;
  (void)unused;
  int weight = seed + by;
  printf("%d\\n", weight); // #weigh
  return weight;
}
int main(int argc, char **argv) {
  int result = weigh(argc, 41);
  return result == 42 ? 0 : 1;
}
`,
    markers: ['#weigh'],
    motions: ['stepOut'],
  },
];

async function built({ file, text, flags = [], libraries = {} }: Scenario, folder: ScratchFolder) {
  const source = folder.file(file, text);
  const clang = await findTool(clangTool());
  const compiler = file.endsWith('.cpp') ? clang.replace('clang', 'clang++') : clang;
  const linked: string[] = [];
  for (const [name, code] of Object.entries(libraries)) {
    const library = join(folder.path, `lib${name.replace('.c', '.so')}`);
    await run(clang, ['-g', '-O0', '-shared', '-fPIC', folder.file(name, code), '-o', library]);
    linked.push(library, `-Wl,-rpath,${folder.path}`);
  }
  const binary = join(folder.path, 'program');
  await run(compiler, ['-g', '-O0', ...flags, source, ...linked, '-o', binary]);
  return { source, binary };
}

/** Everything of a stop that the two should agree on, in a line. */
async function told(client: TestClient, folder: string, reason: string, threadId: number): Promise<string> {
  // One of them also has places for what runs before `main`.
  const own = ({ source, name }: StackFrame): boolean =>
    source?.path?.startsWith(folder) === true && name !== '_start';
  const frames = (await client.stack(threadId)).filter(own);
  const stack = frames.map(({ name, line }) => `${shortName(name)}:${line}`).join(' < ');
  const top = frames[0];
  const { scopes } = top === undefined ? { scopes: [] } : await client.request('scopes', { frameId: top.id });
  const values: string[] = [];
  for (const { name, variablesReference } of scopes) {
    if (!/^(?:Arguments|Locals)$/.test(name)) continue;
    const { variables } = await client.request('variables', { variablesReference });
    for (const { name: variable, value, type } of variables)
      if (!variable.startsWith('(') && /^(?:int|long|double|const int)$/.test(type ?? ''))
        values.push(`${variable}=${said(value)}`);
  }
  return `${reason} at ${stack} with ${values.toSorted().join(' ')}`;
}

/** Without what it takes, gives back, and was made of. */
const shortName = (name: string): string =>
  name
    .replace(/[(<].*$/, '')
    .split(' ')
    .at(-1)!;

/** Each says in its own words that the compiler kept nothing; some numbers have more digits here than there. */
function said(value: string): string {
  if (/optimized out|not available|no location|could not evaluate/i.test(value)) return 'nothing';
  return Number.isNaN(Number(value)) ? value : String(Number(value));
}

const moved = (client: TestClient, motion: Motion, threadId: number): Promise<Stop> =>
  motion === 'continue' ? client.continue(threadId) : client[motion]({ threadId });

async function story(endpoint: Endpoint, scenario: Scenario): Promise<readonly string[]> {
  const folder = new ScratchFolder();
  const { source, binary } = await built(scenario, folder);
  const client = closeAfterTest(
    await connect(endpoint, { tolerate: [/^/], initialize: { adapterID: 'compared' } }),
  );
  await client.launch({ program: binary }, () => client.setBreakpoints(source, scenario.markers));
  const lines: string[] = [];
  let stop = await client.waitForStop();
  for (const motion of [...scenario.motions, undefined]) {
    lines.push(await told(client, folder.path, stop.reason, stop.threadId));
    if (motion === undefined) break;
    try {
      stop = await moved(client, motion, stop.threadId);
    } catch (error) {
      if (!(error instanceof TimelineFailure) || !error.message.includes('ended instead')) throw error;
      return [...lines, 'the end'];
    }
  }
  return lines;
}

describeUnlessMissing('Sonde and another adapter of LLDB', missing, () => {
  it.each(scenarios)('tell the same story: $name', async scenario => {
    const ours = await story(overStdio(process.execPath, [sondeScript, 'c-dap']), scenario);
    expect(ours).toEqual(await story(overStdio(peer), scenario));
    expect(ours.length).toBeGreaterThan(1);
  });
});

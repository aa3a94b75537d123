import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { mini } from '@sonde/language-mini';
import { ng } from '@sonde/language-ng';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing, witness } from '@sonde/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { tcpServer } from './fixtures.js';
import { stoppedIn, written } from './written-programs.js';

const server = tcpServer();

async function copied(client: TestClient, expression: string): Promise<string> {
  const preview = await client.evaluate(expression, { context: 'watch' });
  expect(preview.result.length).toBeLessThan(1_000);
  return (await client.evaluate(expression, { context: 'clipboard' })).result;
}

describe('a copy', () => {
  witness(
    mini,
    ['capability supportsClipboardContext', 'request evaluate'],
    'holds a whole text',
    async () => {
      const program = written(
        'long.mini',
        'let long = repeat("0123456789", 10000) + "end";\nprint len(long); // #here\n',
      );
      const client = await stoppedIn(server, program);
      expect(await copied(client, 'long')).toBe(`"${'0123456789'.repeat(10_000)}end"`);
    },
  );

  witness(
    ng,
    ['capability supportsClipboardContext', 'request evaluate'],
    'holds a whole text, and a whole vector',
    async () => {
      const program = written(
        'long.ng',
        'fun same(x: i32) -> i32 {\n  return x;\n}\nfun main() {\n  val digits = "0123456789";\n  val i = 0;\n  loop {\n    if (i < 14) {\n      digits := digits + digits;\n      i := i + 1;\n      next;\n    }\n  }\n  val all = 0..15000;\n  val list = [same(all)...];\n  print(i); // #here\n}\n',
      );
      const client = await stoppedIn(server, program);
      expect(await copied(client, 'digits')).toBe(`"${'0123456789'.repeat(1 << 14)}"`);
      const list = await copied(client, 'list');
      expect(list).toBe(`[${Array.from({ length: 15_000 }, (_, nth) => nth).join(', ')}]`);
    },
  );
});

/** Pages of a stack of so many calls: they fit together, and the end is known when it was seen. */
async function pagedStack(client: TestClient, calls: number, name: string): Promise<void> {
  const { threadId } = await client.waitForStop();
  const first = await client.request('stackTrace', { threadId, startFrame: 0, levels: 20 });
  expect(first.stackFrames).toHaveLength(20);
  // One more than is known is enough for a client to go on.
  expect(first.totalFrames).toBeGreaterThan(20);
  const ids = new Set<number>();
  let total = 0;
  let known = first.totalFrames!;
  for (;;) {
    const page = await client.request('stackTrace', { threadId, startFrame: total, levels: 700 });
    for (const frame of page.stackFrames) ids.add(frame.id);
    total += page.stackFrames.length;
    expect(page.totalFrames).toBeGreaterThanOrEqual(known);
    known = page.totalFrames!;
    if (page.stackFrames.length < 700) break;
  }
  expect(ids.size).toBe(total);
  expect(known).toBe(total);
  expect(total).toBeGreaterThanOrEqual(calls);
  const deep = await client.request('stackTrace', { threadId, startFrame: calls - 2, levels: 1 });
  expect(deep.stackFrames.map(frame => frame.name)).toEqual([name]);
  const all = await client.request('stackTrace', { threadId });
  expect(all.stackFrames).toHaveLength(total);
  expect(all.totalFrames).toBe(total);
  const beyond = await client.request('stackTrace', { threadId, startFrame: total + 5, levels: 10 });
  expect(beyond.stackFrames).toEqual([]);
}

describe('a stack of ten thousand calls', () => {
  witness(
    mini,
    ['capability supportsDelayedStackTraceLoading', 'request stackTrace'],
    'is loaded page by page',
    async () => {
      const program = written(
        'deep.mini',
        'fn down(n) {\n  if n == 0 {\n    return 0; // #here\n  }\n  return 1 + down(n - 1);\n}\nprint down(10000);\n',
      );
      await pagedStack(await stoppedIn(server, program), 10_001, 'down');
    },
  );

  witness(
    ng,
    ['capability supportsDelayedStackTraceLoading', 'request stackTrace'],
    'is loaded page by page, in a program with types',
    async () => {
      const program = written(
        'deep.ng',
        'fun down(n: i32) -> i32 {\n  if (n == 0) {\n    return 0; // #here\n  }\n  return 1 + down(n - 1);\n}\nprint(down(10000));\n',
      );
      await pagedStack(await stoppedIn(server, program), 10_001, 'down');
    },
  );
});

describe('artificial frames', () => {
  witness(ng, ['request stackTrace'], 'are dimmed and not dropped, and can be looked at', async () => {
    const program = written(
      'fold.ng',
      'fun square(x: i32) -> i32 {\n  return x * x; // #here\n}\nval numbers = [1, 2];\nval squares = [square(numbers)...];\nprint(squares);\n',
    );
    const client = await stoppedIn(server, program);
    const frames = await client.stack();
    expect(frames.map(({ name, presentationHint }) => `${name} ${presentationHint ?? ''}`)).toEqual([
      'square ',
      'map subtle',
      '__start__ ',
    ]);
    await client.request('scopes', { frameId: frames[1]!.id });
  });
});

describeUnlessMissing('whole values of C', (await nativeTools()).missing, () => {
  witness(
    c,
    ['capability supportsClipboardContext', 'request evaluate'],
    'are copied whole: texts and arrays',
    async () => {
      const program = written(
        'long.c',
        '#include <string.h>\nstatic char text[100001];\nstatic int numbers[25000];\nint main(void) {\n  memset(text, 97, 100000);\n  numbers[24999] = 7;\n  const char *pointer = text;\n  return pointer[0] - 97; // #here\n}\n',
      );
      const client = await stoppedIn(server, program);
      expect(await copied(client, 'text')).toBe(`"${'a'.repeat(100_000)}"`);
      const shown = await copied(client, 'pointer');
      expect(shown.startsWith(`→ "${'a'.repeat(100_000)}" at 0x`)).toBe(true);
      const numbers = await copied(client, 'numbers');
      expect(numbers.split(', ')).toHaveLength(25_000);
      expect(numbers.endsWith(', 7]')).toBe(true);
    },
  );

  witness(
    c,
    ['capability supportsDelayedStackTraceLoading', 'request stackTrace'],
    'a stack of ten thousand calls is loaded page by page',
    async () => {
      const program = written(
        'deep.c',
        'int down(int n) {\n  if (n == 0)\n    return 0; // #here\n  return 1 + down(n - 1);\n}\nint main(void) { return down(9999) != 9999; }\n',
      );
      await pagedStack(await stoppedIn(server, program), 10_000, 'down');
    },
  );

  it('frames without a source of their own are listed too', async () => {
    const program = written(
      'sorts.c',
      '#include <stdlib.h>\nstatic int by_size(const void *a, const void *b) {\n  return *(const int *)a - *(const int *)b; // #here\n}\nint main(void) {\n  int numbers[] = {2, 1};\n  qsort(numbers, 2, sizeof numbers[0], by_size);\n  return numbers[0] - 1;\n}\n',
    );
    const frames = await (await stoppedIn(server, program)).stack();
    expect(frames[0]!.name).toBe('by_size');
    expect(frames.some(({ source, line }) => source === undefined && line === 0)).toBe(true);
    expect(frames.map(({ name }) => name)).toContain('main');
  });
});

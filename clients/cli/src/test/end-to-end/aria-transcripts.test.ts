// Short sessions of Aria programs, message by message: what a client is told of its numbers, memory, results and streams.

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nativeTools } from '@sonde/engine-native';
import { aria } from '@sonde/language-aria';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing, expectTranscript, transcriptOfTest } from '@sonde/testkit/vitest';
import { it, onTestFinished } from 'vitest';
import { clientFor } from './in-process.js';
import { written } from './written-programs.js';

/** What depends on the machine says nothing here; what is shown of addresses is tested where they are made. */
const without = [
  'checksums',
  'memoryReference',
  'instructionReference',
  'instructionPointerReference',
  'moduleId',
  'totalFrames',
  'namedVariables',
  'declarationLocationReference',
];
const asked = new Set(['scopes', 'variables', 'evaluate', 'threads']);
const told = ['stopped', 'output', 'breakpoint', 'exited'];

/** Runs a program to its marker, looks at its locals and at the given expressions, and lets it end. */
async function session(
  text: string,
  look: (client: TestClient) => Promise<void>,
  events: readonly string[] = told,
): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sonde-aria-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = written('short.aria', text, folder);
  const client = await clientFor(aria);
  await client.launch({ program }, each => each.setBreakpoints(program, ['#here']));
  await client.waitForStop({ reason: 'breakpoint' });
  await look(client);
  await client.setBreakpoints(program, []);
  await client.runToEnd();
  const transcript = transcriptOfTest({ paths: { '${folder}': folder }, without });
  transcript.entries(client.timeline.entries, message =>
    message.type === 'event' ? events.includes(message.event) : asked.has(message.command),
  );
  expectTranscript(transcript);
}

async function evaluate(client: TestClient, ...expressions: readonly string[]): Promise<void> {
  const { id: frameId } = await client.topFrame();
  for (const expression of expressions) await client.request('evaluate', { expression, frameId });
}

describeUnlessMissing('short Aria', (await nativeTools()).missing, () => {
  it('numbers that become errors', async () => {
    await session(
      `func:main = int32() {
    tbb8:level = 100;
    tbb8:high = level + 100;
    tbb16:wide = -32767;
    uint8:small = 200;
    flt64:half = 0.5;
    bool:ready = true;
    println("numbers"); // #here
    pass(0);
};
`,
      async client => {
        await client.locals();
        await evaluate(client, 'high', 'high + (tbb8)1', 'level - (tbb8)1');
      },
    );
  });

  it('results, enums, structs and arrays', async () => {
    await session(
      `const Colour = enum { red, green, };
const Point = struct { x: int32, y: int32 };
func:half = int32(int32:n) {
    if (n % 2 != 0) { fail(3); }
    pass(n / 2);
};
func:main = int32() {
    result<int32>:good = half(8);
    result<int32>:bad = half(7);
    Colour:colour = Colour.green;
    Point:point = Point{ x: 1, y: 2 };
    int32[3]:row = [1, 2, 3];
    string:name = "Aria";
    println(name); // #here
    pass(0);
};
`,
      async client => {
        const locals = await client.locals();
        for (const name of ['good', 'bad', 'point', 'row']) {
          const { variablesReference } = locals.get(name)!;
          await client.request('variables', { variablesReference });
        }
      },
    );
  });

  it('streams', async () => {
    await session(
      `func:main = int32() {
    stddbg.write("one\\ntwo\\n");
    int32:between = 1; // #here
    stddato.writeBytes("hello\\x00");
    pass(0);
};
`,
      async client => {
        await client.waitForOutput('two', { category: 'console' });
      },
      // Whether a stop or what was written just before it comes first is chance.
      ['output', 'exited'],
    );
  });

  it('memory by hand that is gone, and beyond its end', async () => {
    await session(
      `func:main = int32() {
    wild int64:number = 77;
    wild int64@:alias = @number;
    wild int64:kept = 5;
    defer aria.free(kept);
    wild int64@:beyond = @kept + 3;
    wild int64@:below = @kept - 1;
    wild int64@:none = NULL;
    aria.free(number);
    println("freed"); // #here
    pass(0);
};
`,
      async client => {
        await evaluate(client, 'alias', 'beyond', 'below', 'none');
      },
    );
  });

  it('an object of the collected heap', async () => {
    await session(
      `const Point = struct { x: int32, y: int32 };
func:main = int32() {
    gc Point:p = Point{ x: 1, y: 2 };
    println(\`&{p.x}\`); // #here
    pass(0);
};
`,
      async client => {
        const { variablesReference } = (await client.locals()).get('p')!;
        const { variables } = await client.request('variables', { variablesReference });
        const header = variables.find(({ name }) => name === '[header]')!;
        if (header.variablesReference > 0)
          await client.request('variables', { variablesReference: header.variablesReference });
      },
    );
  });

  it('coroutines that wait', async () => {
    await session(
      `async func:count = int32(int32:step) {
    yield();
    pass(step);
};
func:main = int32() {
    future<int32>:left = spawn count(1);
    future<int32>:right = spawn count(2);
    yield();
    println("both wait"); // #here
    int32:sum = await left;
    pass(sum - 1);
};
`,
      async client => {
        await client.request('threads');
      },
    );
  });

  it('code that is loaded', async () => {
    await session(
      `jit func:square = int64(int64:n) {
    int64:product = n * n;
    pass(product); // #here
};
func:main = int32() {
    wildx func<int64(int64)>:loaded = jit_load(square);
    println(\`&{loaded(7)}\`);
    jit_unload(loaded);
    pass(0);
};
`,
      async client => {
        await evaluate(client, 'n', 'product');
      },
    );
  });
});

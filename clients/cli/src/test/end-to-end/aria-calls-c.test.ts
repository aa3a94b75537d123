// A C function called from Aria, and Aria called back from it: one stack, and in each frame its own language.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { nativeTools } from '@sonde/engine-native';
import { aria } from '@sonde/language-aria';
import { c } from '@sonde/language-c';
import { connect, type TestClient } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { endpointFor } from './in-process.js';
import { refusal } from './refusal.js';
import { testFolder, written } from './written-programs.js';

const { clang, missing } = await nativeTools();
const run = promisify(execFile);

const caller = `extern { func:scaled = int32(int32:n); }

func:main = int32() {
    tbb8:level = 100;
    level = level + 100;
    bool:ready = true;
    int32:result_of_c = scaled(20); // #call
    println(\`scaled &{result_of_c}\`); // #back
    pass(0);
};
`;

const callee = `struct pair { int left; int right; };
extern unsigned long __aria_gc_statistics[12];
int scaled(int n) {
  struct pair pair = {n, 2};
  unsigned char level = 200;
  int product = pair.left * pair.right + level - 200;
  __aria_gc_statistics[11] = 1; // as while objects are moved
  __aria_gc_statistics[11] = 0; // #in-c
  return product;
}
`;

interface Built {
  readonly folder: string;
  readonly program: string;
  readonly library: string;
  readonly object: string;
}

async function build(): Promise<Built> {
  const folder = testFolder();
  const program = written('caller.aria', caller, folder);
  const library = written('callee.c', callee, folder);
  const object = join(folder, 'callee.o');
  await run(clang.found!.path, ['-g', '-O0', '-c', library, '-o', object]);
  return { folder, program, library, object };
}

const client = async (): Promise<TestClient> => closeAfterTest(await connect(endpointFor(c, aria)));

async function lookAround(each: TestClient, program: string): Promise<void> {
  await each.waitForStop({ reason: 'breakpoint' });
  const [inC, inAria] = await each.stack();
  expect([inC?.name, inAria?.name]).toEqual(['scaled', 'main']);
  expect(inAria?.source?.path).toBe(program);
  const local = async (frame: { readonly id: number }, name: string): Promise<string | undefined> =>
    (await each.locals(frame)).get(name)?.value;
  const evaluated = async (frameId: number, expression: string): Promise<string> =>
    (await each.request('evaluate', { expression, frameId })).result;
  expect(await local(inAria!, 'level')).toContain('ERR');
  expect(await local(inAria!, 'ready')).toBe('true');
  expect(await local(inC!, 'product')).toBe('40');
  expect(await local(inC!, 'level')).toContain('200');
  expect(await evaluated(inC!.id, 'pair.left * 3')).toBe('60');
  expect(await evaluated(inC!.id, 'sizeof(struct pair)')).toBe('8');
  expect(await evaluated(inAria!.id, 'level + (tbb8)1')).toContain('ERR');
}

describeUnlessMissing('Aria and C in one stack', missing, () => {
  it('are each shown in their own language, with breakpoints in both', async () => {
    const { program, library, object } = await build();
    const each = await client();
    await each.launch({ program, linkOptions: [object] }, async () => {
      await each.setBreakpoints(program, ['#back']);
      await each.setBreakpoints(library, ['#in-c']);
    });
    await lookAround(each, program);
    const frameId = (await each.stack())[1]!.id;
    const called = each.request('evaluate', { expression: 'scaled(1)', frameId, context: 'repl' });
    expect(await refusal(called)).toBe('nothing can be called now: the collector of the program is at work.');
    await each.continue();
    expect(await each.topFrame()).toMatchObject({ name: 'main', line: 8 });
    await each.runToEnd();
  });

  it('are so too where the program is an executable that C takes', async () => {
    const { folder, program, library, object } = await build();
    const executable = join(folder, 'caller');
    const made = await aria.build({
      program,
      cwd: folder,
      output: executable,
      debugInfo: true,
      extra: { linkOptions: [object] },
      signal: new AbortController().signal,
      progress: () => undefined,
    });
    expect(made.diagnostics).toEqual([]);
    const each = await client();
    await each.launch({ program: executable }, async () => {
      await each.setBreakpoints(library, ['#in-c']);
    });
    await lookAround(each, program);
    await each.runToEnd();
  });

  it('is stepped from one into the other and back', async () => {
    const { program, object } = await build();
    const each = await client();
    await each.launch({ program, linkOptions: [object] }, () => each.setBreakpoints(program, ['#call']));
    await each.waitForStop({ reason: 'breakpoint' });
    await each.stepIn();
    expect((await each.topFrame()).name).toBe('scaled');
    await each.stepOut();
    expect((await each.topFrame()).name).toBe('main');
    await each.runToEnd();
  });
});

// Coroutines as clients see them: as threads, behind stacks, and by the request that a language has for them.

import { nativeTools } from '@sonde/engine-native';
import { aria } from '@sonde/language-aria';
import { c } from '@sonde/language-c';
import { mini } from '@sonde/language-mini';
import { connect, lineOf, type TestClient } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it, vi } from 'vitest';
import { endpointFor } from './in-process.js';
import { schemaCheck } from './json-schema.js';
import { refusal } from './refusal.js';
import { finished, written } from './written-programs.js';

const { missing } = await nativeTools();
// The first program compiles the runtime.
vi.setConfig({ testTimeout: 120_000 });

const program = `
async func:leaf = int32(int32:n) {
  int32:seen = n + 1;
  yield();
  println(\`leaf &{seen}\`); // #here
  pass(seen);
};
async func:middle = int32(int32:n) {
  int32:kept = n * 10;
  int32:got = await leaf(n); // #middle
  pass(got + kept);
};
func:add = int32(int32:a, int32:b) { pass(a + b); };
async func:dozer = void(int64:pause) {
  sleep(pause); // #dozer
};
func:main = int32() {
  future<void>:asleep = spawn dozer(60000);
  int32:sum = await middle(4); // #main
  println(\`sum &{sum}\`); // #late
  exit(0);
};
`;

const sleeping = `
async func:dozer = int32() {
  sleep(600000); // #dozer
  pass(1);
};
async func:second = int32(future<int32>:first) {
  println("asleep");
  pass(await first); // #second
};
func:main = int32() {
  future<int32>:first = spawn dozer();
  future<int32>:other = spawn second(first);
  pass(await first); // #main
};
`;

interface AsyncFrame {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly awaiting?: string;
  readonly task?: string;
}

async function stopped(marker: `#${string}` = '#here'): Promise<{ client: TestClient; path: string }> {
  const client = closeAfterTest(await connect(endpointFor(mini, c, aria)));
  const path = written('waits.aria', program);
  await client.launch({ program: path }, each => each.setBreakpoints(path, [marker]));
  await client.waitForStop({ reason: 'breakpoint' });
  return { client, path };
}

const ask = async (client: TestClient, args: object = {}, request = 'ariaAsyncStack') =>
  (await client.customRequest(request, args)) as { readonly frames: readonly AsyncFrame[] };

const plain = (frames: readonly AsyncFrame[]) =>
  frames.map(({ name, line, awaiting }) => [name, line, awaiting]);

describeUnlessMissing('coroutines that wait', missing, () => {
  it('are told by both requests as their schemas say, each once, with what every frame waits for', async () => {
    const { client, path } = await stopped();
    const own = await ask(client);
    expect(schemaCheck('aria-async-stack.schema.json', 'ResponseBody')(own)).toEqual([]);
    expect(plain(own.frames)).toEqual([
      ['dozer', lineOf(path, '#dozer'), 'sleep'],
      ['middle', lineOf(path, '#middle'), 'leaf(n)'],
      ['main', lineOf(path, '#main'), 'middle(4)'],
    ]);
    expect(own.frames.every(({ file }) => file === path)).toBe(true);
    const general = await ask(client, {}, 'sonde/asyncStack');
    expect(schemaCheck('async-stack.schema.json', 'ResponseBody')(general)).toEqual([]);
    expect(general).toEqual(own);
  });

  it('are told from one on, by its handle, down to the one that all of them wait for', async () => {
    const { client, path } = await stopped();
    const { frames } = await ask(client);
    const [middle, main] = ['middle', 'main'].map(called => frames.find(({ name }) => name === called)!);
    if (middle === undefined || main === undefined) throw new Error('nobody waits');
    expect(plain((await ask(client, { coroutineHandle: main.task! })).frames)).toEqual([
      ['main', lineOf(path, '#main'), 'middle(4)'],
      ['middle', lineOf(path, '#middle'), 'leaf(n)'],
      ['leaf', lineOf(path, '#here'), undefined],
    ]);
    const arguments_ = { coroutineHandle: middle.task! };
    expect(schemaCheck('aria-async-stack.schema.json', 'Arguments')(arguments_)).toEqual([]);
    const chain = (await ask(client, arguments_)).frames;
    expect(chain.map(({ name }) => name)).toEqual(['middle', 'leaf']);
    const shouted = `0x000${middle.task!.slice(2).toUpperCase()}`;
    expect((await ask(client, { task: shouted }, 'sonde/asyncStack')).frames).toEqual(chain);
    // A future is the handle of its coroutine.
    const future = await client.evaluate('asleep', { frameId: await frameOf(client, 'main') });
    const { frames: asleep } = await ask(client, { coroutineHandle: future.memoryReference! });
    expect(asleep).toMatchObject([{ name: 'dozer', task: future.memoryReference }]);
  });

  it('are refused by handles that are none, and requests that nobody knows are as well', async () => {
    const { client } = await stopped();
    expect(await refusal(ask(client, { coroutineHandle: '0x10' }))).toContain('there is no task 0x10');
    expect(await refusal(ask(client, { coroutineHandle: 'fetch' }))).toContain('there is no task fetch');
    expect(await refusal(ask(client, { coroutineHandle: 7 }))).toContain('is a text');
    expect(await refusal(ask(client, { coroutineHandle: '' }))).toContain('is a text');
    expect((await ask(client, { coroutineHandle: null })).frames).toHaveLength(3);
    expect(await refusal(ask(client, {}, 'ariaNothing'))).toContain('ariaNothing');
    expect(await refusal(ask(client, {}, 'constructor'))).toContain('constructor');
  });

  it('are threads with frames and variables, behind the stack of what they await', async () => {
    const { client, path } = await stopped();
    const { threads } = await client.request('threads');
    expect(threads.map(({ name }) => name)).toEqual([
      'main',
      'main (coroutine 1)',
      'dozer (coroutine 2)',
      'middle (coroutine 3)',
    ]);
    const { stackFrames, totalFrames } = await client.request('stackTrace', { threadId: threads[0]!.id });
    const captions = stackFrames.filter(({ presentationHint }) => presentationHint === 'label');
    expect(captions.map(({ name }) => name)).toEqual([
      'awaited by middle (coroutine 3)',
      'awaited by main (coroutine 1)',
    ]);
    expect(totalFrames).toBe(stackFrames.length);
    for (let startFrame = 0; startFrame < totalFrames!; startFrame++) {
      const page = await client.request('stackTrace', { threadId: threads[0]!.id, startFrame, levels: 1 });
      expect(page.stackFrames).toEqual([stackFrames[startFrame]]);
    }
    const waiting = await client.request('stackTrace', { threadId: threads[3]!.id });
    expect(waiting.stackFrames[0]).toMatchObject({ name: 'middle', line: lineOf(path, '#middle') });
    const { result } = await client.evaluate('kept + 2', { frameId: waiting.stackFrames[0]!.id });
    expect(result).toBe('42');
    // What is called runs where the program does, with what the coroutine has.
    const called = await client.evaluate('add(kept, 3)', { frameId: waiting.stackFrames[0]!.id });
    expect(called.result).toContain('43');
    const { scopes } = await client.request('scopes', { frameId: waiting.stackFrames[0]!.id });
    const locals = scopes.find(({ name }) => name === 'Locals')!;
    const registers = scopes.find(({ name }) => name === 'Registers')!;
    const { variables } = await client.request('variables', registers);
    expect(variables.filter(({ value }) => value.startsWith('0x')).length).toBeGreaterThan(2);
    expect(new Set(variables.map(({ value }) => value).filter(value => !value.startsWith('0x')))).toEqual(
      new Set(['<not saved while it waits>']),
    );
    await client.request('setVariable', {
      variablesReference: locals.variablesReference,
      name: 'kept',
      value: '100',
    });
    await client.setBreakpoints(path, ['#late']);
    await client.continue();
    expect((await client.evaluate('sum')).result).toBe('105');
  });

  it('are not told while the program runs, and all of them when it is paused in its scheduler', async () => {
    const client = closeAfterTest(await connect(endpointFor(aria)));
    const path = written('sleeps.aria', sleeping);
    await client.launch({ program: path });
    await client.waitForOutput('asleep');
    expect(await refusal(ask(client))).toContain('the program is running');
    await client.pause();
    expect(plain((await ask(client)).frames)).toEqual([
      ['dozer', lineOf(path, '#dozer'), 'sleep'],
      ['main', lineOf(path, '#main'), 'first'],
      ['second', lineOf(path, '#second'), 'first'],
    ]);
    const { threads } = await client.request('threads');
    const { id } = threads.find(({ name }) => name === 'dozer (coroutine 2)')!;
    const { stackFrames } = await client.request('stackTrace', { threadId: id });
    expect(stackFrames.map(({ name }) => name)).toContain('awaited by main (coroutine 1) and 1 other');
  });

  it('step by themselves', async () => {
    const { client, path } = await stopped();
    const { threads } = await client.request('threads');
    const main = threads.find(({ name }) => name === 'main (coroutine 1)')!;
    const { threadId, reason } = await client.next({ threadId: main.id });
    expect([threadId, reason]).toEqual([threads[0]!.id, 'step']);
    const { stackFrames } = await client.request('stackTrace', { threadId });
    expect(stackFrames[0]).toMatchObject({ name: 'main', line: lineOf(path, '#late') });
  });

  it('are told of a program that was launched as another language too', async () => {
    const path = written('waits.aria', program);
    const executable = await finished(aria, path);
    const client = closeAfterTest(await connect(endpointFor(c, aria)));
    const launch = { program: executable, language: 'c' };
    await client.launch(launch, each => each.setBreakpoints(path, ['#here']));
    await client.waitForStop({ reason: 'breakpoint' });
    expect((await ask(client)).frames.map(({ name }) => name)).toEqual(['dozer', 'middle', 'main']);
  });

  it('are no request of other languages', async () => {
    const client = closeAfterTest(await connect(endpointFor(mini, c, aria)));
    const other = written('plain.mini', 'let x = 1; // #here\\nprint(x);\\n');
    await client.launch({ program: other }, each => each.setBreakpoints(other, ['#here']));
    await client.waitForStop();
    expect(await refusal(ask(client))).toContain('ariaAsyncStack');
    expect((await ask(client, {}, 'sonde/asyncStack')).frames).toEqual([]);
  });
});

async function frameOf(client: TestClient, name: string): Promise<number> {
  const { threads } = await client.request('threads');
  const thread = threads.find(each => each.name.startsWith(`${name} (`))!;
  return (await client.request('stackTrace', { threadId: thread.id })).stackFrames[0]!.id;
}

// Expressions that the machine evaluates, as clients ask for them: who may change the program, and who hears of it.

import { createTransportPair, DapClient, type EventBody } from '@sonde/dap';
import { objectId, scalar, type Place } from '@sonde/engine';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Adapter } from '../adapter.js';
import { SessionDirectory } from '../directory.js';
import { Script, scripted } from './scripted-language.js';

let script: Script;
let sessions: SessionDirectory;
const clients: DapClient[] = [];
const x: Place = { kind: 'global', index: 0 };

beforeEach(() => {
  script = new Script();
  sessions = new SessionDirectory();
});

afterEach(async () => {
  for (const client of clients.splice(0)) {
    await client.request('disconnect', { terminateDebuggee: true }).catch(() => undefined);
    client.connection.close();
  }
});

async function connected(): Promise<DapClient> {
  const [adapterEnd, clientEnd] = createTransportPair();
  new Adapter(adapterEnd, { languages: [scripted(script)], sessions });
  const client = new DapClient(clientEnd);
  clients.push(client);
  await client.request('initialize', {
    adapterID: 'scripted-dap',
    supportsInvalidatedEvent: true,
    linesStartAt1: true,
  });
  return client;
}

/** A client with the program stopped at its entry. */
async function launched(): Promise<DapClient> {
  const client = await connected();
  const stopped = client.once('stopped');
  const launch = client.request('launch', { program: '/p.scripted' });
  await client.once('initialized').catch(() => undefined);
  await client.request('configurationDone');
  await launch;
  await stopped;
  return client;
}

const evaluate = (client: DapClient, expression: string, context = 'repl') =>
  client.request('evaluate', { expression, context });

describe('an expression that the machine evaluates', () => {
  it('is compiled against the program itself', async () => {
    const client = await launched();
    script.evaluate = () => scalar(script.any, 4n);
    expect(await evaluate(client, 'x')).toMatchObject({ result: '4' });
    await client.request('completions', { text: 'x', column: 2 });
    expect(script.images).toEqual([{ of: '/p.scripted' }, { of: '/p.scripted' }]);
  });

  it('may change the program in the console, and nowhere else', async () => {
    const client = await launched();
    script.evaluate = () => scalar(script.any, 4n);
    for (const context of ['repl', 'watch', 'hover', 'clipboard', 'variables'])
      await evaluate(client, 'f()', context);
    expect(script.evaluated.map(e => e.effects)).toEqual([true, false, false, false, false]);
  });

  it('is refused before it runs when it is meant to change something where nobody asked for that', async () => {
    const client = await launched();
    await expect(evaluate(client, 'x := 1', 'watch')).rejects.toThrow('would change the program');
    expect(script.evaluated).toEqual([]);
  });

  it('makes what was read before out of date, even when it fails halfway', async () => {
    const client = await launched();
    script.set(x, scalar(script.any, 1n));
    const shown = async () => {
      const { stackFrames } = await client.request('stackTrace', { threadId: 1 });
      const { scopes } = await client.request('scopes', { frameId: stackFrames[0]!.id });
      const { variablesReference } = scopes[0]!;
      return (await client.request('variables', { variablesReference })).variables.map(v => v.value);
    };
    script.stop({ kind: 'pause' });
    expect(await shown()).toEqual(['1']);
    script.evaluate = () => {
      script.set(x, scalar(script.any, 2n));
      throw new Error('halfway');
    };
    await expect(evaluate(client, 'spoil()')).rejects.toThrow('halfway');
    expect(await shown()).toEqual(['2']);
  });

  it('tells the other clients that values may have changed', async () => {
    const client = await launched();
    script.evaluate = () => scalar(script.any, 4n);
    const other = await connected();
    await other.request('attach', { session: sessions.list()[0]!.id });
    await other.request('configurationDone');
    const heard = other.once('invalidated');
    await evaluate(client, 'f()');
    expect(await heard).toEqual({ areas: ['variables'] });
  });
});

describe('a value with a place', () => {
  it('can be set by the expression that names it, with a value that may have effects', async () => {
    const client = await launched();
    script.evaluate = code => (code === 'x' ? script.set(x, scalar(script.any, 1n)) : scalar(script.any, 7n));
    const answer = await client.request('setExpression', { expression: 'x', value: 'next()' });
    expect(answer.value).toBe('7');
    expect(script.evaluated).toEqual([
      { code: 'x', effects: false },
      { code: 'next()', effects: true },
    ]);
    expect(script.written).toMatchObject([{ place: x, value: { content: { kind: 'scalar', value: 7n } } }]);
  });

  it('can be set in a list of variables, with a value that has none', async () => {
    const client = await launched();
    script.set(x, scalar(script.any, 1n));
    script.evaluate = () => scalar(script.any, 7n);
    script.stop({ kind: 'pause' });
    const { stackFrames } = await client.request('stackTrace', { threadId: 1 });
    const { scopes } = await client.request('scopes', { frameId: stackFrames[0]!.id });
    const { variablesReference } = scopes[0]!;
    await client.request('setVariable', { variablesReference, name: 'v0', value: 'next()' });
    expect(script.evaluated).toEqual([{ code: 'next()', effects: false }]);
    const setting = client.request('setVariable', { variablesReference, name: 'v0', value: 'x := 1' });
    await expect(setting).rejects.toThrow('would change the program');
  });

  it('can be watched', async () => {
    const client = await launched();
    script.evaluate = () => script.set(x, scalar(script.any, 1n));
    const info = await client.request('dataBreakpointInfo', { name: 'x' });
    expect(info.dataId).toContain('"global"');
    script.evaluate = () => scalar(script.any, 1n);
    expect((await client.request('dataBreakpointInfo', { name: 'x + 1' })).dataId).toBeNull();
  });

  it('can become an object of another type, if the machine lets it', async () => {
    const client = await launched();
    const object = objectId('o');
    script.evaluate = code =>
      code === 'x'
        ? script.set(x, scalar(script.any, 1n))
        : { type: script.record, content: { kind: 'object', id: object } };
    await client.request('setExpression', { expression: 'x', value: 'made()' });
    expect(script.written).toMatchObject([{ place: x, value: { content: { kind: 'object', id: object } } }]);
  });

  it('can become a long text of which only the beginning was shown', async () => {
    const client = await launched();
    const long = 'a'.repeat(5_000);
    const from: Place = { kind: 'global', index: 1 };
    script.evaluate = code => {
      if (code === 'x') return script.set(x, scalar(script.any, 'old'));
      script.set(from, scalar(script.any, long));
      return { type: script.any, place: from, content: { kind: 'partial', value: 'aaa', length: 5_000 } };
    };
    await client.request('setExpression', { expression: 'x', value: 'long' });
    expect(script.written).toMatchObject([{ value: { content: { value: long } } }]);
    script.evaluate = code =>
      code === 'x'
        ? script.set(x, scalar(script.any, 'old'))
        : { type: script.any, content: { kind: 'partial', value: 'aaa', length: 5_000 } };
    const setting = client.request('setExpression', { expression: 'x', value: 'long' });
    await expect(setting).rejects.toThrow('only the beginning');
  });
});

describe('an evaluation', () => {
  it('that is cancelled is given up', async () => {
    const client = await launched();
    let begun: (() => void) | undefined;
    const running = new Promise<void>(resolve => (begun = resolve));
    script.evaluate = (_code, _effects, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
        begun?.();
      });
    const controller = new AbortController();
    const answer = client.request(
      'evaluate',
      { expression: 'endless()', context: 'repl' },
      {
        signal: controller.signal,
      },
    );
    await running;
    controller.abort();
    await expect(answer).rejects.toThrow();
  });
});

describe('a stop at a watched value', () => {
  const stop = async (client: DapClient, more: object): Promise<EventBody<'stopped'>> => {
    const stopped = client.once('stopped');
    script.stop({ kind: 'data', hits: [], place: x, access: 'write', ...more });
    return stopped;
  };

  it('tells what it was and what it is', async () => {
    const client = await launched();
    const value = (text: string) => scalar(script.any, text, x);
    expect(await stop(client, { before: value('a'), after: value('b') })).toMatchObject({
      reason: 'data breakpoint',
      text: '"a" → "b"',
    });
    expect(await stop(client, { access: 'read', after: value('b') })).toMatchObject({ text: '"b"' });
    expect(await stop(client, { problem: 'no', after: value('b') })).toMatchObject({ text: 'no' });
    expect(await stop(client, {})).not.toHaveProperty('text');
  });

  it('is told before what comes after it', async () => {
    const client = await launched();
    const order: string[] = [];
    client.on('stopped', () => order.push('stopped'));
    client.on('output', () => order.push('output'));
    const output = client.once('output');
    script.stop({ kind: 'data', hits: [], place: x, access: 'write', after: scalar(script.any, 1n) });
    script.tell({ kind: 'output', stream: 'stdout', data: 'x' });
    await output;
    expect(order).toEqual(['stopped', 'output']);
  });
});

describe('output that is not text', () => {
  it('is shown as far as it can be read, characters in two pieces among it', async () => {
    const client = await launched();
    const texts: string[] = [];
    client.on('output', ({ output }) => texts.push(output));
    const exited = client.once('exited');
    const bytes = (...data: readonly number[]): void =>
      script.tell({ kind: 'output', stream: 'stdout', data: Uint8Array.from(data) });
    bytes(0x61, 0xe2, 0x82);
    bytes(0xac);
    bytes(0xff);
    bytes(0xe2, 0x82);
    script.tell({ kind: 'output', stream: 'stdout', data: 'b' });
    bytes(0xe2);
    script.tell({ kind: 'exited', status: { code: 0 } });
    await exited;
    expect(texts.join('|')).toBe('a|€|�|�b|�');
  });
});

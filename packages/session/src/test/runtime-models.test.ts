// What a language knows of its runtime: handed to renderers, mapped, and never waited for too long.

import { createTransportPair, DapClient } from '@sonde/dap';
import { address, scalar, StopReader, stopId, type EngineRegion } from '@sonde/engine';
import type { Language, RuntimeModel } from '@sonde/language';
import { namedChildren, type Renderer } from '@sonde/lens';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Adapter } from '../adapter.js';
import { SessionDirectory } from '../directory.js';
import { RuntimeModels } from '../values/runtime-models.js';
import { onlyEncoding, Script, scripted } from './scripted-language.js';
import { ScriptedSession } from './scripted-session.js';

const telling: Renderer = {
  name: 'telling',
  matches: () => true,
  render: (_, { facts }) => ({ text: facts === undefined ? 'no facts' : `facts ${facts as number}` }),
};

interface Opened {
  readonly client: DapClient;
  readonly script: Script;
  readonly said: string[];
  readonly stoppedText: string | undefined;
}

/** A session on a program whose runtime has this model, at its first stop. */
async function open(
  model: () => RuntimeModel,
  more: Partial<Language> = {},
  begin?: (script: Script) => void,
): Promise<Opened> {
  const script = new Script();
  script.set({ kind: 'global', index: 0 }, scalar(script.any, 42n));
  const language: Language = { ...scripted(script), renderers: [telling], runtime: { model }, ...more };
  const [adapterEnd, clientEnd] = createTransportPair();
  new Adapter(adapterEnd, { languages: [language], sessions: new SessionDirectory() });
  const client = new DapClient(clientEnd);
  onTestFinished(async () => {
    await client.request('disconnect', { terminateDebuggee: true }).catch(() => undefined);
    client.connection.close();
  });
  const said: string[] = [];
  client.on('output', ({ output }) => said.push(output));
  await client.request('initialize', { adapterID: 'scripted-dap' });
  let stopped = client.once('stopped');
  const launch = client.request('launch', { program: '/p.scripted' });
  await client.request('configurationDone');
  await launch;
  let { text } = await stopped;
  if (begin !== undefined) {
    stopped = client.once('stopped');
    begin(script);
    ({ text } = await stopped);
  }
  return { client, script, said, stoppedText: text };
}

async function scopeOf(client: DapClient): Promise<number> {
  const { stackFrames } = await client.request('stackTrace', { threadId: 1 });
  const { scopes } = await client.request('scopes', { frameId: stackFrames[0]!.id });
  return scopes[0]!.variablesReference;
}

async function valueIn(client: DapClient): Promise<string | undefined> {
  const { variables } = await client.request('variables', { variablesReference: await scopeOf(client) });
  return variables[0]?.value;
}

describe('facts', () => {
  it('are read once per stop, and again after a change', async () => {
    let reads = 0;
    const { client } = await open(() => ({ facts: async () => ++reads }), {
      expressions: onlyEncoding((_, type) => scalar(type, 7n)),
    });
    expect(await valueIn(client)).toBe('facts 1');
    expect(await valueIn(client)).toBe('facts 1');
    await client.request('setVariable', {
      variablesReference: await scopeOf(client),
      name: 'v0',
      value: '7',
    });
    expect(await valueIn(client)).toBe('facts 2');
  });

  it('that cannot be read are done without, which is said once', async () => {
    const { client, script, said } = await open(() => ({
      facts: () => Promise.reject(new Error('the heap is upside down')),
    }));
    expect(await valueIn(client)).toBe('no facts');
    const stopped = client.once('stopped');
    script.stop({ kind: 'pause' });
    await stopped;
    expect(await valueIn(client)).toBe('no facts');
    expect(said.filter(text => text.includes('the heap is upside down'))).toEqual([
      expect.stringContaining('The state of the Scripted runtime is not known'),
    ]);
  });

  it('that take too long are not waited for again, and are used when they come', async () => {
    let arrive: (facts: string) => void = () => undefined;
    const script = new Script();
    const language: Language = {
      ...scripted(script),
      runtime: { model: () => ({ facts: () => new Promise(resolve => (arrive = resolve)) }) },
    };
    const engine = await language.engine.start(
      { program: '', temporary: [], image: undefined },
      ...([{}, { event: () => undefined }, new AbortController().signal] as never as [never, never, never]),
    );
    const said: string[] = [];
    const models = new RuntimeModels(engine, [language], message => said.push(message), 20);
    const reader = new StopReader(engine, stopId(1));
    expect(await models.facts(language, reader)).toBeUndefined();
    expect(await models.facts(language, reader)).toBeUndefined();
    expect(said).toEqual([expect.stringContaining('not read within 20 ms')]);
    arrive('late ones');
    expect(await models.facts(language, reader)).toBe('late ones');
  });
});

describe('scopes', () => {
  const scopesOf = async (client: DapClient) => {
    const { stackFrames } = await client.request('stackTrace', { threadId: 1 });
    return (await client.request('scopes', { frameId: stackFrames[0]!.id })).scopes;
  };
  const handled = (script: Script): void => {
    script.threads = [{ ...script.threads[0]!, handle: '0x20' }];
    script.stop({ kind: 'pause' });
  };

  it('of the runtime stand behind those of the frame, are read page by page, and anew after a change', async () => {
    let count = 0;
    const rows = (thread: bigint) =>
      Array.from({ length: 5 }, (_, nth) => ({ name: `r${nth}`, view: { text: `${thread} ${count++}` } }));
    const scopes = async (thread: bigint) => [{ name: 'Handlers', children: namedChildren(rows(thread)) }];
    const { client } = await open(
      () => ({ scopes }),
      { expressions: onlyEncoding((_, type) => scalar(type, 7n)) },
      handled,
    );
    const told = await scopesOf(client);
    expect(told.map(({ name }) => name)).toEqual([...told.slice(0, -1).map(({ name }) => name), 'Handlers']);
    expect(told.at(-1)).toMatchObject({ expensive: true, namedVariables: 5 });
    const { variablesReference } = told.at(-1)!;
    const { variables } = await client.request('variables', { variablesReference });
    expect(variables.map(({ name, value }) => `${name} ${value}`).slice(0, 2)).toEqual([
      'r0 32 5',
      'r1 32 6',
    ]);
    await client.request('setVariable', {
      variablesReference: await scopeOf(client),
      name: 'v0',
      value: '7',
    });
    const again = await client.request('variables', { variablesReference });
    expect(again.variables[0]?.value).not.toBe(variables[0]?.value);
  });

  it.each<[string, RuntimeModel['scopes']]>([
    ['cannot be read', () => Promise.reject(new Error('the list is torn'))],
    ['never come', () => new Promise(() => undefined)],
  ])('that %s are left out', async (_, scopes) => {
    const { client, said } = await open(() => ({ scopes: scopes! }), {}, handled);
    expect((await scopesOf(client)).map(({ name }) => name)).not.toContain('Handlers');
    if (said.length > 0) expect(said.join('')).toContain('the list is torn');
  });
});

describe('an exception', () => {
  const thrown = (script: Script): void =>
    script.stop({ kind: 'exception', thrown: { name: 'SIGABRT', message: 'aborted' }, hits: [] });

  it('is told in the words of the runtime', async () => {
    const { stoppedText } = await open(() => ({ explainStop: async () => 'index 7 is outside' }), {}, thrown);
    expect(stoppedText).toBe('index 7 is outside');
  });

  it.each<[string, () => Promise<string | undefined>]>([
    ['has nothing to say', async () => undefined],
    ['cannot say it', () => Promise.reject(new Error('no'))],
  ])('is told as it is where the runtime %s', async (_, explainStop) => {
    expect((await open(() => ({ explainStop }), {}, thrown)).stoppedText).toBe('aborted');
  });
});

describe('a map of memory', () => {
  const regions: RuntimeModel['regions'] = async () => [
    { start: address(0x2000), size: 32, type: 'wild', objectCount: 1 },
    { start: address(0x1000), size: 4096, type: 'nursery', fragmentation: 0.25, objectCount: 7 },
  ];
  const regionTypes = { nursery: 'New objects.', wild: 'By hand.' };

  it('has the regions by address, and the bytes of all of them', async () => {
    const { client } = await open(() => ({ regions }), {
      runtime: { model: () => ({ regions }), regionTypes },
    });
    const wild = { start: '0x2000', size: 32, type: 'wild', fragmentation: 0, objectCount: 1 };
    expect(await client.customRequest('sonde/memoryMap', {})).toEqual({
      regions: [{ start: '0x1000', size: 4096, type: 'nursery', fragmentation: 0.25, objectCount: 7 }, wild],
      totalHeapSize: 4128,
      timestamp: expect.any(Number) as number,
      legend: regionTypes,
    });
    expect(await client.customRequest('sonde/memoryMap', { filter: 'wild' })).toMatchObject({
      regions: [wild],
      totalHeapSize: 4128,
    });
  });

  it('is refused for a type that there is not, with those that there are', async () => {
    const { client } = await open(() => ({ regions }), {
      runtime: { model: () => ({ regions }), regionTypes },
    });
    for (const filter of ['stack', '', 7, ['wild']])
      await expect(client.customRequest('sonde/memoryMap', { filter })).rejects.toThrow(
        /is no type of memory region; they are nursery, wild\./,
      );
  });

  it('is refused where no language has one', async () => {
    const { client } = await open(() => ({}));
    await expect(client.customRequest('sonde/memoryMap', {})).rejects.toThrow(/not supported/);
  });

  describe('of the machine', () => {
    const mapped: readonly EngineRegion[] = [
      { start: address(0x9000), size: 64, kind: 'stack', name: '[stack]', permissions: 'rw-' },
      { start: address(0x4000), size: 32, kind: 'heap' },
    ];
    const [stack, heap] = [
      {
        ...{ start: '0x9000', size: 64, type: 'stack', fragmentation: 0, objectCount: 0 },
        ...{ name: '[stack]', permissions: 'rw-' },
      },
      { start: '0x4000', size: 32, type: 'heap', fragmentation: 0, objectCount: 0 },
    ];

    async function machine(model?: () => RuntimeModel): Promise<DapClient> {
      const session = new ScriptedSession(model === undefined ? {} : { runtime: { model, regionTypes } });
      session.script.regions = mapped;
      return (await session.launch()).client;
    }

    it('stands in where no language has one, with what its types mean', async () => {
      const client = await machine();
      expect(await client.customRequest('sonde/memoryMap', {})).toMatchObject({
        regions: [heap, stack],
        totalHeapSize: 32,
        legend: { heap: expect.stringMatching(/\.$/) as string },
      });
      expect(await client.customRequest('sonde/memoryMap', { filter: 'stack' })).toMatchObject({
        regions: [stack],
      });
      await expect(client.customRequest('sonde/memoryMap', { filter: 'wild' })).rejects.toThrow(
        'they are code, data, heap, stack, mapped, other.',
      );
    });

    it('is not mixed into that of a language, but can be asked for', async () => {
      const client = await machine(() => ({ regions }));
      expect(await client.customRequest('sonde/memoryMap', {})).toMatchObject({ totalHeapSize: 4128 });
      expect(await client.customRequest('sonde/memoryMap', { source: 'engine' })).toMatchObject({
        regions: [heap, stack],
      });
    });

    it('is refused by any other name', async () => {
      const client = await machine();
      for (const source of ['language', 7])
        await expect(client.customRequest('sonde/memoryMap', { source })).rejects.toThrow(/must be "engine"/);
    });
  });
});

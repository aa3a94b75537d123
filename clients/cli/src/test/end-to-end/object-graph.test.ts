// The object graph over the protocol: snapshots at stops, questions about them, and why something is alive as text.

import { mini } from '@sonde/language-mini';
import { ng } from '@sonde/language-ng';
import { connect, type TestClient } from '@sonde/testkit';
import { closeAfterTest } from '@sonde/testkit/vitest';
import { fileURLToPath } from 'node:url';
import type { Language } from '@sonde/language';
import { SessionDirectory } from '@sonde/session';
import { expect, it } from 'vitest';
import { endpointFor, endpointOf } from './in-process.js';
import { schemaCheck } from './json-schema.js';

const leak = fileURLToPath(new URL('leak.ng', ng.examples));

async function launched(
  language: Language,
  program: string,
  ...markers: `#${string}`[]
): Promise<TestClient> {
  const client = closeAfterTest(await connect(endpointFor(language)));
  await client.launch({ program, stopOnEntry: markers.length === 0 }, () =>
    client.setBreakpoints(program, markers),
  );
  await client.waitForStop();
  return client;
}

interface Node {
  readonly id: number;
  readonly type: string;
  readonly retained: number;
}

interface Bodies {
  readonly snapshot: {
    readonly snapshot: number;
    readonly lives: string;
    readonly overview: { readonly nodes: number; readonly labels: object };
  };
  readonly find: { readonly id: number; readonly node: Node };
  readonly references: {
    readonly total: number;
    readonly items: readonly { readonly name: string; readonly node: Node }[];
  };
  readonly keyPaths: {
    readonly paths: readonly { readonly steps: readonly { readonly name?: string }[] }[];
  };
  readonly cut: { readonly freedCount: number };
  readonly groups: { readonly items: readonly { readonly name: string; readonly count: number }[] };
  readonly diff: { readonly types: readonly { readonly name: string; readonly count: readonly number[] }[] };
  readonly search: { readonly items: readonly Node[] };
  readonly dot: { readonly dot: string };
  readonly status: {
    readonly available: boolean;
    readonly why?: string;
    readonly snapshots: readonly object[];
  };
}

const definitions: Readonly<Partial<Record<keyof Bodies, string>>> = {
  snapshot: 'Snapshot',
  find: 'Find',
  references: 'EdgePage',
  keyPaths: 'KeyPaths',
  status: 'Status',
};

async function ask<Name extends keyof Bodies>(
  client: TestClient,
  name: Name,
  args: object = {},
): Promise<Bodies[Name]> {
  const body = await client.customRequest(`sonde/objectGraph/${name}`, args);
  const definition = definitions[name];
  if (definition !== undefined) expect(schemaCheck('object-graph.schema.json', definition)(body)).toEqual([]);
  return body as Bodies[Name];
}

it('finds a leak: what grew, who holds it, what would help', async () => {
  const client = await launched(ng, leak, '#few', '#many');
  const before = await ask(client, 'snapshot', { name: 'few' });
  expect(before).toMatchObject({
    snapshot: 1,
    name: 'few',
    lives: 'until it is released or the session ends',
  });
  await client.continue();
  const after = await ask(client, 'snapshot');
  const { snapshot } = after;
  expect(after.overview.nodes).toBeGreaterThan(before.overview.nodes + 800);

  const { types } = await ask(client, 'diff', { before: 1, after: snapshot });
  expect(types.find(({ name }) => name === 'Visit')?.count).toEqual([3, 203]);
  const groups = await ask(client, 'groups', { snapshot, by: 'type' });
  expect(groups.items).toContainEqual(expect.objectContaining({ name: 'Session', count: 203 }));

  // From a variable, by the expression and by its row, to the node.
  const server = await ask(client, 'find', { snapshot, expression: 'server' });
  const frame = await client.topFrame();
  const { scopes } = await client.request('scopes', { frameId: frame.id });
  const globals = scopes.find(({ name }) => name === 'Globals')!.variablesReference;
  expect(await ask(client, 'find', { snapshot, variablesReference: globals, name: 'server' })).toEqual(
    server,
  );

  const { node } = (await ask(client, 'references', { snapshot, id: server.id })).items[0]!;
  expect(node.type).toBe('Server');
  const page = await ask(client, 'references', { snapshot, id: node.id, start: 1, count: 1 });
  expect(page).toMatchObject({ total: 2, items: [{ name: 'history', kind: 'field' }] });
  const history = page.items[0]!.node.id;
  expect((await ask(client, 'cut', { snapshot, from: node.id, to: history })).freedCount).toBeGreaterThan(
    800,
  );
  const [session] = (await ask(client, 'search', { snapshot, text: 'Session', most: 1 })).items;
  const { paths } = await ask(client, 'keyPaths', { snapshot, id: session!.id });
  expect(paths[0]!.steps.map(({ name }) => name)).toContain('server');
  expect((await ask(client, 'dot', { snapshot, id: node.id })).dot).toMatch(/^digraph/);

  // The same for a console that draws nothing.
  const why = await client.request('evaluate', { expression: ':why-alive server.history', context: 'repl' });
  expect(why.result).toMatch(/^History @\d+ is alive because of/);
  expect(why.result).toContain('.history');
  // The object that an answer names can be asked about.
  const [, named] = /^History (@\d+)/.exec(why.result)!;
  const again = await client.request('evaluate', { expression: `:why-alive ${named}`, context: 'repl' });
  expect(again.result).toBe(why.result);
  await expect(
    client.request('evaluate', { expression: ':why-alive @123456', context: 'repl' }),
  ).rejects.toThrow('there is no object @123456');
  expect(why.result).toContain('Sizes are approximate: the machine estimates');
  const heap = await client.request('evaluate', { expression: ':heap', context: 'repl' });
  expect(heap.result).toMatch(/objects, .* references/);
  // A watch is an expression of the language and nothing else.
  await expect(client.request('evaluate', { expression: ':heap', context: 'watch' })).rejects.toThrow();

  // Temporary snapshots are gone; numbers are never given twice, and a released one is refused by name.
  expect((await ask(client, 'status')).snapshots).toHaveLength(2);
  await client.customRequest('sonde/objectGraph/release', { snapshot: 1 });
  await expect(ask(client, 'groups', { snapshot: 1 })).rejects.toThrow('snapshot 1 was released');
  await expect(ask(client, 'groups', { snapshot: 99 })).rejects.toThrow('there is no snapshot 99');
  await expect(ask(client, 'groups', { snapshot, by: 'colour' })).rejects.toThrow('not grouped by "colour"');
  await expect(ask(client, 'references', { snapshot, id: 4e9 })).rejects.toThrow('there is no object');
  await expect(ask(client, 'references', { snapshot, id: -1 })).rejects.toThrow(
    '"id" must be a whole number',
  );
  await expect(ask(client, 'find', { expression: '1 + 1' })).rejects.toThrow('no object');

  await client.runToEnd();
  await expect(ask(client, 'groups', { snapshot })).rejects.toThrow('ended with the session');
  expect(client.output({ category: 'stdout' })).toBe('open for business\nlast seen:, 199\n');
});

it('keeps few snapshots, cuts large ones, and compares only those of one run', async () => {
  const client = await launched(ng, leak, '#few');
  const { overview } = await ask(client, 'snapshot', { mostNodes: 1 });
  expect(overview.labels).toMatchObject({
    nodes: { exactness: 'approximate', why: 'only the first 1 objects were read' },
  });
  await client.waitForStop({ after: await client.restart() });
  const again = await ask(client, 'snapshot');
  expect(again).toMatchObject({ snapshot: 2, run: 2 });
  await expect(ask(client, 'diff', { before: 1, after: 2 })).rejects.toThrow('two runs of the program');
  for (let more = 3; more <= 8; more++) await ask(client, 'snapshot');
  await expect(ask(client, 'snapshot')).rejects.toThrow('there are 8 snapshots already');
  // Nor are there more when several are asked for at once.
  for (const snapshot of [7, 8]) await client.customRequest('sonde/objectGraph/release', { snapshot });
  const asked = await Promise.allSettled(Array.from({ length: 4 }, () => ask(client, 'snapshot')));
  expect(asked.map(({ status }) => status).toSorted()).toEqual([
    ...['fulfilled', 'fulfilled', 'rejected', 'rejected'],
  ]);
  await expect(ask(client, 'snapshot', { mostNodes: 'many' })).rejects.toThrow('"mostNodes" must be');
});

it('lets who may only look take snapshots, and release no others', async () => {
  const environment = { languages: [ng], sessions: new SessionDirectory() };
  const owner = closeAfterTest(await connect(endpointOf(environment)));
  await owner.launch({ program: leak }, () => owner.setBreakpoints(leak, ['#few']));
  await owner.waitForStop();
  await ask(owner, 'snapshot');
  const guest = closeAfterTest(await connect(endpointOf({ ...environment, rights: 'read-only' })));
  await guest.attach({ session: environment.sessions.list()[0]!.id });
  await guest.waitForStop();
  const { snapshot } = await ask(guest, 'snapshot');
  const release = (number: number) => guest.customRequest('sonde/objectGraph/release', { snapshot: number });
  await expect(release(1)).rejects.toThrow('this connection may only look');
  await release(snapshot);
  expect((await ask(owner, 'status')).snapshots).toMatchObject([{ snapshot: 1 }]);
  await owner.customRequest('sonde/objectGraph/release', { snapshot: 1 });
});

it('says why a program has no object graph', async () => {
  const client = await launched(mini, fileURLToPath(new URL('tour.mini', mini.examples)));
  expect(await ask(client, 'status')).toEqual({
    available: false,
    why: expect.stringContaining('none refers to another') as string,
    snapshots: [],
  });
  await expect(ask(client, 'snapshot')).rejects.toThrow('none refers to another');
  const asked = client.request('evaluate', { expression: ':why-alive 1', context: 'repl' });
  await expect(asked).rejects.toThrow('none refers to another');
});

// The functions of a program by its symbols, and what it executed last, as their schemas say.

import { nativeTools } from '@sonde/engine-native';
import type { Language } from '@sonde/language';
import { c } from '@sonde/language-c';
import { mini } from '@sonde/language-mini';
import { connect, type TestClient } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing } from '@sonde/testkit/vitest';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { endpointFor } from './in-process.js';
import { schemaCheck } from './json-schema.js';

interface Functions {
  readonly functions: readonly { readonly name: string; readonly line?: number }[];
  readonly total: number;
}

const { missing } = await nativeTools();

async function launched(language: Language, name: string, stopOnEntry = true): Promise<TestClient> {
  const program = fileURLToPath(new URL(name, language.examples));
  const client = closeAfterTest(await connect(endpointFor(language)));
  await client.launch({ program, stopOnEntry });
  if (stopOnEntry) await client.waitForStop();
  return client;
}

async function functionsOf(client: TestClient, args: object = {}): Promise<Functions> {
  const body = await client.customRequest('sonde/functions', args);
  expect(schemaCheck('functions.schema.json', 'ResponseBody')(body)).toEqual([]);
  return body as Functions;
}

async function traceOf(client: TestClient, args: object = {}): Promise<Record<string, unknown>> {
  const { threads } = await client.request('threads', {});
  const body = await client.customRequest('sonde/trace', { threadId: threads[0]!.id, ...args });
  expect(schemaCheck('trace.schema.json', 'ResponseBody')(body)).toEqual([]);
  return body as Record<string, unknown>;
}

const names = ({ functions }: Functions): readonly string[] => functions.map(({ name }) => name);

describe('a program on a virtual machine', () => {
  it('lists its functions and what it ran, and refuses questions that make no sense', async () => {
    const client = await launched(mini, 'tour.mini');
    expect(names(await functionsOf(client))).toEqual(['(main)', 'bar', 'journey', 'larger']);
    expect(names(await functionsOf(client, { filter: 'AR' }))).toEqual(['bar', 'larger']);
    expect(await functionsOf(client, { start: 1, count: 1 })).toMatchObject({
      functions: [{ name: 'bar' }],
      total: 4,
    });
    for (const args of [{ filter: 5 }, { filter: 'x'.repeat(2_000) }, { start: -1 }, { count: 1e9 }])
      await expect(client.customRequest('sonde/functions', args)).rejects.toThrow('must be');
    for (const args of [{}, { threadId: 'x' }, { threadId: 1, count: 0.5 }, { threadId: 77 }])
      await expect(client.customRequest('sonde/trace', args)).rejects.toThrow(/must be|no thread 77/);
    await expect(client.customRequest('sonde/trace/record', {})).rejects.toThrow('must be true or false');
    expect(await traceOf(client)).toMatchObject({ recording: 'off', instructions: [] });
    await client.customRequest('sonde/trace/record', { on: true });
    await client.next();
    expect(await traceOf(client, { count: 1 })).toMatchObject({
      recording: 'on',
      instructions: [{ symbol: '(main)', instruction: 'setGlobal 0' }],
    });
  });

  it('lists its functions while it runs', async () => {
    const client = await launched(mini, 'endless.mini', false);
    expect((await functionsOf(client)).total).toBeGreaterThan(0);
    await expect(client.customRequest('sonde/trace', { threadId: 1 })).rejects.toThrow();
  });
});

describeUnlessMissing('a native program', missing, () => {
  it('lists its own functions, those of libraries by a part of the name, and has no trace', async () => {
    const client = await launched(c, 'tour.c');
    const text = readFileSync(new URL('tour.c', c.examples), 'utf8');
    const written = text.split('\n').findIndex(line => line.startsWith('static void walk')) + 1;
    expect(names(await functionsOf(client))).toEqual(['main', 'stride', 'walk']);
    expect((await functionsOf(client, { filter: 'WAL' })).functions[0]).toMatchObject({
      name: 'walk',
      line: written,
      source: { name: 'tour.c' },
    });
    expect(names(await functionsOf(client, { filter: 'mallo' }))).toContain('malloc');
    await expect(traceOf(client)).rejects.toThrow(/trace.*not supported/i);
    await expect(client.customRequest('sonde/trace/record', { on: true })).rejects.toThrow(/not supported/);
  });
});

// The machine's own map of memory, for programs whose language has none.

import { nativeTools } from '@sonde/engine-native';
import { aria } from '@sonde/language-aria';
import { c } from '@sonde/language-c';
import { mini } from '@sonde/language-mini';
import { ng } from '@sonde/language-ng';
import { connect, type TestClient } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing } from '@sonde/testkit/vitest';
import { fileURLToPath } from 'node:url';
import type { Language } from '@sonde/language';
import { describe, expect, it } from 'vitest';
import { endpointFor } from './in-process.js';
import { schemaCheck } from './json-schema.js';

interface MemoryMap {
  readonly regions: readonly { readonly start: string; readonly size: number; readonly type: string }[];
  readonly legend: Readonly<Record<string, string>>;
}

async function stopped(language: Language, name: string, ...others: Language[]): Promise<TestClient> {
  const program = fileURLToPath(new URL(name, language.examples));
  const client = closeAfterTest(await connect(endpointFor(language, ...others)));
  await client.launch({ program, stopOnEntry: true });
  await client.waitForStop();
  return client;
}

async function mapOf(client: TestClient, args: object = {}): Promise<MemoryMap> {
  const map = await client.customRequest('sonde/memoryMap', args);
  expect(schemaCheck('memory-map.schema.json', 'ResponseBody')(map)).toEqual([]);
  return map as MemoryMap;
}

const { missing } = await nativeTools();

describeUnlessMissing('the map of a native program', missing, () => {
  it('has its code, data and stack, also where a language with a map of its own is installed', async () => {
    const client = await stopped(c, 'tour.c', aria);
    const { regions, legend } = await mapOf(client);
    const types = new Set(regions.map(({ type }) => type));
    for (const type of ['code', 'data', 'stack']) expect(types).toContain(type);
    for (const type of types) expect(legend[type]).toMatch(/\.$/);
    expect((await mapOf(client, { filter: 'stack' })).regions).toHaveLength(1);
  });

  it('leads to bytes that can be read', async () => {
    const client = await stopped(c, 'tour.c');
    const [code] = (await mapOf(client, { filter: 'code' })).regions;
    const read = await client.request('readMemory', { memoryReference: code!.start, count: 16 });
    expect(Buffer.from(read?.data ?? '', 'base64')).toHaveLength(16);
  });
});

describe('the map of a virtual machine', () => {
  it('is its byte memory', async () => {
    const client = await stopped(mini, 'memory.mini');
    const before = await mapOf(client);
    expect(before.regions).toEqual([]);
    await client.setBreakpoints(fileURLToPath(new URL('memory.mini', mini.examples)), ['#cross']);
    await client.continue();
    const { regions } = await mapOf(client);
    expect(regions).toMatchObject([{ start: 'memory:0x0', type: 'data', name: 'memory' }]);
    const read = await client.request('readMemory', { memoryReference: regions[0]!.start, count: 4 });
    expect(Buffer.from(read?.data ?? '', 'base64')).toHaveLength(4);
  });

  it('is refused for one that has values instead of bytes', async () => {
    const client = await stopped(ng, 'tour.ng');
    await expect(client.customRequest('sonde/memoryMap', {})).rejects.toThrow(/not supported/);
  });
});

// Maps of memory, headers and explanations of traps, as clients see them, and by the names that a language has for them.

import { nativeTools } from '@sonde/engine-native';
import { aria } from '@sonde/language-aria';
import { c } from '@sonde/language-c';
import { connect, type TestClient } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it, vi } from 'vitest';
import { endpointFor } from './in-process.js';
import { schemaCheck } from './json-schema.js';
import { finished, written } from './written-programs.js';

const { missing } = await nativeTools();
// The first program compiles the runtime.
vi.setConfig({ testTimeout: 120_000 });

const program = `
const Node = struct { value: int64, next: gc Node };
func:main = int32() {
  tbb8:level = 100;
  level = level + 100;
  gc Node:list = Node{ value: 1, next: NULL };
  aria.gc_minor();
  list = Node{ value: 2, next: list };
  wild int64@:cells = aria.alloc<int64>(4);
  cells[1] = 5;
  println(\`&{list.value} &{level}\`); // #here
  aria.free(cells);
  println("freed"); // #freed
  int32[2]:row = [1, 2];
  pass(row[(int64)list.value + 3]);
};
`;

interface MemoryMap {
  readonly regions: readonly { readonly type: string; readonly objectCount: number; readonly size: number }[];
  readonly totalHeapSize: number;
}

async function stopped(marker: `#${string}`, languages = [aria, c]): Promise<TestClient> {
  const client = closeAfterTest(await connect(endpointFor(...languages)));
  const path = written('mapped.aria', program);
  await client.launch({ program: path }, async each => {
    await each.setBreakpoints(path, [marker]);
    await each.request('setExceptionBreakpoints', { filters: ['signal'] });
  });
  await client.waitForStop({ reason: 'breakpoint' });
  return client;
}

const mapOf = async (client: TestClient, args: object = {}, request = 'ariaMemoryMap'): Promise<MemoryMap> =>
  (await client.customRequest(request, args)) as MemoryMap;

describeUnlessMissing('a map of memory', missing, () => {
  it('is what its schema says, under both of its names', async () => {
    const client = await stopped('#here');
    const own = await mapOf(client);
    expect(schemaCheck('aria-memory-map.schema.json', 'ResponseBody')(own)).toEqual([]);
    expect(own.regions.map(({ type, objectCount }) => [type, objectCount]).toSorted()).toEqual([
      ['gc_nursery', 1],
      ['gc_old_gen', 1],
      ['wild', 1],
    ]);
    expect(own.totalHeapSize).toBe(own.regions.reduce((sum, { size }) => sum + size, 0));
    const general = await mapOf(client, {}, 'sonde/memoryMap');
    expect(schemaCheck('memory-map.schema.json', 'ResponseBody')(general)).toEqual([]);
    expect(general.regions).toEqual(own.regions);
  });

  it('has all types of the schema as filters, and refuses others with a list', async () => {
    const client = await stopped('#here');
    const check = schemaCheck('aria-memory-map.schema.json', 'MemoryRegionType');
    for (const type of Object.keys(aria.runtime!.regionTypes!)) {
      expect(check(type)).toEqual([]);
      const { regions, totalHeapSize } = await mapOf(client, { filter: type });
      expect(regions.every(region => region.type === type)).toBe(true);
      expect(totalHeapSize).toBeGreaterThan(262_144);
    }
    expect(check('stack')).not.toEqual([]);
    await expect(mapOf(client, { filter: 'stack' })).rejects.toThrow(
      'they are gc_nursery, gc_old_gen, wild, wildx.',
    );
  });

  it('is made anew at every stop', async () => {
    const client = await stopped('#here');
    expect((await mapOf(client, { filter: 'wild' })).regions).toHaveLength(1);
    await client.next();
    await client.next();
    expect((await mapOf(client, { filter: 'wild' })).regions).toEqual([]);
  });

  it('is there for a program that was launched as another language', async () => {
    const path = written('mapped.aria', program);
    const executable = await finished(aria, path);
    const client = closeAfterTest(await connect(endpointFor(c, aria)));
    await client.launch({ program: executable, language: 'c' }, each => each.setBreakpoints(path, ['#here']));
    await client.waitForStop({ reason: 'breakpoint' });
    expect((await mapOf(client, {}, 'sonde/memoryMap')).regions).toHaveLength(3);
  });
});

describeUnlessMissing('memory in the variables of a client', missing, () => {
  it('has headers and hints, and follows what is written', async () => {
    const client = await stopped('#here');
    const variables = await client.locals();
    const named = (name: string) => variables.get(name)!;
    expect(named('level')).toMatchObject({
      value: 'ERR (sentinel)',
      presentationHint: { kind: 'virtual', attributes: ['failed'] },
    });
    const reference = named('list').variablesReference;
    const { variables: parts } = await client.request('variables', { variablesReference: reference });
    expect(parts.map(({ name }) => name)).toEqual(['value', 'next', '[header]']);
    expect(parts[2]).toMatchObject({ presentationHint: { kind: 'virtual' } });
    const { variables: bits } = await client.request('variables', {
      variablesReference: parts[2]!.variablesReference,
    });
    expect(bits.map(({ name, value }) => `${name} ${value}`)).toEqual([
      ...['mark_bit Unmarked', 'pinned_bit Movable', 'forwarded_bit Active', 'is_nursery Nursery'],
      ...['size_class 2', 'type_id 0x0', 'type Node'],
    ]);
    const { memoryReference } = parts[2]!;
    const asked = { memoryReference: memoryReference!, count: 1 };
    const read = await client.request('readMemory', asked);
    const flags = Buffer.from(read?.data ?? '', 'base64').readUInt8();
    const data = Buffer.of(flags | 2).toString('base64');
    await client.request('writeMemory', { memoryReference: memoryReference!, data });
    const { variables: now } = await client.request('variables', { variablesReference: reference });
    expect(now[2]!.value).toMatch(/^Unmarked, Pinned, Active, Nursery/);
  });

  it('tells a trap in the words of the runtime', async () => {
    const client = await stopped('#freed');
    const { threadId, reason, body } = await client.continue();
    expect(reason).toBe('exception');
    expect(body.text).toMatch(/^index 5 is outside of 0\.\.1/);
    const info = await client.request('exceptionInfo', { threadId });
    expect(info).toMatchObject({ exceptionId: 'SIGABRT', description: body.text });
  });
});

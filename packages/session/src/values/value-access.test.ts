// Bodies of variables: a row of numbers becomes what the same values become by themselves.

import { Lens, NumberRows, type ShownPage } from '@sonde/lens';
import { StopReader, stopId, TypeTable, type EngineReads, type TypeDescription } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { variableBodies, writtenBody, type Viewer } from './value-access.js';

const types = new TypeTable();
const element = types.add({ kind: 'integer', name: 'short', size: 2, signed: true });
const array = types.add({ kind: 'array', name: 'short[4]', element, count: 4 });

const engine: EngineReads & { readonly types: TypeTable } = {
  types,
  readMemory: (_stop, ranges) =>
    Promise.resolve(ranges.map(({ size }) => ({ bytes: new Uint8Array(size).map((_, nth) => nth) }))),
  readObjects: () => Promise.resolve([]),
  readPlaces: () => Promise.resolve([]),
};

async function numbers(): Promise<ShownPage> {
  const reader = new StopReader(engine, stopId(1));
  const memberPath = (parent: string, child: string | number): string => `${parent}[${child}]`;
  const lens = new Lens({ renderers: [], types, pointerSize: 8, littleEndian: true, memberPath });
  const place = { kind: 'memory', address: { space: '', offset: 0x1000n } } as const;
  const value = { type: array, content: { kind: 'deferred' }, place } as const;
  const [shown] = await lens.show([{ name: 'a', value, path: 'a' }], reader);
  return lens.page(shown!, { filter: 'indexed', start: 1, count: 2 }, reader);
}

const viewer = (initialize: object): Viewer => ({ session: {}, client: { initialize } }) as unknown as Viewer;

describe('bodies of numbers', () => {
  it('hold what a client asked to be told', async () => {
    const page = await numbers();
    const all = viewer({ supportsVariableType: true, supportsMemoryReferences: true });
    expect(variableBodies(all, { ...page, frame: undefined, format: {} })).toEqual([
      {
        name: '[1]',
        value: '770',
        variablesReference: 0,
        type: 'short',
        memoryReference: '0x1002',
        evaluateName: 'a[1]',
      },
      {
        name: '[2]',
        value: '1284',
        variablesReference: 0,
        type: 'short',
        memoryReference: '0x1004',
        evaluateName: 'a[2]',
      },
    ]);
    expect(variableBodies(viewer({}), { ...page, frame: undefined, format: {} })[0]).toEqual({
      ...{ name: '[1]', value: '770', variablesReference: 0, evaluateName: 'a[1]' },
    });
  });

  it.each([{}, { supportsVariableType: true }, { supportsMemoryReferences: true }])(
    'are those of the same values one by one: %j',
    async initialize => {
      const { rows } = await numbers();
      if (!(rows instanceof NumberRows)) throw new Error('these are no rows of numbers');
      const common = { frame: undefined, format: {} };
      const quickly = variableBodies(viewer(initialize), { rows, ...common });
      const slowly = variableBodies(viewer(initialize), { rows: rows.shown(), ...common });
      expect(JSON.stringify(quickly)).toBe(JSON.stringify(slowly));
    },
  );

  const kinds: readonly TypeDescription[] = [
    { kind: 'integer', name: 'signed char', size: 1, signed: true },
    { kind: 'integer', name: 'short "of it"', size: 2, signed: true },
    { kind: 'integer', name: 'unsigned', size: 4, signed: false },
    { kind: 'integer', name: 'long', size: 8, signed: true },
    { kind: 'float', name: 'float', size: 4 },
    { kind: 'float', name: 'double', size: 8 },
    { kind: 'boolean', name: 'bool', size: 1 },
  ];

  it.each(kinds)('are the same written right away, of $name', async type => {
    let written = 0;
    for (const options of [
      {},
      { start: 65_530 },
      { start: 7, name: 'a["1"][1]' },
      { at: 0x7fff_ffff_f000n },
    ]) {
      const page = await manyNumbers(type, options);
      for (const initialize of [{}, { supportsVariableType: true }, { supportsMemoryReferences: true }]) {
        const common = { ...page, frame: undefined, format: {} };
        const body = writtenBody(viewer(initialize), common);
        const variables = variableBodies(viewer(initialize), common);
        expect(JSON.stringify(body)).toBe(JSON.stringify({ variables }));
        expect(new TextDecoder().decode(body?.bytes)).toBe(JSON.stringify({ variables }));
        written++;
      }
    }
    expect(written).toBe(12);
  });

  it('are not written right away where they are few, far out or unlike', async () => {
    const short = kinds[1]!;
    const all = viewer({ supportsMemoryReferences: true });
    const written = async (options: Many): Promise<boolean> =>
      writtenBody(all, { ...(await manyNumbers(short, options)), frame: undefined, format: {} }) !==
      undefined;
    expect(await written({})).toBe(true);
    expect(await written({ count: 20 })).toBe(false);
    expect(await written({ at: 1n << 60n })).toBe(false);
    expect(await written({ path: (parent, child) => `${parent}.${Number(child) * 2}` })).toBe(false);
  });
});

interface Many {
  readonly start?: number;
  readonly count?: number;
  readonly at?: bigint;
  readonly name?: string;
  readonly path?: (parent: string, child: string | number) => string;
}

/** A page of an array whose bytes are anything. */
async function manyNumbers(
  type: TypeDescription,
  { start = 0, count = 300, at = 0x1000n, name = 'a', path }: Many,
): Promise<ShownPage> {
  const kinds = new TypeTable();
  const kind = kinds.add(type);
  const many = kinds.add({ kind: 'array', name: 'many', element: kind, count: 100_000 });
  const random = (nth: number): number => (nth * 2_654_435_761) >>> 11;
  const reads: EngineReads & { readonly types: TypeTable } = {
    ...engine,
    types: kinds,
    readMemory: (_stop, ranges) =>
      Promise.resolve(
        ranges.map(({ size }) => ({ bytes: new Uint8Array(size).map((_, nth) => random(nth)) })),
      ),
  };
  const reader = new StopReader(reads, stopId(1));
  const memberPath = path ?? ((parent: string, child: string | number): string => `${parent}[${child}]`);
  const lens = new Lens({ renderers: [], types: kinds, pointerSize: 8, littleEndian: true, memberPath });
  const place = { kind: 'memory', address: { space: '', offset: at } } as const;
  const value = { type: many, content: { kind: 'deferred' }, place } as const;
  const [shown] = await lens.show([{ name, value, path: name }], reader);
  return lens.page(shown!, { filter: 'indexed', start, count }, reader);
}

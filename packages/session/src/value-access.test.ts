// Bodies of variables: a row of numbers becomes what the same values become by themselves.

import { Lens, NumberRows, type ShownPage } from '@sonde/lens';
import { StopReader, stopId, TypeTable, type EngineReads } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { variableBodies, type Viewer } from './value-access.js';

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
});

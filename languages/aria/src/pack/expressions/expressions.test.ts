// Texts to programs, run over memory that is made up: what debug information alone tells is enough.

import {
  nameScope,
  TypeTable,
  unavailable,
  type Failure,
  type RawValue,
  type TypeId,
  type VisibleName,
} from '@sonde/engine';
import { evaluate, scalarOf, type EvaluationContext } from '@sonde/lens';
import { StopReader, stopId, type EngineReads, type MemoryRange, type MemoryRead } from '@sonde/engine';
import { beforeEach, describe, expect, it } from 'vitest';
import { expressions } from './expressions.js';

/** A program's memory from 0x1000 on. */
const start = 0x1000n;
let memory: Uint8Array;
let types: TypeTable;
let visible: VisibleName[];
let values: Map<string, RawValue>;

beforeEach(() => {
  memory = new Uint8Array(256);
  types = new TypeTable();
  visible = [];
  values = new Map();
});

const reads: EngineReads & { readonly types: TypeTable } = {
  get types() {
    return types;
  },
  readMemory: async (_stop, ranges: readonly MemoryRange[]): Promise<readonly MemoryRead[]> =>
    ranges.map(({ address, size }) => {
      const at = Number(address.offset - start);
      if (at < 0 || at + size > memory.length) return { bytes: new Uint8Array(0), why: 'not mapped' };
      return { bytes: memory.subarray(at, at + size) };
    }),
  readObjects: async () => [],
  readPlaces: async () => [],
};

const alias = (name: string, target: TypeId): TypeId => types.add({ kind: 'alias', name, target });
const whole = (size: number, signed = true): TypeId =>
  types.add({ kind: 'integer', name: signed ? 'long' : 'unsigned long', size, signed });

/** A variable in memory, as an engine would hand it over. */
function variable(name: string, type: TypeId, at: number, size: number): void {
  visible.push({ name, type, place: { kind: 'named', name }, kind: 'local' });
  values.set(name, {
    type,
    content: { kind: 'bytes', bytes: memory.slice(at, at + size) },
    place: { kind: 'memory', address: { space: '', offset: start + BigInt(at) } },
  });
}

const compile = (text: string) => expressions.compile(text, { names: nameScope(visible), types });

async function value(text: string): Promise<unknown> {
  const context: EvaluationContext = {
    reader: new StopReader(reads, stopId(1)),
    types,
    pointerSize: 8,
    littleEndian: true,
    read: async (place, type) =>
      (place.kind === 'named' ? values.get(place.name) : undefined) ?? unavailable(type, 'not here'),
    format: async () => 'shown',
  };
  const found = await evaluate(compile(text).program, context);
  return scalarOf(found, types) ?? found.content;
}

function refusalOf(text: string): string {
  try {
    compile(text);
  } catch (error) {
    return (error as Failure).text;
  }
  return 'it was taken';
}

describe('expressions over debug information', () => {
  it('are sticky where the type says tbb, whatever its storage is', async () => {
    memory.set([100], 0);
    memory.set([0x80], 1);
    memory.set([0x2c, 1], 2);
    variable('level', alias('tbb8', whole(1)), 0, 1);
    variable('bad', alias('tbb8', whole(1)), 1, 1);
    variable('wide', alias('tbb8', whole(2)), 2, 2);
    expect(await value('level + 27')).toBe(127n);
    expect(await value('level + 28')).toBe(-128n);
    expect(await value('bad - 1')).toBe(-128n);
    expect(await value('level / 0 == ERR')).toBe(true);
    expect(await value('wide + 0')).toBe(-128n);
    expect(await value('`&{level} &{bad}`')).toBe('100 ERR');
  });

  it('follow pointers, and say why they cannot', async () => {
    const int32 = alias('int32', whole(4));
    const point = types.add({
      ...{ kind: 'struct', name: 'Point', size: 8 },
      fields: [
        { name: 'x', type: int32, bitOffset: 0 },
        { name: 'y', type: int32, bitOffset: 32 },
      ],
    });
    const pointer = (name: string): TypeId =>
      alias(name, types.add({ kind: 'pointer', name: 'Point *', size: 8, target: point }));
    new DataView(memory.buffer).setBigUint64(0, start + 16n, true);
    new DataView(memory.buffer).setBigUint64(8, 0xdead_0000n, true);
    memory.set([3, 0, 0, 0, 4, 0, 0, 0], 16);
    variable('at', pointer('Point@'), 0, 8);
    variable('wrong', pointer('gc_ptr<Point>'), 8, 8);
    expect(await value('at->x + at.y')).toBe(7n);
    expect(await value('at[0].y')).toBe(4n);
    expect(await value('at == NULL')).toBe(false);
    expect(await value('(at + 1) == at')).toBe(false);
    await expect(value('wrong.x')).rejects.toThrow(/not mapped/);
  });

  it('read a fat pointer only within its bounds', async () => {
    const number = whole(8, false);
    const fat = types.add({
      ...{ kind: 'struct', name: 'FatPtr', size: 32 },
      fields: ['ptr', 'base', 'size', 'scope_id'].map((name, index) => ({
        ...{ name, type: number, bitOffset: index * 64 },
      })),
    });
    alias('int64', whole(8));
    const view = new DataView(memory.buffer);
    for (const [index, part] of [start + 64n, start + 64n, 16n, 1n].entries())
      view.setBigUint64(index * 8, part, true);
    view.setBigInt64(64, 7n, true);
    view.setBigInt64(72, 8n, true);
    view.setBigInt64(80, 9n, true);
    variable('many', alias('wild_ptr<int64>', fat), 0, 32);
    expect(await value('many + 1')).toBe(8n);
    expect(await value('many[1] + 0')).toBe(8n);
    await expect(value('many[2] + 0')).rejects.toThrow(/out of bounds/);
    await expect(value('many[-1] + 0')).rejects.toThrow(/out of bounds/);
  });

  it('read strings by their length, and refuse absurd ones', async () => {
    const text = types.add({ kind: 'pointer', name: 'char *', size: 8, target: whole(1) });
    const string = types.add({
      ...{ kind: 'struct', name: 'string', size: 16 },
      fields: [
        { name: 'data', type: text, bitOffset: 0 },
        { name: 'length', type: alias('int64', whole(8)), bitOffset: 64 },
      ],
    });
    const view = new DataView(memory.buffer);
    view.setBigUint64(0, start + 64n, true);
    view.setBigInt64(8, 3n, true);
    view.setBigUint64(16, start + 64n, true);
    view.setBigInt64(24, 1n << 60n, true);
    memory.set(new TextEncoder().encode('a\0é'), 64);
    variable('name', string, 0, 16);
    variable('absurd', string, 16, 16);
    expect(await value('name + "!"')).toBe('a\0\uFFFD!');
    expect(await value('len(name) == 3 && name[0] == 97')).toBe(true);
    await expect(value('name[3]')).rejects.toThrow(/outside of the string/);
    await expect(value('absurd == "x"')).rejects.toThrow(/a text of 1152921504606846976 bytes/);
  });

  it('take numbers of other languages for their own', async () => {
    memory.set([5, 0, 0, 0], 0);
    variable('n', types.add({ kind: 'integer', name: 'int', size: 4, signed: true }), 0, 4);
    expect(await value('n * 3 > 14')).toBe(true);
  });

  it('show a name of any type, and compute only with those they know', () => {
    variable('odd', types.add({ kind: 'opaque', name: 'va_list' }), 0, 8);
    expect(compile('odd').pure).toBe(true);
    expect(refusalOf('odd + 1')).toBe('odd is a va_list, which cannot be computed with (column 1).');
  });

  it('say where they are wrong', () => {
    expect(refusalOf('')).toMatch(/expected a value, found the end \(column 1\)/);
    expect(refusalOf('1 1')).toMatch(/column 3/);
    expect(refusalOf('while (true) {}')).toMatch(/while begins a statement/);
    expect(expressions.native?.syntaxProblem?.('a +')).toMatch(/column 4/);
    expect(expressions.native?.syntaxProblem?.('a + b')).toBeUndefined();
  });

  it('know which of them change the program', () => {
    variable('n', alias('int32', whole(4)), 0, 4);
    expect(compile('n + 1').pure).toBe(true);
    expect(compile('n = 1').pure).toBe(false);
    expect(compile('n++').pure).toBe(false);
  });

  it('do not let the table of types grow with every question', () => {
    variable('level', alias('tbb8', whole(1)), 0, 1);
    compile('`&{level + 1}`');
    const before = [...types.entries()].length;
    for (let round = 0; round < 5; round++) compile('`&{level + 1}`');
    expect([...types.entries()].length).toBe(before);
  });
});

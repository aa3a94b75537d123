// Expression programs over a stop: navigation, effects, limits and failures.

import {
  isPure,
  objectId,
  scalar,
  takesMemoryOnly,
  unavailable,
  type Expression,
  type RawValue,
  type RelativePlace,
  type TypeId,
} from '@sonde/engine';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EvaluationContext } from '../evaluation.js';
import { FakeReads, words } from '../test/fake-reads.js';
import {
  addressOf,
  assign,
  call,
  concat,
  conditions,
  constant,
  convert,
  deref,
  fail,
  field,
  format,
  index,
  integers,
  kindOf,
  length,
  placed,
  record,
  run,
  symbol,
  vouched,
} from './build.js';
import { evaluate, isTrue } from './evaluate.js';

let reads: FakeReads;
let int: TypeId;
let text: TypeId;
let boolean: TypeId;
let dynamic: TypeId;
let point: TypeId;
let pointer: TypeId;
let numbers: TypeId;
let names: Map<string, RawValue>;

beforeEach(() => {
  reads = new FakeReads();
  const { types } = reads;
  int = types.add({ kind: 'integer', name: 'int', size: 4, signed: true });
  text = types.add({ kind: 'string', name: 'text' });
  boolean = types.add({ kind: 'boolean', name: 'bool', size: 1 });
  dynamic = types.add({ kind: 'dynamic', name: 'any' });
  point = types.add({
    kind: 'struct',
    name: 'Point',
    size: 8,
    fields: [
      { name: 'x', type: int, bitOffset: 0 },
      { name: 'y', type: int, bitOffset: 32 },
    ],
  });
  pointer = types.add({ kind: 'pointer', name: 'Point *', size: 8, target: point });
  numbers = types.add({ kind: 'array', name: 'int[1000000]', element: int, count: 1_000_000 });
  names = new Map();
});

const context = (more: Partial<EvaluationContext> = {}): EvaluationContext => ({
  reader: reads.reader(),
  types: reads.types,
  pointerSize: 8,
  littleEndian: true,
  read: async (place: RelativePlace, type) =>
    (place.kind === 'named' ? names.get(place.name) : undefined) ?? unavailable(type, 'no such variable'),
  format: async value => `<${value.content.kind}>`,
  ...more,
});
const name = (variable: string, type: TypeId): Expression => ({
  op: 'read',
  place: { kind: 'named', name: variable },
  type,
});
const at = (type: TypeId, offset: bigint): RawValue => ({
  type,
  content: { kind: 'deferred' },
  place: { kind: 'memory', address: { space: '', offset } },
});
const number = (value: bigint): Expression => constant(value, int);
const scalarIn = async (program: Expression, more: Partial<EvaluationContext> = {}): Promise<unknown> => {
  const { content } = await evaluate(program, context(more));
  return content.kind === 'scalar' ? content.value : content.kind;
};
const i32 = () => integers({ bits: 32, signed: true, overflow: 'fail' }, int);

describe('code of the machine', () => {
  const code = { any: 'thing' };

  it('is run where the context can, and its value has a place like any other', async () => {
    const value: RawValue = { ...scalar(int, 4n), place: { kind: 'global', index: 1 } };
    const asked: unknown[] = [];
    const runs: Partial<EvaluationContext> = {
      run: async (...given) => {
        asked.push(given);
        return value;
      },
    };
    expect(await evaluate(run(code, false, int), context(runs))).toBe(value);
    expect(await scalarIn(i32().add(run(code, false, int), number(1n)), runs)).toBe(5n);
    expect(asked).toEqual([
      [code, int],
      [code, int],
    ]);
  });

  it('is refused elsewhere', async () => {
    await expect(evaluate(run(code, false, int), context())).rejects.toMatchObject({
      code: 'bad-expression',
    });
  });
});

describe('values that are made', () => {
  it('are structures of their members, with zero for those that are left out', async () => {
    const made = await evaluate(record({ y: i32().add(number(1n), number(2n)) }, point), context());
    expect(made).toEqual({ type: point, content: { kind: 'bytes', bytes: words(0, 3) } });
    expect(await scalarIn(i32().add(field(record({ y: number(3n) }, point), 'y', int), number(1n)))).toBe(4n);
    await expect(evaluate(record({ z: number(3n) }, point), context())).rejects.toThrow('no member z');
    await expect(evaluate(record({ x: number(3n) }, int), context())).rejects.toThrow('not made of members');
  });

  it('are addresses of symbols that the program has', async () => {
    const symbolIn: Partial<EvaluationContext> = {
      symbol: async wanted => (wanted === 'f' ? 0x40n : undefined),
    };
    expect(await scalarIn(symbol('f', int), symbolIn)).toBe(0x40n);
    await expect(evaluate(symbol('g', int), context(symbolIn))).rejects.toThrow('no code for g');
    await expect(evaluate(symbol('f', int), context())).rejects.toThrow('no code for f');
  });
});

describe('values in new memory of the program', () => {
  let byte: TypeId;
  let written: Map<bigint, readonly number[]>;
  const memory = () => ({ allocate: 'room', word: int, element: byte });
  const effects = (): Partial<EvaluationContext> => ({
    call: async (callee, [size]) => {
      expect([callee, size]).toMatchObject(['room', { content: { kind: 'scalar' } }]);
      return scalar(int, 0x2000n);
    },
    write: async (target, { content }) => {
      if (target.place?.kind !== 'memory' || content.kind !== 'bytes') throw new Error('not of memory');
      written.set(target.place.address.offset, [...content.bytes]);
      return target;
    },
  });
  beforeEach(() => {
    byte = reads.types.add({ kind: 'integer', name: 'byte', size: 1, signed: false });
    written = new Map();
  });

  it('are the bytes of a text, which know how many they are', async () => {
    const bytes = placed(constant('é!', text), memory());
    expect(await scalarIn(length(bytes, int), effects())).toBe(3n);
    expect(await scalarIn(addressOf(bytes, pointer), effects())).toBe(0x2000n);
    expect([...written]).toEqual([[0x2000n, [0xc3, 0xa9, 0x21]]]);
    expect(isPure(bytes)).toBe(false);
    expect(takesMemoryOnly(bytes)).toBe(true);
  });

  it('are structures and arrays of them as they lie there', async () => {
    const points = reads.types.add({ kind: 'array', name: 'Point[2]', element: point, count: 2, size: 16 });
    const second = record({ x: number(7n), y: number(8n) }, point);
    await evaluate(placed(record({ 1: second }, points), memory()), context(effects()));
    expect(written.get(0x2000n)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 8, 0, 0, 0]);
    await expect(evaluate(record({ 2: second }, points), context())).rejects.toThrow('does not fit');
    await expect(evaluate(record({ 0: number(1n) }, points), context())).rejects.toThrow(/struct|fit/);
  });

  it('are refused where nothing may change, and where there is no memory', async () => {
    const bytes = placed(constant('a', text), memory());
    await expect(evaluate(bytes, context())).rejects.toThrow('no memory of the program may be taken here');
    const full: Partial<EvaluationContext> = { ...effects(), call: async () => scalar(int, 0n) };
    await expect(evaluate(bytes, context(full))).rejects.toThrow('the program has no memory for 2 bytes');
  });
});

describe('values that are vouched for', () => {
  it('are used unless the language objects', async () => {
    const objects: Partial<EvaluationContext> = {
      objection: async ({ content }) =>
        content.kind === 'scalar' && content.value === 3n ? 'it was freed' : undefined,
    };
    expect(await scalarIn(i32().add(vouched(number(2n)), number(1n)), objects)).toBe(3n);
    await expect(evaluate(vouched(number(3n)), context(objects))).rejects.toThrow('it was freed');
    expect(await scalarIn(vouched(number(3n)))).toBe(3n);
  });
});

describe('navigation', () => {
  it('reads fields, elements and what pointers lead to, and only the bytes it needs', async () => {
    reads.map(0x1000n, words(3, 4));
    reads.regions.push({ start: 0x100000n, size: 4_000_000n, byte: offset => (offset % 4n === 0n ? 9 : 0) });
    names.set('p', scalar(pointer, 0x1000n));
    names.set('a', at(numbers, 0x100000n));
    const y = field(deref(name('p', pointer), point), 'y', int);
    expect(await scalarIn(i32().add(y, index(name('a', numbers), number(999_999n), int)))).toBe(13n);
    expect(reads.bytesRead).toBe(8192);
  });

  it('keeps the place of what it reads, so that it can be written and expanded', async () => {
    names.set('v', at(point, 0x1000n));
    reads.map(0x1000n, words(3, 4));
    const y = await evaluate(field(name('v', point), 'y', int), context());
    expect(y.place).toEqual({ kind: 'memory', address: { space: '', offset: 0x1004n } });
    expect(await scalarIn(addressOf(field(name('v', point), 'y', int), pointer))).toBe(0x1004n);
  });

  it('indexes pointers by the size of what they point to', async () => {
    const toInt = reads.types.add({ kind: 'pointer', name: 'int *', size: 8, target: int });
    reads.map(0x1000n, words(1, 2, 3));
    names.set('p', scalar(toInt, 0x1000n));
    expect(await scalarIn(i32().neg(index(name('p', toInt), number(2n), int)))).toBe(-3n);
  });

  it('finds members and elements of objects', async () => {
    names.set('o', { type: dynamic, content: { kind: 'object', id: objectId('o'), named: 1, indexed: 2 } });
    reads.objects.set('o', ({ filter, start }) =>
      filter === 'named'
        ? [{ name: 'a', value: scalar(dynamic, 5) }].slice(start)
        : [
            { name: '[0]', value: scalar(dynamic, 6) },
            { name: '[1]', value: scalar(dynamic, 7) },
          ].slice(start, start + 1),
    );
    const o = name('o', dynamic);
    expect(await scalarIn(field(o, 'a', dynamic))).toBe(5);
    expect(await scalarIn(index(o, number(1n), dynamic))).toBe(7);
    expect(await scalarIn(length(o, int))).toBe(2n);
    expect(await scalarIn(kindOf(o, text))).toBe('object');
    expect(await scalarIn(conditions(boolean).eq(o, o))).toBe(true);
    await expect(evaluate(field(o, 'b', dynamic), context())).rejects.toThrow("there is no field 'b'");
    await expect(evaluate(index(o, number(9n), dynamic), context())).rejects.toThrow(
      'index 9 is outside of 2 elements',
    );
    await expect(evaluate(conditions(boolean).lt(o, o), context())).rejects.toThrow('objects have no order');
    await expect(evaluate(conditions(boolean).eq(o, number(1n)), context())).rejects.toThrow(
      'cannot compare',
    );
  });

  it('fetches the rest of a long text only when it is needed', async () => {
    const place = { kind: 'global', index: 4 } as const;
    names.set('s', { type: text, place, content: { kind: 'partial', value: 'ab', length: 5 } });
    reads.places.set('global 4', scalar(text, 'abcde', place));
    expect(await scalarIn(length(name('s', text), int))).toBe(5n);
    expect(reads.calls).toEqual([]);
    expect(await scalarIn(concat([name('s', text), constant('!', text)], text))).toBe('abcde!');
    expect(await scalarIn(index(name('s', text), number(4n), text))).toBe('e');
  });
});

describe('a condition', () => {
  it('holds by what lies in memory, not because something does', async () => {
    const flag = reads.types.add({ kind: 'boolean', name: 'bool', size: 1 });
    reads.map(0x40n, Uint8Array.of(0, 1));
    const held = (value: RawValue): Promise<boolean> => isTrue(value, context());
    expect(await held(at(flag, 0x40n))).toBe(false);
    expect(await held(at(flag, 0x41n))).toBe(true);
    expect(await held({ type: flag, content: { kind: 'bytes', bytes: Uint8Array.of(0) } })).toBe(false);
    expect(await held(at(point, 0x40n))).toBe(true);
    expect(await held(unavailable(flag, 'gone'))).toBe(false);
  });
});

describe('failures', () => {
  const failure = async (program: Expression): Promise<unknown> =>
    evaluate(program, context()).then(
      value => value,
      (error: unknown) => error,
    );

  it('tells a division by zero from other failures', async () => {
    expect(await failure(i32().rem(number(1n), number(0n)))).toMatchObject({ kind: 'no-value' });
    const overflow = i32().add(number(2147483647n), number(1n));
    expect(await failure(overflow)).toMatchObject({ kind: undefined });
  });

  it('are told in the words of the language, where it has any', async () => {
    const kind = { bits: 32, signed: true, overflow: 'fail' } as const;
    const own = integers(kind, int, operator => ({ overflow: `too much: ${operator}`, zero: 'by nothing' }));
    expect(await failure(own.add(number(2147483647n), number(1n)))).toMatchObject({
      message: 'too much: add',
    });
    expect(await failure(own.rem(number(1n), number(0n)))).toMatchObject({ message: 'by nothing' });
    const byte = { kind: 'integer', bits: 8, signed: false, overflow: 'fail' } as const;
    const narrow = convert(number(256n), byte, int, { overflow: 'no byte' });
    expect(await failure(narrow)).toMatchObject({ message: 'no byte' });
    // What is wrong with the text itself is not the program's to say.
    const wrong = convert(constant('x', text), byte, int, { overflow: 'no byte' });
    expect(await failure(wrong)).toMatchObject({ blame: 'user' });
  });

  it.each([
    [
      'an index outside',
      () => index(name('a', numbers), number(1_000_000n), int),
      'program',
      /outside of 1000000/,
    ],
    ['a null pointer', () => deref(constant(0n, pointer), point), 'program', /null/],
    ['division by zero', () => i32().div(number(1n), number(0n)), 'program', /division by zero/],
    [
      'overflow',
      () => i32().add(number(2147483647n), number(1n)),
      'program',
      /2147483648 does not fit a 32-bit signed/,
    ],
    [
      'what is not available',
      () => i32().add(name('nothing', int), number(1n)),
      'program',
      /no such variable/,
    ],
    ['a field that is none', () => field(name('v', point), 'z', int), 'user', /Point has no field 'z'/],
    ['text in arithmetic', () => i32().add(constant('x', text), number(1n)), 'user', /not an integer/],
    ['a number as a condition', () => conditions(boolean).not(number(1n)), 'user', /neither true nor false/],
    [
      'different kinds compared',
      () => conditions(boolean).eq(number(1n), constant('1', text)),
      'user',
      /cannot compare/,
    ],
    ['an address of a result', () => addressOf(number(1n), pointer), 'user', /no address/],
    ['a call where none is allowed', () => call('f', [], int), 'user', /cannot be called/],
    [
      'a missing operand',
      () => ({ ...i32().neg(number(1n)), operator: 'add' }) as Expression,
      'user',
      /two operands/,
    ],
    [
      'a slot nobody bound',
      (): Expression => ({ op: 'bound', slot: 3, type: int }),
      'user',
      /nothing is bound/,
    ],
    [
      'integers too wide',
      () => integers({ bits: 1e9, signed: true, overflow: 'wrap' }, int).neg(number(1n)),
      'user',
      /bits/,
    ],
  ])('%s', async (_, program, blame, message) => {
    names.set('a', at(numbers, 0x100000n));
    names.set('v', at(point, 0x1000n));
    reads.map(0x1000n, words(3, 4));
    const error = await failure(program());
    expect(error).toMatchObject({ name: 'Failure', code: 'bad-expression', blame });
    expect((error as Error).message).toMatch(message);
  });

  it('unreadable memory has a kind of its own', async () => {
    names.set('v', at(int, 0xdead0000n));
    expect(await scalarIn(kindOf(name('v', int), text))).toBe('unavailable');
  });
});

describe('limits', () => {
  it('refuses programs that are too deep or too large', async () => {
    let deep: Expression = number(1n);
    for (let level = 0; level < 5_000; level++) deep = i32().neg(deep);
    await expect(evaluate(deep, context())).rejects.toThrow('nested too deeply');
    let shared: Expression = number(1n);
    for (let level = 0; level < 60; level++) shared = i32().xor(shared, shared);
    await expect(evaluate(shared, context())).rejects.toThrow('too large');
  });

  it('does not let numbers or texts grow without end', async () => {
    const big = integers({ bits: 0, signed: true, overflow: 'fail' }, int);
    let program: Expression = number(1n << 64n);
    for (let level = 0; level < 14; level++) {
      const slot = level;
      const bound: Expression = { op: 'bound', slot, type: int };
      program = { op: 'let', slot, value: program, body: big.mul(bound, bound), type: int };
    }
    await expect(evaluate(program, context())).rejects.toThrow('too large to compute with');
    await expect(evaluate(big.shl(number(1n), number(1n << 60n)), context())).rejects.toThrow('too large');
    const long = constant('x'.repeat(1 << 20), text);
    await expect(
      evaluate(
        concat(
          Array.from({ length: 40 }, () => long),
          text,
        ),
        context(),
      ),
    ).rejects.toThrow('too long');
  });

  it('stops when it is cancelled', async () => {
    const abort = new AbortController();
    let program: Expression = number(1n);
    for (let level = 0; level < 900; level++) program = i32().add(program, number(1n));
    const many = concat(
      Array.from({ length: 20 }, () => program),
      text,
    );
    const result = evaluate(many, context({ signal: abort.signal }));
    setImmediate(() => abort.abort());
    await expect(result).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('effects', () => {
  it('writes to places and answers with what was read back', async () => {
    names.set('v', at(int, 0x1000n));
    const written: unknown[] = [];
    const write = async (target: RawValue, value: RawValue): Promise<RawValue> => {
      written.push(target.place, value.content);
      return scalar(int, 8n);
    };
    expect(await scalarIn(assign(name('v', int), number(7n), int), { write })).toBe(8n);
    expect(written).toEqual([
      { kind: 'memory', address: { space: '', offset: 0x1000n } },
      { kind: 'scalar', value: 7n },
    ]);
    await expect(evaluate(assign(number(1n), number(7n), int), context({ write }))).rejects.toThrow(
      'assigned',
    );
    await expect(evaluate(assign(name('v', int), number(7n), int), context())).rejects.toThrow('written');
  });

  it('calls with evaluated arguments', async () => {
    const answer = await scalarIn(call('twice', [i32().add(number(1n), number(2n))], int), {
      call: async (callee, [first]) =>
        scalar(
          int,
          callee === 'twice' && first?.content.kind === 'scalar' ? BigInt(first.content.value) * 2n : 0n,
        ),
    });
    expect(answer).toBe(6n);
  });

  it('says with a failure what it was about', async () => {
    const failing = fail('the code', int, i32().add(number(2n), number(3n)));
    await expect(evaluate(failing, context())).rejects.toThrow('the code: 5');
    await expect(evaluate(fail('nothing more', int), context())).rejects.toThrow(/^nothing more$/);
  });

  it('formats texts as they are and leaves the rest to the lens', async () => {
    names.set('v', at(point, 0x1000n));
    reads.map(0x1000n, words(3, 4));
    const message = concat([format(constant('a"b', text), text), format(name('v', point), text)], text);
    expect(await scalarIn(message)).toBe('a"b<bytes>');
  });
});

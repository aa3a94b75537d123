// Values that LLDB knows only half of: bit fields, arrays without a length, enumerators, variables of each thread.

import { describe, expect, it } from 'vitest';
import { scalarOf } from '@sonde/lens';
import type { RawValue, TextEffects } from '@sonde/engine';
import { toolsMissing, useFixtures } from './fixtures.js';
import { bytesOf, intOf, TestSession, variable } from './session.js';

describe.skipIf(toolsMissing)('values that LLDB knows half of', () => {
  const untypedByUs = { name: 'untyped.ll', flags: ['-Wno-override-module'] };
  const [shapes, untyped] = useFixtures('shapes.c', untypedByUs);

  async function stoppedAt(marker: string) {
    const session = await TestSession.start(shapes.program);
    await session.breakAtMarker(shapes, marker, { temporary: true });
    await session.engine.begin();
    const stop = await session.stopped();
    const evaluate = (text: string, effects: TextEffects = 'none'): Promise<RawValue> =>
      session.engine.evaluateText!(stop.id, stop.top!.frames[0]!.id, text, undefined, effects);
    return { session, stop, evaluate, number: (value: RawValue) => scalarOf(value, session.engine.types) };
  }

  const scalar = (of: RawValue, value: bigint): RawValue => ({
    type: of.type,
    content: { kind: 'scalar', value },
  });

  it('says of a variable that its compiler wrote no type for it', async () => {
    const session = await TestSession.start(untyped.program);
    await session.breakAt({ kind: 'function', name: 'main' });
    await session.engine.begin();
    expect(variable(await session.stopped(), 'one').content).toEqual({
      kind: 'unavailable',
      why: 'the compiler of the program wrote no type for it into the debug information',
    });
  });

  it('evaluates a bit field to its own bits, with its place', async () => {
    const { evaluate, number } = await stoppedAt('main');
    const texts = ['bits.low', 'bits.high', 'bits.wide', 'bits.flag', 'bits.tint', 'bits.inner', 'at->high'];
    const values = await Promise.all(texts.map(text => evaluate(text)));
    expect(values.map(number)).toEqual([5n, -7n, 0xabcdef1234n, true, 5n, 33n, -7n]);
    expect(values.map(value => value.place?.kind === 'memory' && value.place.bits?.size)).toEqual([
      3, 5, 40, 1, 4, 6, 5,
    ]);
    expect(number(await evaluate('bits.low + 1'))).toBe(6n);
  });

  it('writes a bit field and leaves its neighbours alone', async () => {
    const { session, stop, evaluate, number } = await stoppedAt('main');
    const high = await evaluate('bits.high');
    expect(number(await session.engine.write(stop.id, high.place!, scalar(high, 3n)))).toBe(3n);
    const four = Buffer.from([0xf0, 0xff, 0xff, 0xff]);
    const bytes = { type: high.type, content: { kind: 'bytes', bytes: four } } as const;
    expect(number(await session.engine.write(stop.id, high.place!, bytes))).toBe(-16n);
    const wide = await evaluate('bits.wide');
    expect(number(await session.engine.write(stop.id, wide.place!, scalar(wide, 0xfedcba9876n)))).toBe(
      0xfedcba9876n,
    );
    const around = ['bits.low', 'bits.high', 'bits.flag', 'bits.tint'].map(text => evaluate(text));
    expect((await Promise.all(around)).map(number)).toEqual([5n, -16n, true, 5n]);
  });

  it('refuses what does not fit into a bit field, with the range', async () => {
    const { session, stop, evaluate, number } = await stoppedAt('main');
    const refusal = async (text: string, value: bigint) => {
      const field = await evaluate(text);
      await expect(session.engine.write(stop.id, field.place!, scalar(field, value))).rejects.toMatchObject({
        code: 'bad-arguments',
        blame: 'user',
        next: `it takes ${{ 'bits.low': '0 to 7', 'bits.high': '-16 to 15' }[text]}.`,
      });
    };
    await refusal('bits.low', 9n);
    await refusal('bits.high', 16n);
    await refusal('bits.high', -17n);
    expect(number(await evaluate('bits.low'))).toBe(5n);
  });

  it('refuses to write more or fewer bytes than the place has', async () => {
    const { session, stop } = await stoppedAt('main');
    const after = variable(stop, 'after');
    for (const size of [0, 3, 8]) {
      const bytes = Buffer.alloc(size);
      const value = { type: after.type, content: { kind: 'bytes', bytes } } as const;
      await expect(session.engine.write(stop.id, after.place!, value)).rejects.toMatchObject({
        code: 'bad-arguments',
        blame: 'user',
      });
    }
    const [again] = await session.engine.readPlaces(stop.id, [{ place: after.place!, type: after.type }]);
    expect(intOf(again!)).toBe(0x5a5a5a5a);
    const rip = { kind: 'register', frame: stop.top!.frames[0]!.id, name: 'rcx' } as const;
    const value = { type: after.type, content: { kind: 'bytes', bytes: Buffer.alloc(4) } } as const;
    await expect(session.engine.write(stop.id, rip, value)).rejects.toThrow('rcx takes 8 bytes, not 4.');
  });

  it('knows enumerators by their names', async () => {
    const { evaluate, number } = await stoppedAt('main');
    expect(number(await evaluate('BLUE'))).toBe(-3n);
    expect(number(await evaluate('bits.tint == GREEN && RED != BLUE'))).toBe(true);
    expect(number(await evaluate('GREEN + BLUE', 'any'))).toBe(2n);
    await expect(evaluate('PURPLE')).rejects.toThrow("use of undeclared identifier 'PURPLE'");
  });

  it('does not list the room between bit fields', async () => {
    const { session, stop } = await stoppedAt('main');
    const type = session.engine.types.resolve(variable(stop, 'bits').type);
    expect(type.kind === 'struct' && type.fields.map(field => field.name)).toEqual([
      ...['low', 'high', 'wide', 'flag', 'tint', ''],
    ]);
  });

  it('says where it does not know the length of an array, instead of showing other bytes', async () => {
    const { session, stop, evaluate, number } = await stoppedAt('sum');
    const line = variable(stop, 'line');
    expect(session.engine.types.resolve(line.type)).toMatchObject({ kind: 'array', count: 6, size: 24 });
    expect(bytesOf(line).readInt32LE(20)).toBe(25);
    const [table, half] = [variable(stop, 'table'), variable(stop, 'half')];
    expect([table, half].map(({ type }) => session.engine.types.get(type).name)).toEqual([
      ...['int[6][3]', 'int[6][4]'],
    ]);
    expect(bytesOf(table).readInt32LE(4 * (5 * 3 + 2))).toBe(52);
    expect(number(await evaluate('table[1][2]'))).toBe(12n);
    expect(number(await evaluate('half[2][3]'))).toBe(203n);
    // Of one with another name for its type the compiler writes none.
    const unknown = { kind: 'unavailable', why: 'its length is not known to LLDB' };
    expect(variable(stop, 'named').content).toEqual(unknown);
    expect((await evaluate('named')).content).toEqual(unknown);
    expect(number(await evaluate('line[4]'))).toBe(16n);
  });

  it('does not take a flexible array for one element', async () => {
    const { session, stop, evaluate } = await stoppedAt('main');
    const whole = await evaluate('*flexible');
    const type = session.engine.types.resolve(whole.type);
    const items = type.kind === 'struct' ? type.fields[1]! : undefined;
    const array = session.engine.types.resolve(items!.type);
    expect([array.kind, array.size, array.kind === 'array' && array.count]).toEqual([
      'array',
      undefined,
      undefined,
    ]);
    const place = (await evaluate('flexible->items')).place!;
    const bits = variable(stop, 'after');
    const [unread, read] = await session.engine.readPlaces(stop.id, [
      { place, type: items!.type },
      { place: bits.place!, type: bits.type },
    ]);
    expect(unread!.content.kind).toBe('unavailable');
    expect(intOf(read!)).toBe(0x5a5a5a5a);
    expect(intOf(await evaluate('flexible->items[2]'))).toBe(3);
  });

  it('lists variables of each thread among those of the file', async () => {
    const { stop } = await stoppedAt('sum');
    const names = (kind: string): string[] =>
      stop
        .top!.scopes!.filter(scope => scope.kind === kind)
        .flatMap(scope => scope.variables.map(item => item.name))
        .sort();
    expect(names('locals')).toEqual(expect.arrayContaining(['half', 'line', 'table']));
    expect(names('locals')).not.toContain('of_thread');
    expect(names('globals')).toEqual(['after', 'of_thread']);
    expect(intOf(variable(stop, 'of_thread'))).toBe(9);
  });
});

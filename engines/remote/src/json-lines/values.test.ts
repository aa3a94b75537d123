import { objectId, TypeTable, type RawValue } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import type { WireValue } from './messages.js';
import { ValueReader, wirePlace, wireScalar } from './values.js';

const types = new TypeTable();
const reader = new ValueReader(types);

const shown = (value: WireValue) => {
  const { content, type } = reader.read(value);
  return [types.resolve(type).name, content.kind === 'scalar' ? content.value : content.kind];
};

describe('a value of a server', () => {
  it.each<readonly [WireValue, string, unknown]>([
    [{ value: 41, type: 'int' }, 'int', 41n],
    [{ value: 41 }, 'int', 41n],
    [{ value: 41, type: 'float' }, 'float', 41],
    [{ value: 1.5 }, 'float', 1.5],
    [{ value: '99999999999999999999', integer: true, type: 'big' }, 'big', 99999999999999999999n],
    [{ value: '99x', integer: true }, 'int', 0n],
    [{ value: 'text' }, 'string', 'text'],
    [{ value: true }, 'bool', true],
    [{ value: null, type: 'None' }, 'None', 'null'],
    [{ value: null, text: 'nil' }, 'nothing', 'nil'],
    [{}, 'nothing', 'nothing'],
    [{ ref: 1, type: 'list', indexed: 3 }, 'list', 'object'],
  ])('%j is a %s', (value, type, content) => {
    expect(shown(value)).toEqual([type, content]);
  });

  it('has one type for each name and kind', () => {
    expect(reader.read({ value: 1, type: 'int' }).type).toBe(reader.read({ value: 2, type: 'int' }).type);
    expect(reader.read({ value: 1, type: 'x' }).type).not.toBe(reader.read({ value: 'a', type: 'x' }).type);
  });

  it('can be named in an expression where its name is one', () => {
    expect(reader.named({ name: 'x', value: 1 }).path).toBe('x');
    expect(reader.named({ name: '[0]', value: 1 }).path).toBeUndefined();
  });

  it('is written to where the server said', () => {
    const { place } = reader.read({ value: 1, to: { any: ['thing', 1] } });
    expect(wirePlace(place!)).toEqual({ any: ['thing', 1] });
    expect(() => wirePlace({ kind: 'field', object: objectId('x'), key: 'y' })).toThrow('cannot be changed');
  });

  it.each<readonly [RawValue['content'], object]>([
    [{ kind: 'scalar', value: 5n }, { value: 5 }],
    [
      { kind: 'scalar', value: 2n ** 60n },
      { value: '1152921504606846976', integer: true },
    ],
    [{ kind: 'scalar', value: 'x' }, { value: 'x' }],
  ])('goes back as it came', (content, wire) => {
    expect(wireScalar({ type: reader.read({ value: 1 }).type, content })).toEqual(wire);
  });
});

describe('members', () => {
  const object = objectId('7');

  it.each([
    [undefined, 0, 10, { start: 0, count: 10 }],
    ['named', 0, 10, { start: 0, count: 2 }],
    ['named', 1, 10, { start: 1, count: 1 }],
    ['indexed', 0, 10, { start: 2, count: 3 }],
    ['indexed', 2, 10, { start: 4, count: 1 }],
    ['indexed', 3, 10, { start: 5, count: 0 }],
  ] as const)('of two names and three numbers, %s from %i', (filter, start, count, asked) => {
    reader.read({ ref: 7, named: 2, indexed: 3 });
    const read = { object, start, count, ...(filter === undefined ? {} : { filter }) };
    expect(reader.membersAsked(read)).toEqual({ of: 7, ...asked });
  });

  it('that the server has not counted are all named', () => {
    reader.forget();
    expect(reader.membersAsked({ object, filter: 'named', start: 0, count: 9 }).count).toBe(9);
    expect(reader.membersAsked({ object, filter: 'indexed', start: 0, count: 9 }).count).toBe(0);
  });
});

import { objectId, typeId, type ObjectId } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import type { Machine, Word } from '../machine.js';
import { fingerprint } from './fingerprint.js';

/** Lists are objects with an identity of their own; all the rest is a scalar. */
function machineWithLists(): Machine {
  const known = new Map<ObjectId, readonly unknown[]>();
  const ids = new Map<readonly unknown[], ObjectId>();
  const idOf = (list: readonly unknown[]): ObjectId => {
    const id = ids.get(list) ?? objectId(`o${ids.size}`);
    ids.set(list, id);
    known.set(id, list);
    return id;
  };
  const parts: Partial<Machine> = {
    scalar: (word: Word) => (Array.isArray(word) ? undefined : (word as number)),
    describe: (word: Word) => ({
      content: { kind: 'object', id: idOf(word as unknown[]) },
      type: typeId(1),
    }),
    children: (object, _filter, start, count) =>
      known
        .get(object)!
        .slice(start, start + count)
        .map((word, nth) => ({ name: `[${nth}]`, word })),
  };
  return parts as Machine;
}

const machine = machineWithLists();
const of = (word: Word): string | undefined => fingerprint(machine, word);

describe('fingerprints', () => {
  it('are equal for equal values, however they came about', () => {
    expect(of(5)).toBe(of(5));
    expect(of([1, [2, 3]])).toBe(of([1, [2, 3]]));
    expect(of('a\nb')).toBe(of('a\nb'));
  });

  it('differ in scalars, their kinds, members and their order', () => {
    const values = [5, 5n, '5', true, [], [5], [[5]], [5, 6], [6, 5], [5, [6]], [[5], 6]];
    expect(new Set(values.map(of)).size).toBe(values.length);
  });

  it('differ before and after an object was changed in place', () => {
    const list = [1, [2]];
    const before = of(list);
    (list[1] as number[]).push(3);
    expect(of(list)).not.toBe(before);
  });

  it('come to an end in values that hold themselves', () => {
    const round: unknown[] = [1];
    round.push(round);
    const other: unknown[] = [2];
    other.push(other);
    expect(of(round)).not.toBe(of(other));
  });

  it('are not made of what is too large', () => {
    expect(of(Array.from({ length: 2_000 }, (_, n) => n))).toBeUndefined();
    expect(of(Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => 1)))).toBeUndefined();
  });
});

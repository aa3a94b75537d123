// A machine whose maker made mistakes: they cost one value, and are told as the machine's.

import { objectId, scalar, SymbolIndex, TypeTable, typeId, type Place } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import type { Machine, MachinePlace } from '../machine.js';
import { Inspector } from './inspector.js';
import { machineFailure } from './machine-failure.js';

const number = typeId(1);
const written: unknown[] = [];
/** Slot 0 holds a number, 1 what cannot be described, 2 something that has only a text for people, 3 an object. */
const machine = {
  read: (place: MachinePlace) => (place as { readonly index: number }).index,
  describe: (word: number) => {
    if (word === 1) throw new TypeError('no such kind of word');
    if (word === 2) return { content: { kind: 'scalar', value: '<a window>' } };
    if (word === 3)
      return { content: { kind: 'object', id: objectId('9'), named: 1 }, summary: 'a point of 1' };
    return { content: { kind: 'scalar', value: BigInt(word) } };
  },
  scalar: (word: number) => (word === 0 ? 0n : undefined),
  children: () => {
    throw new TypeError('no members');
  },
  write: (...given: unknown[]) => written.push(given),
} as unknown as Machine;
const symbols = new SymbolIndex({
  modules: [],
  sources: [],
  functions: [],
  lines: [],
  globals: [],
  types: [],
});
const types = new TypeTable();
types.define(number, { kind: 'integer', name: 'number', size: 4, signed: true });
const inspector = new Inspector(machine, symbols, types);
const global = (index: number): Place => ({ kind: 'global', index });
const held = (index: number) => inspector.value(global(index), number, 100);

describe('a machine that fails', () => {
  it('at one value costs that value, and not the others', () => {
    expect([0, 1, 2].map(index => held(index).content)).toEqual([
      { kind: 'scalar', value: 0n },
      { kind: 'unavailable', why: 'the machine failed in describe: no such kind of word' },
      { kind: 'scalar', value: '<a window>' },
    ]);
  });

  it('at the members of one object says so in their place', () => {
    const [members] = inspector.objects([{ object: objectId('9'), start: 0, count: 10 }]);
    expect(members?.map(({ value }) => value.content)).toEqual([
      { kind: 'unavailable', why: 'the machine failed in children: no members' },
    ]);
  });

  it('is told from our own faults by where the error comes from', () => {
    const theirs = new Error('broken');
    theirs.stack = 'Error: broken\n    at run (file:///their/machine.js:3:9)\n    at file:///host.js:1:1';
    expect(machineFailure(theirs)).toMatchObject({
      blame: 'language',
      message: 'the machine failed: broken',
      next: expect.stringContaining('machine.js:3:9') as string,
    });
    const own = new Error('ours');
    own.stack = `Error: ours\n    at run (${new URL('./runner.js', import.meta.url).href}:3:9)`;
    expect(machineFailure(own)).toBe(own);
  });
});

describe('writing', () => {
  it('hands the machine the type of the place', () => {
    inspector.write(global(0), scalar(number, 7n));
    expect(written).toEqual([[{ kind: 'global', index: 0 }, 7n, number]]);
  });

  it('never stores a text that is only shown', () => {
    expect(() => inspector.write(global(0), held(2))).toThrow('not the value itself');
  });
});

it('a summary of an object is shown beside its content', () => {
  expect(held(3)).toMatchObject({
    content: { kind: 'object', named: 1 },
    engineView: { summary: 'a point of 1' },
  });
});

// The objects of a program as they are: what holds them, what they hold, what they take. Looking copies nothing.

import type { MachineReference, MachineRoot } from '@sonde/engine-vm';
import { sizes } from './heap.js';
import type { Identified } from './object-ids.js';
import type { Processor } from './processor.js';
import { Composite, Reference, TraitObject, type Value } from './values.js';

const task = 1;

export function* machineRoots({ globals, stack, top, frames, returned }: Processor): Generator<MachineRoot> {
  for (const [index, word] of globals.entries())
    yield { category: 'global', place: { kind: 'global', index }, word };
  for (const frame of frames) {
    const { serial } = frame;
    if (frame.work === undefined)
      for (const [slot, word] of frame.locals.entries())
        yield { category: 'stack', place: { kind: 'slot', task, frame: serial, slot }, word };
    else
      for (const [nth, word] of frame.work.holds.flat().entries())
        yield { category: 'runtime', name: `${frame.work.name} ${serial}, value ${nth}`, word };
  }
  for (const [nth, word] of stack.slice(0, top).entries())
    yield { category: 'stack', name: `operand ${nth}`, word };
  yield { category: 'runtime', name: 'what was returned last', word: returned };
}

/** Equal composites may share their parts: each of them leads to the same ones then. */
export function* referencesOf(object: Identified): Generator<MachineReference> {
  if (object instanceof Composite) {
    const { kind, shape, parts } = object;
    const isNamed = kind === 'record' || kind === 'tagged';
    for (const [nth, word] of parts.items.entries()) {
      const name = (isNamed ? shape.fields[nth] : undefined) || nth;
      yield { kind: edgeKinds[kind], name: kind === 'newtype' ? 'value' : name, word };
    }
  } else if (object instanceof TraitObject) yield { kind: 'reference', name: '*', word: object.target };
  else if (object instanceof Reference) yield* targetsOf(object);
}

const edgeKinds = {
  array: 'index',
  tuple: 'index',
  span: 'index',
  record: 'field',
  newtype: 'field',
  tagged: 'union-payload',
} as const satisfies Readonly<Record<Composite['kind'], MachineReference['kind']>>;

function* targetsOf({ owner, cells, key, parent }: Reference): Generator<MachineReference> {
  if (owner !== undefined) yield { kind: 'reference', name: '*', word: owner };
  else if (cells !== undefined) yield { kind: 'reference', name: '*', word: cells[key] };
  if (parent !== undefined) yield { kind: 'bookkeeping', name: 'reference that it came from', word: parent };
}

/** As the machine counts for its limit; parts that several composites share count for each of them. */
export function sizeOfObject(object: Identified): number {
  if (!(object instanceof Composite)) return sizes.reference;
  const { items } = object.parts;
  return (
    sizes.composite + sizes.parts + items.reduce<number>((sum, item) => sum + sizes.item + textIn(item), 0)
  );
}

const textIn = (value: Value): number => (typeof value === 'string' ? value.length : 0);

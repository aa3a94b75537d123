// Instructions that make references, read and write through them, and move values out of places.

import { codeOf } from '../../toolchain/format/opcodes.js';
import { dropOverwritten } from '../drops.js';
import { fieldIndex } from '../members.js';
import { toI32 } from '../numbers.js';
import { refuseOtherKind } from '../places.js';
import type { Processor } from '../processor.js';
import {
  epochOf,
  keep,
  lastOfChain,
  readReference,
  referenceToGlobal,
  referenceToPart,
  writeReference,
} from '../references.js';
import { copyComposite, copyOf } from '../sharing.js';
import { Composite, moved, ProgramError, Reference, TraitObject, type Value } from '../values.js';
import { textOperand, u16, type Handlers } from './handler.js';

/** What a value or the end of its references is, and the reference that led there. */
function reached(value: Value): { readonly value: Value; readonly by: Reference | undefined } {
  if (!(value instanceof Reference)) return { value, by: undefined };
  const by = lastOfChain(value);
  return { value: readReference(by), by };
}

function partReference(from: Value, find: (owner: Composite) => number | undefined): Reference | undefined {
  const { value, by } = reached(from);
  if (!(value instanceof Composite)) return undefined;
  const index = find(value);
  return index === undefined ? undefined : referenceToPart(value, index, by);
}

const withPart =
  (index: number) =>
  (owner: Composite): number | undefined =>
    index >= 0 && index < owner.parts.items.length ? index : undefined;

function moveOut(value: Value): Value {
  if (value === moved) throw new ProgramError('Use after move');
  return value;
}

/** A copy of its own, whose end counts like that of any other value. */
function copiedOut(processor: Processor, value: Value): Value {
  if (value instanceof Composite) {
    const copy = copyComposite(value);
    copy.armed = processor.drops;
    return copy;
  }
  return copyOf(value);
}

export const references: Handlers = {
  MAKE_LOCAL_REF: (processor, at) => {
    const { frame } = processor;
    const slot = u16(processor, at);
    while (frame.locals.length <= slot) frame.locals.push(undefined);
    frame.captured = true;
    const { localsOf, epoch, locals } = frame;
    processor.push(new Reference(undefined, locals, slot, { kind: 'local', serial: localsOf, epoch }));
    return undefined;
  },
  MAKE_GLOBAL_REF: (processor, at) => {
    const { globals, frame } = processor;
    const index = frame.globalBase + u16(processor, at);
    while (globals.length <= index) globals.push(undefined);
    processor.push(referenceToGlobal(globals, index));
    return undefined;
  },
  MAKE_PROPERTY_REF: (processor, at) => {
    const made = partReference(processor.pop(), withPart(u16(processor, at)));
    if (made === undefined) throw new ProgramError('Property reference is not slot-backed');
    processor.push(made);
    return undefined;
  },
  MAKE_PROPERTY_STR_REF: (processor, at) => {
    const name = textOperand(processor, at, 'MAKE_PROPERTY_STR_REF');
    // By name only: numbers as names of parts are for reading.
    const made = partReference(processor.pop(), owner =>
      owner.shape.fields.includes(name) ? fieldIndex(owner, name) : undefined,
    );
    if (made === undefined) throw new ProgramError(`Property reference is not slot-backed: ${name}`);
    processor.push(made);
    return undefined;
  },
  MAKE_INDEX_REF: processor => {
    const index = toI32(processor.pop());
    const from = processor.pop();
    const { value } = reached(from);
    const kind = value instanceof Composite ? value.kind : undefined;
    if (kind !== 'array' && kind !== 'tuple')
      throw new ProgramError('Cannot reference index on non-indexable value');
    const made = partReference(from, withPart(index));
    if (made === undefined)
      throw new ProgramError(`${kind === 'array' ? 'Array' : 'Tuple'} index reference is not slot-backed`);
    processor.push(made);
    return undefined;
  },
  MAKE_TRAIT_REF: (processor, at) => {
    const trait = textOperand(processor, at, 'MAKE_TRAIT_REF');
    const value = processor.pop();
    keep(value);
    if (value instanceof TraitObject) processor.push(new TraitObject(value.target, trait));
    else if (value instanceof Reference) processor.push(new TraitObject(value, trait));
    else throw new ProgramError('Trait object requires a reference value');
    return undefined;
  },
  LOAD_REF: processor => {
    const reference = processor.pop();
    if (!(reference instanceof Reference)) throw new ProgramError('Cannot dereference non-reference value');
    if (processor.watching) processor.touchReference('read', reference);
    const value = moveOut(readReference(reference));
    const copy = copiedOut(processor, value);
    processor.push(processor.watching ? processor.remember(copy, value) : copy);
    return undefined;
  },
  STORE_REF: processor => {
    const value = processor.pop();
    const reference = processor.pop();
    if (!(reference instanceof Reference))
      throw new ProgramError('Cannot assign through non-reference value');
    refuse(processor, reference);
    if (processor.watching) processor.touchReference('write', reference);
    const old = readReference(reference);
    const { patches, frame } = processor;
    // A debugger's expression was not checked by the compiler.
    if (frame.borrowed) refuseOtherKind(old, value);
    keep(value);
    // As in a store: what is thrown away at once need not be a copy.
    const second =
      patches.originalAt(frame.pc) === popOpcode && frame.pc < frame.end ? undefined : copyOf(value);
    writeReference(reference, value);
    processor.push(second);
    if (processor.drops) dropOverwritten(processor, old);
    return undefined;
  },
  MOVE_LOCAL: (processor, at) => {
    const { frame } = processor;
    const slot = u16(processor, at);
    processor.refuseSlot(slot);
    if (processor.watching) processor.touchSlot('write', slot);
    processor.push(moveOut(frame.locals[slot]));
    frame.locals[slot] = moved;
    return undefined;
  },
  MOVE_GLOBAL: (processor, at) => {
    const index = processor.frame.globalBase + u16(processor, at);
    processor.refuseEffect();
    if (processor.watching) processor.touch('write', { kind: 'global', index });
    processor.push(moveOut(processor.globals[index]));
    processor.globals[index] = moved;
    return undefined;
  },
  MOVE_REF: processor => {
    const reference = processor.pop();
    if (!(reference instanceof Reference)) throw new ProgramError('Cannot move from non-reference value');
    refuse(processor, reference);
    if (processor.watching) processor.touchReference('write', reference);
    const value = moveOut(readReference(reference));
    writeReference(reference, moved);
    processor.push(value);
    return undefined;
  },
};

const popOpcode = codeOf('POP');

function refuse(processor: Processor, reference: Reference): void {
  const { guard } = processor;
  if (guard === undefined) return;
  // Slots that the expression itself added to the locals it looks at are its own.
  if (reference.cells === guard.locals && reference.key >= guard.known) return;
  processor.refuseOld(epochOf(reference));
}

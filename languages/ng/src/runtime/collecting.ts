// The items of anything that is a sequence: what the machine knows, and types of the program with `size` and `get`.

import type { CodeUnit, LoadedFunction } from './code-units.js';
import { heap } from './heap.js';
import { invokeNative } from './members.js';
import { toI32 } from './numbers.js';
import type { Processor } from './processor.js';
import { lastOfChain, readReference, referenceToHeap, target } from './references.js';
import { isSequence, sequenceItems } from './sequences.js';
import { copyOf } from './sharing.js';
import { ProgramError, Reference, TraitObject, typeName, type Value } from './values.js';

/** Hands the items over at once, or after the calls of the program that it takes. They are not copied. */
export function collectItems(
  processor: Processor,
  from: Value,
  then: (items: readonly Value[]) => void,
): void {
  const known = knownItems(processor, from);
  if (known === undefined) askForItems(processor, from, then);
  else then(known);
}

/** The items of a sequence that the machine knows; undefined for everything else. */
export function knownItems(processor: Processor, from: Value): readonly Value[] | undefined {
  const sequence = target(from);
  return isSequence(sequence) ? sequenceItems(sequence, processor.host.memoryLimit) : undefined;
}

/** The items of a sequence by its methods. */
export function askForItems(
  processor: Processor,
  from: Value,
  then: (items: readonly Value[]) => void,
): void {
  const { unit } = processor.frame;
  const sequence = target(from);
  const by = from instanceof Reference ? lastOfChain(from) : undefined;
  let items: Value[] = [];
  let count = -1;
  let answered = true;
  let answer: Value;
  const proceed = (): void => {
    // A loop, because natives answer at once.
    while (answered) {
      answered = false;
      if (count < 0) count = checkedCount(answer);
      else items.push(answer);
      heap.used += 8;
      if (items.length >= count) {
        processor.endWork();
        then(items);
        return;
      }
      ask('get', [items.length]);
    }
  };
  const ask = (member: 'size' | 'get', args: readonly Value[]): void => {
    const callee = sequenceMember(unit, sequence, member);
    if (callee !== undefined) {
      processor.call(callee, [selfFor(callee, sequence, by, member), ...args]);
      return;
    }
    answer = invokeNative(sequence, member, args);
    answered = true;
  };
  processor.startWork({
    name: 'sequence',
    get holds() {
      return [items];
    },
    save: () => {
      const [kept, counted] = [items.slice(), count];
      return () => {
        items = kept.slice();
        count = counted;
        answered = false;
      };
    },
    resume: (_, result) => {
      answer = result;
      answered = true;
      proceed();
    },
  });
  answered = false;
  ask('size', []);
  proceed();
}

function checkedCount(size: Value): number {
  const count = toI32(size);
  if (count < 0) throw new ProgramError('Sequence size cannot be negative');
  return count;
}

function selfFor(callee: LoadedFunction, sequence: Value, by: Reference | undefined, member: string): Value {
  // A free function `get` takes a reference whatever it declares.
  const byReference = callee.explicitReceiver || (member === 'get' && isFree(callee.name));
  const inner = sequence instanceof TraitObject ? sequence.target : by;
  if (byReference) return inner ?? referenceToHeap(sequence);
  return copyOf(inner === undefined ? sequence : readReference(inner));
}

const isFree = (name: string): boolean => name.startsWith('$NG') || !name.includes('.');

/** A function named `get` comes before the method, as in the original. */
function sequenceMember(unit: CodeUnit, sequence: Value, member: 'size' | 'get'): LoadedFunction | undefined {
  if (member === 'get') {
    const free = unit.functions.find(f => isFree(f.name) && (f.name === 'get' || f.name.includes('3:get')));
    if (free !== undefined) return free;
  }
  const inner = sequence instanceof TraitObject ? readReference(sequence.target) : sequence;
  const name = typeName(inner);
  const bare = name.includes('<') ? name.slice(0, name.indexOf('<')) : name;
  for (const type of new Set([name, bare])) {
    const found = unit.member(type, member) ?? unit.member(type, `Sequence::${member}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

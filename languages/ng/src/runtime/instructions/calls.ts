// Calls of imported functions, of members and of natives.

import { moduleId } from '@sonde/engine';
import type { Outcome } from '@sonde/engine-vm';
import type { CodeUnit, LoadedFunction } from '../code-units.js';
import { invokeNative } from '../members.js';
import { natives } from '../natives/natives.js';
import type { Processor } from '../processor.js';
import { keep, lastOfChain, readReference, referenceToHeap } from '../references.js';
import { copyOf, release } from '../sharing.js';
import { ProgramError, Reference, TraitObject, typeName, type Value } from '../values.js';
import { textOperand, u16, type Handlers } from './handler.js';

function callNative(processor: Processor, name: string, count: number): Outcome | undefined {
  const native = natives.get(name);
  if (native === undefined) throw new ProgramError(`Native function not registered: ${name}`);
  if (processor.top - count < processor.frame.height) throw new ProgramError('Stack underflow');
  const args = processor.stack.slice(processor.top - count, processor.top);
  const answer = native(processor, args);
  // One that has to wait leaves its arguments where they are.
  if (answer.waiting !== undefined) return { kind: 'waiting', for: answer.waiting };
  for (const arg of processor.popMany(count)) release(arg);
  processor.push(answer.value);
  answer.after?.();
  return undefined;
}

/** Announces the module that the function is in, where the original loads it: at the first call. */
function loading(processor: Processor, index: number): Outcome | undefined {
  if (processor.announced.has(index)) return undefined;
  processor.refuseEffect();
  processor.announced.add(index);
  return { kind: 'module', module: moduleId(String(index)) };
}

function exported(unit: CodeUnit, symbol: string): LoadedFunction {
  const index = unit.image.module.exports.get(symbol);
  const found = index === undefined ? unit.functionNamed(symbol) : unit.functions[index];
  if (found === undefined)
    throw new ProgramError(`Function ${symbol} not found in module ${unit.image.name}`);
  return found;
}

/** The receiver of a call as the function gets it, and as natives see it. */
interface Receiver {
  readonly value: Value;
  /** Behind a trait object: what it stands for. */
  readonly dispatched: Value;
  readonly reference: () => Value;
}

function receiverOf(popped: Value): Receiver {
  const last = popped instanceof Reference ? lastOfChain(popped) : undefined;
  const value = last === undefined ? popped : readReference(last);
  if (value instanceof TraitObject)
    return { value, dispatched: readReference(value.target), reference: () => value.target };
  return { value, dispatched: value, reference: () => last ?? referenceToHeap(value) };
}

export const calls: Handlers = {
  CALL_IMPORT: (processor, at) => {
    const { unit } = processor.frame;
    const index = u16(processor, at);
    const wanted = unit.image.module.imports[index];
    if (wanted === undefined) throw new ProgramError('VM error: CALL_IMPORT index out of bounds');
    const count = u16(processor, at + 2);
    const from = unit.image.imports[index];
    if (from === undefined) {
      if (natives.has(wanted.symbol)) return callNative(processor, wanted.symbol, count);
      throw new ProgramError(
        wanted.module.startsWith('std.')
          ? `Module ${wanted.module} is not a bytecode module and no native function found for ${wanted.symbol}`
          : `Module not found: ${wanted.module}`,
      );
    }
    const callee = exported(processor.units[from]!, wanted.symbol);
    const outcome = loading(processor, from);
    if (outcome !== undefined) return outcome;
    processor.call(callee, processor.popKept(count));
    return undefined;
  },
  INVOKE_MEMBER: (processor, at) => {
    const member = textOperand(processor, at, 'INVOKE_MEMBER');
    const count = u16(processor, at + 2);
    const args = processor.popMany(count);
    const popped = processor.pop();
    const { value, dispatched, reference } = receiverOf(popped);
    const full =
      value instanceof TraitObject && !member.includes('::') ? `${value.trait}::${member}` : member;
    const callee = processor.frame.unit.member(typeName(dispatched), full);
    if (callee === undefined) {
      touchField(processor, value, member);
      processor.push(invokeNative(value, full, args));
      release(popped);
      return undefined;
    }
    const self = callee.explicitReceiver ? reference() : popped === dispatched ? popped : copyOf(dispatched);
    const locals = [self, ...args];
    for (const local of locals) keep(local);
    processor.call(callee, locals);
    return undefined;
  },
  NATIVE_CALL: (processor, at) =>
    callNative(processor, textOperand(processor, at, 'NATIVE_CALL'), u16(processor, at + 2)),
};

function touchField(processor: Processor, value: Value, member: string): void {
  if (!processor.watching || typeof value !== 'object' || !('shape' in value)) return;
  const index = value.shape.fields.indexOf(member);
  if (index >= 0) processor.touchPart('read', value, index);
}

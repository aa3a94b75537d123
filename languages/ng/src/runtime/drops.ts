// The end of values: what implements `Drop` is told, once, when it is overwritten or its function returns.

import type { CodeUnit } from './code-units.js';
import type { Work } from './frames.js';
import type { Processor } from './processor.js';
import { referenceToHeap } from './references.js';
import { saveComposite, saveMemory } from './time/journal.js';
import { Composite, Handle, type Value } from './values.js';

/** Memory outside the values of the program goes back when its owner goes. */
export function free(processor: Processor, handle: Handle): void {
  if (!handle.memory.live) return;
  saveMemory(handle.memory);
  handle.memory.live = false;
  processor.outstanding--;
}

/** Of a value that a place is about to lose. Calls of the program run before the next instruction does. */
export function dropOverwritten(processor: Processor, old: Value): void {
  const ending = endingsOf(processor, processor.frame.unit, [old]);
  if (ending.length > 0) tell(processor, ending, () => undefined);
}

/** True when functions of the program are called first; the return goes on behind them. */
export function dropsAtReturn(processor: Processor, result: Value): boolean {
  const { frame } = processor;
  const { locals } = frame;
  if (result instanceof Composite) inherit(locals, result);
  const ending = endingsOf(processor, frame.unit, locals.slice().reverse());
  if (ending.length === 0) return false;
  tell(processor, ending, () => {
    processor.frame = frame;
    processor.leave(result);
  });
  return true;
}

/** A local that is the result lives on as such. */
function inherit(locals: readonly Value[], result: Composite): void {
  for (const local of locals) {
    if (!(local instanceof Composite) || !local.armed || local.parts !== result.parts) continue;
    saveComposite(result);
    saveComposite(local);
    result.armed = true;
    local.armed = false;
    return;
  }
}

/** In the order in which they are told: the whole before its parts. Frees what needs no call. */
function endingsOf(processor: Processor, unit: CodeUnit, values: readonly Value[]): Composite[] {
  const ending: Composite[] = [];
  const waiting = values.slice().reverse();
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (value instanceof Handle && value.owning) free(processor, value);
    if (!(value instanceof Composite) || !value.armed) continue;
    saveComposite(value);
    value.armed = false;
    if (unit.member(value.shape.name, 'Drop::drop') !== undefined) ending.push(value);
    for (let nth = value.parts.items.length - 1; nth >= 0; nth--) waiting.push(value.parts.items[nth]);
  }
  return ending;
}

function tell(processor: Processor, ending: readonly Composite[], then: () => void): void {
  const { unit } = processor.frame;
  let next = 0;
  const work: Work = {
    name: 'drop',
    holds: [ending],
    save: () => {
      const nth = next;
      return () => (next = nth);
    },
    resume: () => {
      const value = ending[next++];
      if (value !== undefined) {
        processor.call(unit.member(value.shape.name, 'Drop::drop')!, [referenceToHeap(value)]);
        return;
      }
      processor.endWork();
      then();
    },
  };
  processor.startWork(work);
  work.resume(processor, undefined);
}

/** What nothing leads to any more hears of its end when the program asks for a collection. */
export function collect(processor: Processor, roots: Iterable<readonly Value[]>): void {
  const alive = new Set<Value>();
  const waiting = [...roots].flat();
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || alive.has(value)) continue;
    alive.add(value);
    if (value instanceof Composite) waiting.push(...value.parts.items);
    else if (value.kind === 'ref')
      waiting.push(...(value.owner === undefined ? [value.cells![value.key]] : [value.owner]));
    else if (value.kind === 'trait') waiting.push(value.target);
  }
  const gone = processor.onHeap.filter(value => !alive.has(value));
  processor.onHeap = processor.onHeap.filter(value => alive.has(value));
  const ending = endingsOf(processor, processor.frame.unit, gone);
  if (ending.length > 0) tell(processor, ending, () => undefined);
}

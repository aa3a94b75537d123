// Answers the questions about a machine that only look, the writes, and evaluations.

import {
  notSupported,
  type FrameId,
  type Instruction,
  type RawValue,
  type StepTarget,
  type SymbolIndex,
} from '@sonde/engine';
import { listingFrom, parseFrameId, stepTargetsAhead } from '@sonde/engine/machine';
import type { Machine } from '../machine.js';
import type { Question } from '../messages.js';
import type { Evaluation } from './evaluation.js';
import type { Inspector } from './inspector.js';
import type { InstructionTrace } from './instruction-trace.js';

type Inspection = Exclude<
  Question,
  { name: 'pause' | 'breakpoints' | 'endTasks' | 'resume' | 'recordTrace' }
>;

export interface Inspected {
  readonly inspector: Inspector;
  readonly machine: Machine;
  readonly symbols: SymbolIndex;
  readonly evaluation: Evaluation;
  readonly trace: InstructionTrace;
}

export function answerInspection(question: Inspection, inspected: Inspected): unknown {
  const { inspector, machine, symbols } = inspected;
  switch (question.name) {
    case 'stack':
      return inspector.stack(question.task, question.start, question.count);
    case 'scopes':
      return { scopes: inspector.scopes(question.frame), memory: inspector.memorySizes() };
    case 'frameAddress':
      return inspector.frameAddress(question.frame);
    case 'stepTargets':
      return stepTargets(question.frame, inspected);
    case 'places':
      return inspector.places(question.wanted);
    case 'objects':
      return inspector.objects(question.reads);
    case 'heapLack':
      return inspector.heap.lack();
    case 'heapPage':
      return inspector.heap.page(question.walk);
    case 'allocations':
      return machine.allocations?.();
    case 'heapId':
      return inspector.heap.idOf(question.value);
    case 'trace':
      inspector.checkTask(question.task);
      return inspected.trace.page(question.task, question.start, question.count);
    case 'regions':
      return inspector.regions();
    case 'memory':
      return inspector.memory(question.ranges);
    case 'run':
      return run(question, inspected);
    case 'write':
      return inspector.write(question.place, question.value);
    case 'writeMemory':
      return inspector.writeMemory(question.space, question.offset, question.bytes);
    case 'disassemble':
      return disassemble(question, machine, symbols);
  }
}

/** A step sets out from the top frame; the others are in the middle of a call already. */
function stepTargets(frame: FrameId, { inspector, symbols }: Inspected): readonly StepTarget[] {
  if (!inspector.isTopFrame(frame)) return [];
  return stepTargetsAhead(symbols, inspector.frameAddress(frame));
}

function run(question: Extract<Inspection, { name: 'run' }>, inspected: Inspected): RawValue {
  const { inspector, machine, evaluation } = inspected;
  const { frame, code, effects, type } = question;
  if (frame !== undefined) inspector.frameAddress(frame);
  const found = frame === undefined ? undefined : parseFrameId(frame);
  const where = { code, task: found?.task ?? machine.currentTask, frame: found?.serial };
  return inspector.evaluated(evaluation.ask(where, effects), type);
}

function disassemble(
  { from, offset, count }: Extract<Inspection, { name: 'disassemble' }>,
  machine: Machine,
  symbols: SymbolIndex,
): readonly Instruction[] {
  if (machine.disassemble === undefined) throw notSupported('Disassembly');
  return listingFrom(address => machine.disassemble?.(address), symbols, from, offset, count);
}

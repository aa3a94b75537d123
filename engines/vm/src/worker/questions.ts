// Answers the questions about a machine that only look, the writes, and evaluations.

import {
  asFailure,
  notSupported,
  type FrameId,
  type Instruction,
  type RawValue,
  type StepTarget,
  type SymbolIndex,
} from '@sonde/engine';
import { listingFrom, parseFrameId, stepTargetsAhead } from '@sonde/engine/machine';
import type { EvaluateAnswer, Machine } from '../machine.js';
import type { Question } from '../messages.js';
import type { RecordedRun } from '../recording/recorded-run.js';
import type { Evaluation } from './evaluation.js';
import type { Inspector } from './inspector.js';
import type { InstructionTrace } from './instruction-trace.js';
import type { Edit } from '../recording/edits.js';
import type { TimeControl } from './time/time-control.js';

type Inspection = Exclude<
  Question,
  { name: 'pause' | 'breakpoints' | 'endTasks' | 'resume' | 'goTo' | 'recordTrace' }
>;

export interface Inspected {
  readonly inspector: Inspector;
  readonly machine: Machine;
  readonly symbols: SymbolIndex;
  readonly evaluation: Evaluation;
  readonly trace: InstructionTrace;
  /** Makes a change to the program. */
  readonly change: (edit: Edit) => unknown;
  /** Where the run is recorded: changes are kept then, and what turns out to be none must not count as one. */
  readonly time: TimeControl | undefined;
  /** What was started. */
  readonly program: () => Pick<RecordedRun, 'image' | 'args' | 'executable' | 'memoryLimit'>;
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
      return inspector.heap.page(question.walk, question.mostNodes);
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
      return inspected.change({ kind: 'write', place: question.place, value: question.value });
    case 'writeMemory':
      return inspected.change({
        kind: 'write-memory',
        space: question.space,
        offset: question.offset,
        bytes: question.bytes,
      });
    case 'disassemble':
      return disassemble(question, machine, symbols);
    case 'span':
      return timeOf(inspected).span;
    case 'timeline':
      return timeOf(inspected).timeline(question.query);
    case 'history':
      return timeOf(inspected).history(question.place, question.limit);
    case 'recording':
      return timeOf(inspected).recordingPiece(question.first, inspected.program());
    case 'discard':
      return timeOf(inspected).discard(question.branch);
  }
}

function timeOf({ time }: Inspected): TimeControl {
  if (time === undefined) throw notSupported('Going back in time');
  return time;
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
  if (!effects) return inspector.evaluated(evaluation.ask(where, false), type);
  const looked = inspected.time !== undefined ? lookFirst(() => evaluation.ask(where, false)) : undefined;
  return inspector.evaluated(
    looked ?? (inspected.change({ kind: 'evaluate', ...where }) as EvaluateAnswer),
    type,
  );
}

/** Most of what people ask changes nothing: undefined when it would. */
function lookFirst(ask: () => EvaluateAnswer): EvaluateAnswer | undefined {
  try {
    return ask();
  } catch (error) {
    const { code, blame } = asFailure(error);
    if (code === 'bad-expression' && blame === 'user') return undefined;
    throw error;
  }
}

function disassemble(
  { from, offset, count }: Extract<Inspection, { name: 'disassemble' }>,
  machine: Machine,
  symbols: SymbolIndex,
): readonly Instruction[] {
  if (machine.disassemble === undefined) throw notSupported('Disassembly');
  return listingFrom(address => machine.disassemble?.(address), symbols, from, offset, count);
}

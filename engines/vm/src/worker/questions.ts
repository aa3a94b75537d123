// Answers the questions about a machine that only look, the writes, and evaluations.

import {
  codeAddress,
  notSupported,
  type FrameId,
  type Instruction,
  type RawValue,
  type StepTarget,
  type SymbolIndex,
} from '@sonde/engine';
import type { Machine } from '../machine.js';
import type { Question } from '../messages.js';
import type { Evaluation } from './evaluation.js';
import type { Inspector } from './inspector.js';
import { parseFrameId } from '@sonde/engine/machine';

type Inspection = Exclude<Question, { name: 'pause' | 'breakpoints' | 'endTasks' | 'resume' }>;

export interface Inspected {
  readonly inspector: Inspector;
  readonly machine: Machine;
  readonly symbols: SymbolIndex;
  readonly evaluation: Evaluation;
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
      return disassemble(machine, symbols, question.from, question.offset, question.count);
  }
}

/** A step sets out from the top frame; the others are in the middle of a call already. */
function stepTargets(frame: FrameId, { inspector, symbols }: Inspected): readonly StepTarget[] {
  if (!inspector.isTopFrame(frame)) return [];
  return symbols.callsAhead(inspector.frameAddress(frame)).map(call => ({
    id: call.address,
    label: call.label,
    location: symbols.locate(call),
  }));
}

function run(question: Extract<Inspection, { name: 'run' }>, inspected: Inspected): RawValue {
  const { inspector, machine, evaluation } = inspected;
  const { frame, code, effects, type } = question;
  if (frame !== undefined) inspector.frameAddress(frame);
  const found = frame === undefined ? undefined : parseFrameId(frame);
  const where = { code, task: found?.task ?? machine.currentTask, frame: found?.serial };
  return inspector.evaluated(evaluation.ask(where, effects), type);
}

/**
 * Instructions from the one `offset` away from `from`. Backwards is only possible from a place that is known to begin
 * an instruction, so each function is read from its start. What lies outside the code is left out.
 */
function disassemble(
  machine: Machine,
  symbols: SymbolIndex,
  from: number,
  offset: number,
  count: number,
): readonly Instruction[] {
  if (machine.disassemble === undefined) throw notSupported('Disassembly');
  const functions = [...symbols.data.functions].sort((a, b) => a.start - b.start);
  const first = functions.findIndex(f => from < f.end);
  if (first < 0) return [];
  const listing: Instruction[] = [];
  let start = first;
  for (; start < functions.length && listing.length < count + offset + 1; start++)
    listing.push(...instructionsOf(machine, symbols, functions[start]!));
  let base = listing.findIndex(i => Number(i.address.offset) >= from);
  if (base < 0) base = listing.length;
  for (let before = first - 1; before >= 0 && base + offset < 0; before--) {
    const earlier = instructionsOf(machine, symbols, functions[before]!);
    listing.unshift(...earlier);
    base += earlier.length;
  }
  // What was asked for before the first instruction does not exist; the rest keeps its place.
  const begin = base + offset;
  return listing.slice(Math.max(0, begin), Math.max(0, begin + count));
}

function instructionsOf(
  machine: Machine,
  symbols: SymbolIndex,
  inside: { readonly name: string; readonly start: number; readonly end: number },
): readonly Instruction[] {
  const found: Instruction[] = [];
  for (let at = inside.start; at < inside.end;) {
    const instruction = machine.disassemble?.(at);
    if (instruction === undefined) break;
    const location = symbols.locationAt(at);
    found.push({
      address: codeAddress(at),
      size: instruction.size,
      text: instruction.text,
      ...(instruction.bytes === undefined ? {} : { bytes: instruction.bytes }),
      symbol: inside.name,
      ...(location === undefined ? {} : { location }),
    });
    at += Math.max(1, instruction.size);
  }
  return found;
}

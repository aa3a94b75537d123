// Runs the code of an expression inside an activation and leaves the program as it was.

import { cancelled, Failure } from '@sonde/engine';
import type { EvaluateAnswer, EvaluateRequest, Outcome } from '@sonde/engine-vm';
import { fromBytes } from '../toolchain/format/byte-text.js';
import type { CodeFrame } from './frames.js';
import { heap } from './heap.js';
import type { Fragment } from './image.js';
import { interpret } from './interpreter.js';
import { activation, placeOfReference } from './places.js';
import { Refusal, type Processor } from './processor.js';
import { ownCells, readReference } from './references.js';
import { journal } from './time/journal.js';
import { ProgramError, Reference, type Value } from './values.js';

/** Answers the place of what the expression names too, where it names something. */
export function evaluate(processor: Processor, request: EvaluateRequest): EvaluateAnswer {
  const fragment = request.code as Fragment;
  const deadline = processor.time + request.budget;
  const { place } = fragment;
  // Looking for the place must not do anything; if it would, only the value counts.
  const found = place === undefined ? undefined : attempt(processor, request, place, deadline);
  if (found !== undefined) return found;
  return { word: runCode(processor, request, fragment.code, request.effects, deadline) };
}

function attempt(
  processor: Processor,
  request: EvaluateRequest,
  code: Uint8Array,
  deadline: number,
): EvaluateAnswer | undefined {
  try {
    const reference = runCode(processor, request, code, false, deadline);
    if (!(reference instanceof Reference)) return undefined;
    ownCells(reference);
    const answer = { word: readReference(reference), place: placeOfReference(processor, reference) };
    return answer;
  } catch (error) {
    if (error instanceof Failure && error.code === 'bad-expression') return undefined;
    throw error;
  }
}

function runCode(
  processor: Processor,
  request: EvaluateRequest,
  code: Uint8Array,
  effects: boolean,
  deadline: number,
): Value {
  const { module, strings } = request.code as Fragment;
  const unit = processor.units[module];
  const { start, end } = processor.image.scratch;
  if (unit === undefined) throw new Failure('bad-expression', 'sonde', `there is no module ${module}.`);
  if (code.length > end - start)
    throw new Failure('bad-expression', 'user', 'the expression is too long.', 'Ask for less at a time.');
  const seen = activationOf(processor, request.frame);
  const locals = seen?.locals ?? [];
  // It may leave references to them behind.
  if (effects && seen !== undefined) {
    processor.frameChanges(processor.frames.indexOf(seen));
    seen.captured = true;
  }
  const known = locals.length;
  const before = saved(processor);
  const { lastSerial } = processor;
  heap.epoch++;
  const { epoch } = heap;
  try {
    processor.code.set(code, start);
    processor.guard = effects ? undefined : { epoch, locals, known };
    processor.evaluating = true;
    processor.watching = false;
    processor.limit = deadline;
    const answers = startAnswer(processor);
    processor.enter({
      serial: processor.newSerial(),
      pc: start,
      work: undefined,
      unit,
      globalBase: 0,
      strings: [...unit.strings, ...strings],
      function: { name: 'expression', unit, start, end, parameters: 0, explicitReceiver: false, slots: 0 },
      start,
      end: start + code.length,
      locals,
      localsOf: request.frame ?? 0,
      height: processor.top,
      captured: true,
      borrowed: true,
      // References to them are as old as the activation.
      epoch: 0,
      enteredAt: journal.epoch,
      weight: processor.frames.at(-1)?.weight ?? 0,
    });
    runToAnswer(processor, deadline, answers);
    return answers[0];
  } catch (error) {
    throw failureOf(error);
  } finally {
    locals.length = known;
    restore(processor, before);
    // What only looks leaves no trace: activations are counted the same whether anybody looks or not.
    if (!effects) processor.lastSerial = lastSerial;
  }
}

/** Undefined at the top level. */
function activationOf(processor: Processor, serial: number | undefined): CodeFrame | undefined {
  try {
    return serial === undefined ? undefined : activation(processor, serial);
  } catch (error) {
    throw failureOf(error);
  }
}

/** The frame below the expression: takes what it returns and ends the run. */
function startAnswer(processor: Processor): readonly Value[] {
  const answers: Value[] = [];
  processor.startWork({
    name: 'initialise',
    holds: [],
    resume: (_, result) => {
      answers.push(result);
      processor.outcome = { kind: 'time' };
    },
  });
  return answers;
}

/** How many instructions run before somebody who gave up waiting is heard. */
const sliceLength = 20_000;

function runToAnswer(processor: Processor, deadline: number, answers: readonly Value[]): void {
  while (answers.length === 0) {
    processor.limit = Math.min(deadline, processor.time + sliceLength);
    const outcome = interpret(processor);
    if (outcome === undefined) {
      if (processor.host.interrupted === true) throw cancelled();
      if (processor.time >= deadline) throw new Failure('deadline', 'user', 'the expression takes too long.');
    } else if (outcome.kind === 'site') passSite(processor, outcome.address, deadline);
    else if (outcome.kind !== 'time') throw refusalOf(processor, outcome);
  }
}

function passSite(processor: Processor, address: number, deadline: number): void {
  processor.limit = Math.min(deadline, processor.time + 1);
  const outcome = processor.patches.without(address, () => interpret(processor));
  processor.limit = deadline;
  if (outcome !== undefined && outcome.kind !== 'time' && outcome.kind !== 'site')
    throw refusalOf(processor, outcome);
}

function refusalOf(processor: Processor, outcome: Outcome): Failure {
  if (outcome.kind === 'module') {
    processor.announced.delete(Number(outcome.module));
    return new Failure('bad-expression', 'user', 'the module of that function is not loaded yet.');
  }
  if (outcome.kind === 'waiting')
    return new Failure('bad-expression', 'user', `the expression waits for ${outcome.for}.`);
  return new Failure('bad-expression', 'sonde', `the expression ended with ${outcome.kind}.`);
}

function failureOf(error: unknown): unknown {
  if (error instanceof ProgramError)
    return new Failure('bad-expression', 'program', `${fromBytes(error.message)}.`);
  if (error instanceof Refusal)
    return new Failure('bad-expression', 'user', 'the expression is not evaluated here:', error.message);
  if (error instanceof RangeError) return new Failure('bad-expression', 'user', `${error.message}.`);
  return error;
}

type Saved = Pick<
  Processor,
  | 'frame'
  | 'top'
  | 'time'
  | 'limit'
  | 'watching'
  | 'guard'
  | 'evaluating'
  | 'outcome'
  | 'returned'
  | 'trapped'
  | 'exitCode'
> & { readonly depth: number };

function saved(processor: Processor): Saved {
  const { frame, top, time, limit, watching, guard, evaluating, outcome, returned, trapped, exitCode } =
    processor;
  const depth = processor.frames.length;
  return {
    frame,
    top,
    time,
    limit,
    watching,
    guard,
    evaluating,
    outcome,
    returned,
    trapped,
    exitCode,
    depth,
  };
}

function restore(processor: Processor, { depth, top, ...rest }: Saved): void {
  processor.frames.length = depth;
  processor.clearOperands(top);
  Object.assign(processor, rest);
}

// Instructions that go through sequences. Functions of the program that they call run in frames above a frame of the
// machine, never in JavaScript's stack, so that everything can stop inside them.

import { isTrue } from '../comparing.js';
import { askForItems, collectItems, knownItems } from '../collecting.js';
import type { LoadedFunction } from '../code-units.js';
import type { BuiltInFrame } from '../built-in-frames.js';
import type { Processor } from '../processor.js';
import { sizes } from '../heap.js';
import { keep, target } from '../references.js';
import { rootsOf } from '../roots.js';
import { slice } from '../sequences.js';
import { copyOf, release } from '../sharing.js';
import { type Composite, makeArray, makeTuple, ProgramError, type Value } from '../values.js';
import { u16, type Handlers } from './handler.js';

/** Calls `step` for each item; `next` takes what it gave back. `done` makes the result of it all. */
interface Walk {
  readonly name: BuiltInFrame;
  readonly step: LoadedFunction;
  readonly count: number;
  readonly holds: () => readonly (readonly Value[])[];
  /** As that of `Work`, of what `next` changes. */
  readonly save: () => () => void;
  readonly args: (nth: number) => Value[];
  readonly next: (nth: number, result: Value) => void;
  readonly done: () => Value;
}

function walk(processor: Processor, { name, step, count, holds, save, args, next, done }: Walk): void {
  let nth = 0;
  const proceed = (): void => {
    if (nth < count) {
      processor.call(step, args(nth));
      return;
    }
    processor.endWork();
    processor.push(done());
  };
  processor.startWork({
    name,
    get holds() {
      return holds();
    },
    save: () => {
      const [at, restore] = [nth, save()];
      return () => {
        nth = at;
        restore();
      };
    },
    resume: (_, result) => {
      next(nth++, result);
      proceed();
    },
  });
  proceed();
}

function stepOperand(processor: Processor, at: number): LoadedFunction {
  const step = processor.frame.unit.functions[u16(processor, at)];
  if (step === undefined) throw new ProgramError('VM error: fold function index out of bounds');
  return step;
}

function map(processor: Processor, at: number, name: 'map' | 'filter'): undefined {
  const step = stepOperand(processor, at);
  const popped = processor.pop();
  collectItems(processor, popped, items => {
    let results: Value[] = [];
    walk(processor, {
      name,
      step,
      count: items.length,
      holds: () => [items, results],
      save: () => {
        const kept = results.slice();
        return () => (results = kept.slice());
      },
      args: nth => [copyOf(items[nth])],
      next: (nth, result) => {
        if (name === 'map') results.push(result);
        else if (isTrue(result)) results.push(copyOf(items[nth]));
      },
      done: () => {
        release(popped);
        return makeArray(results);
      },
    });
  });
}

function fold(processor: Processor, at: number, name: 'fold left' | 'fold right'): undefined {
  const step = stepOperand(processor, at);
  const right = processor.pop();
  const left = processor.pop();
  const [popped, start] = name === 'fold left' ? [right, left] : [left, right];
  keep(start);
  collectItems(processor, popped, items => {
    let accumulator = start;
    walk(processor, {
      name,
      step,
      count: items.length,
      holds: () => [items],
      save: () => {
        const kept = accumulator;
        return () => (accumulator = kept);
      },
      args: nth =>
        name === 'fold left'
          ? [accumulator, copyOf(items[nth])]
          : [copyOf(items[items.length - 1 - nth]), accumulator],
      next: (_, result) => {
        accumulator = result;
      },
      done: () => {
        release(popped);
        return accumulator;
      },
    });
  });
}

/** A list that grows is copied to a larger one, and both are there for a while. */
const growthFactor = 2;

function spread(processor: Processor, at: number, make: (items: Value[]) => Composite): undefined {
  const count = u16(processor, at);
  const flags = processor.code.slice(at + 2, at + 2 + count);
  const segments = processor.popKept(count);
  const add = (items: Value[], segment: Value, found: readonly Value[]): void => {
    processor.gauge.makeRoom(growthFactor * sizes.item * (items.length + found.length), () =>
      rootsOf(processor),
    );
    for (const item of found) items.push(copyOf(item));
    release(segment);
  };
  /** What is there already is not changed once functions of the program are asked: they may be asked again. */
  const from = (first: number, items: Value[]): void => {
    for (let nth = first; nth < count; nth++) {
      const segment = segments[nth];
      const known = flags[nth] === 1 ? knownItems(processor, segment) : [segment];
      if (known === undefined) {
        askForItems(processor, segment, found => {
          const more = items.slice();
          add(more, segment, found);
          from(nth + 1, more);
        });
        return;
      }
      if (flags[nth] === 1) add(items, segment, known);
      else items.push(segment);
    }
    processor.push(make(items));
  };
  from(0, []);
}

export const folds: Handlers = {
  FOLD_MAP_CALL: (processor, at) => map(processor, at, 'map'),
  FOLD_FILTER_CALL: (processor, at) => map(processor, at, 'filter'),
  FOLD_LEFT_CALL: (processor, at) => fold(processor, at, 'fold left'),
  FOLD_RIGHT_CALL: (processor, at) => fold(processor, at, 'fold right'),
  NEW_TUPLE_SPREAD: (processor, at) => spread(processor, at, makeTuple),
  NEW_ARRAY_SPREAD: (processor, at) => spread(processor, at, makeArray),
  SLICE_RANGE: processor => {
    const to = processor.pop();
    const from = processor.pop();
    const popped = processor.pop();
    const sequence = target(popped);
    collectItems(processor, popped, items => {
      processor.push(slice(sequence, items, from, to));
      release(popped);
    });
    return undefined;
  },
};

// What all parts of the interpreter share.

import type { Span } from '@sonde/native-compiler';
import type {
  AriaType,
  Statement,
  TypedFunction,
  TypedProgram,
  Variable,
} from '../../toolchain/checker/typed-program.js';
import type { Coroutine } from './coroutines.js';
import { Schedule } from './coroutines.js';
import type { Frame } from './frame.js';
import { show, type PlainValue } from './show.js';
import { StepLimit, Trap } from './signals.js';
import type { Streams } from './streams.js';
import { zeroOf, type Slot, type Value } from './values.js';

/** A moment of the run, told before anything of it happens. */
export interface Visit {
  /**
   * `statement`: before it; `round`: before the condition of a loop is looked at again; `end`: at the closing brace of a
   * block, before its variables go.
   */
  readonly moment: 'statement' | 'round' | 'end';
  readonly at: Span;
  /** For `end` it is the block. */
  readonly statement: Statement;
  readonly function: TypedFunction;
  /** Callers below it. */
  readonly depth: number;
  /** 1 is main. */
  readonly coroutine: number;
  /** Parameters and locals that are declared by now and before this place, by name; the innermost of a name. */
  readonly locals: () => ReadonlyMap<string, PlainValue>;
  readonly globals: () => ReadonlyMap<string, PlainValue>;
}

export type Visitor = (visit: Visit) => void;

/** How a function that is not Aria's is played; arguments and result are plain values. */
export type ExternFunction = (arguments_: readonly Value[], write: (text: string) => void) => Value;

export class Machine {
  readonly schedule = new Schedule();
  readonly globals = new Map<Variable, Slot[]>();
  current: Coroutine | undefined;
  /** Where the statement stands that was visited last. */
  lastPlace: Span | undefined;
  #steps = 0;

  constructor(
    readonly program: TypedProgram,
    readonly streams: Streams,
    readonly externs: ReadonlyMap<string, ExternFunction>,
    private readonly mostSteps: number,
    private readonly visitor: Visitor | undefined,
    readonly now: () => Date,
    readonly args: readonly string[],
  ) {}

  visit(moment: Visit['moment'], statement: Statement, frame: Frame, at: Span = statement.at): void {
    this.step();
    this.lastPlace = at;
    if (!this.visitor) return;
    const shown = (variables: Iterable<Variable>): ReadonlyMap<string, PlainValue> =>
      new Map(
        [...variables].map(variable => {
          const { list, index } = frame.place(variable);
          return [variable.name, show(list[index]!.value, variable.type, this.program)];
        }),
      );
    this.visitor({
      ...{ moment, at, statement, function: frame.target, depth: frame.depth },
      coroutine: this.current!.id,
      locals: () => shown(frame.visible(at).values()),
      globals: () => shown(this.globals.keys()),
    });
  }

  zero(type: AriaType): Value {
    return zeroOf(type, this.program);
  }

  step(): void {
    if (++this.#steps > this.mostSteps)
      throw new StepLimit(`the program ran ${this.mostSteps} steps without an end`);
  }

  /** Memory is asked for in slots; a program that wants too many ends as it would on a machine that has not so much. */
  requireRoom(slots: bigint, at: Span): void {
    if (slots > 1n << 24n) throw new Trap('out of memory', at);
  }
}

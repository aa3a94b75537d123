// Runs a program in Steps, one statement at a time, so that a debugger can stand between any two of them.
import { ExpressionReader, Mistake } from './steps-expression.js';
import type { Value } from './steps-expression.js';
import { isPlace } from './steps-program.js';
import type { Statement, StepsProgram } from './steps-program.js';

export interface Frame {
  readonly name: string;
  readonly variables: Map<string, Value>;
  /** Index of the statement that runs next. */
  next: number;
  /** How often each `repeat` that is under way still runs. */
  readonly turns: Map<number, number>;
  /** The variable of the caller that takes the result. */
  readonly into: string | undefined;
}

const deepest = 10_000;

export class StepsMachine {
  /** The innermost frame comes last. No frames: the program is over. */
  readonly frames: Frame[] = [];

  constructor(
    readonly program: StepsProgram,
    private readonly print: (text: string) => void,
  ) {
    this.frames.push(frameOf('(main)', 0, undefined));
    this.#settle();
  }

  /** The statement that runs next. */
  get current(): Statement | undefined {
    return this.statementOf(this.frames.at(-1));
  }

  statementOf(frame: Frame | undefined): Statement | undefined {
    return frame === undefined ? undefined : this.program.statements[frame.next];
  }

  /** The line of a frame: what runs next there, or, in a caller, the call that has not returned. */
  standsAt(frame: Frame): number {
    const index = frame === this.frames.at(-1) ? frame.next : frame.next - 1;
    return this.program.statements[index]?.line ?? 0;
  }

  /** In the variables of the frame, then in those of the program. */
  evaluate(text: string, frame: Frame | undefined): Value {
    return ExpressionReader.evaluate(text, name => lookup(name, frame, this.frames[0]));
  }

  /** Runs one statement. A mistake leaves the program where it is. */
  step(): void {
    const frame = this.frames.at(-1);
    const statement = this.statementOf(frame);
    if (frame === undefined || statement === undefined) return;
    this.#run(statement, frame);
    this.#settle();
  }

  #run(statement: Statement, frame: Frame): void {
    switch (statement.kind) {
      case 'let':
        frame.variables.set(statement.name, this.evaluate(statement.value, frame));
        break;
      case 'print':
        this.print(`${this.evaluate(statement.value, frame)}\n`);
        break;
      case 'fail':
        throw new Mistake(String(this.evaluate(statement.value, frame)));
      case 'give':
        this.#leave(this.evaluate(statement.value, frame));
        return;
      case 'call':
        this.#enter(statement, frame);
        return;
      case 'repeat': {
        const times = Number(this.evaluate(statement.times, frame));
        if (times > 0) frame.turns.set(frame.next, times);
        else frame.next = statement.end;
        break;
      }
      case 'to':
      case 'end':
        break;
    }
    frame.next++;
  }

  #enter({ name, args, into }: Statement & { readonly kind: 'call' }, caller: Frame): void {
    const at = this.program.functions.get(name);
    const head = at === undefined ? undefined : this.program.statements[at];
    if (at === undefined || head?.kind !== 'to') throw new Mistake(`there is nothing called ${name}`);
    if (this.frames.length >= deepest) throw new Mistake('too many calls in each other');
    const values = ExpressionReader.evaluateList(args, each => lookup(each, caller, this.frames[0]));
    if (values.length !== head.parameters.length)
      throw new Mistake(`${name} takes ${head.parameters.length} values, not ${values.length}`);
    const frame = frameOf(name, at + 1, into);
    head.parameters.forEach((parameter, index) => frame.variables.set(parameter, values[index]!));
    caller.next++;
    this.frames.push(frame);
  }

  #leave(result: Value): void {
    const { into } = this.frames.pop()!;
    if (into !== undefined) this.frames.at(-1)?.variables.set(into, result);
  }

  /** Goes past what does nothing by itself, to the next place where the program can stand, or to its end. */
  #settle(): void {
    for (let frame = this.frames.at(-1); frame !== undefined; frame = this.frames.at(-1)) {
      const statement = this.statementOf(frame);
      if (statement === undefined) this.#leave(0);
      else if (statement.kind === 'to') frame.next = statement.end + 1;
      else if (statement.kind === 'end') this.#close(frame, statement.of);
      else if (isPlace(statement)) return;
    }
  }

  #close(frame: Frame, of: number): void {
    if (this.program.statements[of]?.kind === 'to') {
      this.#leave(0);
      return;
    }
    const left = (frame.turns.get(of) ?? 1) - 1;
    frame.turns.set(of, left);
    frame.next = left > 0 ? of + 1 : frame.next + 1;
  }
}

const frameOf = (name: string, next: number, into: string | undefined): Frame => ({
  name,
  next,
  into,
  variables: new Map(),
  turns: new Map(),
});

const lookup = (name: string, frame: Frame | undefined, globals: Frame | undefined): Value | undefined =>
  frame?.variables.get(name) ?? globals?.variables.get(name);

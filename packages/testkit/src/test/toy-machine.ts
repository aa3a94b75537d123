// A toy machine: programs are generators that stop before each line, so that a debugger can drive them step by step.

export type ToyValue = number | string;

export interface ToyFrame {
  readonly name: string;
  line: number;
  readonly variables: Map<string, ToyValue>;
}

/** What the program has come to: a line that is about to run, a wait for input, an exception. */
export type ToyPoint =
  | { readonly kind: 'line' }
  | { readonly kind: 'input' }
  | { readonly kind: 'exception'; readonly text: string };

export type ToyProgram = (machine: ToyMachine) => Generator<ToyPoint, void>;

export interface ToyWrite {
  readonly frame: ToyFrame;
  readonly name: string;
}

export class ToyMachine {
  readonly frames: ToyFrame[] = [];
  readonly input: string[] = [];
  readonly #lines: ReadonlyMap<string, number>;
  readonly #print: (text: string) => void;
  readonly #run: Generator<ToyPoint, void>;
  #writes: ToyWrite[] = [];

  constructor(program: ToyProgram, lines: ReadonlyMap<string, number>, print: (text: string) => void) {
    this.#lines = lines;
    this.#print = print;
    this.#run = program(this);
  }

  get top(): ToyFrame {
    return this.frames.at(-1)!;
  }

  /** Runs up to the next point; undefined at the end of the program. */
  advance(): ToyPoint | undefined {
    const { done, value } = this.#run.next();
    return done === true ? undefined : value;
  }

  /** What was written since the last call. */
  takeWrites(): readonly ToyWrite[] {
    const writes = this.#writes;
    this.#writes = [];
    return writes;
  }

  // From here on: the instructions that programs are made of.

  /** The line of the marker is about to run in the top frame. */
  *at(marker: string): Generator<ToyPoint, void> {
    this.top.line = this.#lines.get(marker)!;
    yield { kind: 'line' };
  }

  set(name: string, value: ToyValue): void {
    this.top.variables.set(name, value);
    this.#writes.push({ frame: this.top, name });
  }

  get(name: string): number {
    return Number(this.top.variables.get(name));
  }

  *call(
    name: string,
    parameters: Readonly<Record<string, ToyValue>>,
    body: () => Generator<ToyPoint, ToyValue>,
  ): Generator<ToyPoint, ToyValue> {
    this.frames.push({ name, line: 0, variables: new Map(Object.entries(parameters)) });
    const result = yield* body();
    this.frames.pop();
    return result;
  }

  *read(): Generator<ToyPoint, string> {
    while (this.input.length === 0) yield { kind: 'input' };
    return this.input.shift()!;
  }

  *raise(text: string): Generator<ToyPoint, void> {
    yield { kind: 'exception', text };
  }

  print(text: string): void {
    this.#print(`${text}\n`);
  }
}

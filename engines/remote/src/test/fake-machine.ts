// A machine for tests: a few instructions with lines, calls, exceptions, input and code that is loaded late.

export type Op =
  | readonly ['nop']
  | readonly ['call', number]
  | readonly ['return', number?]
  /** So many times, then on. */
  | readonly ['jump', number, number]
  /** Caught at an address of the same frame, or not at all. */
  | readonly ['throw', string, number?]
  | readonly ['print', string]
  | readonly ['input']
  | readonly ['load', FakeModule]
  | readonly ['trap']
  | readonly ['count', string]
  | readonly ['exit', number];

export interface FakeModule {
  readonly name: string;
  readonly source: string | { readonly name: string; readonly text: string };
  readonly functions: readonly {
    readonly name: string;
    readonly start: number;
    readonly end: number;
    readonly hidden?: boolean;
  }[];
  readonly lines: readonly (readonly [address: number, line: number])[];
}

export interface FakeProgram extends FakeModule {
  readonly code: Readonly<Record<number, Op>>;
}

/** One instruction a row: its address, the line that begins there if one does, and what it does. */
export function program(
  functions: Readonly<
    Record<string, readonly (readonly [address: number, line: number | undefined, op: Op])[]>
  >,
  hidden: readonly string[] = [],
): FakeProgram {
  const rows = Object.values(functions).flat();
  return {
    name: 'main',
    source: '/fake/main.fake',
    functions: Object.entries(functions).map(([name, body]) => ({
      name,
      start: body[0]![0],
      end: body.at(-1)![0] + 1,
      ...(hidden.includes(name) ? { hidden: true } : {}),
    })),
    lines: rows.flatMap(([address, line]) => (line === undefined ? [] : [[address, line] as const])),
    code: Object.fromEntries(rows.map(([address, , op]) => [address, op])),
  };
}

export interface FakeFrame {
  readonly id: number;
  at: number;
  readonly variables: Map<string, number>;
}

export type FakeStop =
  | { readonly reason: 'breakpoint' | 'step' | 'blocked' | 'trap' }
  | {
      readonly reason: 'exception';
      readonly name: string;
      readonly message: string;
      readonly caught: boolean;
    }
  | { readonly reason: 'module'; readonly module: FakeModule };

export class FakeMachine {
  readonly frames: FakeFrame[] = [];
  readonly input: string[] = [];
  readonly modules: FakeModule[];
  readonly #jumps = new Map<number, number>();
  armed: ReadonlySet<number> = new Set();
  exitCode: number | undefined;
  returned: number | undefined;
  #thrown: { readonly handler: number | undefined } | undefined;
  #serial = 0;

  constructor(
    readonly program: FakeProgram,
    private readonly print: (text: string) => void,
  ) {
    this.modules = [{ ...program, code: undefined } as FakeModule];
    this.#enter(program.functions.find(({ name }) => name === 'main')!.start);
  }

  get top(): FakeFrame {
    return this.frames[0]!;
  }

  get waits(): boolean {
    return this.program.code[this.top.at]?.[0] === 'input' && this.input.length === 0;
  }

  /** One instruction; what it makes the machine halt for, or that it is over. */
  step(): FakeStop | undefined {
    this.returned = undefined;
    if (this.#thrown !== undefined) {
      const { handler } = this.#thrown;
      this.#thrown = undefined;
      if (handler === undefined) this.exitCode = 1;
      else this.top.at = handler;
      return undefined;
    }
    const { top } = this;
    const op = this.program.code[top.at]!;
    switch (op[0]) {
      case 'call':
        top.at++;
        this.#enter(op[1]);
        return undefined;
      case 'return':
        this.returned = op[1];
        this.frames.shift();
        if (this.frames.length === 0) this.exitCode = 0;
        return undefined;
      case 'jump': {
        const left = this.#jumps.get(top.at) ?? op[2];
        this.#jumps.set(top.at, left === 0 ? op[2] : left - 1);
        top.at = left === 0 ? top.at + 1 : op[1];
        return undefined;
      }
      case 'throw':
        this.#thrown = { handler: op[2] };
        return { reason: 'exception', name: op[1], message: `${op[1]}!`, caught: op[2] !== undefined };
      case 'exit':
        this.exitCode = op[1];
        return undefined;
      case 'print':
        this.print(op[1]);
        break;
      case 'count':
        top.variables.set(op[1], (top.variables.get(op[1]) ?? 0) + 1);
        break;
      case 'input':
        this.print(`heard ${this.input.shift()}`);
        break;
      case 'load':
        this.modules.push(op[1]);
        top.at++;
        return { reason: 'module', module: op[1] };
      case 'trap':
        top.at++;
        return { reason: 'trap' };
      case 'nop':
        break;
    }
    top.at++;
    return undefined;
  }

  #enter(address: number): void {
    this.frames.unshift({ id: ++this.#serial, at: address, variables: new Map() });
  }
}

// Random programs: calls, loops, branches, memory, globals and the host, which end or trap.

import type { Code, FunctionBuilder, FunctionReference, GlobalReference } from '@sonde/wasm';
import type { Random } from './numbers.js';
import { marked, type MarkedModule, type Statement } from '../harness.js';

interface Making {
  readonly random: Random;
  readonly statement: Statement;
  readonly functions: readonly FunctionBuilder[];
  readonly host: Readonly<Record<'next' | 'print', FunctionReference>>;
  readonly global: GlobalReference;
}

/** `main(n)` gives an i32. Functions call only those behind them, or themselves with a smaller n. */
export function randomProgram(random: Random): MarkedModule {
  return marked((module, statement) => {
    const next = module.importFunction('env', 'next', { params: ['i32'], results: ['i32'] });
    const print = module.importFunction('env', 'print', { params: ['i32'], results: [] });
    module.export('memory', module.memory({ min: 1, max: 1 }));
    const global = module.global('shared', { type: 'i32', mutable: true }, code => code.i32(3));
    const type = { params: ['i32', 'i64'], results: ['i32'] } as const;
    const functions = Array.from({ length: 2 + random.below(3) }, (_, nth) =>
      module.function(`f${nth}`, type),
    );
    const making: Making = { random, statement, functions, host: { next, print }, global };
    functions.forEach((each, nth) => new BodyMaker(making, each, nth).make());
    const main = module.function('main', { params: ['i32'], results: ['i32'] });
    statement(main.code, 'main');
    main.code.get(0).i64(5).call(functions[0]!.reference).set(0);
    statement(main.code, 'main end');
    main.code.get(0);
    module.export('main', main);
  });
}

class BodyMaker {
  readonly #ints: number[];
  readonly #long: number;
  readonly #code: Code;
  #marks = 0;
  #size = 12;

  constructor(
    private readonly making: Making,
    private readonly of: FunctionBuilder,
    private readonly nth: number,
  ) {
    this.#ints = [0, of.local('i32'), of.local('i32'), of.local('i32')];
    this.#long = of.local('i64');
    this.#code = of.code;
  }

  make(): void {
    const code = this.#code;
    this.#mark();
    // Recursion ends where n is gone.
    code
      .get(0)
      .i32(1)
      .op('i32.lt_s')
      .if(undefined, () => void code.i32(7).op('return'));
    this.#statements(2);
    this.#mark();
    code.get(this.making.random.pick(this.#ints));
  }

  #mark(): void {
    this.making.statement(this.#code, `${this.of.name}.${this.#marks++}`);
  }

  #statements(depth: number): void {
    const count = 1 + this.making.random.below(4);
    for (let nth = 0; nth < count && this.#size > 0; nth++) this.#one(depth);
  }

  #one(depth: number): void {
    const { random, host, global } = this.making;
    const code = this.#code;
    this.#size--;
    this.#mark();
    const local = this.#ints[1 + random.below(2)]!;
    switch (random.below(depth > 0 ? 10 : 7)) {
      case 0:
        this.#value(2);
        code.globalSet(global);
        return;
      case 1:
        code.i32(random.below(60) * 4);
        this.#value(2);
        code.store('i32.store', { offset: random.below(8) });
        return;
      case 2:
        code.get(this.#long);
        this.#value(1);
        code.op('i64.extend_i32_s', random.pick(['i64.add', 'i64.mul', 'i64.xor'])).set(this.#long);
        return;
      case 3:
        this.#call();
        code.set(local);
        return;
      case 4:
        if (random.chance(50)) code.i32(8).call(host.next).set(local);
        else code.get(local).call(host.print);
        return;
      case 5:
      case 6:
        this.#value(3);
        code.set(local);
        return;
      case 7:
        this.#value(2);
        code.if(
          undefined,
          () => this.#statements(depth - 1),
          random.chance(60) ? () => this.#statements(depth - 1) : undefined,
        );
        return;
      default:
        this.#loop(depth);
    }
  }

  /** A few turns, counted in a local that nothing else writes. */
  #loop(depth: number): void {
    const code = this.#code;
    const turn = this.#ints[3]!;
    code.i32(1 + this.making.random.below(3)).set(turn);
    code.block(undefined, done =>
      code.loop(undefined, again => {
        this.#mark();
        code.get(turn).op('i32.eqz').brIf(done);
        code.get(turn).i32(1).op('i32.sub').set(turn);
        this.#withoutLoops(depth);
        code.br(again);
      }),
    );
  }

  #withoutLoops(depth: number): void {
    if (depth > 1 && this.making.random.chance(30)) {
      const code = this.#code;
      code.get(0).if(undefined, () => this.#one(0));
    }
    this.#one(0);
  }

  /** Itself with a smaller n, or one behind. */
  #call(): void {
    const { random, functions } = this.making;
    const code = this.#code;
    const later = functions.slice(this.nth + 1);
    if (later.length === 0 || random.chance(30)) {
      code
        .get(0)
        .i32(1 + random.below(2))
        .op('i32.sub')
        .get(this.#long)
        .call(this.of.reference);
      return;
    }
    code.i32(random.below(3)).get(this.#long).call(random.pick(later).reference);
  }

  #value(depth: number): void {
    const { random, global } = this.making;
    const code = this.#code;
    switch (depth === 0 ? random.below(3) : random.below(7)) {
      case 0:
        return void code.i32(random.below(20) - 5);
      case 1:
        return void code.get(random.pick(this.#ints));
      case 2:
        return void code.globalGet(global);
      case 3:
        return void code.i32(random.below(60) * 4).load('i32.load');
      case 4:
        return void code.get(this.#long).op('i32.wrap_i64');
      case 5:
        this.#value(depth - 1);
        code.tee(this.#ints[1]!);
        return;
      default:
        this.#value(depth - 1);
        this.#value(depth - 1);
        // A division may trap, which is told in front of it.
        code.op(
          random.chance(8)
            ? 'i32.div_s'
            : random.pick(['i32.add', 'i32.sub', 'i32.mul', 'i32.and', 'i32.xor', 'i32.lt_s']),
        );
    }
  }
}

// Integers of C against exact arithmetic of JavaScript: random expressions, the same in every run.

import { describe, expect, it } from 'vitest';
import { ilp32, lp64, type DataModel } from './data-model.js';
import { cExpressions } from './c-expressions.js';
import { SampleProgram } from './test/sample-program.js';

interface Typed {
  readonly text: string;
  readonly value: bigint;
  readonly bits: number;
  readonly signed: boolean;
}

const fit = (value: bigint, bits: number, signed: boolean): bigint =>
  signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);

class Generator {
  #seed: number;
  readonly program: SampleProgram;
  readonly #variables: readonly Typed[];

  constructor(seed: number, model: DataModel) {
    this.#seed = seed;
    this.program = new SampleProgram(cExpressions({ model, whole: true }));
    let at = 0x100;
    this.#variables = [8, 16, 32, 64].flatMap(bits =>
      [true, false].map((signed): Typed => {
        const text = `${signed ? 'i' : 'u'}${bits}`;
        const name = `${signed ? '' : 'u'}int${bits}_t`;
        const type = this.program.types.add({ kind: 'integer', name, size: bits / 8, signed });
        this.program.variable(text, type, at);
        const raw = (BigInt(this.below(0x7fff_ffff)) << 32n) | BigInt(this.below(0x7fff_ffff) * 2 + 1);
        this.program.memory.setBigUint64(at, raw, true);
        at += 8;
        return { text, value: fit(raw, bits, signed), bits, signed };
      }),
    );
  }

  below(limit: number): number {
    this.#seed = (Math.imul(this.#seed, 1103515245) + 12345) & 0x7fffffff;
    return (this.#seed >>> 8) % limit;
  }

  expression(depth: number): Typed {
    if (depth === 0) return this.#leaf();
    const shape = this.below(10);
    if (shape === 0) return this.#unary(this.expression(depth - 1));
    if (shape === 1) return this.#cast(this.expression(depth - 1));
    if (shape === 2)
      return this.#choice(this.expression(depth - 1), this.expression(depth - 1), this.expression(depth - 1));
    if (shape <= 4) return this.#compared(this.expression(depth - 1), this.expression(depth - 1));
    if (shape === 5) return this.#shifted(this.expression(depth - 1), this.expression(depth - 1));
    return this.#binary(this.expression(depth - 1), this.expression(depth - 1));
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }

  #leaf(): Typed {
    if (this.below(3) > 0) return this.#pick(this.#variables);
    const value = BigInt(this.#pick([0, 1, 2, 7, 31, 255, 65_535, 2_147_483_647]));
    if (this.below(4) === 0) return { text: `${value}ull`, value, bits: 64, signed: false };
    if (this.below(3) === 0) return { text: `0x${value.toString(16)}u`, value, bits: 32, signed: false };
    return { text: String(value), value, bits: 32, signed: true };
  }

  #promoted(of: Typed): Typed {
    return of.bits < 32 ? { ...of, bits: 32, signed: true } : of;
  }

  #unary(of: Typed): Typed {
    const { value, bits, signed } = this.#promoted(of);
    const sign = this.#pick(['-', '~', '+', '!']);
    if (sign === '!') return { text: `!(${of.text})`, value: value === 0n ? 1n : 0n, bits: 32, signed: true };
    const result = sign === '-' ? -value : sign === '~' ? ~value : value;
    return { text: `${sign}(${of.text})`, value: fit(result, bits, signed), bits, signed };
  }

  #cast(of: Typed): Typed {
    const [bits, signed] = [this.#pick([8, 16, 32, 64]), this.below(2) === 0];
    const name = `${signed ? '' : 'u'}int${bits}_t`;
    return { text: `(${name})(${of.text})`, value: fit(of.value, bits, signed), bits, signed };
  }

  /** Both in the type in which they meet. */
  #met(left: Typed, right: Typed): readonly [bigint, bigint, number, boolean] {
    const [a, b] = [this.#promoted(left), this.#promoted(right)];
    const bits = Math.max(a.bits, b.bits);
    const signed = a.bits === b.bits ? a.signed && b.signed : (a.bits > b.bits ? a : b).signed;
    return [fit(a.value, bits, signed), fit(b.value, bits, signed), bits, signed];
  }

  #choice(test: Typed, then: Typed, other: Typed): Typed {
    const [a, b, bits, signed] = this.#met(then, other);
    const text = `(${test.text} ? ${then.text} : ${other.text})`;
    return { text, value: test.value === 0n ? b : a, bits, signed };
  }

  #compared(left: Typed, right: Typed): Typed {
    const [a, b] = this.#met(left, right);
    const [sign, result] = this.#pick([
      ['<', a < b],
      ['<=', a <= b],
      ['>', a > b],
      ['>=', a >= b],
      ['==', a === b],
      ['!=', a !== b],
      ['&&', left.value !== 0n && right.value !== 0n],
      ['||', left.value !== 0n || right.value !== 0n],
    ] as const);
    const text = `((${left.text}) ${sign} (${right.text}))`;
    return { text, value: result ? 1n : 0n, bits: 32, signed: true };
  }

  #shifted(left: Typed, right: Typed): Typed {
    const { value, bits, signed } = this.#promoted(left);
    const distance = right.value & BigInt(bits - 1);
    const isLeft = this.below(2) === 0;
    const text = `((${left.text}) ${isLeft ? '<<' : '>>'} ((${right.text}) & ${bits - 1}))`;
    return { text, value: fit(isLeft ? value << distance : value >> distance, bits, signed), bits, signed };
  }

  #binary(left: Typed, right: Typed): Typed {
    const [a, b, bits, signed] = this.#met(left, right);
    const sign = this.#pick(['+', '-', '*', '/', '%', '&', '|', '^']);
    // One more than nothing, so that no division is by zero.
    const isDivision = (sign === '/' || sign === '%') && b === 0n;
    const by = isDivision ? 1n : b;
    const results = {
      ...{ '+': a + by, '-': a - by, '*': a * by, '/': by === 0n ? 0n : a / by },
      ...{ '%': by === 0n ? 0n : a % by, '&': a & by, '|': a | by, '^': a ^ by },
    };
    const text = `((${left.text}) ${sign} ${isDivision ? '1' : `(${right.text})`})`;
    // The one is an `int`, whatever the zero was.
    if (isDivision) return this.#byOne(left, sign, text);
    return { text, value: fit(results[sign as keyof typeof results], bits, signed), bits, signed };
  }

  #byOne(left: Typed, sign: string, text: string): Typed {
    const { value, bits, signed } = this.#promoted(left);
    return { text, value: sign === '/' ? value : 0n, bits, signed };
  }
}

describe('integers of C', () => {
  it.each([
    ['32-bit', ilp32],
    ['64-bit', lp64],
  ] as const)('are exact on %s machines', async (_, model) => {
    for (let seed = 1; seed <= 150; seed++) {
      const generator = new Generator(seed * 7919, model);
      const { text, value, bits, signed } = generator.expression(1 + (seed % 5));
      const found = await generator.program.value(text);
      expect(`${text} = ${BigInt(found as bigint | boolean)}`).toBe(`${text} = ${value}`);
      const type = generator.program.types.resolve(generator.program.compile(text).type);
      // Truth is shown as such, and counts as an `int`.
      if (type.kind === 'integer') expect([type.size! * 8, type.signed]).toEqual([bits, signed]);
    }
  });
});

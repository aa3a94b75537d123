// Both back ends compute the same: random programs over random inputs, from a fixed seed.

import {
  Failure,
  scalar,
  StopReader,
  stopId,
  TypeTable,
  type Expression,
  type IntegerKind,
  type RawValue,
  type Scalar,
} from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import type { EvaluationContext } from '../evaluation.js';
import { FakeReads } from '../test/fake-reads.js';
import {
  Bindings,
  concat,
  conditions,
  constant,
  convert,
  fail,
  floats,
  format,
  integers,
  kindOf,
  length,
  select,
} from './build.js';
import { evaluate } from './evaluate.js';
import { compileToJavaScript, javascriptOperations, type ProgramAccess } from './javascript.js';

const types = new TypeTable();
const integerType = types.add({ kind: 'integer', name: 'int', signed: true });
const floatType = types.add({ kind: 'float', name: 'double', size: 8 });
const smallFloatType = types.add({ kind: 'float', name: 'float', size: 4 });
const booleanType = types.add({ kind: 'boolean', name: 'bool' });
const textType = types.add({ kind: 'string', name: 'text' });

/** A small generator of numbers (xorshift), the same on every machine. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

type Random = ReturnType<typeof randomFrom>;

const interesting = [
  0n,
  1n,
  -1n,
  2n,
  7n,
  -8n,
  31n,
  32n,
  33n,
  64n,
  127n,
  128n,
  -128n,
  255n,
  256n,
  32767n,
  65535n,
  2147483647n,
  2147483648n,
  -2147483648n,
  -2147483649n,
  4294967295n,
  4294967296n,
  9007199254740991n,
  9007199254740992n,
  -9007199254740993n,
  9223372036854775807n,
  -9223372036854775808n,
  18446744073709551615n,
  1n << 100n,
];
const someFloats = [
  0,
  -0,
  1,
  1.5,
  -2.25,
  0.1,
  3,
  1e10,
  -1e300,
  5e-324,
  16777217,
  NaN,
  Infinity,
  -Infinity,
  2 ** 53,
];
const someTexts = ['', 'a', 'b', 'abc', 'ab{}', 'ü€😀', '\n'];

class Programs {
  readonly #bindings = new Bindings();
  readonly #bound: { readonly kind: 'integer' | 'float'; readonly node: Expression }[] = [];

  constructor(private readonly random: Random) {}

  #pick<T>(items: readonly T[]): T {
    return items[this.random(items.length)]!;
  }

  #kind(): IntegerKind {
    return {
      bits: this.#pick([0, 1, 7, 8, 16, 24, 31, 32, 32, 33, 53, 54, 64, 64, 128]),
      signed: this.random(3) > 0,
      overflow: this.#pick(['wrap', 'wrap', 'wrap', 'fail', 'saturate'] as const),
    };
  }

  integer(depth: number): Expression {
    if (depth <= 0) {
      const choice = this.random(4);
      const bound = this.#bound.filter(b => b.kind === 'integer');
      if (choice === 0 && bound.length > 0) return this.#pick(bound).node;
      if (choice <= 1)
        return { op: 'read', place: { kind: 'slot', slot: this.random(8) }, type: integerType };
      return constant(this.#pick(interesting), integerType);
    }
    switch (this.random(12)) {
      case 0:
        return select(this.condition(depth - 1), this.integer(depth - 1), this.integer(depth - 1));
      case 1: {
        const value = this.integer(depth - 1);
        return this.#bindings.bind(value, node => {
          this.#bound.push({ kind: 'integer', node });
          const body = this.integer(depth - 1);
          this.#bound.pop();
          return body;
        });
      }
      case 2:
        return convert(this.#number(depth - 1), { kind: 'integer', ...this.#kind() }, integerType);
      case 3:
        return length(this.text(depth - 1), integerType);
      case 4: {
        const one = integers(this.#kind(), integerType);
        return this.#pick([one.neg, one.not])(this.integer(depth - 1));
      }
      case 5: {
        const shifts = integers(this.#kind(), integerType);
        const by = this.random(3) > 0 ? constant(BigInt(this.random(70)), integerType) : this.integer(0);
        return this.#pick([shifts.shl, shifts.shr])(this.integer(depth - 1), by);
      }
      default: {
        const two = integers(this.#kind(), integerType);
        const operation = this.#pick([two.add, two.sub, two.mul, two.div, two.rem, two.and, two.or, two.xor]);
        return operation(this.integer(depth - 1), this.integer(depth - 1));
      }
    }
  }

  float(depth: number): Expression {
    if (depth <= 0)
      return this.random(2) === 0
        ? constant(this.#pick(someFloats), floatType)
        : { op: 'read', place: { kind: 'global', index: this.random(8) }, type: floatType };
    if (this.random(4) === 0) {
      const bits = this.#pick([32, 64] as const);
      return convert(
        this.#number(depth - 1),
        { kind: 'float', bits },
        bits === 32 ? smallFloatType : floatType,
      );
    }
    const isSmall = this.random(2) === 0;
    const two = floats(isSmall ? 32 : 64, isSmall ? smallFloatType : floatType);
    if (this.random(6) === 0) return two.neg(this.#number(depth - 1));
    const operation = this.#pick([two.add, two.sub, two.mul, two.div, two.rem]);
    return operation(this.#number(depth - 1), this.float(depth - 1));
  }

  #number(depth: number): Expression {
    return this.random(2) === 0 ? this.integer(depth) : this.float(depth);
  }

  condition(depth: number): Expression {
    const is = conditions(booleanType);
    if (depth <= 0) return constant(this.random(2) === 0, booleanType);
    switch (this.random(6)) {
      case 0:
        return is.and(this.condition(depth - 1), this.condition(depth - 1));
      case 1:
        return is.or(this.condition(depth - 1), this.condition(depth - 1));
      case 2:
        return is.not(this.condition(depth - 1));
      case 3:
        return convert(this.#number(depth - 1), { kind: 'boolean' }, booleanType);
      default: {
        const compare = this.#pick([is.eq, is.ne, is.lt, is.le, is.gt, is.ge]);
        const side = this.#pick([
          () => this.#number(depth - 1),
          () => this.#number(depth - 1),
          () => this.text(depth - 1),
          () => this.condition(depth - 1),
        ]);
        return compare(side(), this.random(20) === 0 ? this.condition(0) : side());
      }
    }
  }

  text(depth: number): Expression {
    if (depth <= 0) return constant(this.#pick(someTexts), textType);
    switch (this.random(5)) {
      case 0:
        return concat([this.text(depth - 1), this.#number(depth - 1), this.condition(depth - 1)], textType);
      case 1:
        return convert(this.#number(depth - 1), { kind: 'text' }, textType);
      case 2:
        return kindOf(
          this.#pick([() => this.#number(depth - 1), () => this.text(0), () => this.condition(0)])(),
          textType,
        );
      case 3:
        return format(this.integer(depth - 1), textType);
      default:
        return this.random(8) === 0
          ? fail('as asked', textType, this.random(2) === 0 ? undefined : this.text(0))
          : this.text(depth - 1);
    }
  }
}

interface Inputs {
  readonly slots: readonly Scalar[];
  readonly globals: readonly number[];
}

/** Integers as a machine may hold them: numbers while that is exact, in part of the runs. */
function inputsFrom(random: Random): Inputs {
  const asNumbers = random(2) === 0;
  const slots = Array.from({ length: 8 }, () => {
    const value = interesting[random(interesting.length)]!;
    return asNumbers && Number.isSafeInteger(Number(value)) ? Number(value) : value;
  });
  return { slots, globals: Array.from({ length: 8 }, () => someFloats[random(someFloats.length)]!) };
}

const accessTo = (inputs: Inputs): ProgramAccess => ({
  // A word of its own, so that nothing can be mistaken for a scalar.
  slot: slot => ({ holds: inputs.slots[slot] }),
  global: index => ({ holds: inputs.globals[index] }),
  memory: () => undefined,
  scalar: word => (word as { readonly holds?: Scalar }).holds,
});

const contextOf = (inputs: Inputs): EvaluationContext => ({
  reader: new StopReader(new FakeReads(), stopId(1)),
  types,
  pointerSize: 8,
  littleEndian: true,
  read: async (place, type): Promise<RawValue> =>
    scalar(
      type,
      place.kind === 'slot'
        ? inputs.slots[place.slot]!
        : place.kind === 'global'
          ? inputs.globals[place.index]!
          : 0,
    ),
  format: async value => (value.content.kind === 'scalar' ? String(value.content.value) : '?'),
});

/** A result in one form, whatever holds an integer; failures all look alike. */
function normalised(value: unknown, kind: string): string {
  if (kind === 'integer') return `integer ${BigInt(value as bigint | number)}`;
  if (typeof value === 'number') return Object.is(value, -0) ? 'float -0' : `float ${value}`;
  return `${typeof value} ${String(value)}`;
}

async function outcomes(
  program: Expression,
  kind: string,
  inputs: Inputs,
): Promise<readonly [string, string]> {
  const overStop = await evaluate(program, contextOf(inputs)).then(
    value => (value.content.kind === 'scalar' ? normalised(value.content.value, kind) : value.content.kind),
    (error: unknown) =>
      error instanceof Failure && error.code === 'bad-expression' ? 'failure' : String(error),
  );
  let compiled: string;
  try {
    compiled = normalised(compileToJavaScript(program, { types })(accessTo(inputs)), kind);
  } catch (error) {
    compiled = error instanceof Failure && error.code === 'bad-expression' ? 'failure' : String(error);
  }
  return [overStop, compiled];
}

const describeProgram = (program: Expression, inputs: Inputs): string =>
  JSON.stringify({ program, inputs }, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );

describe('the two back ends', () => {
  const kinds = ['integer', 'float', 'condition', 'text'] as const;

  it.each(kinds)('agree on random programs with a result of kind %s', async kind => {
    const random = randomFrom(0x5eed + kinds.indexOf(kind));
    let failures = 0;
    for (let run = 0; run < 2_500; run++) {
      const program = new Programs(random)[kind](1 + random(4));
      const inputs = inputsFrom(random);
      const [overStop, compiled] = await outcomes(program, kind, inputs);
      if (overStop !== compiled)
        expect.fail(`${overStop} but compiled ${compiled}: ${describeProgram(program, inputs)}`);
      if (overStop === 'failure') failures++;
    }
    // Programs that all fail would agree, too.
    expect(failures).toBeLessThan(1_500);
  });

  it('know the same operations, except for those that need a stop', () => {
    for (const op of ['deref', 'addressOf', 'assign', 'call'] as const)
      expect(javascriptOperations.has(op)).toBe(false);
    expect(javascriptOperations.size).toBe(20);
  });
});

import { seededRandom } from '@sonde/testkit/seeded-random';
import { describe, expect, it } from 'vitest';
import { webAssembly } from '@sonde/wasm';
import type { EnumType, IntType, TypedExpression, TypedFunction } from '../../toolchain/toolchain.js';
import { generateContract } from '../../toolchain/generator/generate.js';
import { at, bool, int, makeFunction, makeProgram, parameter, read } from './hand-made.js';

const types = [
  'u8',
  'i8',
  'u16',
  'i16',
  'u32',
  'i32',
  'u64',
  'i64',
  'u128',
  'i128',
  'u256',
  'i256',
  'u40',
  'i40',
  'u160',
  'i200',
].map(int);
const operators = ['add', 'sub', 'mul', 'div', 'rem', 'pow'] as const;
const modes = ['checked', 'wrapping', 'saturating', 'option'] as const;
const comparisons = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'] as const;
const u32 = int('u32');

const optionOf = (type: IntType): EnumType => ({
  kind: 'enum',
  name: `Option<${type.name}>`,
  family: 'option',
  at: undefined,
  variants: [
    { name: 'None', tag: 0, shape: 'unit', fields: [] },
    { name: 'Some', tag: 1, shape: 'tuple', fields: [{ name: '0', nth: 0, type, public: true }] },
  ],
});

const overflow = { outcome: 'revert', text: 'overflow' } as const;
const byZero = { outcome: 'panic', text: 'division by zero' } as const;

function functionsFor(type: IntType): readonly TypedFunction[] {
  const sides = () => [parameter(0, 'a', type), parameter(1, 'b', type)] as const;
  const made: TypedFunction[] = [];
  for (const operator of operators) {
    for (const mode of modes) {
      const [a] = sides();
      const b = parameter(1, 'b', operator === 'pow' ? u32 : type);
      const divides = operator === 'div' || operator === 'rem';
      const result: TypedExpression = {
        kind: 'arithmetic',
        type: mode === 'option' ? optionOf(type) : type,
        at,
        operator,
        mode,
        operand: type,
        left: read(a),
        right: read(b),
        overflow,
        byZero: divides ? byZero : undefined,
      };
      made.push(makeFunction(`${type.name}_${operator}_${mode}`, [a, b], result));
    }
  }
  for (const operator of comparisons) {
    const [a, b] = sides();
    made.push(
      makeFunction(`${type.name}_${operator}`, [a, b], {
        kind: 'compare',
        type: bool,
        at,
        operator,
        operand: type,
        left: read(a),
        right: read(b),
      }),
    );
  }
  for (const operator of ['and', 'or', 'xor'] as const) {
    const [a, b] = sides();
    made.push(
      makeFunction(`${type.name}_${operator}`, [a, b], {
        kind: 'bitwise',
        type,
        at,
        operator,
        left: read(a),
        right: read(b),
      }),
    );
  }
  for (const operator of ['left', 'right'] as const) {
    const [a] = sides();
    const b = parameter(1, 'b', u32);
    made.push(
      makeFunction(`${type.name}_${operator}`, [a, b], {
        kind: 'shift',
        type,
        at,
        operator,
        left: read(a),
        right: read(b),
        tooFar: byZero,
      }),
    );
  }
  const [a] = sides();
  made.push(makeFunction(`${type.name}_invert`, [a], { kind: 'invert', type, at, operand: read(a) }));
  made.push(
    makeFunction(`${type.name}_negate`, [a], {
      kind: 'negate',
      type,
      at,
      mode: 'wrapping',
      operandType: type,
      operand: read(a),
      overflow,
    }),
  );
  for (const to of types)
    made.push(
      makeFunction(`${type.name}_to_${to.name}`, [a], {
        kind: 'convert',
        type: to,
        at,
        mode: 'checked',
        from: type,
        to,
        operand: read(a),
        outOfRange: overflow,
      }),
    );
  for (const operation of ['min', 'max'] as const) {
    const [x, y] = sides();
    made.push(
      makeFunction(`${type.name}_${operation}`, [x, y], {
        kind: 'builtIn',
        type,
        at,
        operation,
        args: [read(x), read(y)],
      }),
    );
  }
  return made;
}

class Runner {
  readonly #exports: Record<string, (...args: unknown[]) => unknown>;
  readonly #memory: () => DataView;
  #reverted = '';

  constructor(bytes: Uint8Array) {
    const instance = new webAssembly.Instance(new webAssembly.Module(bytes), {
      nova_contract_v1: {
        revert: (from: number, length: number) => {
          this.#reverted = Buffer.from(this.#memory().buffer, from, length).toString();
          throw new Error('reverted');
        },
      },
    });
    this.#exports = instance.exports as Record<string, (...args: unknown[]) => unknown>;
    this.#memory = () => new DataView((instance.exports['memory'] as { buffer: ArrayBuffer }).buffer);
  }

  /** A number, undefined for None, or how it failed. */
  call(
    name: string,
    result: IntType | EnumType | 'bool',
    args: readonly { readonly type: IntType; readonly value: bigint }[],
  ): bigint | undefined | string {
    const hp = this.#exports['__hp'] as unknown as { value: number };
    const start = hp.value;
    this.#reverted = '';
    const alloc = (size: number): number => this.#exports['__nova_alloc']!(size) as number;
    const sent = args.map(({ type, value }) => {
      if (type.container <= 32) return Number(value);
      if (type.container === 64) return value;
      const place = alloc(type.container / 8);
      write(this.#memory(), place, value, type.container / 8);
      return place;
    });
    const inMemory = result !== 'bool' && (result.kind === 'enum' || result.container > 64);
    const out = inMemory ? alloc(64) : 0;
    try {
      const got = this.#exports[`hand::HandMade::${name}`]!(...(inMemory ? [out] : []), ...sent) as
        | number
        | bigint;
      if (result === 'bool') return BigInt(got);
      const type = result.kind === 'enum' ? (result.variants[1]!.fields[0]!.type as IntType) : result;
      const size = type.container / 8;
      if (result.kind === 'enum') {
        const view = this.#memory();
        if (view.getUint8(out) === 0) return undefined;
        return fit(type, readLittle(view, out + Math.min(8, size), size));
      }
      return inMemory ? fit(type, readLittle(this.#memory(), out, size)) : fit(type, BigInt(got));
    } catch (error) {
      const panic = (this.#exports['__nova_panic'] as unknown as { value: number }).value;
      if (this.#reverted !== '') return `revert ${this.#reverted}`;
      const length = this.#memory().getUint32(panic, true);
      if (!(error instanceof webAssembly.RuntimeError)) throw error;
      return `panic ${Buffer.from(this.#memory().buffer, panic + 4, length).toString()}`;
    } finally {
      hp.value = start;
      (this.#exports['__sp'] as unknown as { value: number }).value = start0(this.#exports);
    }
  }
}

const starts = new WeakMap<object, number>();
const start0 = (exports: Record<string, unknown>): number => {
  const known = starts.get(exports);
  if (known !== undefined) return known;
  const { value } = exports['__sp'] as { value: number };
  starts.set(exports, value);
  return value;
};

/** In range it must be as it is: a result that is not canonical is a mistake. */
function fit(type: IntType, raw: bigint): bigint {
  const value = type.signed ? BigInt.asIntN(type.container, raw) : BigInt.asUintN(type.container, raw);
  expect(value >= min(type) && value <= max(type), `${value} is no ${type.name}`).toBe(true);
  return value;
}

function write(view: DataView, place: number, value: bigint, size: number): void {
  for (let i = 0; i < size; i += 8)
    view.setBigUint64(place + i, BigInt.asUintN(64, value >> BigInt(8 * i)), true);
}

function readLittle(view: DataView, place: number, size: number): bigint {
  let value = 0n;
  for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(view.getUint8(place + i));
  return value;
}

const min = ({ signed, bits }: IntType): bigint => (signed ? -(1n << BigInt(bits - 1)) : 0n);
const max = ({ signed, bits }: IntType): bigint => (1n << BigInt(signed ? bits - 1 : bits)) - 1n;
const wrapped = ({ signed, bits }: IntType, value: bigint): bigint =>
  signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);

/** From 0 to below 1, the same in every run. */
function fractions(seed: number): () => number {
  const random = seededRandom(seed);
  return () => random(2 ** 24) / 2 ** 24;
}

/** The ends of ranges, powers of two and their neighbours, and numbers of any length. */
function sample(type: IntType, next: () => number): bigint {
  const pick = next();
  if (pick < 0.25)
    return [min(type), max(type), min(type) + 1n, max(type) - 1n, 0n, 1n, 2n, wrapped(type, -1n)][
      Math.floor(next() * 8)
    ]!;
  const bits = Math.floor(next() * type.bits);
  if (pick < 0.4) return wrapped(type, (1n << BigInt(bits)) + BigInt(Math.floor(next() * 3) - 1));
  let value = 0n;
  for (let i = 0; i <= bits; i += 24) value = (value << 24n) | BigInt(Math.floor(next() * 2 ** 24));
  value = BigInt.asUintN(bits + 1, value);
  return wrapped(type, type.signed && next() < 0.5 ? -value : value);
}

function exact(operator: (typeof operators)[number], a: bigint, b: bigint): bigint {
  if (operator === 'add') return a + b;
  if (operator === 'sub') return a - b;
  if (operator === 'mul') return a * b;
  if (operator === 'div') return a / b;
  if (operator === 'rem') return a % b;
  return a ** b;
}

function expected(
  type: IntType,
  operator: (typeof operators)[number],
  mode: (typeof modes)[number],
  a: bigint,
  b: bigint,
): bigint | undefined | string {
  if ((operator === 'div' || operator === 'rem') && b === 0n)
    return mode === 'option' ? undefined : 'panic division by zero';
  const value = exact(operator, a, b);
  const fits = value >= min(type) && value <= max(type);
  if (fits) return value;
  if (mode === 'checked') return 'revert overflow';
  if (mode === 'option') return undefined;
  if (mode === 'wrapping') return wrapped(type, value);
  return value < 0n ? min(type) : max(type);
}

describe('arithmetic of every width', () => {
  const made = types.flatMap(functionsFor);
  const { program, contract } = makeProgram(made);
  const { module } = generateContract(program, contract, { runtimeAsserts: false, prints: true });
  const runner = new Runner(module.bytes);

  it.each(types.map(type => [type.name, type] as const))('%s agrees with BigInt', (_name, type) => {
    const next = fractions(7);
    for (let round = 0; round < (type.bits > 64 ? 60 : 20); round++) {
      const [x, y] = [sample(type, next), sample(type, next)];
      const operands = [
        { type, value: x },
        { type, value: y },
      ];
      const names = `${type.name} ${x} ${y}`;
      for (const operator of operators) {
        const right = operator === 'pow' ? BigInt(Math.floor(next() * (round % 3 === 0 ? 300 : 6))) : y;
        for (const mode of modes)
          expect(
            runner.call(`${type.name}_${operator}_${mode}`, mode === 'option' ? optionOf(type) : type, [
              operands[0]!,
              { type: operator === 'pow' ? u32 : type, value: right },
            ]),
            `${names} ${operator} ${right} ${mode}`,
          ).toBe(expected(type, operator, mode, x, right));
      }
      const order = { eq: x === y, ne: x !== y, lt: x < y, le: x <= y, gt: x > y, ge: x >= y };
      for (const operator of comparisons)
        expect(runner.call(`${type.name}_${operator}`, 'bool', operands), `${names} ${operator}`).toBe(
          order[operator] ? 1n : 0n,
        );
      expect(runner.call(`${type.name}_and`, type, operands), names).toBe(x & y);
      expect(runner.call(`${type.name}_or`, type, operands), names).toBe(x | y);
      expect(runner.call(`${type.name}_xor`, type, operands), names).toBe(x ^ y);
      expect(runner.call(`${type.name}_min`, type, operands), names).toBe(x < y ? x : y);
      expect(runner.call(`${type.name}_max`, type, operands), names).toBe(x > y ? x : y);
      expect(runner.call(`${type.name}_invert`, type, [operands[0]!]), names).toBe(wrapped(type, ~x));
      expect(runner.call(`${type.name}_negate`, type, [operands[0]!]), names).toBe(wrapped(type, -x));
      const places = BigInt(Math.floor(next() * (type.bits + 2)));
      const far = places >= BigInt(type.bits);
      const shifted = (value: bigint): bigint | string =>
        far ? 'panic division by zero' : wrapped(type, value);
      const by = [operands[0]!, { type: u32, value: places }];
      expect(runner.call(`${type.name}_left`, type, by), `${names} << ${places}`).toBe(shifted(x << places));
      expect(runner.call(`${type.name}_right`, type, by), `${names} >> ${places}`).toBe(shifted(x >> places));
      for (const to of types)
        expect(runner.call(`${type.name}_to_${to.name}`, to, [operands[0]!]), `${names} to ${to.name}`).toBe(
          x >= min(to) && x <= max(to) ? x : 'revert overflow',
        );
    }
  });
});

// Checks: expression programs brought down to loads and arithmetic, as the bridge runs them; the processor runs those that
// are made of its own numbers.

import {
  Failure,
  operationsOf,
  type Conversion,
  type Expression,
  type ExpressionOperation,
  type IntegerKind,
  type TypeId,
  type TypeTable,
} from '@sonde/engine';
import { flatFields, strideOf, type FlatField } from '@sonde/lens';

/** Where something lies: a variable, a part of it, or what a pointer leads to. */
export type CheckAddress =
  | { readonly at: 'variable'; readonly name: string }
  | { readonly at: 'offset'; readonly of: CheckAddress; readonly by: number }
  /** `count` is absent where nobody knows how many there are. */
  | {
      readonly at: 'element';
      readonly of: CheckAddress;
      readonly by: Check;
      readonly size: number;
      readonly count?: number;
    }
  | { readonly at: 'pointer'; readonly of: Check };

interface CheckTable {
  readonly symbol: string;
  readonly entrySize: number;
  readonly words: readonly { readonly in: number; readonly at: number }[];
  readonly unlessZero: number;
  readonly mask?: number;
  readonly otherwise: string;
}

interface Width {
  readonly bits: number;
  readonly signed: boolean;
}

/**
 * Values are integers, floats, texts, and addresses of what is larger; a truth value is 0 or 1. Numbers travel as texts,
 * because JSON has none of 64 bits. `slot` is a value that `let` has bound.
 */
export type Check =
  | { readonly op: 'constant'; readonly value: string; readonly is?: 'float' | 'text' }
  | ({ readonly op: 'load'; readonly from: CheckAddress; readonly is?: 'float' } & Width)
  /** `taken` where the program asks for the address itself, which is a number then. */
  | { readonly op: 'address'; readonly of: CheckAddress; readonly taken?: true }
  | { readonly op: 'let'; readonly slot: number; readonly value: Check; readonly body: Check }
  | { readonly op: 'bound'; readonly slot: number }
  | { readonly op: 'fail'; readonly message: string }
  /** The address of a structure that the tables list; `in` is an offset in it, `at` one in an entry. */
  | { readonly op: 'vouched'; readonly of: Check; readonly tables: readonly CheckTable[] }
  | {
      readonly op: 'float';
      readonly operator: string;
      readonly bits: 32 | 64;
      readonly a: Check;
      readonly b?: Check;
    }
  | { readonly op: 'to-float'; readonly bits: 32 | 64; readonly of: Check }
  | { readonly op: 'to-text'; readonly of: Check; readonly as: 'number' | 'boolean' | 'address' }
  /** Without a length up to a zero byte. */
  | { readonly op: 'text'; readonly address: Check; readonly length?: Check }
  | { readonly op: 'length'; readonly of: Check }
  | { readonly op: 'concat'; readonly parts: readonly Check[] }
  | ({ readonly op: 'integer'; readonly operator: string; readonly a: Check; readonly b?: Check } & Width)
  | { readonly op: 'compare'; readonly operator: string; readonly a: Check; readonly b: Check }
  | { readonly op: 'and' | 'or'; readonly a: Check; readonly b: Check }
  | { readonly op: 'not'; readonly of: Check }
  | { readonly op: 'select'; readonly test: Check; readonly then: Check; readonly else: Check }
  | ({ readonly op: 'convert'; readonly of: Check; readonly saturates?: boolean } & Width);

/** Throws a Failure that says what in the program needs more than memory and arithmetic. */
export function checkOf(program: Expression, types: TypeTable): Check {
  return new Lowering(types, false).value(program);
}

/**
 * The same for a value that people read: it is looked up in the tables of the runtime first. Conditions do without, because
 * they are decided inside the program, a million times a second.
 */
export function shownCheckOf(program: Expression, types: TypeTable): Check {
  return new Lowering(types, true).value(program);
}

/** The same of numbers alone, as the processor takes them. */
export function numberCheckOf(program: Expression, types: TypeTable): Check {
  const beyond = [...operationsOf(program)].find(operation => !ofNumbers.has(operation));
  if (beyond !== undefined) throw notANumber(`the operation ${beyond}`);
  const check = checkOf(program, types);
  const strange = beyondNumbers(check);
  if (strange !== undefined) throw notANumber(strange);
  return check;
}

const ofNumbers: ReadonlySet<ExpressionOperation> = new Set<ExpressionOperation>([
  ...(['constant', 'read', 'field', 'index', 'deref', 'integer', 'float', 'compare'] as const),
  ...(['and', 'or', 'not', 'select', 'convert', 'addressOf', 'fail'] as const),
]);

const notANumber = (what: string): Failure =>
  tooMuch(what, ', only whole numbers of up to 64 bits, float and double can');

/** What in a check is no number of a processor; undefined for nothing. */
function beyondNumbers(check: Check): string | undefined {
  if (check.op === 'constant' && check.is === 'text') return 'a text';
  if (check.op === 'to-text') return 'a text';
  if (check.op === 'address' && check.taken !== true) return 'a whole structure';
  if ('bits' in check && check.bits > 64) return `a number of ${check.bits} bits`;
  if (check.op === 'convert' && check.saturates === true) return 'arithmetic that does not wrap';
  for (const part of Object.values(check)) {
    const found = isCheck(part) ? beyondNumbers(part) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

const isCheck = (part: unknown): part is Check => typeof part === 'object' && part !== null && 'op' in part;

const tooMuch = (what: string, but = ''): Failure =>
  new Failure('not-supported', 'user', `${what} cannot be checked inside the program${but}.`);

class Lowering {
  constructor(
    private readonly types: TypeTable,
    private readonly looksUp: boolean,
  ) {}

  value(node: Expression): Check {
    switch (node.op) {
      case 'constant':
        return constantOf(node.value);
      case 'field':
        return this.#bits(node) ?? this.#loaded(this.#address(node), node.type);
      case 'read':
      case 'index':
      case 'deref':
        return this.#loaded(this.#address(node), node.type);
      case 'addressOf':
        return { op: 'address', of: this.#address(node.of), taken: true };
      case 'let':
        return { op: 'let', slot: node.slot, value: this.value(node.value), body: this.value(node.body) };
      case 'bound':
        return { op: 'bound', slot: node.slot };
      case 'vouched':
        return this.#vouched(node);
      case 'fail':
        return { op: 'fail', message: node.message };
      case 'float':
        return {
          ...{ op: 'float', operator: node.operator, bits: node.bits, a: this.value(node.a) },
          ...(node.b === undefined ? {} : { b: this.value(node.b) }),
        };
      case 'text':
        return {
          ...{ op: 'text', address: this.value(node.address) },
          ...(node.length === undefined ? {} : { length: this.value(node.length) }),
        };
      case 'length':
        return this.#length(node.of);
      case 'concat':
        return { op: 'concat', parts: node.parts.map(part => this.#text(part)) };
      case 'format':
        return this.#text(node.of);
      case 'integer':
        return {
          op: 'integer',
          operator: node.operator,
          a: this.value(node.a),
          ...(node.b === undefined ? {} : { b: this.value(node.b) }),
          ...wrapping(node.kind),
        };
      case 'compare':
        return { op: 'compare', operator: node.operator, a: this.value(node.a), b: this.value(node.b) };
      case 'and':
      case 'or':
        return { op: node.op, a: this.value(node.a), b: this.value(node.b) };
      case 'not':
        return { op: 'not', of: this.value(node.of) };
      case 'select':
        return {
          op: 'select',
          test: this.value(node.test),
          then: this.value(node.then),
          else: this.value(node.else),
        };
      case 'convert':
        return this.#converted(node.of, node.to);
      default:
        throw tooMuch(`the operation ${node.op}`);
    }
  }

  #vouched({ of, listed }: Extract<Expression, { op: 'vouched' }>): Check {
    const value = this.value(of);
    const type = this.types.resolve(of.type);
    if (!this.looksUp || listed === undefined || type.kind !== 'struct') return value;
    const offsets = new Map(
      flatFields(type.fields, this.types).map(field => [field.name, field.bitOffset / 8] as const),
    );
    const offset = (member: string): number => {
      const found = offsets.get(member);
      if (found === undefined) throw tooMuch(`the member ${member}`);
      return found;
    };
    const tables = listed.map(({ symbol, entrySize, members, unlessZero, mask, otherwise }) => ({
      ...{ symbol, entrySize, otherwise, unlessZero: offset(unlessZero) },
      ...(mask === undefined ? {} : { mask }),
      words: Object.entries(members).map(([member, at]) => ({ in: offset(member), at })),
    }));
    return { op: 'vouched', of: value, tables };
  }

  #converted(node: Expression, to: Conversion): Check {
    if (to.kind === 'text') return this.#text(node);
    const of = this.value(node);
    if (to.kind === 'float') return { op: 'to-float', bits: to.bits, of };
    if (to.kind === 'integer' && to.overflow === 'saturate')
      return { op: 'convert', of, saturates: true, bits: to.bits, signed: to.signed };
    if (to.kind === 'boolean')
      return { op: 'compare', operator: 'ne', a: of, b: { op: 'constant', value: '0' } };
    return { op: 'convert', of, ...wrapping(to) };
  }

  /** What is larger than a number is known by where it lies. */
  #loaded(from: CheckAddress, id: TypeId): Check {
    const type = this.types.resolve(id);
    if (this.#isLarge(id)) return { op: 'address', of: from };
    if (type.kind === 'float' && (type.size === 4 || type.size === 8))
      return { op: 'load', from, is: 'float', bits: type.size * 8, signed: true };
    return { op: 'load', from, ...this.#width(id) };
  }

  /** A bit field, moved to the upper end of a number and back, so that its sign fills it. Undefined for other members. */
  #bits(node: Extract<Expression, { op: 'field' }>): Check | undefined {
    const { bitSize, bitOffset, type } = this.#field(node);
    if (bitSize === undefined) return undefined;
    const { bits, signed } = this.#width(type);
    const within = bitOffset % bits;
    // One that is packed may begin in one word and end in the next.
    if (bitSize === 0 || within + bitSize > bits) throw tooMuch(`the member ${node.name}`);
    const from: CheckAddress = { at: 'offset', of: this.#address(node.of), by: (bitOffset - within) / 8 };
    const shifted = (operator: 'shl' | 'shr', a: Check, by: number): Check => ({
      ...{ op: 'integer', operator, a, bits: 64, signed },
      b: { op: 'constant', value: String(by) },
    });
    const word: Check = { op: 'load', from, bits, signed: false };
    const whole = shifted('shr', shifted('shl', word, 64 - within - bitSize), 64 - bitSize);
    return { op: 'convert', of: whole, bits, signed };
  }

  #field(node: Extract<Expression, { op: 'field' }>): FlatField {
    const type = this.types.resolve(node.of.type);
    if (type.kind !== 'struct' && type.kind !== 'union') throw tooMuch(`a member of ${type.name}`);
    const field = flatFields(type.fields, this.types).find(({ name }) => name === node.name);
    if (field === undefined) throw tooMuch(`the member ${node.name}`);
    return field;
  }

  #isLarge(id: TypeId): boolean {
    const { kind } = this.types.resolve(id);
    return kind === 'struct' || kind === 'union' || kind === 'array';
  }

  #length(node: Expression): Check {
    const type = this.types.resolve(node.type);
    if (type.kind === 'string') return { op: 'length', of: this.value(node) };
    if (type.kind === 'array' && type.count !== undefined)
      return { op: 'constant', value: String(type.count) };
    throw tooMuch(`the length of a ${type.name}`);
  }

  /** As people read it. */
  #text(node: Expression): Check {
    const type = this.types.resolve(node.type);
    const of = this.value(node);
    switch (type.kind) {
      case 'string':
        return of;
      case 'boolean':
        return { op: 'to-text', of, as: 'boolean' };
      case 'integer':
      case 'character':
      case 'enum':
      case 'float':
        return { op: 'to-text', of, as: 'number' };
      case 'pointer':
        return { op: 'to-text', of, as: 'address' };
      default:
        return {
          op: 'concat',
          parts: [textConstant(`${type.name} at `), { op: 'to-text', of, as: 'address' }],
        };
    }
  }

  #address(node: Expression): CheckAddress {
    switch (node.op) {
      case 'read':
        if (node.place.kind !== 'named') throw tooMuch(`a ${node.place.kind}`);
        return { at: 'variable', name: node.place.name };
      case 'field': {
        const field = this.#field(node);
        if (field.bitSize !== undefined || field.bitOffset % 8 !== 0)
          throw tooMuch(`the member ${node.name}`);
        return { at: 'offset', of: this.#address(node.of), by: field.bitOffset / 8 };
      }
      case 'index': {
        const type = this.types.resolve(node.of.type);
        if (type.kind === 'pointer') return this.#elementBehind(node.of, node.at, type.target);
        const size = type.kind === 'array' ? strideOf(type, this.types) : undefined;
        if (type.kind !== 'array' || size === undefined) throw tooMuch(`an element of ${type.name}`);
        const count = type.count === undefined ? {} : { count: type.count };
        return { at: 'element', of: this.#address(node.of), by: this.value(node.at), size, ...count };
      }
      case 'vouched':
        return this.looksUp ? { at: 'pointer', of: this.#vouched(node) } : this.#address(node.of);
      case 'deref':
        // What is at an address that was taken is where it was taken.
        if (node.of.op === 'addressOf') return this.#address(node.of.of);
        return { at: 'pointer', of: this.value(node.of) };
      case 'bound':
      case 'select':
      case 'let':
        if (!this.#isLarge(node.type)) throw tooMuch(`the place of a ${node.op}`);
        return { at: 'pointer', of: this.value(node) };
      default:
        throw tooMuch(`the place of a ${node.op}`);
    }
  }

  #elementBehind(pointer: Expression, at: Expression, target: TypeId): CheckAddress {
    const { size, name } = this.types.resolve(target);
    if (size === undefined || size === 0) throw tooMuch(`an element of type ${name}`);
    return { at: 'element', of: { at: 'pointer', of: this.value(pointer) }, by: this.value(at), size };
  }

  /** How the bytes of a value of this type are to be read. */
  #width(id: TypeId): Width {
    const type = this.types.resolve(id);
    const bits = (type.size ?? 0) * 8;
    if (![8, 16, 32, 64].includes(bits)) throw tooMuch(`a ${type.name}`);
    switch (type.kind) {
      case 'integer':
        return { bits, signed: type.signed };
      case 'character':
        return { bits, signed: type.signed ?? true };
      case 'boolean':
      case 'pointer':
        return { bits, signed: false };
      case 'enum':
        return { bits, signed: this.#width(type.underlying).signed };
      default:
        throw tooMuch(`a ${type.name}`);
    }
  }
}

function wrapping({ bits, signed, overflow }: IntegerKind): Width {
  if (overflow !== 'wrap' || ![8, 16, 32, 64, 128].includes(bits))
    throw tooMuch('arithmetic that does not wrap');
  return { bits, signed };
}

function constantOf(value: unknown): Check {
  if (typeof value === 'boolean') return { op: 'constant', value: value ? '1' : '0' };
  if (typeof value === 'bigint') return { op: 'constant', value: String(value) };
  if (typeof value === 'string') return textConstant(value);
  if (typeof value === 'number') return { op: 'constant', value: String(value), is: 'float' };
  throw tooMuch(`the constant ${String(value)}`);
}

const textConstant = (value: string): Check => ({ op: 'constant', value, is: 'text' });

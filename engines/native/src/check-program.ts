// Checks: expression programs brought down to loads and integer arithmetic, as the bridge and the processor run them.

import {
  Failure,
  type Conversion,
  type Expression,
  type IntegerKind,
  type TypeId,
  type TypeTable,
} from '@sonde/engine';
import { flatFields, strideOf } from '@sonde/lens';

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

interface Width {
  readonly bits: number;
  readonly signed: boolean;
}

/** Every value is an integer; a truth value is 0 or 1. Numbers travel as texts, because JSON has none of 64 bits. */
export type Check =
  | { readonly op: 'constant'; readonly value: string }
  | ({ readonly op: 'load'; readonly from: CheckAddress } & Width)
  | ({ readonly op: 'integer'; readonly operator: string; readonly a: Check; readonly b?: Check } & Width)
  | { readonly op: 'compare'; readonly operator: string; readonly a: Check; readonly b: Check }
  | { readonly op: 'and' | 'or'; readonly a: Check; readonly b: Check }
  | { readonly op: 'not'; readonly of: Check }
  | { readonly op: 'select'; readonly test: Check; readonly then: Check; readonly else: Check }
  | ({ readonly op: 'convert'; readonly of: Check } & Width);

/** Throws a Failure that says what in the program is more than integers in memory. */
export function checkOf(program: Expression, types: TypeTable): Check {
  return new Lowering(types).value(program);
}

const tooMuch = (what: string): Failure =>
  new Failure(
    'not-supported',
    'user',
    `${what} cannot be checked inside the program, only whole numbers can.`,
  );

class Lowering {
  constructor(private readonly types: TypeTable) {}

  value(node: Expression): Check {
    switch (node.op) {
      case 'constant':
        return constantOf(node.value);
      case 'read':
      case 'field':
      case 'index':
      case 'deref':
        return { op: 'load', from: this.#address(node), ...this.#width(node.type) };
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
        return this.#converted(this.value(node.of), node.to);
      default:
        throw tooMuch(`the operation ${node.op}`);
    }
  }

  #converted(of: Check, to: Conversion): Check {
    if (to.kind === 'boolean')
      return { op: 'compare', operator: 'ne', a: of, b: { op: 'constant', value: '0' } };
    if (to.kind === 'integer') return { op: 'convert', of, ...wrapping(to) };
    throw tooMuch(`a ${to.kind}`);
  }

  #address(node: Expression): CheckAddress {
    switch (node.op) {
      case 'read':
        if (node.place.kind !== 'named') throw tooMuch(`a ${node.place.kind}`);
        return { at: 'variable', name: node.place.name };
      case 'field': {
        const type = this.types.resolve(node.of.type);
        if (type.kind !== 'struct' && type.kind !== 'union') throw tooMuch(`a member of ${type.name}`);
        const field = flatFields(type.fields, this.types).find(({ name }) => name === node.name);
        if (field === undefined || field.bitSize !== undefined || field.bitOffset % 8 !== 0)
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
      case 'deref':
        return { at: 'pointer', of: this.value(node.of) };
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
  if (overflow !== 'wrap' || ![8, 16, 32, 64].includes(bits)) throw tooMuch('arithmetic that does not wrap');
  return { bits, signed };
}

function constantOf(value: unknown): Check {
  if (typeof value === 'boolean') return { op: 'constant', value: value ? '1' : '0' };
  if (typeof value === 'bigint') return { op: 'constant', value: String(value) };
  if (typeof value === 'number' && Number.isSafeInteger(value))
    return { op: 'constant', value: String(value) };
  throw tooMuch(`the constant ${String(value)}`);
}

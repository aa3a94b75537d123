// C expressions lowered to expression programs: widths, signs and conversions spelled out, so that no back end knows C.

import {
  Failure,
  type Expression,
  type NameScope,
  type TypeDescription,
  type TypeId,
  type TypeTable,
  type VisibleName,
} from '@sonde/engine';
import { build, flatFields } from '@sonde/lens';
import { LibraryLowering } from './library-lowering.js';
import { common, int, numberType, size, NumberTypes, promoted, type NumberType } from './number-types.js';
import type { BinaryOperator, CastTarget, Tree, UnaryOperator } from './parser.js';
import { notUnderstood, type Token } from './tokens.js';

/** Left to LLDB: it is C, but not of the part that is lowered. */
const notHere = (what: string): Failure =>
  new Failure('bad-expression', 'user', `${what} is beyond what can be compiled for the program.`);

export class Lowering {
  readonly #numbers: NumberTypes;
  readonly #library: LibraryLowering;

  constructor(
    private readonly names: NameScope,
    private readonly types: TypeTable,
  ) {
    this.#numbers = new NumberTypes(types);
    this.#library = new LibraryLowering(types, this.#numbers);
  }

  expression(tree: Tree): Expression {
    switch (tree.kind) {
      case 'name':
        return this.#name(tree.name, tree.at);
      case 'literal':
        return this.#literal(tree.token);
      case 'truth':
        return build.constant(tree.value, this.#numbers.boolean);
      case 'null':
        return build.constant(0n, this.#numbers.id(size));
      case 'text':
        throw notHere('a text by itself');
      case 'call':
        return this.#call(tree.of, tree.args);
      case 'unary':
        return this.#unary(tree.operator, tree.of);
      case 'binary':
        return this.#binary(tree.operator, tree.a, tree.b);
      case 'member':
        return this.#member(tree.of, tree.name, tree.arrow);
      case 'index':
        return this.#index(tree.of, tree.by);
      case 'row':
        return this.#row(tree.of, tree.count);
      case 'cast':
        return this.#cast(tree.to, tree.of);
      case 'choice': {
        const [then, other] = this.#met(this.#number(tree.then), this.#number(tree.else));
        return build.select(this.#truth(tree.test), then, other);
      }
    }
  }

  #name(name: string, at: number): Expression {
    const found = this.names.lookup(name) ?? this.#outermost(name);
    if (found === undefined || found.kind === 'global') {
      const member = this.#memberOfThis(name);
      if (member !== undefined) return member;
    }
    if (found === undefined) throw notUnderstood(`the name ${name}`, at);
    return found.kind === 'constant' ? this.#enumerator(found, at) : this.#meant(build.read(found));
  }

  #enumerator({ name, type }: VisibleName, at: number): Expression {
    const enumeration = this.types.resolve(type);
    const bare = name.slice(name.lastIndexOf(':') + 1);
    const found =
      enumeration.kind === 'enum' ? enumeration.enumerators.find(each => each.name === bare) : undefined;
    if (found === undefined) throw notUnderstood(`the name ${name}`, at);
    return build.constant(found.value, type);
  }

  /** `::x` is listed as that only where another `x` hides it. */
  #outermost(name: string): VisibleName | undefined {
    const found = name.startsWith('::') ? this.names.lookup(name.slice(2)) : undefined;
    return found?.kind === 'global' ? found : undefined;
  }

  /** In a function of a class its members go by their names alone. */
  #memberOfThis(name: string): Expression | undefined {
    const object = this.names.lookup('this');
    const pointer = object === undefined ? undefined : this.types.resolve(object.type);
    if (object === undefined || pointer?.kind !== 'pointer') return undefined;
    return this.#memberIn(build.deref(build.read(object), pointer.target), name);
  }

  #literal(token: Extract<Token, { value: unknown }>): Expression {
    if (token.kind === 'float') {
      const type: NumberType = { kind: 'float', bits: token.single ? 32 : 64 };
      return build.constant(token.single ? Math.fround(token.value) : token.value, this.#numbers.id(type));
    }
    // As in C++, and as LLDB has it: an `int` in C, which nobody wants to see.
    if (token.kind === 'character') return build.constant(token.value, this.#numbers.character);
    return build.constant(token.value, this.#numbers.id(literalType(token)));
  }

  #unary(operator: UnaryOperator, operand: Tree): Expression {
    switch (operator) {
      case '!':
        return build.conditions(this.#numbers.boolean).not(this.#truth(operand));
      case '*':
        return this.#target(this.expression(operand));
      case '&':
        throw notHere('taking an address');
      default: {
        const value = this.#number(operand);
        const type = promoted(this.#typeOf(value));
        const converted = this.#converted(value, type);
        if (operator === '+') return converted;
        const id = this.#numbers.id(type);
        if (type.kind === 'integer') {
          const arithmetic = build.integers({ ...type, overflow: 'wrap' }, id);
          return operator === '-' ? arithmetic.neg(converted) : arithmetic.not(converted);
        }
        if (operator === '~') throw notHere('~ of a floating point number');
        return build.floats(type.bits, id).neg(converted);
      }
    }
  }

  #binary(operator: BinaryOperator, left: Tree, right: Tree): Expression {
    const conditions = build.conditions(this.#numbers.boolean);
    if (operator === '&&') return conditions.and(this.#truth(left), this.#truth(right));
    if (operator === '||') return conditions.or(this.#truth(left), this.#truth(right));
    const comparison = comparisons[operator];
    if (comparison !== undefined) {
      const asTexts =
        this.#comparedTexts(operator, left, right) ?? this.#comparedTexts(operator, right, left);
      if (asTexts !== undefined) return asTexts;
      const [a, b] = this.#comparable(this.#valueOf(left), this.#valueOf(right));
      return conditions[comparison](a, b);
    }
    const [a, b] = [this.#number(left), this.#number(right)];
    if (operator === '<<' || operator === '>>') return this.#shift(operator, a, b);
    const [one, other] = this.#met(a, b);
    return this.#arithmetic(operator, one, other);
  }

  /** A text of the library and one in quotes. */
  #comparedTexts(operator: BinaryOperator, value: Tree, quoted: Tree): Expression | undefined {
    if (quoted.kind !== 'text' || (operator !== '==' && operator !== '!=')) return undefined;
    const equal = this.#library.isText(this.expression(value), quoted.quoted);
    if (equal === undefined || operator === '==') return equal;
    return build.conditions(this.#numbers.boolean).not(equal);
  }

  #arithmetic(operator: BinaryOperator, a: Expression, b: Expression): Expression {
    const type = this.#typeOf(a);
    const name = arithmetics[operator];
    if (name === undefined) throw notHere(`the operator ${operator}`);
    if (type.kind === 'integer') return build.integers({ ...type, overflow: 'wrap' }, a.type)[name](a, b);
    if (name !== 'add' && name !== 'sub' && name !== 'mul' && name !== 'div')
      throw notHere(`${operator} of floating point numbers`);
    return build.floats(type.bits, a.type)[name](a, b);
  }

  /** The operands are promoted apart: the type is that of the left one. */
  #shift(operator: '<<' | '>>', left: Expression, right: Expression): Expression {
    const [type, by] = [promoted(this.#typeOf(left)), promoted(this.#typeOf(right))];
    if (type.kind !== 'integer' || by.kind !== 'integer') throw notHere('shifting floating point numbers');
    const id = this.#numbers.id(type);
    // The processor takes the distance modulo the width; beyond it C says nothing.
    const distance = build
      .integers({ ...type, overflow: 'wrap' }, id)
      .and(this.#converted(right, type), build.constant(BigInt(type.bits - 1), id));
    const arithmetic = build.integers({ ...type, overflow: 'wrap' }, id);
    return arithmetic[operator === '<<' ? 'shl' : 'shr'](this.#converted(left, type), distance);
  }

  /** Numbers in their common type; pointers as the numbers they are. */
  #comparable(a: Expression, b: Expression): readonly [Expression, Expression] {
    const [left, right] = [this.#resolved(a), this.#resolved(b)];
    if (left.kind !== 'pointer' && right.kind !== 'pointer') return this.#met(a, b);
    return [this.#converted(a, size), this.#converted(b, size)];
  }

  #met(a: Expression, b: Expression): readonly [Expression, Expression] {
    const type = common(this.#typeOf(a), this.#typeOf(b));
    return [this.#converted(a, type), this.#converted(b, type)];
  }

  #converted(value: Expression, type: NumberType): Expression {
    const now = this.#typeOf(value);
    const id = this.#numbers.id(type);
    const same =
      now.kind === type.kind &&
      now.bits === type.bits &&
      (now.kind === 'float' || now.signed === (type as { signed?: boolean }).signed);
    if (same && this.#resolved(value).kind === type.kind) return value;
    if (type.kind === 'float') return build.convert(value, { kind: 'float', bits: type.bits }, id);
    return build.convert(value, { ...type, overflow: 'wrap' }, id);
  }

  /** As a condition: not zero. */
  #truth(tree: Tree): Expression {
    // Looked at once: a text of many parts would else take twice as long for each of them.
    const found = this.expression(tree);
    const value = this.#library.truth(found) ?? this.#plain(found);
    if (this.#resolved(value).kind === 'boolean') return value;
    const [a, zero] = this.#comparable(value, build.constant(0n, this.#numbers.id(int)));
    return build.conditions(this.#numbers.boolean).ne(a, zero);
  }

  #valueOf(tree: Tree): Expression {
    return this.#promotedBits(this.#plain(this.expression(tree)));
  }

  #plain(found: Expression): Expression {
    const value = this.#library.plain(found) ?? found;
    const { kind, name } = this.#resolved(value);
    if (kind === 'array' || kind === 'struct' || kind === 'union' || kind === 'function' || kind === 'opaque')
      throw notHere(`a ${name} as a number`);
    return value;
  }

  #number(tree: Tree): Expression {
    const value = this.#valueOf(tree);
    if (this.#resolved(value).kind === 'pointer') throw notHere('arithmetic with pointers');
    return value;
  }

  /** A bit field counts as an `int` if that can hold all that fits into it, whatever its type (C17 6.3.1.1, C++20 [conv.prom]). */
  #promotedBits(value: Expression): Expression {
    if (value.op !== 'field') return value;
    const whole = this.#resolved(value.of);
    if (whole.kind !== 'struct' && whole.kind !== 'union') return value;
    const size = flatFields(whole.fields, this.types).find(({ name }) => name === value.name)?.bitSize;
    const now = size === undefined ? undefined : this.#typeOf(value);
    if (size === undefined || now?.kind !== 'integer' || size > int.bits) return value;
    return this.#converted(value, size === int.bits && !now.signed ? { ...int, signed: false } : int);
  }

  #member(of: Tree, name: string, arrow: boolean): Expression {
    const owner = this.expression(of);
    const member = this.#memberIn(arrow ? this.#target(owner) : owner, name);
    if (member === undefined) throw notHere(`the member ${name}`);
    return member;
  }

  #memberIn(whole: Expression, name: string): Expression | undefined {
    const type = this.#resolved(whole);
    if (type.kind !== 'struct' && type.kind !== 'union') throw notHere(`a member of ${type.name}`);
    const field = flatFields(type.fields, this.types).find(candidate => candidate.name === name);
    return field && this.#meant(build.field(whole, name, field.type));
  }

  /** What can be answered by looking. Whatever else is called, LLDB calls. */
  #call(of: Tree, args: readonly Tree[]): Expression {
    const answer = of.kind === 'member' ? this.#memberCall(of, args) : this.#functionCall(of, args);
    if (answer === undefined) throw notHere('a call');
    return this.#meant(answer);
  }

  #memberCall(
    { of, name, arrow }: Extract<Tree, { kind: 'member' }>,
    args: readonly Tree[],
  ): Expression | undefined {
    const owner = this.expression(of);
    const values = args.map(arg => this.#number(arg));
    return this.#library.call(arrow ? this.#target(owner) : owner, name, values);
  }

  /** `strcmp(name, "text")`, and the same of so many characters. */
  #functionCall(of: Tree, [value, quoted, most]: readonly Tree[]): Expression | undefined {
    const callee = of.kind === 'name' ? of.name : '';
    const isBounded = callee === 'strncmp';
    if ((!isBounded && callee !== 'strcmp') || value === undefined || quoted?.kind !== 'text')
      return undefined;
    if (!isBounded)
      return most === undefined ? this.#library.compared(this.expression(value), quoted.quoted) : undefined;
    if (most?.kind !== 'literal' || most.token.kind !== 'integer') return undefined;
    return this.#library.compared(this.expression(value), quoted.quoted, Number(most.token.value));
  }

  #index(of: Tree, by: Tree): Expression {
    const whole = this.expression(of);
    const at = this.#number(by);
    const inLibrary = this.#library.element(whole, at);
    if (inLibrary !== undefined) return this.#meant(inLibrary);
    const type = this.#resolved(whole);
    if (type.kind !== 'array' && type.kind !== 'pointer')
      throw notHere('an index of something that is no array');
    const element = type.kind === 'array' ? type.element : type.target;
    if ((this.types.resolve(element).size ?? 0) === 0) throw notHere(`an element of ${type.name}`);
    return build.index(whole, this.#converted(at, { kind: 'integer', bits: 64, signed: true }), element);
  }

  #row(of: Tree, count: bigint): Expression {
    const pointer = this.expression(of);
    const type = this.#resolved(pointer);
    if (type.kind !== 'pointer') throw notHere(`a row of ${type.name}`);
    const { size = 0 } = this.types.resolve(type.target);
    if (size === 0 || count < 1n || count > longestRow) throw notHere(`a row of ${count} of ${type.name}`);
    return build.deref(pointer, rowOf(type.target, Number(count), this.types));
  }

  #cast({ words }: CastTarget, of: Tree): Expression {
    const type = castType(words);
    if (words.join(' ') === 'char')
      return build.convert(
        this.#number(of),
        { kind: 'integer', bits: 8, signed: true, overflow: 'wrap' },
        this.#numbers.character,
      );
    if (type === undefined) throw notHere(`a cast to ${words.join(' ')}`);
    return this.#converted(this.#number(of), type);
  }

  /** What a pointer leads to, the program's or the library's. */
  #target(value: Expression): Expression {
    return this.#meant(this.#library.target(value) ?? this.#pointee(value));
  }

  #pointee(pointer: Expression): Expression {
    const type = this.#resolved(pointer);
    if (type.kind !== 'pointer') throw notHere(`what a ${type.name} points to`);
    return build.deref(pointer, type.target);
  }

  /** A reference stands for what it refers to. */
  #meant(value: Expression): Expression {
    const type = this.#resolved(value);
    return type.kind === 'pointer' && type.reference === true ? this.#pointee(value) : value;
  }

  #resolved(value: Expression): TypeDescription {
    return this.types.resolve(value.type);
  }

  #typeOf(value: Expression): NumberType {
    const type = this.#resolved(value);
    if (type.kind === 'pointer') return { kind: 'integer', bits: (type.size ?? 8) * 8, signed: false };
    const number = numberType(type, this.types);
    if (number === undefined) throw notHere(`a ${type.name} as a number`);
    return number;
  }
}

const longestRow = 10_000_000n;
const rows = new WeakMap<TypeTable, Map<string, TypeId>>();

/** The same type for the same row, however often it is asked for. */
function rowOf(element: TypeId, count: number, types: TypeTable): TypeId {
  const known = rows.get(types) ?? new Map<string, TypeId>();
  rows.set(types, known);
  const key = `${element} ${count}`;
  const { name } = types.get(element);
  const size = count * (types.resolve(element).size ?? 0);
  const row = known.get(key) ?? types.add({ kind: 'array', name: `${name}[${count}]`, element, count, size });
  known.set(key, row);
  return row;
}

const comparisons: Partial<Record<BinaryOperator, 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge'>> = {
  ...{ '==': 'eq', '!=': 'ne', '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge' },
};

const arithmetics: Partial<
  Record<BinaryOperator, 'add' | 'sub' | 'mul' | 'div' | 'rem' | 'and' | 'or' | 'xor'>
> = {
  ...{ '+': 'add', '-': 'sub', '*': 'mul', '/': 'div', '%': 'rem', '&': 'and', '|': 'or', '^': 'xor' },
};

/** The first of int, unsigned int, long, unsigned long that holds it and that its suffix and base allow. */
function literalType(token: Extract<Token, { kind: 'integer' }>): NumberType {
  const candidates: readonly NumberType[] = [
    { kind: 'integer', bits: 32, signed: true },
    { kind: 'integer', bits: 32, signed: false },
    { kind: 'integer', bits: 64, signed: true },
    { kind: 'integer', bits: 64, signed: false },
  ];
  const found = candidates.find(type => {
    if (type.kind === 'float') return false;
    if (token.long && type.bits < 64) return false;
    if (token.unsigned ? type.signed : !type.signed && token.decimal) return false;
    return token.value < 1n << BigInt(type.signed ? type.bits - 1 : type.bits);
  });
  if (found === undefined) throw notUnderstood(`the number ${token.value}`, token.at);
  return found;
}

function castType(words: readonly string[]): NumberType | undefined {
  const has = (word: string): boolean => words.includes(word);
  if (has('double')) return words.length === 1 ? { kind: 'float', bits: 64 } : undefined;
  if (has('float')) return words.length === 1 ? { kind: 'float', bits: 32 } : undefined;
  if (has('bool') || has('_Bool')) return undefined;
  const signed = !has('unsigned');
  if (has('char')) return { kind: 'integer', bits: 8, signed };
  if (has('short')) return { kind: 'integer', bits: 16, signed };
  return { kind: 'integer', bits: has('long') ? 64 : 32, signed };
}

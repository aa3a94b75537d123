// C expressions lowered to expression programs.

import type { Expression, NameScope, TypeDescription, TypeId, TypeTable } from '@sonde/engine';
import { build, flatFields } from '@sonde/lens';
import { Arithmetic, isComparison } from './arithmetic.js';
import { Conversions } from './conversions.js';
import type { DataModel } from './data-model.js';
import { Effects } from './effects.js';
import { literalType } from './integer-literals.js';
import { noLibrary, type Library, type LibraryFactory } from './library.js';
import { Names } from './names.js';
import { differenceType } from './number-types.js';
import { rowOf } from './pointer-types.js';
import { Pointers } from './pointers.js';
import { notHere, refused } from './refusals.js';
import { Places } from './places.js';
import { callRefusal, comparedTexts, textComparisonIn } from './text-comparison.js';
import type { Token } from './tokens.js';
import type { BinaryOperator, Tree, TypeName, UnaryOperator } from './tree.js';
import { numberOf, TypeNames } from './type-names.js';

export interface LoweringOptions {
  readonly model: DataModel;
  /** All of C but calls. Without it, addresses, pointer arithmetic and effects are left to an evaluator of the engine's own. */
  readonly whole?: boolean;
  readonly library?: LibraryFactory;
}

const longestRow = 10_000_000n;

export class Lowering {
  readonly typeNames: TypeNames;
  readonly #types: TypeTable;
  readonly #model: DataModel;
  readonly #whole: boolean;
  readonly #arithmetic: Arithmetic;
  readonly #pointers: Pointers;
  readonly #conversions: Conversions;
  readonly #library: Library;
  readonly #names: Names;
  readonly #places: Places;
  readonly #effects: Effects;

  constructor(
    { names, types }: { readonly names: NameScope; readonly types: TypeTable },
    { model, whole = false, library = noLibrary }: LoweringOptions,
  ) {
    this.#types = types;
    this.#model = model;
    this.#whole = whole;
    this.#arithmetic = new Arithmetic(types, model, whole);
    const { numbers } = this.#arithmetic;
    this.#pointers = new Pointers(this.#arithmetic);
    this.#conversions = new Conversions(this.#arithmetic, this.#pointers);
    this.typeNames = new TypeNames(types, model, numbers, this.#pointers.types);
    this.#library = library({ names, types, numbers });
    this.#names = new Names(names, types, this.#library, whole);
    this.#places = new Places(this.#arithmetic, this.#pointers, this);
    this.#effects = new Effects(this.#arithmetic, this.#pointers, this.#conversions, this);
  }

  /** A whole text: a function by itself is shown as its address. */
  result(tree: Tree): Expression {
    const value = this.expression(tree);
    const isFunction = this.#whole && this.#arithmetic.resolved(value).kind === 'function';
    return isFunction ? this.#pointers.decayed(value) : value;
  }

  expression(tree: Tree): Expression {
    switch (tree.kind) {
      case 'name':
        return this.#meant(this.#names.read(tree.name, tree.at));
      case 'literal':
        return this.#literal(tree.token);
      case 'truth':
        return build.constant(tree.value, this.#arithmetic.numbers.boolean);
      case 'null':
        return build.constant(0n, this.#arithmetic.numbers.id(this.#arithmetic.size));
      case 'text':
        throw this.#beyond(
          'a text by itself',
          'a text in quotes lies nowhere in the program: compare it by strcmp(text, "…") == 0.',
        );
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
      case 'choice':
        return this.#choice(tree);
      case 'size': {
        const type = tree.of.kind === 'type' ? this.typeNames.id(tree.of) : undefined;
        return tree.of.kind === 'type' ? this.#places.sizeOfType(type!) : this.#places.sizeOf(tree.of);
      }
      case 'assign':
        return this.#effects.assign(tree);
      case 'step':
        return this.#effects.step(tree);
    }
  }

  /** The value as it is used: arrays and functions as pointers, bit fields as what they count as. */
  value(tree: Tree): Expression {
    return this.#arithmetic.promotedBits(this.#plain(this.expression(tree)));
  }

  /** The value for a place of such a type: structures as they are. */
  valueFor(tree: Tree, type: TypeDescription['kind']): Expression {
    return type === 'struct' || type === 'union' || type === 'array'
      ? this.expression(tree)
      : this.value(tree);
  }

  /** The value as a place of this type would take it. */
  converted(tree: Tree, target: TypeId): Expression {
    const value = this.valueFor(tree, this.#types.resolve(target).kind);
    return this.#conversions.to(target, value);
  }

  number(tree: Tree): Expression {
    return this.#number(this.expression(tree));
  }

  #number(found: Expression): Expression {
    const value = this.#arithmetic.promotedBits(this.#plain(found));
    if (this.#pointers.isPointer(value))
      throw this.#beyond(
        'arithmetic with pointers',
        `${this.#nameOf(value)} is an address: cast it to an integer to compute with it.`,
      );
    return value;
  }

  /** `a operator b` of values that were lowered before. */
  combined(operator: BinaryOperator, a: Expression, b: Expression): Expression {
    const [left, right] = [this.#pointers.isPointer(a), this.#pointers.isPointer(b)];
    if (!left && !right) return this.#arithmetic.binary(operator, a, b);
    if (operator === '-' && left && right) return this.#pointers.difference(a, b);
    if (left && !right && (operator === '+' || operator === '-')) return this.#pointers.moved(operator, a, b);
    if (operator === '+' && !left) return this.#pointers.moved(operator, b, a);
    throw refused(`${operator} cannot be applied to ${this.#nameOf(left ? a : b)}.`);
  }

  #literal(token: Extract<Token, { value: unknown }>): Expression {
    const { numbers } = this.#arithmetic;
    if (token.kind === 'float') {
      const id = numbers.id({ kind: 'float', bits: token.single ? 32 : 64 });
      return build.constant(token.single ? Math.fround(token.value) : token.value, id);
    }
    if (token.kind === 'integer')
      return build.constant(token.value, numbers.id(literalType(token, this.#model)));
    // An `int` in C, which nobody wants to see: shown as the character, as LLDB does.
    const value = this.#model.charSigned ? token.value : BigInt.asUintN(8, token.value);
    return build.constant(value, numbers.character);
  }

  #unary(operator: UnaryOperator, operand: Tree): Expression {
    switch (operator) {
      case '!':
        return build.conditions(this.#arithmetic.numbers.boolean).not(this.#truth(operand));
      case '*':
        return this.target(this.expression(operand));
      case '&':
        if (!this.#whole) throw notHere('taking an address');
        return this.#places.address(operand);
      default:
        return this.#arithmetic.unary(operator, this.number(operand));
    }
  }

  #binary(operator: BinaryOperator, left: Tree, right: Tree): Expression {
    const conditions = build.conditions(this.#arithmetic.numbers.boolean);
    if (operator === '&&') return conditions.and(this.#truth(left), this.#truth(right));
    if (operator === '||') return conditions.or(this.#truth(left), this.#truth(right));
    if (isComparison(operator)) {
      const asTexts =
        this.#comparedTexts(operator, left, right) ?? this.#comparedTexts(operator, right, left);
      if (asTexts !== undefined) return asTexts;
      return this.#arithmetic.compared(operator, this.value(left), this.value(right));
    }
    if (!this.#whole) return this.#arithmetic.binary(operator, this.number(left), this.number(right));
    return this.combined(operator, this.value(left), this.value(right));
  }

  /** A text of the library and one in quotes. */
  #comparedTexts(operator: BinaryOperator, value: Tree, quoted: Tree): Expression | undefined {
    if (quoted.kind !== 'text' || (operator !== '==' && operator !== '!=')) return undefined;
    const equal = this.#library.isText(this.expression(value), quoted.quoted);
    if (equal === undefined || operator === '==') return equal;
    return build.conditions(this.#arithmetic.numbers.boolean).not(equal);
  }

  #truth(tree: Tree): Expression {
    // Looked at once: a text of many parts would else take twice as long for each of them.
    const found = this.expression(tree);
    return this.#arithmetic.truth(this.#library.truth(found) ?? this.#plain(found));
  }

  #plain(found: Expression): Expression {
    const value = this.#library.plain(found) ?? found;
    const { kind, name } = this.#arithmetic.resolved(value);
    if (this.#whole && (kind === 'array' || kind === 'function')) return this.#pointers.decayed(value);
    if (kind === 'array' || kind === 'struct' || kind === 'union' || kind === 'function' || kind === 'opaque')
      throw this.#beyond(`a ${name} as a number`, `${name} is no number: name one of its members.`);
    if (kind === 'unit') throw this.#beyond(`a ${name} as a number`, `${name} has no value.`);
    return value;
  }

  #choice({ test, then, else: other }: Extract<Tree, { kind: 'choice' }>): Expression {
    const condition = this.#truth(test);
    if (!this.#whole) {
      const [first, second] = this.#arithmetic.met(this.number(then), this.number(other));
      return build.select(condition, first, second);
    }
    const [a, b] = [then, other].map(tree => {
      const found = this.expression(tree);
      const { kind } = this.#arithmetic.resolved(found);
      return kind === 'struct' || kind === 'union'
        ? found
        : this.#arithmetic.promotedBits(this.#plain(found));
    }) as [Expression, Expression];
    const leading = [a, b].find(each => !this.#isNumber(each));
    if (leading === undefined) return build.select(condition, ...this.#arithmetic.met(a, b));
    return build.select(
      condition,
      this.#conversions.to(leading.type, a),
      this.#conversions.to(leading.type, b),
    );
  }

  #isNumber(value: Expression): boolean {
    const { kind } = this.#arithmetic.resolved(value);
    return kind !== 'pointer' && kind !== 'array' && kind !== 'struct' && kind !== 'union';
  }

  #member(of: Tree, name: string, arrow: boolean): Expression {
    const owner = this.expression(of);
    const whole = arrow ? this.target(owner) : owner;
    const type = this.#arithmetic.resolved(whole);
    if (type.kind !== 'struct' && type.kind !== 'union')
      throw this.#beyond(
        `a member of ${type.name}`,
        type.kind === 'pointer'
          ? `${type.name} is a pointer: write ->${name}.`
          : `${type.name} has no members.`,
      );
    const field = flatFields(type.fields, this.#types).find(candidate => candidate.name === name);
    if (field === undefined) throw this.#beyond(`the member ${name}`, `${type.name} has no member ${name}.`);
    return this.#meant(build.field(whole, name, field.type));
  }

  /** What can be answered by looking. */
  #call(of: Tree, args: readonly Tree[]): Expression {
    const answer = of.kind === 'member' ? this.#memberCall(of, args) : this.#textComparison(of, args);
    if (answer !== undefined) return this.#meant(answer);
    throw this.#beyond('a call', callRefusal(of));
  }

  #memberCall(
    { of, name, arrow }: Extract<Tree, { kind: 'member' }>,
    args: readonly Tree[],
  ): Expression | undefined {
    const owner = this.expression(of);
    const values = args.map(arg => this.number(arg));
    return this.#library.call(arrow ? this.target(owner) : owner, name, values);
  }

  #textComparison(of: Tree, args: readonly Tree[]): Expression | undefined {
    const found = textComparisonIn(of, args);
    return found && comparedTexts(this.expression(found.value), found.quoted, found.most, this.#arithmetic);
  }

  #index(of: Tree, by: Tree): Expression {
    const [first, second] = [this.expression(of), this.expression(by)];
    // `2[values]` is C, too.
    const isSwapped = this.#whole && this.#isNumber(first) && !this.#isNumber(second);
    const [whole, at] = isSwapped ? [second, this.#number(first)] : [first, this.#number(second)];
    const inLibrary = this.#library.element(whole, at);
    if (inLibrary !== undefined) return this.#meant(inLibrary);
    const type = this.#arithmetic.resolved(whole);
    if (type.kind !== 'array' && type.kind !== 'pointer')
      throw this.#beyond('an index of something that is no array', `${type.name} has no elements.`);
    const element = type.kind === 'array' ? type.element : type.target;
    const { size = 0 } = this.#types.resolve(element);
    if (size === 0 && !(this.#whole && this.#pointers.types.sizeOf(element) !== undefined))
      throw this.#beyond(`an element of ${type.name}`, `the elements of ${type.name} have no size: cast it.`);
    return build.index(whole, this.#arithmetic.converted(at, differenceType(this.#model)), element);
  }

  #row(of: Tree, count: bigint): Expression {
    const found = this.expression(of);
    const pointer = this.#whole ? this.#pointers.decayed(found) : found;
    const type = this.#arithmetic.resolved(pointer);
    if (type.kind !== 'pointer')
      throw this.#beyond(`a row of ${type.name}`, `${type.name} is no pointer to a row of elements.`);
    const row = count < 1n || count > longestRow ? undefined : rowOf(type.target, Number(count), this.#types);
    if (row === undefined)
      throw this.#beyond(
        `a row of ${count} of ${type.name}`,
        `there is no row of ${count} elements behind ${type.name}.`,
      );
    return build.deref(pointer, row);
  }

  #cast(to: TypeName, of: Tree): Expression {
    if (!this.#whole) return this.#numberCast(to, of);
    return this.converted(of, this.typeNames.id(to));
  }

  #numberCast({ words }: TypeName, of: Tree): Expression {
    const { numbers } = this.#arithmetic;
    if (words.join(' ') === 'char') {
      const type = { kind: 'integer', bits: 8, signed: this.#model.charSigned } as const;
      return this.#arithmetic.retyped(this.number(of), type, numbers.character);
    }
    const type = numberOf(words, this.#model)?.type;
    if (type === undefined) throw notHere(`a cast to ${words.join(' ')}`);
    return this.#arithmetic.converted(this.number(of), type);
  }

  /** What a pointer leads to, the program's or the library's. */
  target(value: Expression): Expression {
    return this.#meant(this.#library.target(value) ?? this.#pointee(value));
  }

  #pointee(pointer: Expression): Expression {
    const type = this.#arithmetic.resolved(pointer);
    if (this.#whole && type.kind === 'array') {
      const zero = this.#arithmetic.numbers.id(differenceType(this.#model));
      return build.index(pointer, build.constant(0n, zero), type.element);
    }
    if (this.#whole && type.kind === 'function') return pointer;
    if (type.kind !== 'pointer')
      throw this.#beyond(
        `what a ${type.name} points to`,
        `${type.name} is no pointer: cast it, as in *(int *)….`,
      );
    if (this.#whole && this.#types.resolve(type.target).kind === 'unit')
      throw refused(`${type.name} does not say what it points to: cast it, as in *(int *)….`);
    return build.deref(pointer, type.target);
  }

  /** A reference stands for what it refers to. */
  #meant(value: Expression): Expression {
    const type = this.#arithmetic.resolved(value);
    return type.kind === 'pointer' && type.reference === true ? this.#pointee(value) : value;
  }

  #nameOf(value: Expression): string {
    return this.#types.get(value.type).name;
  }

  /** Left to another evaluator where there is one. */
  #beyond(what: string, message: string): Error {
    return this.#whole ? refused(message) : notHere(what);
  }
}

// Trees of expressions to expression programs: what Twilight means by its operators, spelled out.

import { operandsOf, type Expression, type NameScope, type TypeId, type TypeTable } from '@sonde/engine';
import { build } from '@sonde/lens';
import { intRange } from '../../toolchain/toolchain.js';
import { addressMistake, isAddressLike } from '../../toolchain/checker/expressions/address-literals.js';
import type { BinaryOperator, ExpressionTree } from '../../toolchain/syntax/tree.js';
import { contextName, storageName } from '../values/debugger-names.js';
import { modeOf, type CompiledText } from './compiled-texts.js';
import type { ExpressionCode } from './expression-code.js';
import { arithmeticWords, conversionWords, outOfBounds, shiftOutOfRange } from './failure-words.js';
import { bareNumber, bitsOf, reversed, type Bare, type IntegerType, type Lowered } from './lowered-parts.js';
import { ExpressionMistake } from './parse.js';
import type { NamedTypes } from './named-types.js';
import { changesStorage, storageEntry } from './storage-entries.js';

const arithmetic: Partial<
  Record<BinaryOperator, 'add' | 'sub' | 'mul' | 'div' | 'rem' | 'and' | 'or' | 'xor' | 'shl' | 'shr'>
> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div',
  '%': 'rem',
  '&': 'and',
  '|': 'or',
  '^': 'xor',
  '<<': 'shl',
  '>>': 'shr',
};
const orders: Partial<Record<BinaryOperator, 'lt' | 'le' | 'gt' | 'ge'>> = {
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
};

export class Lowering {
  readonly #bindings = new build.Bindings();
  readonly #bool: TypeId;
  readonly #holds: ReturnType<typeof build.conditions>;

  constructor(
    private readonly text: CompiledText,
    private readonly names: NameScope,
    private readonly types: TypeTable,
    private readonly named: NamedTypes,
  ) {
    this.#bool = named.idOf('bool');
    this.#holds = build.conditions(this.#bool);
  }

  /** `wanted`: the type of the place that the value is for. */
  expression(tree: ExpressionTree, wanted?: TypeId): Expression {
    if (wanted !== undefined && this.#hasParts(wanted)) return this.#compiled(tree, wanted);
    try {
      const lowered = this.#lower(tree);
      if (wanted !== undefined) return this.#as(lowered, wanted, tree);
      if (lowered.tag !== undefined) throw this.#refused('a variant alone has no value here', tree);
      return lowered.program;
    } catch (error) {
      // An assignment has to be carried out where it is meant, and not on a copy.
      if (!(error instanceof ExpressionMistake) || tree.kind === 'assign' || !this.text.canCompile)
        throw error;
      return this.#compiled(tree, wanted);
    }
  }

  /** As code that the compiler makes of it, which is run on a copy of the state. */
  #compiled(tree: ExpressionTree, wanted: TypeId | undefined): Expression {
    const { run, type } = this.text.function(
      tree,
      wanted === undefined ? [] : [this.types.resolve(wanted).name],
    );
    const code: ExpressionCode = { kind: 'value', run, changes: changesStorage(tree, this.names) };
    return build.run(code, code.changes, type);
  }

  /** Whether such a value is written part by part: it is no scalar, or leads to bytes that have to be put somewhere. */
  #hasParts(id: TypeId): boolean {
    return /^(?:array|struct|variant|pointer)$/.test(this.types.resolve(id).kind);
  }

  #lower(tree: ExpressionTree): Lowered {
    switch (tree.kind) {
      case 'int': {
        if (tree.suffix !== undefined)
          return { program: this.#number(tree.value, this.named.idOf(tree.suffix), tree) };
        const as = (type: TypeId): Expression => this.#number(tree.value, type, tree);
        return bareNumber({ as, usual: this.#usual(false), literal: tree });
      }
      case 'bool':
        return { program: build.constant(tree.value, this.#bool) };
      case 'string':
        return { program: build.constant(tree.value, this.named.idOf('text')) };
      case 'path':
        return this.#path(tree);
      case 'storage':
        return this.#name(storageName(tree.name.text), tree);
      case 'field':
        return this.#field(tree);
      case 'index':
        return this.#index(tree);
      case 'methodCall':
        return this.#method(tree);
      case 'unary': {
        const operand = this.#lower(tree.operand);
        if (tree.operator === '!')
          return { program: this.#holds.not(this.#as(operand, this.#bool, tree.operand)) };
        if (operand.bare !== undefined) return bareNumber(this.#negative(operand.bare, tree));
        return { program: this.#negated(operand.program, tree) };
      }
      case 'binary':
        return this.#binary(tree);
      case 'cast': {
        const name = tree.type.kind === 'named' ? tree.type.path.segments.at(-1)?.text : undefined;
        const id = name === undefined ? undefined : this.named.find(name);
        const to = id === undefined ? undefined : this.types.resolve(id);
        if (id === undefined || to?.kind !== 'integer')
          throw this.#refused('only numbers are converted here', tree);
        const of = this.#lower(tree.operand);
        if (of.bare !== undefined) return { program: of.bare.as(id) };
        const { name: from } = this.#integer(of.program, tree.operand);
        const conversion = {
          kind: 'integer',
          bits: bitsOf(to),
          signed: to.signed,
          overflow: 'fail',
        } as const;
        return { program: build.convert(of.program, conversion, id, conversionWords(from, to.name)) };
      }
      case 'assign': {
        const target = this.#lower(tree.target).program;
        const value = this.expression(tree.value, target.type);
        return { program: build.assign(target, value, target.type) };
      }
      case 'if': {
        if (tree.else?.result === undefined || tree.then.result === undefined)
          throw this.#refused('this `if` has no value', tree);
        const test = this.#as(this.#lower(tree.condition), this.#bool, tree.condition);
        const then = this.#lower(tree.then.result);
        const other = this.#lower(tree.else.result);
        if (then.bare !== undefined && other.bare !== undefined) {
          const [one, two] = [then.bare, other.bare];
          const as = (type: TypeId): Expression => build.select(test, one.as(type), two.as(type));
          return bareNumber({ as, usual: one.usual });
        }
        const type = then.bare === undefined ? then.program.type : other.program.type;
        return {
          program: build.select(
            test,
            this.#as(then, type, tree.then.result),
            this.#as(other, type, tree.else.result),
          ),
        };
      }
      default:
        throw this.#refused('this cannot be evaluated while the transaction stands', tree);
    }
  }

  #path(tree: Extract<ExpressionTree, { kind: 'path' }>): Lowered {
    const names = tree.path.segments.map(({ text }) => text);
    if (names.length === 1) return this.#name(names[0]!, tree);
    const variant = this.#variant(names);
    if (variant === undefined) throw this.#refused(`there is no ${names.join('::')} here`, tree);
    return variant;
  }

  /** `Tier::Gold`, or `Vault::Tier::Gold`. */
  #variant(names: readonly string[]): Lowered | undefined {
    const [variant, family] = [names.at(-1), names.at(-2)];
    for (const [id, type] of this.types.entries()) {
      if (type.kind !== 'variant' || type.name.replace(/^.*::/, '') !== family) continue;
      const found = type.variants.find(each => each.name === variant);
      if (found?.discriminant === undefined) continue;
      return { program: build.constant(found.discriminant, id), tag: found.discriminant };
    }
    return undefined;
  }

  #name(name: string, tree: ExpressionTree): Lowered {
    const found = this.names.lookup(name);
    if (found !== undefined) return { program: build.read(found) };
    const shown = name.replace(/\.$/, '');
    throw this.#refused(`there is no variable ${shown} here`, tree);
  }

  #field(tree: Extract<ExpressionTree, { kind: 'field' }>): Lowered {
    const { target, name } = tree;
    // The solidity mode writes `Tier.Gold`.
    if (
      target.kind === 'path' &&
      target.path.segments.length === 1 &&
      this.names.lookup(target.path.segments[0]!.text) === undefined
    ) {
      const variant = this.#variant([target.path.segments[0]!.text, name.text]);
      if (variant !== undefined) return variant;
    }
    const of = this.#lower(target).program;
    const type = this.types.resolve(of.type);
    const fields =
      type.kind === 'struct'
        ? type.fields
        : type.kind === 'variant'
          ? type.variants.flatMap(each => {
              const payload = this.types.resolve(each.type);
              return payload.kind === 'struct' ? payload.fields : [];
            })
          : [];
    const found = fields.find(each => each.name === name.text);
    if (found !== undefined) return { program: build.field(of, name.text, found.type) };
    if (name.text === 'length') return this.#length(of, tree);
    throw this.#refused(`${type.name} has no field ${name.text}`, tree);
  }

  #index(tree: Extract<ExpressionTree, { kind: 'index' }>): Lowered {
    const entry = storageEntry(tree, this.text, this.names, this.types);
    if (entry !== undefined) return { program: entry };
    const of = this.#lower(tree.target).program;
    const type = this.types.resolve(of.type);
    if (type.name.startsWith('map<')) throw this.#refused('an entry of a map in memory has no place', tree);
    const index = this.#lower(tree.index);
    if (index.bare === undefined) this.#integer(index.program, tree.index);
    const at = index.bare === undefined ? index.program : index.bare.as(this.named.idOf('u64'));
    if (type.kind === 'array') {
      const { element, count = 0 } = type;
      const length = build.constant(BigInt(count), this.named.idOf('u64'));
      return {
        program: this.#bindings.bind(at, bound =>
          build.select(
            this.#holds.lt(bound, length),
            build.index(of, bound, element),
            build.fail(outOfBounds, element),
          ),
        ),
      };
    }
    const items = this.#items(of, tree);
    const pointer = this.types.resolve(items.type);
    if (pointer.kind !== 'pointer') throw this.#refused(`${type.name} has no elements`, tree);
    const { target } = pointer;
    return {
      program: this.#bindings.bind(at, bound =>
        build.select(
          this.#holds.lt(bound, this.#length(of, tree).program),
          build.index(items, bound, target),
          build.fail(outOfBounds, target),
        ),
      ),
    };
  }

  #block(
    of: Expression,
    tree: ExpressionTree,
  ): { readonly id: TypeId; readonly fields: readonly { readonly name: string; readonly type: TypeId }[] } {
    const type = this.types.resolve(of.type);
    const block = type.kind === 'pointer' ? this.types.resolve(type.target) : undefined;
    if (type.kind !== 'pointer' || block?.kind !== 'struct')
      throw this.#refused(`${type.name} has no elements`, tree);
    return { id: type.target, fields: block.fields };
  }

  #items(of: Expression, tree: ExpressionTree): Expression {
    const { id, fields } = this.#block(of, tree);
    const items = fields.find(({ name }) => name === 'items');
    if (items === undefined) throw this.#refused('this has no elements', tree);
    return build.field(build.deref(of, id), 'items', items.type);
  }

  /** A handle that leads nowhere is that of an empty one. */
  #length(of: Expression, tree: ExpressionTree): Lowered {
    const u64 = this.named.idOf('u64');
    const type = this.types.resolve(of.type);
    if (type.kind === 'array') return { program: build.constant(BigInt(type.count ?? 0), u64) };
    const { id } = this.#block(of, tree);
    const u32 = this.named.idOf('u32');
    const number = build.convert(of, { kind: 'integer', bits: 32, signed: false, overflow: 'wrap' }, u32);
    const length = build.field(build.deref(of, id), 'length', u32);
    const wide = build.convert(length, { kind: 'integer', bits: 64, signed: false, overflow: 'wrap' }, u64);
    return {
      program: build.select(this.#holds.eq(number, build.constant(0n, u32)), build.constant(0n, u64), wide),
    };
  }

  #method(tree: Extract<ExpressionTree, { kind: 'methodCall' }>): Lowered {
    const { target, name, args } = tree;
    const object =
      target.kind === 'path' && target.path.segments.length === 1 ? target.path.segments[0]!.text : undefined;
    if (object !== undefined && args.length === 0) {
      const known = this.names.lookup(contextName(object, name.text));
      if (known !== undefined) return { program: build.read(known) };
    }
    if (name.text === 'len' && args.length === 0) return this.#length(this.#lower(target).program, tree);
    if (name.text === 'is_empty' && args.length === 0) {
      const length = this.#length(this.#lower(target).program, tree).program;
      return { program: this.#holds.eq(length, build.constant(0n, length.type)) };
    }
    throw this.#refused(`${name.text} cannot be called here`, tree);
  }

  /** Of numbers that meet nothing; in solidity only one with a minus has a sign. */
  #usual(negative: boolean): TypeId {
    return this.named.idOf(modeOf(this.types) !== 'solidity' ? 'i64' : negative ? 'i256' : 'u256');
  }

  #number(value: bigint, id: TypeId, tree: ExpressionTree): Expression {
    const type = this.types.resolve(id);
    if (type.kind !== 'integer' || isAddressLike(type.name))
      throw this.#refused(`this is a number, and ${type.name} was expected`, tree);
    const { least, most } = intRange(bitsOf(type), type.signed);
    if (value < least || value > most)
      throw this.#refused(`${value} does not fit into ${type.name}`, tree, `It holds ${least} to ${most}.`);
    return build.constant(value, id);
  }

  #negative({ as, usual, literal }: Bare, tree: ExpressionTree): Bare {
    // Only with its minus does the smallest number fit.
    if (literal === undefined) return { as: type => this.#negated(as(type), tree), usual };
    const { value } = literal;
    return {
      as: type => (this.#isSigned(type) ? this.#number(-value, type, tree) : this.#negated(as(type), tree)),
      usual: this.#usual(true),
    };
  }

  #isSigned(id: TypeId): boolean {
    const type = this.types.resolve(id);
    return type.kind === 'integer' && type.signed;
  }

  #negated(of: Expression, tree: ExpressionTree): Expression {
    const type = this.#integer(of, tree);
    if (!type.signed) throw this.#refused(`${type.name} has no negative numbers`, tree);
    return this.#integers(type, of.type).neg(of);
  }

  #binary(tree: Extract<ExpressionTree, { kind: 'binary' }>): Lowered {
    const { operator } = tree;
    const left = this.#lower(tree.left);
    const right = this.#lower(tree.right);
    if (operator === '&&' || operator === '||')
      return {
        program: this.#holds[operator === '&&' ? 'and' : 'or'](
          this.#as(left, this.#bool, tree.left),
          this.#as(right, this.#bool, tree.right),
        ),
      };
    if (operator === '<<' || operator === '>>') return this.#shift(operator, tree, left, right);
    const compute = arithmetic[operator];
    if (left.bare !== undefined && right.bare !== undefined && compute !== undefined) {
      const [one, two] = [left.bare, right.bare];
      const as = (type: TypeId): Expression => {
        const a = one.as(type);
        return this.#integers(this.#integer(a, tree.left), type)[compute](a, two.as(type));
      };
      return bareNumber({ as, usual: one.usual });
    }
    return { program: this.#pair(tree, left, right) };
  }

  /** Numbers of one type, or what is compared. */
  #pair(tree: Extract<ExpressionTree, { kind: 'binary' }>, left: Lowered, right: Lowered): Expression {
    const { operator } = tree;
    const isTag = left.tag !== undefined || right.tag !== undefined;
    const isOpen = left.tag !== undefined || (left.bare !== undefined && right.bare === undefined);
    const { type } = (isOpen ? right : left).program;
    if (isTag || this.types.resolve(type).kind === 'variant') return this.#sameVariant(tree, left, right);
    const a = this.#as(left, type, tree.left);
    const b = this.#as(right, type, tree.right);
    if (operator === '==' || operator === '!=')
      return this.#holds[operator === '==' ? 'eq' : 'ne'](
        this.#comparable(a, tree.left),
        this.#comparable(b, tree.right),
      );
    const integer = this.#integer(a, tree.left);
    const order = orders[operator];
    if (order !== undefined) return this.#holds[order](a, b);
    return this.#integers(integer, type)[arithmetic[operator]!](a, b);
  }

  #shift(
    operator: '<<' | '>>',
    tree: Extract<ExpressionTree, { kind: 'binary' }>,
    left: Lowered,
    right: Lowered,
  ): Lowered {
    const by = right.bare?.as(this.named.idOf('u32')) ?? right.program;
    this.#integer(by, tree.right);
    const shifted = (of: Expression): Expression =>
      this.#shifted(operator, this.#integer(of, tree.left), of, by);
    const { bare } = left;
    if (bare === undefined) return { program: shifted(left.program) };
    return bareNumber({ as: type => shifted(bare.as(type)), usual: bare.usual });
  }

  /** Bits that leave are lost; a shift by the width or more fails. */
  #shifted(operator: '<<' | '>>', integer: IntegerType, a: Expression, by: Expression): Expression {
    const bits = bitsOf(integer);
    const kind = { bits, signed: integer.signed, overflow: 'wrap' } as const;
    const width = build.constant(BigInt(bits), by.type);
    const shifted = operator === '<<' ? 'shl' : 'shr';
    return this.#bindings.bind(by, count =>
      build.select(
        this.#holds.lt(count, width),
        build.integers(kind, a.type)[shifted](a, count),
        build.fail(shiftOutOfRange, a.type),
      ),
    );
  }

  /** Enums are compared by what they are; those with fields not at all. */
  #sameVariant(tree: Extract<ExpressionTree, { kind: 'binary' }>, left: Lowered, right: Lowered): Expression {
    if (tree.operator !== '==' && tree.operator !== '!=') throw this.#refused('variants have no order', tree);
    const tags = [left, right].map((side): Expression => {
      const type = this.types.resolve(side.program.type);
      if (type.kind !== 'variant') throw this.#refused('only variants of one enum are compared', tree);
      const { name, type: tag } = type.discriminant;
      return side.tag === undefined ? build.field(side.program, name, tag) : build.constant(side.tag, tag);
    });
    if (left.program.type !== right.program.type)
      throw this.#refused('these are variants of different enums', tree);
    return this.#holds[tree.operator === '==' ? 'eq' : 'ne'](tags[0]!, tags[1]!);
  }

  #comparable(of: Expression, tree: ExpressionTree): Expression {
    const type = this.types.resolve(of.type);
    if (['integer', 'boolean', 'string'].includes(type.kind)) return of;
    if (type.name !== 'string') throw this.#refused(`values of ${type.name} are not compared here`, tree);
    if (this.#isStorage(of)) throw this.#refused('a text of storage cannot be compared here', tree);
    const u32 = this.named.idOf('u32');
    const handle = build.convert(of, { kind: 'integer', bits: 32, signed: false, overflow: 'wrap' }, u32);
    const text = this.named.idOf('text');
    const behind = build
      .integers({ bits: 32, signed: false, overflow: 'wrap' }, u32)
      .add(handle, build.constant(4n, u32));
    return build.select(
      this.#holds.eq(handle, build.constant(0n, u32)),
      build.constant('', text),
      build.text(behind, this.#length(of, tree).program, text),
    );
  }

  #isStorage(of: Expression): boolean {
    if (of.op === 'run') return true;
    if (of.op === 'read') return of.place.kind === 'global';
    return operandsOf(of).some(part => this.#isStorage(part));
  }

  #integers(type: IntegerType, id: TypeId): ReturnType<typeof build.integers> {
    const kind = { bits: bitsOf(type), signed: type.signed, overflow: 'fail' } as const;
    return build.integers(kind, id, arithmeticWords(type.name));
  }

  #integer(of: Expression, tree: ExpressionTree): IntegerType {
    const type = this.types.resolve(of.type);
    if (type.kind !== 'integer' || isAddressLike(type.name))
      throw this.#refused(`${type.name} is no number`, tree);
    return type;
  }

  /** The part as a value of the type; numbers of one type are never another's. */
  #as(part: Lowered, wanted: TypeId, tree: ExpressionTree): Expression {
    const type = this.types.resolve(wanted);
    if (part.tag !== undefined) throw this.#refused('a variant cannot be written here', tree);
    const { bare } = part;
    if (bare !== undefined && type.kind === 'integer') {
      const { literal } = bare;
      if (literal === undefined || !isAddressLike(type.name)) return bare.as(wanted);
      const mistake = addressMistake(literal, type.name);
      if (mistake !== undefined) throw this.#refused(mistake, tree, 'Write all of them.');
      return build.constant(reversed(literal.value, type.size ?? 0), wanted);
    }
    if (part.program.type === wanted) return part.program;
    const own = this.types.resolve(part.program.type);
    if (
      own.name === type.name ||
      (own.name === 'text' && type.name === 'string') ||
      (own.name === 'string' && type.name === 'text')
    )
      return part.program;
    throw this.#refused(`this is ${own.name}, and ${type.name} was expected`, tree);
  }

  #refused(message: string, tree: ExpressionTree, hint?: string): ExpressionMistake {
    return new ExpressionMistake(message, tree.at, hint);
  }
}

// Osprey's expressions lowered to expression programs, so that no back end has to know the language.

import { Failure, type Expression, type TypeDescription, type TypeId } from '@sonde/engine';
import type { ExpressionContext } from '@sonde/language';
import { build, flatFields, sizeOf } from '@sonde/lens';
import type { BinaryTree, ExpressionTree } from '../../toolchain/syntax/tree.js';
import { blockType } from '../renderers/blocks.js';
import { KnownTypes } from './known-types.js';

type Tree<Kind extends ExpressionTree['kind']> = Extract<ExpressionTree, { readonly kind: Kind }>;

/** A value, and where it may have failed what tells so: arithmetic is only a Result where somebody asks for one. */
interface Lowered {
  readonly value: Expression;
  readonly failed?: Expression;
  readonly why?: string;
}

export const refused = (at: ExpressionTree['at'], message: string, hint?: string): Failure =>
  new Failure('bad-expression', 'user', `${message} (column ${at.column}).`, hint);

/** Wide enough for the sum, the difference and the product of two ints. */
const unbounded = { bits: 0, signed: true, overflow: 'wrap' } as const;
const [smallest, greatest] = [-(1n << 63n), (1n << 63n) - 1n];

export class Lowering {
  readonly #types: KnownTypes;
  readonly #bindings = new build.Bindings();
  readonly #holds;

  constructor(private readonly context: ExpressionContext) {
    this.#types = new KnownTypes(context.types);
    this.#holds = build.conditions(this.#types.bool);
  }

  /** Fails with the reason where arithmetic does. */
  lower(tree: ExpressionTree): Expression {
    const { value, failed, why = 'it failed' } = this.#outcome(tree);
    return failed === undefined ? value : build.select(failed, build.fail(why, value.type), value);
  }

  #outcome(tree: ExpressionTree): Lowered {
    switch (tree.kind) {
      case 'int':
        return { value: build.constant(tree.value, this.#types.int) };
      case 'float':
        return { value: build.constant(tree.value, this.#types.float) };
      case 'bool':
        return { value: build.constant(tree.value, this.#types.bool) };
      case 'string':
        return { value: this.#string(tree) };
      case 'name':
        return { value: this.#name(tree) };
      case 'field':
        return { value: this.#field(tree) };
      case 'index':
        return this.#index(tree);
      case 'unary':
        return this.#unary(tree);
      case 'binary':
        return this.#binary(tree);
      case 'default':
        return { value: this.#default(tree) };
      case 'match':
        return { value: this.#conditional(tree) };
      default:
        throw refused(tree.at, `${describe(tree)} cannot be evaluated at a stop`);
    }
  }

  #name({ name, at }: Tree<'name'>): Expression {
    const found = this.context.names.lookup(name);
    if (found === undefined) throw refused(at, `there is no ${name} here`);
    return build.read(found);
  }

  #string({ pieces }: Tree<'string'>): Expression {
    const { text } = this.#types;
    const parts = pieces.map(piece => {
      if (typeof piece === 'string') return build.constant(piece, text);
      const value = this.lower(piece);
      // Its text would stand there with quotes, which it has not in the language.
      if (this.#kind(value) === 'other')
        throw refused(piece.at, 'only numbers and bools are interpolated at a stop');
      return build.format(value, text);
    });
    const [first] = parts;
    if (first === undefined) return build.constant('', text);
    return parts.length === 1 && first.op === 'constant' ? first : build.concat(parts, text);
  }

  /** Of a record, through the address that it is. */
  #field({ target, name }: Tree<'field'>): Expression {
    const record = this.lower(target);
    const { types } = this.context;
    const block = blockType(types.get(record.type), types);
    const field = block?.fields.find(candidate => candidate.name === name.text);
    if (block === undefined || field === undefined || this.#isRuntimes(record.type))
      throw refused(name.at, `a value of type ${types.get(record.type).name} has no field ${name.text}`);
    return build.field(build.deref(record, block.id), name.text, field.type);
  }

  /** Blocks whose members are the runtime's and not the language's. */
  #isRuntimes(type: TypeId): boolean {
    return (
      /^(?:Result|List|Map|Fiber|Channel)<|^\(/.test(this.context.types.get(type).name) ||
      this.#tagOf(type) !== undefined
    );
  }

  /** Of a union the description of its tag. */
  #tagOf(type: TypeId): TypeDescription | undefined {
    const { types } = this.context;
    const tag = blockType(types.get(type), types)?.fields.find(({ name }) => name === 'tag');
    const described = tag && types.resolve(tag.type);
    return described?.kind === 'enum' ? described : undefined;
  }

  #kind(value: Expression): 'int' | 'float' | 'bool' | 'text' | 'other' {
    const { types } = this.context;
    const { kind } = types.resolve(value.type);
    if (kind === 'integer') return 'int';
    if (kind === 'float') return 'float';
    if (kind === 'boolean') return 'bool';
    return kind === 'string' ? 'text' : 'other';
  }

  #unary({ operator, operand }: Tree<'unary'>): Lowered {
    if (operator === '!') return { value: this.#holds.not(this.#truth(operand)) };
    if (operator === '+') return this.#outcome(operand);
    const of = this.lower(operand);
    if (this.#kind(of) === 'float') return { value: build.floats(64, this.#types.float).neg(of) };
    if (this.#kind(of) !== 'int') throw refused(operand.at, '- takes a number');
    const negated = build.integers(unbounded, this.#types.int).neg(of);
    return this.#inRange(negated);
  }

  #truth(tree: ExpressionTree): Expression {
    const value = this.lower(tree);
    if (this.#kind(value) !== 'bool') throw refused(tree.at, 'this is no bool');
    return value;
  }

  #binary(tree: BinaryTree): Lowered {
    const { operator } = tree;
    if (operator === '&&') return { value: this.#holds.and(this.#truth(tree.left), this.#truth(tree.right)) };
    if (operator === '||') return { value: this.#holds.or(this.#truth(tree.left), this.#truth(tree.right)) };
    const compared = this.#textComparison(tree);
    if (compared !== undefined) return { value: compared };
    const [left, right] = [this.lower(tree.left), this.lower(tree.right)];
    const kinds = [this.#kind(left), this.#kind(right)];
    const odd = kinds.findIndex(kind => kind === 'other');
    if (odd >= 0) {
      const side = odd === 0 ? tree.left : tree.right;
      const name = this.context.types.get((odd === 0 ? left : right).type).name;
      throw refused(side.at, `${operator} is not computed for a value of type ${name} here`);
    }
    if (/^[=!<>]/.test(operator)) return { value: this.#comparison(tree, left, right, kinds) };
    if (kinds.includes('bool') || kinds.includes('text'))
      throw refused(tree.at, `${operator} takes numbers here`);
    if (kinds.includes('float') || operator === '/') return this.#ofFloats(operator, left, right);
    return this.#ofInts(operator, left, right);
  }

  #comparison(
    { operator, at }: BinaryTree,
    left: Expression,
    right: Expression,
    [a, b]: readonly string[],
  ): Expression {
    const names = { '==': 'eq', '!=': 'ne', '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge' } as const;
    if (a !== b) throw refused(at, `${operator} compares values of one type`);
    return this.#holds[names[operator as keyof typeof names]](left, right);
  }

  /** A text of the program and one that is written out: byte by byte, and the zero behind them. */
  #textComparison({ operator, left, right }: BinaryTree): Expression | undefined {
    if (operator !== '==' && operator !== '!=') return undefined;
    const [written, other] = isLiteral(left) ? [left, right] : [right, left];
    if (!isLiteral(written) || isLiteral(other)) return undefined;
    const { types } = this.context;
    const text = this.lower(other);
    const pointer = types.resolve(text.type);
    if (types.get(text.type).name !== 'string' || pointer.kind !== 'pointer') return undefined;
    const bytes = [...new TextEncoder().encode(written.pieces.join('')), 0];
    const same = bytes
      .map((byte, nth) => {
        const held = build.index(text, build.constant(BigInt(nth), this.#types.int), pointer.target);
        return this.#holds.eq(held, build.constant(BigInt.asIntN(8, BigInt(byte)), pointer.target));
      })
      // The first that differs decides: what lies behind the zero is not looked at.
      .reduceRight((rest, one) => this.#holds.and(one, rest));
    return operator === '==' ? same : this.#holds.not(same);
  }

  /** An element of a list. Long lists keep all but the last in a trie, which expressions do not walk. */
  #index({ target, index }: Tree<'index'>): Lowered {
    const { types } = this.context;
    const list = this.lower(target);
    const block = /^List</.test(types.get(list.type).name)
      ? blockType(types.get(list.type), types)
      : undefined;
    const at = this.lower(index);
    if (block === undefined) throw refused(target.at, 'only elements of lists can be evaluated at a stop');
    if (this.#kind(at) !== 'int') throw refused(index.at, 'an index is an int');
    const part = (name: string): Expression =>
      build.field(build.deref(list, block.id), name, block.fields.find(field => field.name === name)!.type);
    const { int } = this.#types;
    const ints = build.integers(unbounded, int);
    const tail = part('tail');
    const pointer = types.resolve(tail.type);
    if (pointer.kind !== 'pointer' || sizeOf(pointer.target, types) !== 8)
      throw refused(target.at, `elements of a ${types.get(list.type).name} cannot be evaluated at a stop`);
    const place = ints.sub(at, ints.sub(part('length'), part('tail_count')));
    const isKept = this.#holds.ge(place, build.constant(0n, int));
    const far = build.fail(
      'only the last elements of a long list are computed with; expand it to see the others',
      pointer.target,
    );
    const value = build.select(isKept, build.index(tail, place, pointer.target), far);
    const below = this.#holds.lt(at, build.constant(0n, int));
    return {
      value,
      failed: this.#holds.or(below, this.#holds.ge(at, part('length'))),
      why: 'index out of bounds',
    };
  }

  #ofFloats(operator: string, left: Expression, right: Expression): Lowered {
    const { float } = this.#types;
    const asFloat = (value: Expression): Expression =>
      this.#kind(value) === 'float' ? value : build.convert(value, { kind: 'float', bits: 64 }, float);
    const floats = build.floats(64, float);
    const names = { '+': 'add', '-': 'sub', '*': 'mul', '/': 'div', '%': 'rem' } as const;
    const value = floats[names[operator as keyof typeof names]](asFloat(left), asFloat(right));
    if (operator !== '/' && operator !== '%') return { value };
    const failed = this.#holds.eq(asFloat(right), build.constant(0, float));
    return { value, failed, why: 'division by zero' };
  }

  #ofInts(operator: string, left: Expression, right: Expression): Lowered {
    const { int } = this.#types;
    const ints = build.integers(unbounded, int);
    if (operator === '%') {
      const failed = this.#holds.eq(right, build.constant(0n, int));
      return { value: ints.rem(left, right), failed, why: 'division by zero' };
    }
    const names = { '+': 'add', '-': 'sub', '*': 'mul' } as const;
    return this.#inRange(ints[names[operator as keyof typeof names]](left, right));
  }

  #inRange(value: Expression): Lowered {
    const { int } = this.#types;
    const below = this.#holds.lt(value, build.constant(smallest, int));
    const above = this.#holds.gt(value, build.constant(greatest, int));
    return { value, failed: this.#holds.or(below, above), why: 'integer overflow' };
  }

  /** `?:` of arithmetic, and of a Result of the program. */
  #default({ value, fallback }: Tree<'default'>): Expression {
    const { types } = this.context;
    const { value: given, failed } = this.#outcome(value);
    const otherwise = this.lower(fallback);
    if (failed !== undefined) return build.select(failed, otherwise, given);
    const block = /^Result</.test(types.get(given.type).name)
      ? blockType(types.get(given.type), types)
      : undefined;
    if (block === undefined) return given;
    const field = (whole: Expression, name: string): Expression =>
      build.field(build.deref(whole, block.id), name, block.fields.find(part => part.name === name)!.type);
    return this.#bindings.bind(given, whole => {
      const disc = field(whole, 'disc');
      return build.select(
        this.#holds.eq(disc, build.constant(0n, disc.type)),
        field(whole, 'value'),
        otherwise,
      );
    });
  }

  /** `if`, which is a match over a bool. */
  #conditional(tree: Tree<'match'>): Expression {
    const [yes, no, more] = tree.arms;
    const isIf =
      yes?.pattern.kind === 'literal' &&
      yes.pattern.value === true &&
      no?.pattern.kind === 'literal' &&
      no.pattern.value === false;
    if (!isIf || more !== undefined) throw refused(tree.at, 'a match cannot be evaluated at a stop');
    return build.select(this.#truth(tree.subject), this.lower(single(yes.body)), this.lower(single(no.body)));
  }

  /** Names of fields, for completions. */
  fieldsOf(tree: ExpressionTree): readonly string[] {
    const { types } = this.context;
    const value = this.lower(tree);
    if (this.#isRuntimes(value.type)) return [];
    const pointer = types.resolve(value.type);
    const block = pointer.kind === 'pointer' ? types.resolve(pointer.target) : undefined;
    return block?.kind === 'struct' ? flatFields(block.fields, types).map(({ name }) => name) : [];
  }
}

/** A text without holes. */
const isLiteral = (tree: ExpressionTree): tree is Tree<'string'> & { readonly pieces: readonly string[] } =>
  tree.kind === 'string' && tree.pieces.every(piece => typeof piece === 'string');

/** The one expression of a block. */
function single(tree: ExpressionTree): ExpressionTree {
  if (tree.kind !== 'block') return tree;
  const [only, more] = tree.statements;
  if (only?.kind !== 'expression' || more !== undefined)
    throw refused(tree.at, 'a block cannot be evaluated at a stop');
  return only.expression;
}

const words: Partial<Record<ExpressionTree['kind'], string>> = {
  call: 'a call',
  lambda: 'a lambda',
  block: 'a block',
  list: 'a list',
  map: 'a map',
  record: 'a record',
  update: 'an update',
  unit: '()',
};

const describe = ({ kind }: ExpressionTree): string => words[kind] ?? kind;

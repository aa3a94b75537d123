// Operators: numbers, texts, comparisons.

import type { Expression } from '@sonde/engine';
import { build } from '@sonde/lens';
import type { BinaryTree, ExpressionTree } from '../../toolchain/syntax/tree.js';
import type { Lowered, Parts, Tree } from './parts.js';
import { refused } from './refusals.js';

const [smallest, greatest] = [-(1n << 63n), (1n << 63n) - 1n];
const comparisons = { '==': 'eq', '!=': 'ne', '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge' } as const;

export class Operators {
  constructor(
    private readonly parts: Parts,
    private readonly lower: (tree: ExpressionTree) => Expression,
  ) {}

  unary({ operator, operand }: Tree<'unary'>, outcome: (tree: ExpressionTree) => Lowered): Lowered {
    const { parts } = this;
    if (operator === '!') return { value: parts.holds.not(this.truth(operand)) };
    if (operator === '+') return outcome(operand);
    const of = this.lower(operand);
    const { kind } = parts.shape(of);
    if (kind === 'float') return { value: build.floats(64, parts.types.float).neg(of) };
    if (kind !== 'int') throw refused(operand.at, '- takes a number');
    return this.#inRange(parts.ints.neg(of));
  }

  truth(tree: ExpressionTree): Expression {
    const value = this.lower(tree);
    if (this.parts.shape(value).kind !== 'bool') throw refused(tree.at, 'this is no bool');
    return value;
  }

  binary(tree: BinaryTree): Lowered {
    const { holds, shape, name } = {
      holds: this.parts.holds,
      shape: (value: Expression) => this.parts.shape(value).kind,
      name: (value: Expression) => this.parts.name(value.type),
    };
    const { operator } = tree;
    if (operator === '&&') return { value: holds.and(this.truth(tree.left), this.truth(tree.right)) };
    if (operator === '||') return { value: holds.or(this.truth(tree.left), this.truth(tree.right)) };
    const written = this.#writtenText(tree);
    if (written !== undefined) return { value: written };
    const [left, right] = [this.lower(tree.left), this.lower(tree.right)];
    if (isText(shape(left)) && isText(shape(right))) return { value: this.#ofTexts(tree, left, right) };
    const odd = [left, right].findIndex(value => !/^(?:int|float|bool)$/.test(shape(value)));
    if (odd >= 0) {
      const side = odd === 0 ? tree.left : tree.right;
      throw refused(
        side.at,
        `${operator} is not computed for a value of type ${name([left, right][odd]!)} here`,
      );
    }
    const kinds = [shape(left), shape(right)];
    if (operator in comparisons) {
      if (kinds[0] !== kinds[1]) throw refused(tree.at, `${operator} compares values of one type`);
      return { value: holds[comparisons[operator as keyof typeof comparisons]](left, right) };
    }
    if (kinds.includes('bool')) throw refused(tree.at, `${operator} takes numbers here`);
    if (kinds.includes('float') || operator === '/') return this.#ofFloats(operator, left, right);
    return this.ofInts(operator, left, right);
  }

  #ofTexts({ operator, at }: BinaryTree, left: Expression, right: Expression): Expression {
    const { parts } = this;
    const [a, b] = [parts.text(left), parts.text(right)];
    if (operator === '+') return build.concat([a, b], parts.types.text);
    if (!(operator in comparisons)) throw refused(at, `${operator} takes numbers here`);
    return parts.holds[comparisons[operator as keyof typeof comparisons]](a, b);
  }

  /** A text of the program and one that is written out: decided by bytes, as fast as numbers are. */
  #writtenText({ operator, left, right }: BinaryTree): Expression | undefined {
    if (operator !== '==' && operator !== '!=') return undefined;
    const [written, other] = isLiteral(left) ? [left, right] : [right, left];
    if (!isLiteral(written) || isLiteral(other)) return undefined;
    const text = this.lower(other);
    if (this.parts.shape(text).kind !== 'string') return undefined;
    const same = this.sameBytes(text, written.pieces.join(''));
    return operator === '==' ? same : this.parts.holds.not(same);
  }

  /** Byte by byte, and the zero behind them. */
  sameBytes(text: Expression, wanted: string): Expression {
    const { parts } = this;
    const pointer = parts.context.types.resolve(text.type);
    const { byte } = parts.types;
    const target = pointer.kind === 'pointer' ? pointer.target : byte;
    return (
      [...new TextEncoder().encode(wanted), 0]
        .map((value, nth) => {
          const held = build.index(text, parts.int(nth), target);
          const low = parts.ints.and(held, parts.int(0xff));
          return parts.holds.eq(low, parts.int(value));
        })
        // The first that differs decides: what lies behind the zero is not looked at.
        .reduceRight((rest, one) => parts.holds.and(one, rest))
    );
  }

  #ofFloats(operator: string, left: Expression, right: Expression): Lowered {
    const { parts } = this;
    const { float } = parts.types;
    const asFloat = (value: Expression): Expression =>
      parts.shape(value).kind === 'float' ? value : build.convert(value, { kind: 'float', bits: 64 }, float);
    const names = { '+': 'add', '-': 'sub', '*': 'mul', '/': 'div', '%': 'rem' } as const;
    const value = build
      .floats(64, float)
      [names[operator as keyof typeof names]](asFloat(left), asFloat(right));
    if (operator !== '/' && operator !== '%') return { value };
    const failed = parts.holds.eq(asFloat(right), build.constant(0, float));
    return { value, failed, why: 'division by zero' };
  }

  ofInts(operator: string, left: Expression, right: Expression): Lowered {
    const { ints } = this.parts;
    if (operator === '%') return { value: ints.rem(left, right), ...this.#byZero(right) };
    const names = { '+': 'add', '-': 'sub', '*': 'mul' } as const;
    return this.#inRange(ints[names[operator as keyof typeof names]](left, right));
  }

  division(left: Expression, right: Expression): Lowered {
    return { value: this.parts.ints.div(left, right), ...this.#byZero(right) };
  }

  #byZero = (right: Expression): Pick<Lowered, 'failed' | 'why'> => ({
    failed: this.parts.holds.eq(right, this.parts.int(0)),
    why: 'division by zero',
  });

  #inRange(value: Expression): Lowered {
    const { parts } = this;
    const below = parts.holds.lt(value, parts.int(smallest));
    const above = parts.holds.gt(value, parts.int(greatest));
    return { value, failed: parts.holds.or(below, above), why: 'integer overflow' };
  }
}

const isText = (kind: string): boolean => kind === 'text' || kind === 'string';

/** A text without holes. */
export const isLiteral = (
  tree: ExpressionTree,
): tree is Tree<'string'> & { readonly pieces: readonly string[] } =>
  tree.kind === 'string' && tree.pieces.every(piece => typeof piece === 'string');

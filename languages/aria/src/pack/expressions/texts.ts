// Strings: in the program's memory as bytes and a length, or computed and nowhere.

import type { Expression } from '@sonde/engine';
import { build } from '@sonde/lens';
import type * as typed from '../../toolchain/checker/typed-program.js';
import { byte, int64, pointerType } from '../../toolchain/checker/types.js';
import type { DebugTypes } from './debug-types.js';
import type { Numbers } from './numbers.js';
import type { Sharing } from './sharing.js';

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** The parts of the lowering that texts are made of. */
export interface TextParts {
  readonly value: (expression: typed.Expression) => Expression;
  readonly withResult: (
    operand: typed.Expression,
    body: (error: Expression, value: () => Expression) => Expression,
  ) => Expression;
}

export class Texts {
  constructor(
    private readonly types: DebugTypes,
    private readonly sharing: Sharing,
    private readonly numbers: Numbers,
    private readonly parts: TextParts,
  ) {}

  /** Whether no memory of the program holds it. */
  isComputed(expression: typed.Expression): boolean {
    const { kind } = expression;
    return kind === 'string' || kind === 'concatenate' || kind === 'text' || this.#isChosen(expression);
  }

  #isChosen({ kind }: typed.Expression): boolean {
    return kind === 'conditional' || kind === 'unwrap-or';
  }

  /** Of any expression of type string, as text. */
  of(expression: typed.Expression): Expression {
    switch (expression.kind) {
      case 'string':
        return build.constant(utf8.decode(expression.bytes), this.types.text);
      case 'concatenate':
        return build.concat(
          expression.parts.map(part => this.of(part)),
          this.types.text,
        );
      case 'text':
        return this.numbers.text(this.parts.value(expression.operand), expression.operand.type);
      case 'conditional':
        return build.select(
          this.parts.value(expression.condition),
          this.of(expression.then),
          this.of(expression.otherwise),
        );
      case 'unwrap-or':
        return this.parts.withResult(expression.operand, (error, value) =>
          build.select(this.#isOk(error), this.inMemory(value()), this.of(expression.fallback)),
        );
      default:
        return this.inMemory(this.parts.value(expression));
    }
  }

  /** What a string in memory says. */
  inMemory(struct: Expression): Expression {
    if (struct.op === 'constant' || struct.op === 'fail') return struct;
    return this.sharing.share(struct, shared =>
      build.text(this.#data(shared), this.#length(shared), this.types.text),
    );
  }

  /** In bytes, as an int64. */
  length(expression: typed.Expression): Expression {
    switch (expression.kind) {
      case 'string':
        return this.numbers.constant(BigInt(expression.bytes.length), int64);
      case 'concatenate': {
        const lengths = expression.parts.map(part => this.length(part));
        return lengths.reduce((sum, next) => this.numbers.arithmetic('+', sum, next, int64));
      }
      case 'text':
        // Digits and words, one byte each.
        return build.length(this.of(expression), this.types.id(int64));
      case 'conditional':
        return build.select(
          this.parts.value(expression.condition),
          this.length(expression.then),
          this.length(expression.otherwise),
        );
      case 'unwrap-or':
        return this.parts.withResult(expression.operand, (error, value) =>
          build.select(this.#isOk(error), this.#length(value()), this.length(expression.fallback)),
        );
      default:
        return this.#length(this.parts.value(expression));
    }
  }

  /** One byte of a string that is in memory. */
  byte(string: typed.Expression, index: Expression): Expression {
    const { and, ge, lt } = this.numbers.conditions;
    const count = this.numbers.converted(index, int64, int64);
    return this.sharing.share(this.parts.value(string), struct =>
      this.sharing.share(count, at => {
        const found = build.deref(
          build.convert(
            this.numbers.arithmetic('+', this.#data(struct), at, int64),
            { kind: 'integer', bits: 64, signed: false, overflow: 'wrap' },
            this.types.id(pointerType(byte)),
          ),
          this.types.id(byte),
        );
        return build.select(
          and(ge(at, this.numbers.constant(0n, int64)), lt(at, this.#length(struct))),
          found,
          build.fail('the index is outside of the string', this.types.id(byte)),
        );
      }),
    );
  }

  /** Where its bytes begin, as a number. */
  #data(struct: Expression): Expression {
    const pointer = build.field(struct, 'data', this.types.fieldId(struct.type, 'data', pointerType(byte)));
    const to = { kind: 'integer', bits: 64, signed: true, overflow: 'wrap' } as const;
    return build.convert(pointer, to, this.types.id(int64));
  }

  #length(struct: Expression): Expression {
    return build.field(struct, 'length', this.types.fieldId(struct.type, 'length', int64));
  }

  #isOk(error: Expression): Expression {
    return this.numbers.conditions.eq(error, build.constant(0n, error.type));
  }
}

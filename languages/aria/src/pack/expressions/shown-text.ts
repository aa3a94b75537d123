// Values as people read them in a log, spelled out, so that it can be written while the program runs on.

import type { Expression } from '@sonde/engine';
import { build } from '@sonde/lens';
import { pointerType, sentinel, tbb8, type AriaType } from '../../toolchain/checker/types.js';
import type { DebugTypes } from './debug-types.js';
import type { ProgramNames } from '../../toolchain/checker/program-names.js';
import type { Numbers } from './numbers.js';
import type { Sharing } from './sharing.js';
import type { Texts } from './texts.js';

/** A line of a log is no place for more. */
const mostParts = 16;
const deepest = 4;

export class ShownTexts {
  constructor(
    private readonly names: ProgramNames,
    private readonly types: DebugTypes,
    private readonly sharing: Sharing,
    private readonly numbers: Numbers,
    private readonly texts: Texts,
  ) {}

  of(value: Expression, type: AriaType, depth = 0): Expression {
    switch (type.kind) {
      case 'tbb':
        return this.sharing.share(value, of =>
          build.select(
            this.numbers.conditions.eq(of, this.numbers.constant(sentinel(type.bits), type)),
            this.#word('ERR (sentinel)'),
            build.convert(of, { kind: 'text' }, this.types.text),
          ),
        );
      case 'integer':
      case 'float':
      case 'bool':
        return this.numbers.text(value, type);
      case 'string':
        return value.type === this.types.text ? value : this.texts.inMemory(value);
      case 'enum':
        return this.#enum(value, type.name);
      case 'struct':
      case 'array':
      case 'result':
        return depth >= deepest ? this.#word('{…}') : this.#composite(value, type, depth + 1);
      case 'wild':
        if (!this.types.isFat(type) || value.op === 'convert') return build.format(value, this.types.text);
        return build.format(this.#address(value, type.target), this.types.text);
      default:
        return build.format(value, this.types.text);
    }
  }

  /** That of a fat pointer, out of what it was made of where it lies nowhere. */
  #address(fat: Expression, target: AriaType): Expression {
    const pointer = pointerType(target);
    if (fat.op === 'let') {
      const body = this.#address(fat.body, target);
      return { ...fat, body, type: body.type };
    }
    if (fat.op === 'select')
      return build.select(fat.test, this.#address(fat.then, target), this.#address(fat.else, target));
    if (fat.op !== 'record') return build.field(fat, 'ptr', this.types.fieldId(fat.type, 'ptr', pointer));
    const address = fat.members.find(({ name }) => name === 'ptr')!.value;
    const to = { kind: 'integer', bits: 64, signed: false, overflow: 'wrap' } as const;
    return build.convert(address, to, this.types.id(pointer));
  }

  #composite(value: Expression, type: AriaType, depth: number): Expression {
    return this.sharing.share(value, whole => {
      if (type.kind === 'result') return this.#result(whole, type.value, depth);
      if (type.kind === 'array') return this.#array(whole, type.element, type.length, depth);
      const fields = this.names.structs.get(type.name)?.fields ?? [];
      const parts = fields.slice(0, mostParts).flatMap((field, index) => {
        const part = build.field(whole, field.name, this.types.fieldId(whole.type, field.name, field.type));
        return [
          this.#word(`${index === 0 ? '' : ', '}${field.name}: `),
          this.#quoted(part, field.type, depth),
        ];
      });
      return this.#joined('{', parts, fields.length > mostParts ? ', …}' : '}');
    });
  }

  #array(whole: Expression, element: AriaType, length: number, depth: number): Expression {
    const parts: Expression[] = [];
    for (let index = 0; index < Math.min(length, mostParts); index++) {
      if (index > 0) parts.push(this.#word(', '));
      const at = build.constant(BigInt(index), this.types.id(element));
      parts.push(this.#quoted(build.index(whole, at, this.types.id(element)), element, depth));
    }
    return this.#joined('[', parts, length > mostParts ? ', …]' : ']');
  }

  #result(whole: Expression, held: AriaType, depth: number): Expression {
    const error = build.field(whole, 'err', this.types.fieldId(whole.type, 'err', tbb8));
    const value =
      held.kind === 'void'
        ? []
        : [this.#quoted(build.field(whole, 'val', this.types.fieldId(whole.type, 'val', held)), held, depth)];
    return build.select(
      this.numbers.conditions.eq(error, build.constant(0n, error.type)),
      this.#joined('Ok(', value, ')'),
      this.error(error),
    );
  }

  /** A result with this code. */
  error(code: Expression): Expression {
    return this.#joined('Error(', [this.numbers.text(code, tbb8)], ')');
  }

  /** Inside of others a text is told from the rest by its quotes. */
  #quoted(value: Expression, type: AriaType, depth: number): Expression {
    const text = this.of(value, type, depth);
    return type.kind === 'string' ? this.#joined('"', [text], '"') : text;
  }

  #enum(value: Expression, name: string): Expression {
    const members = this.names.enums.get(name)?.members.slice(0, mostParts * 4) ?? [];
    return this.sharing.share(value, of =>
      members.reduceRight<Expression>(
        (otherwise, member) =>
          build.select(
            this.numbers.conditions.eq(of, build.constant(member.value, of.type)),
            this.#word(member.name),
            otherwise,
          ),
        build.convert(of, { kind: 'text' }, this.types.text),
      ),
    );
  }

  #joined(open: string, parts: readonly Expression[], close: string): Expression {
    return build.concat([this.#word(open), ...parts, this.#word(close)], this.types.text);
  }

  #word(text: string): Expression {
    return build.constant(text, this.types.text);
  }
}

// The arithmetic types of C and how they meet: promotions and the usual conversions (C17 6.3.1).

import type { TypeDescription, TypeId, TypeTable } from '@sonde/engine';
import { lp64, type DataModel } from './data-model.js';

export interface IntegerType {
  readonly kind: 'integer';
  readonly bits: number;
  readonly signed: boolean;
}

export type NumberType = IntegerType | { readonly kind: 'float'; readonly bits: 16 | 32 | 64 };

export const int = { kind: 'integer', bits: 32, signed: true } as const satisfies NumberType;

/** `size_t`, and addresses as numbers. */
export const sizeType = ({ pointerBits }: DataModel): IntegerType => ({
  kind: 'integer',
  bits: pointerBits,
  signed: false,
});

/** `ptrdiff_t`, and indexes. */
export const differenceType = (model: DataModel): IntegerType => ({ ...sizeType(model), signed: true });

/** What a value of this type counts as in arithmetic; undefined when it is no number. */
export function numberType(type: TypeDescription, types: TypeTable): NumberType | undefined {
  const bits = (type.size ?? 0) * 8;
  switch (type.kind) {
    case 'integer':
      return { kind: 'integer', bits, signed: type.signed };
    case 'character':
      return { kind: 'integer', bits, signed: type.signed ?? true };
    case 'boolean':
      return { kind: 'integer', bits, signed: false };
    case 'enum':
      return numberType(types.resolve(type.underlying), types);
    case 'float':
      return bits === 16 || bits === 32 || bits === 64 ? { kind: 'float', bits } : undefined;
    default:
      return undefined;
  }
}

/** Everything smaller than an `int` becomes one, and half a `float` a whole one. */
export function promoted(type: NumberType): NumberType {
  if (type.kind === 'float') return type.bits === 16 ? { kind: 'float', bits: 32 } : type;
  return type.bits < 32 ? int : type;
}

/** The type in which two operands meet. */
export function common(a: NumberType, b: NumberType): NumberType {
  if (a.kind === 'float' || b.kind === 'float') {
    const bits = [a, b].map(type => (type.kind === 'float' ? type.bits : 32));
    return { kind: 'float', bits: bits.includes(64) ? 64 : 32 };
  }
  const [left, right] = [promoted(a), promoted(b)];
  if (left.bits === right.bits)
    return { kind: 'integer', bits: left.bits, signed: isSigned(left) && isSigned(right) };
  // The wider one can hold all values of the narrower one, whatever its sign.
  return left.bits > right.bits ? left : right;
}

const isSigned = (type: NumberType): boolean => type.kind === 'float' || type.signed;

const names: Readonly<Record<string, string>> = {
  ...{
    'i8 true': 'signed char',
    'i8 false': 'unsigned char',
    'i16 true': 'short',
    'i16 false': 'unsigned short',
  },
  ...{ 'i32 true': 'int', 'i32 false': 'unsigned int' },
  ...{ f16: '_Float16', f32: 'float', f64: 'double' },
};

const plain: ReadonlySet<TypeDescription['kind']> = new Set(['integer', 'float', 'boolean', 'character']);

/** A type of the table that is this one, under its ordinary name; added when the program has none. */
export class NumberTypes {
  readonly #known = new Map<string, TypeId>();

  constructor(
    private readonly types: TypeTable,
    private readonly model: DataModel = lp64,
  ) {}

  id(type: NumberType): TypeId {
    return this.named(this.#nameOf(type), type);
  }

  /** The same under another of its names: `long` where that is as wide as an `int`. */
  named(name: string, type: NumberType): TypeId {
    const size = type.bits / 8;
    return this.#named(name, () =>
      type.kind === 'float'
        ? { kind: 'float', name, size }
        : { kind: 'integer', name, size, signed: type.signed },
    );
  }

  get boolean(): TypeId {
    return this.#named('bool', () => ({ kind: 'boolean', name: 'bool', size: 1 }));
  }

  /** Plain `char`, shown as the character it is. */
  get character(): TypeId {
    const signed = this.model.charSigned;
    return this.#named('char', () => ({ kind: 'character', name: 'char', size: 1, signed }));
  }

  /** To plain characters that are only looked at. */
  get text(): TypeId {
    const name = 'const char *';
    for (const [id, type] of this.types.entries())
      if (type.name === name && type.kind === 'pointer') return id;
    const size = this.model.pointerBits / 8;
    return this.types.add({ kind: 'pointer', name, target: this.character, size });
  }

  #nameOf(type: NumberType): string {
    const key = type.kind === 'float' ? `f${type.bits}` : `i${type.bits} ${String(type.signed)}`;
    if (type.kind === 'float' || type.bits !== 64) return names[key] ?? key;
    return `${type.signed ? '' : 'unsigned '}${this.model.longBits === 64 ? 'long' : 'long long'}`;
  }

  #named(name: string, describe: () => TypeDescription): TypeId {
    const known = this.#known.get(name) ?? this.#search(name);
    const id = known ?? this.types.add(describe());
    this.#known.set(name, id);
    return id;
  }

  #search(name: string): TypeId | undefined {
    for (const [id, type] of this.types.entries()) if (type.name === name && plain.has(type.kind)) return id;
    return undefined;
  }
}

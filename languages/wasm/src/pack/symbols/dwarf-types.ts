// Types of debug information as the debugger's.

import { typeId, type Field, type TypeDescription, type TypeId } from '@sonde/engine';
import type { DwarfData, DwarfField, DwarfType } from '@sonde/dwarf';

type TypeEntry = readonly [TypeId, TypeDescription];

/** Of what C leaves without a name. Types of the program are numbered by where they are, which is behind these. */
const own = { void: typeId(1), unsigned: typeId(2), byte: typeId(3) } as const;

const firstOfProgram = 16;

/** The number of a type in debug information, or none for void. */
export const typeIdOf = (number: number | undefined): TypeId =>
  number === undefined ? own.void : typeId(number + firstOfProgram);

export function typeEntries({ types }: DwarfData): readonly TypeEntry[] {
  const sizes = new TypeSizes(types);
  return [
    [own.void, { kind: 'unit', name: 'void' }],
    [own.unsigned, { kind: 'integer', name: 'unsigned int', size: 4, signed: false }],
    [own.byte, { kind: 'integer', name: 'unsigned char', size: 1, signed: false }],
    ...[...types].map(([number, type]): TypeEntry => [typeIdOf(number), described(type, sizes)]),
  ];
}

function described(type: DwarfType, sizes: TypeSizes): TypeDescription {
  const { name } = type;
  const size = sizes.of(type);
  const sized = size === undefined ? { name } : { name, size };
  switch (type.kind) {
    case 'base':
      return baseType(type, sized);
    case 'pointer':
      return {
        kind: 'pointer',
        target: typeIdOf(type.target),
        ...sized,
        ...(type.isReference ? { reference: true } : {}),
      };
    case 'struct':
    case 'union':
      return { kind: type.kind, ...sized, fields: type.fields.map(field => fieldOf(field)) };
    case 'variants':
      return {
        kind: 'variant',
        ...sized,
        discriminant: fieldOf(type.discriminant),
        variants: type.variants.map(({ value, field }) => ({
          name: field.name,
          type: typeIdOf(field.type),
          ...(value === undefined ? {} : { discriminant: value }),
        })),
      };
    case 'array':
      return {
        kind: 'array',
        element: typeIdOf(type.element),
        ...sized,
        ...(type.count === undefined ? {} : { count: type.count }),
      };
    case 'enum':
      return {
        kind: 'enum',
        ...sized,
        underlying: type.underlying === undefined ? own.unsigned : typeIdOf(type.underlying),
        enumerators: type.enumerators,
      };
    case 'alias':
      return { kind: 'alias', name, target: typeIdOf(type.target) };
    case 'function':
      return { kind: 'function', name };
    case 'declared':
      return { kind: 'opaque', ...sized, why: 'it is only declared here' };
  }
}

function baseType(
  { encoding }: Extract<DwarfType, { kind: 'base' }>,
  sized: { readonly name: string; readonly size?: number },
): TypeDescription {
  switch (encoding) {
    case 'boolean':
      return { kind: 'boolean', ...sized };
    case 'float':
      return { kind: 'float', ...sized, ...(sized.size === 16 ? { format: 'quad' as const } : {}) };
    case 'signed-char':
    case 'unsigned-char':
      return { kind: 'character', signed: encoding === 'signed-char', ...sized };
    case 'utf':
      // Texts of languages with such characters are not rows of them.
      return { kind: 'character', signed: false, alone: sized.name === 'char', ...sized };
    case 'signed':
    case 'unsigned':
      return { kind: 'integer', signed: encoding === 'signed', ...sized };
    default:
      return { kind: 'opaque', ...sized };
  }
}

function fieldOf({ name, type, bitOffset, bitSize, isBase }: DwarfField): Field {
  return {
    name,
    type: typeIdOf(type),
    bitOffset,
    ...(bitSize === undefined ? {} : { bitSize }),
    ...(isBase === true ? { role: 'base' as const } : name === '' ? { role: 'anonymous' as const } : {}),
  };
}

/** Arrays and aliases are as large as what they are made of. */
class TypeSizes {
  readonly #known = new Map<DwarfType, number | undefined>();

  constructor(private readonly types: DwarfData['types']) {}

  of(type: DwarfType): number | undefined {
    if (type.size !== undefined) return type.size;
    if (this.#known.has(type)) return this.#known.get(type);
    // A type that is made of itself has no size.
    this.#known.set(type, undefined);
    const size = this.#computed(type);
    this.#known.set(type, size);
    return size;
  }

  #computed(type: DwarfType): number | undefined {
    if (type.kind === 'alias') return this.#ofNumber(type.target);
    if (type.kind !== 'array' || type.count === undefined) return undefined;
    const element = this.#ofNumber(type.element);
    const size = element === undefined ? undefined : element * type.count;
    return size !== undefined && Number.isSafeInteger(size) ? size : undefined;
  }

  #ofNumber(number: number | undefined): number | undefined {
    const type = number === undefined ? undefined : this.types.get(number);
    return type === undefined ? undefined : this.of(type);
  }
}

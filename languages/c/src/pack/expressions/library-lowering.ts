// What is asked of values of the C++ library, as programs that look and never call.

import type { Expression, MemoryBehind, TypeDescription, TypeTable } from '@sonde/engine';
import { build } from '@sonde/lens';
import { literalIn, unitsOf, type NumberType, type NumberTypes } from '@sonde/c-expressions';
import { pointerBytes } from '../renderers/standard-library/blocks.js';
import { libraryValue, type LibraryValue } from './library-values.js';
import { size } from './size.js';

/** A text that is longer is compared by the program's own code: each part of it is a comparison here. */
const longestText = 48;

type Sequence = Extract<LibraryValue, { kind: 'sequence' }>;
type Blocks = Extract<LibraryValue, { kind: 'blocks' }>;

export class LibraryLowering {
  constructor(
    private readonly types: TypeTable,
    private readonly numbers: NumberTypes,
  ) {}

  /** What `value.name(args)` answers; undefined where that is not known without calling it. */
  call(value: Expression, name: string, args: readonly Expression[]): Expression | undefined {
    const library = this.#taken(value);
    const [first, ...more] = args;
    if (first === undefined) return this.#asked(library, value, name);
    if (name === 'at' && more.length === 0) return this.#element(library, value, first, 'at');
    return undefined;
  }

  /** `value[at]`. */
  element(value: Expression, at: Expression): Expression | undefined {
    return this.#element(this.#taken(value), value, at, 'index');
  }

  /** What a value of the library leads to: `*value`, `value->…`. */
  target(value: Expression): Expression | undefined {
    const library = this.#taken(value);
    if (library?.kind === 'optional') return this.#held(library);
    const type = library?.kind === 'pointer' ? this.types.resolve(library.pointer.type) : undefined;
    return library?.kind === 'pointer' && type?.kind === 'pointer'
      ? build.deref(library.pointer, type.target)
      : undefined;
  }

  /** The plain value that one of the library counts as: a pointer, a number. */
  plain(value: Expression): Expression | undefined {
    const library = this.#taken(value);
    if (library?.kind === 'pointer') return library.pointer;
    return library?.kind === 'wrapper' ? library.held : undefined;
  }

  /** Whether it is something, where it can be asked for that. */
  truth(value: Expression): Expression | undefined {
    const library = this.#taken(value);
    return library?.kind === 'optional' ? library.isThere : undefined;
  }

  /** Whether a text of the library is the one in quotes. */
  isText(value: Expression, quoted: string): Expression | undefined {
    const library = this.#taken(value);
    const units = library?.kind === 'sequence' ? this.#units(library, quoted) : undefined;
    if (library?.kind !== 'sequence' || !library.isText || units === undefined) return undefined;
    const { eq, and } = this.#conditions;
    const sameLength = eq(library.count, this.#number(units.length));
    const same = wordsOf(units, this.types.resolve(library.element).size ?? 1).map(({ at, bytes, value }) =>
      eq(this.#word(library, at, bytes), build.constant(value, this.numbers.id(unsigned(bytes)))),
    );
    return same.length === 0 ? sameLength : and(sameLength, joined(same, and));
  }

  /** The memory that a text of the library keeps its characters in. */
  behind(value: Expression): readonly MemoryBehind[] | undefined {
    const library = this.#taken(value);
    if (library?.kind !== 'sequence' || !library.isText) return undefined;
    const bytes = this.types.resolve(library.element).size ?? 1;
    return [{ address: library.start, length: this.#sizes.mul(library.count, this.#number(bytes)) }];
  }

  #asked(library: LibraryValue | undefined, value: Expression, name: string): Expression | undefined {
    switch (library?.kind) {
      case 'sequence':
        return this.#askedSequence(library, value, name);
      case 'blocks':
        return this.#askedEnds(library, value, name) ?? this.#askedCount(library.count, name);
      case 'collection':
        return this.#askedCount(library.count, name);
      case 'pointer':
        return name === 'get' ? library.pointer : undefined;
      case 'optional':
        if (name === 'has_value') return library.isThere;
        if (name === 'error' && library.error !== undefined)
          return build.select(
            library.isThere,
            build.fail('there is no error', library.error.type),
            library.error,
          );
        return name === 'value' ? this.#held(library) : undefined;
      case 'wrapper':
        return name === 'load' || name === 'get' ? library.held : undefined;
      case 'adapter':
        return this.#askedInner(library.held, name === 'top' ? topOf(this.types.resolve(value.type)) : name);
      case undefined:
        return undefined;
    }
  }

  #askedSequence(sequence: Sequence, value: Expression, name: string): Expression | undefined {
    const { pointer, count } = sequence;
    if (name === 'data' || name === 'c_str') return pointer;
    if (name === 'length' && sequence.isText) return count;
    return this.#askedEnds(sequence, value, name) ?? this.#askedCount(count, name);
  }

  #askedEnds(library: Sequence | Blocks, value: Expression, name: string): Expression | undefined {
    if (name === 'front') return this.#element(library, value, this.#number(0), 'at');
    if (name !== 'back') return undefined;
    return this.#element(library, value, this.#sizes.sub(library.count, this.#number(1)), 'at');
  }

  #askedCount(count: Expression, name: string): Expression | undefined {
    if (name === 'size') return count;
    return name === 'empty' ? this.#conditions.eq(count, this.#number(0)) : undefined;
  }

  /** An array has no members of its own, and a stack those of what it is made of. */
  #askedInner(held: Expression, name: string): Expression | undefined {
    const type = this.types.resolve(held.type);
    if (type.kind !== 'array') return this.call(held, name, []);
    if (type.count === undefined) return undefined;
    if (name === 'front' || name === 'back')
      return build.index(held, this.#signed(name === 'front' ? 0 : type.count - 1), type.element);
    return this.#askedCount(this.#number(type.count), name);
  }

  #element(
    library: LibraryValue | undefined,
    value: Expression,
    at: Expression,
    by: 'at' | 'index',
  ): Expression | undefined {
    if (library?.kind === 'adapter') {
      const type = this.types.resolve(library.held.type);
      return type.kind === 'array' ? build.index(library.held, at, type.element) : undefined;
    }
    if (library?.kind !== 'sequence' && library?.kind !== 'blocks') return undefined;
    const bytes = this.types.resolve(library.element).size ?? 0;
    if (bytes === 0) return undefined;
    const nth = build.convert(at, { ...size, overflow: 'wrap' }, this.numbers.id(size));
    const place =
      library.kind === 'blocks'
        ? this.#placeInBlock(library, nth, bytes)
        : this.#sizes.add(library.start, this.#sizes.mul(nth, this.#number(bytes)));
    const { lt, le } = this.#conditions;
    // The zero behind a text belongs to it.
    const isText = library.kind === 'sequence' && library.isText;
    const isThere = (isText && by === 'index' ? le : lt)(nth, library.count);
    const element = build.deref(place, library.element);
    const { name } = this.types.get(value.type);
    return build.select(isThere, element, build.fail(`the ${name} has no such element`, library.element));
  }

  #placeInBlock({ table, skipped, perBlock }: Blocks, nth: Expression, bytes: number): Expression {
    const { add, mul, div, rem } = this.#sizes;
    const from = add(nth, skipped);
    const inTable = mul(div(from, this.#number(perBlock)), this.#number(pointerBytes));
    const block = build.deref(add(table, inTable), this.numbers.id(size));
    return add(block, mul(rem(from, this.#number(perBlock)), this.#number(bytes)));
  }

  /** Some of the bytes of a text, without looking whether they are there. */
  #word({ start }: Sequence, at: number, bytes: number): Expression {
    const place = at === 0 ? start : this.#sizes.add(start, this.#number(at));
    return build.deref(place, this.numbers.id(unsigned(bytes)));
  }

  #units({ element }: Sequence, quoted: string): readonly bigint[] | undefined {
    const literal = literalIn(quoted);
    if (literal === undefined || this.types.resolve(element).size !== literal.unit) return undefined;
    const units = unitsOf(literal.body, literal.unit);
    return units.length > longestText ? undefined : units;
  }

  #held({ isThere, held }: Extract<LibraryValue, { kind: 'optional' }>): Expression {
    return build.select(isThere, held, build.fail('the optional is empty', held.type));
  }

  #taken(value: Expression): LibraryValue | undefined {
    return libraryValue(value, { types: this.types, numbers: this.numbers });
  }

  #number(value: number): Expression {
    return build.constant(BigInt(value), this.numbers.id(size));
  }

  #signed(value: number): Expression {
    return build.constant(BigInt(value), this.numbers.id({ kind: 'integer', bits: 64, signed: true }));
  }

  get #sizes(): ReturnType<typeof build.integers> {
    return build.integers({ ...size, overflow: 'wrap' }, this.numbers.id(size));
  }

  get #conditions(): ReturnType<typeof build.conditions> {
    return build.conditions(this.numbers.boolean);
  }
}

/** The end at which a stack is looked at, and where the greatest of a priority queue is. */
const topOf = ({ name }: TypeDescription): string =>
  name.startsWith('std::priority_queue<') ? 'front' : 'back';

const unsigned = (bytes: number): NumberType => ({ kind: 'integer', bits: bytes * 8, signed: false });

/** The bytes of a text in as few numbers as they fit into: each is a comparison. The lowest byte of a number is the first. */
function wordsOf(
  units: readonly bigint[],
  unitBytes: number,
): readonly { readonly at: number; readonly bytes: number; readonly value: bigint }[] {
  const words = [];
  const end = units.length * unitBytes;
  for (let at = 0, bytes = 8; at < end; at += bytes) {
    while (at + bytes > end) bytes /= 2;
    const inside = units.slice(at / unitBytes, (at + bytes) / unitBytes);
    const value = inside.reduceRight(
      (above, unit) => (above << BigInt(unitBytes * 8)) | BigInt.asUintN(unitBytes * 8, unit),
      0n,
    );
    words.push({ at, bytes, value });
  }
  return words;
}

/** As a tree of a bearable depth. */
function joined(parts: readonly Expression[], and: (a: Expression, b: Expression) => Expression): Expression {
  if (parts.length === 1) return parts[0]!;
  const middle = parts.length >> 1;
  return and(joined(parts.slice(0, middle), and), joined(parts.slice(middle), and));
}

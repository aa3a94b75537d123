// Types by the names that C gives them, looked up in the types of the program.

import type { NameScope, TypeDescription, TypeId, TypeTable } from '@sonde/engine';
import type { DataModel } from './data-model.js';
import type { NumberType, NumberTypes } from './number-types.js';
import type { PointerTypes } from './pointer-types.js';
import { refused } from './refusals.js';
import type { TypeName } from './tree.js';
import { numberWords, tagWords } from './type-name-parser.js';

/** Names of `<stdint.h>` and `<stddef.h>`, which a program has in its types only where it uses them. */
const exact = /^(?<unsigned>u?)int(?<bits>8|16|32|64)_t$/;
const addresses: Readonly<Record<string, boolean>> = {
  ...{ size_t: false, uintptr_t: false, ssize_t: true, intptr_t: true, ptrdiff_t: true },
};

export class TypeNames {
  constructor(
    private readonly types: TypeTable,
    private readonly model: DataModel,
    private readonly numbers: NumberTypes,
    private readonly pointers: PointerTypes,
  ) {}

  /** Whether a name means a type where it stands: a variable of that name hides it. */
  isType(name: string, names: NameScope): boolean {
    return names.lookup(name) === undefined && this.#named(name) !== undefined;
  }

  id({ words, derived }: TypeName): TypeId {
    let id = this.#base(words);
    for (const derivation of derived) {
      if (derivation.by === 'pointer') id = this.pointers.to(id);
      else if (derivation.by === 'array') id = this.pointers.array(id, derivation.count);
      else id = this.pointers.function(id);
    }
    return id;
  }

  /** The program's names are those of C, with the tag word; other front ends leave it out. */
  #base(words: readonly string[]): TypeId {
    const [first = '', second] = words;
    if (tagWords.has(first)) {
      const found = this.#tagged(second ?? '', [first]);
      if (found === undefined) throw refused(`the program has no type ${words.join(' ')}.`);
      return found;
    }
    const found =
      first === 'void'
        ? this.pointers.unit
        : numberWords.has(first)
          ? this.#number(words)
          : this.#named(first);
    if (found === undefined) throw refused(`there is no type ${words.join(' ')}.`);
    return found;
  }

  #number(words: readonly string[]): TypeId | undefined {
    const only = words.join(' ');
    if (only === 'char') return this.numbers.character;
    if (only === 'bool' || only === '_Bool') return this.numbers.boolean;
    const type = numberOf(words, this.model);
    return type && this.numbers.named(type.name, type.type);
  }

  #named(name: string): TypeId | undefined {
    for (const [id, type] of this.types.entries()) if (type.name === name && type.kind === 'alias') return id;
    return this.#standard(name) ?? this.#tagged(name, [...tagWords]);
  }

  #standard(name: string): TypeId | undefined {
    if (name === '_Float16' || name === '__fp16') return this.numbers.id({ kind: 'float', bits: 16 });
    const found = exact.exec(name)?.groups;
    const signed = found === undefined ? addresses[name] : found['unsigned'] === '';
    if (signed === undefined) return undefined;
    const bits = found === undefined ? this.model.pointerBits : Number(found['bits']);
    return this.numbers.id({ kind: 'integer', bits, signed });
  }

  /** The one with members, where a file of the program only declares it. */
  #tagged(tag: string, kinds: readonly string[]): TypeId | undefined {
    let declared: TypeId | undefined;
    for (const [id, type] of this.types.entries()) {
      if (!kinds.includes(type.kind) && type.kind !== 'opaque') continue;
      if (type.name !== tag && !kinds.some(kind => type.name === `${kind} ${tag}`)) continue;
      if (isWhole(type)) return id;
      declared ??= id;
    }
    return declared;
  }
}

const isWhole = (type: TypeDescription): boolean => type.kind !== 'opaque' && (type.size ?? 0) > 0;

/** The words of a number in any order, as C orders them; undefined for what is none, or wider than any back end computes. */
export function numberOf(
  words: readonly string[],
  { longBits }: DataModel,
): { readonly name: string; readonly type: NumberType } | undefined {
  const count = (word: string): number => words.filter(each => each === word).length;
  const [only] = words;
  if (words.length === 1 && (only === 'double' || only === 'float'))
    return { name: only, type: { kind: 'float', bits: only === 'double' ? 64 : 32 } };
  if (words.some(word => !integerWords.has(word)) || count('long') > 2) return undefined;
  const signed = count('unsigned') === 0;
  const sign = signed ? '' : 'unsigned ';
  const integer = (name: string, bits: number) =>
    ({ name, type: { kind: 'integer', bits, signed } }) as const;
  if (count('char') > 0) return integer(`${signed ? 'signed ' : sign}char`, 8);
  if (count('short') > 0) return integer(`${sign}short`, 16);
  if (count('long') === 2) return integer(`${sign}long long`, 64);
  return count('long') === 1 ? integer(`${sign}long`, longBits) : integer(`${sign}int`, 32);
}

const integerWords: ReadonlySet<string> = new Set(['char', 'short', 'int', 'long', 'signed', 'unsigned']);

// The types of a module as `.dbg` lists them, as far as something refers to them.

import type { MetadataId, ModuleData, TypeData } from '@sonde/llvm-ir';
import type { DebugField, DebugType } from '../format/debug-types.js';

const pointerSize = 4;

export class DebugTypeList {
  readonly types: DebugType[] = [];
  readonly #indices = new Map<MetadataId, number>();

  constructor(private readonly module: ModuleData) {}

  /** Undefined for void. */
  index(id: MetadataId | undefined): number | undefined {
    const data = id === undefined ? undefined : this.module.debug.types.get(id);
    if (id === undefined || data === undefined) return undefined;
    const known = this.#indices.get(id);
    if (known !== undefined) return known;
    // Types refer to themselves: the place is taken before its parts are looked at.
    const index = this.types.push({ kind: 'void', name: 'void' }) - 1;
    this.#indices.set(id, index);
    this.types[index] = this.#described(data);
    return index;
  }

  /** One that is there in any case. */
  certain(id: MetadataId | undefined): number {
    return this.index(id) ?? this.types.push({ kind: 'void', name: 'void' }) - 1;
  }

  #described(data: TypeData): DebugType {
    const size = data.sizeInBits === undefined ? {} : { size: data.sizeInBits / 8 };
    switch (data.kind) {
      case 'basic':
        return basic(data.name, data.encoding, data.sizeInBits ?? 0);
      case 'derived':
        return this.#derived(data);
      case 'array':
        return this.#array(data.element, data.counts);
      case 'enumeration': {
        const underlying = this.index(data.base);
        return {
          kind: 'enum',
          name: named('enum', data.name),
          ...size,
          ...(underlying === undefined ? {} : { underlying }),
          enumerators: data.enumerators.map(({ name, value }) => ({ name, value: String(value) })),
        };
      }
      case 'composite': {
        const kind = data.tag === 'union_type' ? 'union' : 'struct';
        return {
          kind,
          name: named(kind, data.name),
          ...size,
          fields: data.members
            .filter(({ tag }) => tag === 'member')
            .map(member => this.#field(member.name, member.type, member.offsetInBits, member.sizeInBits)),
          ...(data.isDeclaration ? { incomplete: true } : {}),
        };
      }
      case 'subroutine': {
        const result = this.index(data.result);
        const parameters = data.parameters.filter(id => id !== undefined).map(id => this.certain(id));
        const isVariadic = data.parameters.some(id => id === undefined);
        const texts = [...parameters.map(index => this.#name(index)), ...(isVariadic ? ['...'] : [])];
        return {
          kind: 'function',
          name: `${this.#name(result)} (${texts.length === 0 ? 'void' : texts.join(', ')})`,
          parameters,
          ...(result === undefined ? {} : { result }),
          ...(isVariadic ? { variadic: true } : {}),
        };
      }
    }
  }

  #derived(data: Extract<TypeData, { kind: 'derived' }>): DebugType {
    const target = this.index(data.target);
    const to = target === undefined ? {} : { target };
    switch (data.tag) {
      case 'typedef':
        return { kind: 'typedef', name: data.name, ...to };
      case 'const_type':
      case 'volatile_type': {
        const qualifier = data.tag === 'const_type' ? 'const' : 'volatile';
        return { kind: 'qualified', qualifier, name: qualified(qualifier, this.#name(target)), ...to };
      }
      case 'pointer_type':
        return { kind: 'pointer', name: pointerName(this.#name(target)), size: pointerSize, ...to };
      // `restrict`, `_Atomic`: what they are about.
      default:
        return { kind: 'typedef', name: this.#name(target), ...to };
    }
  }

  /** Of several dimensions the inner ones are types of their own. */
  #array(element: MetadataId | undefined, counts: readonly (number | undefined)[]): DebugType {
    const [count, ...inner] = counts;
    const own = inner.length === 0 ? this.certain(element) : this.types.push(this.#array(element, inner)) - 1;
    const elementSize = this.#size(own);
    const size = count === undefined || elementSize === undefined ? {} : { size: count * elementSize };
    const [before, behind = ''] = splitName(this.#name(own));
    return {
      kind: 'array',
      name: `${before}[${count ?? ''}]${behind}`,
      element: own,
      ...(count === undefined ? {} : { count }),
      ...size,
    };
  }

  #field(name: string, type: MetadataId | undefined, bitOffset: number, bits: number): DebugField {
    const index = this.certain(type);
    const size = this.#size(index);
    const isWhole = size === undefined || bits === 0 || size * 8 === bits;
    return { name, type: index, bitOffset, ...(isWhole ? {} : { bitSize: bits }) };
  }

  #size(index: number): number | undefined {
    let type = this.types[index];
    for (let hops = 0; type !== undefined && hops < 64; hops++) {
      if (type.kind !== 'typedef' && type.kind !== 'qualified') return type.size;
      type = type.target === undefined ? undefined : this.types[type.target];
    }
    return undefined;
  }

  #name(index: number | undefined): string {
    return index === undefined ? 'void' : this.types[index]!.name;
  }
}

const named = (kind: string, name: string): string => (name === '' ? `${kind} {…}` : `${kind} ${name}`);

/** `int (*)(int)` of a function, `char *` of all else. */
function pointerName(target: string): string {
  const call = /^(.*) (\(.*\))$/.exec(target);
  if (call !== null && !target.endsWith('*)')) return `${call[1]!} (*)${call[2]!}`;
  return target.endsWith('*') ? `${target}*` : `${target} *`;
}

/** A qualifier of a pointer stands behind it. */
const qualified = (qualifier: string, target: string): string =>
  target.endsWith('*') ? `${target} ${qualifier}` : `${qualifier} ${target}`;

/** Counts of outer dimensions stand before those of inner ones. */
function splitName(name: string): readonly [string, string?] {
  const at = name.indexOf('[');
  return at < 0 ? [name] : [name.slice(0, at), name.slice(at)];
}

function basic(name: string, encoding: string, bits: number): DebugType {
  const size = bits / 8;
  switch (encoding) {
    case 'boolean':
      return { kind: 'boolean', name, size };
    case 'float':
      return { kind: 'float', name, size };
    case 'signed_char':
    case 'unsigned_char':
    case 'UTF':
      return { kind: 'character', name, size, signed: encoding === 'signed_char' };
    default:
      return { kind: 'integer', name, size, signed: encoding === 'signed' };
  }
}

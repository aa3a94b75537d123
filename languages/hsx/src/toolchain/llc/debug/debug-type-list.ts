// Types of `.dbg`, from those of the metadata.

import type { DebugData, MemberData, MetadataId, TypeData } from '@sonde/llvm-ir';
import type { DebugField, DebugType } from '../../format/debug-types.js';

export class DebugTypeList {
  readonly types: DebugType[] = [];
  readonly #indices = new Map<MetadataId, number>();
  #void: number | undefined;

  constructor(private readonly debug: DebugData) {}

  /** Undefined for void. */
  indexOf(id: MetadataId | undefined): number | undefined {
    const type = id === undefined ? undefined : this.debug.types.get(id);
    if (id === undefined || type === undefined) return undefined;
    const known = this.#indices.get(id);
    if (known !== undefined) return known;
    // Its place is known before its parts are, because types go in circles.
    const index = this.types.length;
    this.#indices.set(id, index);
    this.types.push({ name: this.nameOf(id), kind: 'void' });
    this.types[index] = this.#convert(type);
    return index;
  }

  /** Also for void. */
  requiredIndexOf(id: MetadataId | undefined): number {
    const index = this.indexOf(id);
    if (index !== undefined) return index;
    this.#void ??= this.types.push({ name: 'void', kind: 'void' }) - 1;
    return this.#void;
  }

  /** As C writes it without a variable. */
  nameOf(id: MetadataId | undefined, depth = 0): string {
    const type = id === undefined ? undefined : this.debug.types.get(id);
    if (type === undefined) return 'void';
    if (depth > 20) return '…';
    switch (type.kind) {
      case 'basic':
        return type.name;
      case 'derived': {
        if (type.tag === 'typedef') return type.name;
        const target = type.target === undefined ? undefined : this.debug.types.get(type.target);
        const inner = this.nameOf(type.target, depth + 1);
        if (type.tag === 'const_type' || type.tag === 'volatile_type') {
          const word = type.tag === 'const_type' ? 'const' : 'volatile';
          return target?.kind === 'derived' && target.tag === 'pointer_type'
            ? `${inner} ${word}`
            : `${word} ${inner}`;
        }
        if (type.tag !== 'pointer_type') return inner;
        if (target?.kind === 'subroutine') return inner.replace('(', '(*)(');
        if (target?.kind === 'array') return inner.replace(/\[/, '(*)[');
        return inner.endsWith('*') ? `${inner}*` : `${inner} *`;
      }
      case 'composite':
        return `${type.tag === 'union_type' ? 'union' : 'struct'} ${type.name === '' ? '{…}' : type.name}`;
      case 'enumeration':
        return `enum ${type.name === '' ? '{…}' : type.name}`;
      case 'array':
        return `${this.nameOf(type.element, depth + 1)}${type.counts.map(count => `[${count ?? ''}]`).join('')}`;
      case 'subroutine': {
        const parameters = type.parameters.map(one =>
          one === undefined ? '...' : this.nameOf(one, depth + 1),
        );
        return `${this.nameOf(type.result, depth + 1)} (${parameters.length === 0 ? 'void' : parameters.join(', ')})`;
      }
    }
  }

  #convert(type: TypeData): DebugType {
    const name = this.nameOf(type.id);
    const size = type.sizeInBits === undefined ? {} : { size: type.sizeInBits / 8 };
    switch (type.kind) {
      case 'basic':
        return basicType(name, size, type.encoding);
      case 'derived': {
        const target = this.indexOf(type.target);
        const pointed = target === undefined ? {} : { target };
        if (type.tag === 'pointer_type') return { name, size: 4, kind: 'pointer', ...pointed };
        if (type.tag === 'const_type' || type.tag === 'volatile_type') {
          const qualifier = type.tag === 'const_type' ? 'const' : 'volatile';
          return { name, kind: 'qualified', qualifier, ...this.#sizeOf(type.target), ...pointed };
        }
        return { name, kind: 'typedef', ...this.#sizeOf(type.target), ...pointed };
      }
      case 'composite':
        return {
          name,
          ...size,
          kind: type.tag === 'union_type' ? 'union' : 'struct',
          fields: type.members.filter(({ tag }) => tag === 'member').map(member => this.#field(member)),
          ...(type.isDeclaration ? { incomplete: true } : {}),
        };
      case 'enumeration': {
        const underlying = this.indexOf(type.base);
        const enumerators = type.enumerators.map(one => ({ name: one.name, value: one.value.toString() }));
        return {
          name,
          ...size,
          kind: 'enum',
          enumerators,
          ...(underlying === undefined ? {} : { underlying }),
        };
      }
      case 'array':
        return this.#array(type, type.counts);
      case 'subroutine': {
        const result = this.indexOf(type.result);
        const named = type.parameters.filter(one => one !== undefined);
        return {
          name,
          kind: 'function',
          parameters: named.map(one => this.requiredIndexOf(one)),
          ...(result === undefined ? {} : { result }),
          ...(named.length < type.parameters.length ? { variadic: true } : {}),
        };
      }
    }
  }

  /** Arrays of arrays have one type for each dimension. */
  #array(type: TypeData & { readonly kind: 'array' }, counts: readonly (number | undefined)[]): DebugType {
    const [count, ...inner] = counts;
    const own = this.nameOf(type.element) + counts.map(one => `[${one ?? ''}]`).join('');
    let element: number;
    if (inner.length === 0) element = this.requiredIndexOf(type.element);
    else element = this.types.push(this.#array(type, inner)) - 1;
    const each = inner.length === 0 ? this.#sizeOf(type.element).size : this.types[element]?.size;
    return {
      name: own,
      kind: 'array',
      element,
      ...(count === undefined ? {} : { count }),
      ...(count === undefined || each === undefined ? {} : { size: count * each }),
    };
  }

  #field({ name, type, offsetInBits, sizeInBits, isBitField }: MemberData): DebugField {
    return {
      name,
      type: this.requiredIndexOf(type),
      bitOffset: offsetInBits,
      ...(isBitField ? { bitSize: sizeInBits } : {}),
    };
  }

  /** Typedefs and qualifiers say no size of their own. */
  #sizeOf(id: MetadataId | undefined, depth = 0): { readonly size?: number } {
    const type = id === undefined ? undefined : this.debug.types.get(id);
    if (type === undefined || depth > 40) return {};
    if (type.kind === 'derived' && type.tag !== 'pointer_type') return this.#sizeOf(type.target, depth + 1);
    if (type.kind === 'array' && type.sizeInBits === undefined) return {};
    return type.sizeInBits === undefined ? {} : { size: type.sizeInBits / 8 };
  }
}

function basicType(name: string, size: { readonly size?: number }, encoding: string): DebugType {
  switch (encoding) {
    case 'boolean':
      return { name, ...size, kind: 'boolean' };
    case 'signed_char':
    case 'unsigned_char':
      return { name, ...size, kind: 'character', signed: encoding === 'signed_char' };
    case 'float':
      return { name, ...size, kind: 'float' };
    default:
      return { name, ...size, kind: 'integer', signed: encoding === 'signed' };
  }
}

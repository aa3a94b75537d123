// The types a debugger shows: their names, sizes and members as DWARF will tell them.

import { structLayout } from '../layout.js';
import { misuse } from '../misuse.js';
import type { StructType } from '../types.js';
import { flagsField, nodeText, stringField, type MetadataNode, type MetadataTable } from './metadata.js';
import { requireLine } from './nodes.js';
import type { DebugComposite, DebugFile, DebugScope, DebugType } from './nodes.js';

/** Where a type was declared. */
export interface DeclaredAt {
  readonly file?: DebugFile;
  readonly line?: number;
  readonly scope?: DebugScope;
}

export type BasicEncoding =
  | 'signed'
  | 'unsigned'
  | 'boolean'
  | 'float'
  | 'signed_char'
  | 'unsigned_char'
  | 'address'
  | 'UTF';

export interface Member {
  readonly name: string;
  readonly type: DebugType;
  readonly offsetInBits: number;
  /** That of its type where none is given; bit fields have another. */
  readonly sizeInBits?: number;
  readonly file?: DebugFile;
  readonly line?: number;
  readonly artificial?: boolean;
}

export interface CompositeOptions extends DeclaredAt {
  readonly name?: string;
  readonly kind?: 'struct' | 'union' | 'class';
  readonly sizeInBits: number;
  readonly alignInBits?: number;
  /** Tells one type from another across modules. */
  readonly identifier?: string;
  /** Never merged with an equal one. */
  readonly distinct?: boolean;
  readonly artificial?: boolean;
}

export interface Enumerator {
  readonly name: string;
  readonly value: bigint | number;
}

type Qualifier = 'const' | 'volatile' | 'restrict' | 'atomic';

const compositeTags = { struct: 'structure_type', union: 'union_type', class: 'class_type' } as const;

export class DebugTypes {
  readonly #members = new Map<number, string>();

  constructor(
    private readonly table: MetadataTable,
    /** An enumeration nobody uses would be lost if the unit did not hold it. */
    private readonly keepEnumeration: (type: DebugType) => void,
  ) {}

  basic(name: string, sizeInBits: number, encoding: BasicEncoding): DebugType {
    return this.#shared('DIBasicType', sizeInBits, {
      name: stringField(name),
      size: sizeInBits,
      encoding: `DW_ATE_${encoding}`,
    });
  }

  /** A type without a representation that only has a name, such as one that is never looked into. */
  unspecified(name: string): DebugType {
    return this.#shared('DIBasicType', undefined, {
      tag: 'DW_TAG_unspecified_type',
      name: stringField(name),
    });
  }

  /** `base` undefined is void. */
  typedef(name: string, base: DebugType | undefined, at: DeclaredAt = {}): DebugType {
    return this.#shared('DIDerivedType', base?.sizeInBits, {
      tag: 'DW_TAG_typedef',
      name: stringField(name),
      ...this.#declared(at),
      baseType: this.#typeRef(base),
    });
  }

  pointer(target: DebugType | undefined, options: { readonly name?: string } = {}): DebugType {
    return this.#shared('DIDerivedType', 64, {
      tag: 'DW_TAG_pointer_type',
      name: stringField(options.name),
      baseType: this.#typeRef(target),
      size: 64,
    });
  }

  reference(target: DebugType): DebugType {
    return this.#shared('DIDerivedType', 64, {
      tag: 'DW_TAG_reference_type',
      baseType: this.#typeRef(target),
      size: 64,
    });
  }

  qualified(qualifier: Qualifier, base: DebugType | undefined): DebugType {
    return this.#shared('DIDerivedType', base?.sizeInBits, {
      tag: `DW_TAG_${qualifier}_type`,
      baseType: this.#typeRef(base),
    });
  }

  /** `counts` outermost first; an unknown count is undefined. */
  array(element: DebugType, ...counts: readonly (number | undefined)[]): DebugType {
    if (counts.length === 0) misuse('an array needs a count for each dimension');
    const subranges = counts.map(count => {
      if (count !== undefined && (!Number.isSafeInteger(count) || count < 0))
        misuse(`no array has ${count} elements`);
      return this.#node(this.table.shared(nodeText('DISubrange', { count: count ?? -1 })));
    });
    const elements = counts.reduce<number | undefined>(
      (product, count) => (product === undefined || count === undefined ? undefined : product * count),
      1,
    );
    const size =
      elements === undefined ? undefined : elements * this.#sizeOf(element, 'an element of an array');
    return this.#shared('DICompositeType', size, {
      tag: 'DW_TAG_array_type',
      baseType: this.#typeRef(element),
      size,
      elements: this.table.tuple(subranges),
    });
  }

  enumeration(
    name: string,
    base: DebugType,
    enumerators: readonly Enumerator[],
    options: DeclaredAt & { readonly unsigned?: boolean; readonly scoped?: boolean } = {},
  ): DebugType {
    const unsigned = options.unsigned === true;
    const nodes = enumerators.map(({ name: label, value }) => {
      if (typeof value === 'number' && !Number.isSafeInteger(value))
        misuse(`${label} = ${value} is not exact`);
      const fields = { name: quotedName(label), value: String(value), isUnsigned: unsigned || undefined };
      return this.#node(this.table.shared(nodeText('DIEnumerator', fields)));
    });
    const type = this.#shared('DICompositeType', base.sizeInBits, {
      tag: 'DW_TAG_enumeration_type',
      name: stringField(name),
      ...this.#declared(options),
      baseType: this.#typeRef(base),
      size: this.#sizeOf(base, `the base of ${name}`),
      flags: options.scoped === true ? 'DIFlagEnumClass' : undefined,
      elements: this.table.tuple(nodes),
    });
    this.keepEnumeration(type);
    return type;
  }

  /** The result first; undefined is void. */
  subroutine(result: DebugType | undefined, parameters: readonly DebugType[]): DebugType {
    return this.#shared('DISubroutineType', undefined, { types: this.table.tuple([result, ...parameters]) });
  }

  composite(options: CompositeOptions, members: readonly Member[]): DebugComposite {
    const type = this.forward(options);
    this.complete(type, members);
    return type;
  }

  /** A struct whose fields lie as `layout` says; `members` are in the same order. */
  structLike(
    layout: StructType,
    options: Omit<CompositeOptions, 'sizeInBits' | 'kind'>,
    members: readonly Omit<Member, 'offsetInBits'>[],
  ): DebugComposite {
    if (members.length !== layout.fields.length)
      misuse(`${options.name ?? 'a struct'} has ${layout.fields.length} fields, not ${members.length}`);
    const { size, offsets } = structLayout(layout);
    return this.composite(
      { ...options, sizeInBits: size * 8 },
      members.map((member, index) => ({ ...member, offsetInBits: offsets[index]! * 8 })),
    );
  }

  /** To be completed: until then, and for ever if it never is, a debugger sees a declaration. */
  forward(options: CompositeOptions): DebugComposite {
    const declared = this.#declared(options);
    const id: number = this.table.later(() => {
      const elements = this.#members.get(id);
      const flags = [
        ...(elements === undefined ? ['DIFlagFwdDecl'] : []),
        ...(options.artificial === true ? ['DIFlagArtificial'] : []),
      ];
      const fields = {
        tag: `DW_TAG_${compositeTags[options.kind ?? 'struct']}`,
        name: stringField(options.name),
        ...declared,
        size: elements === undefined ? undefined : options.sizeInBits,
        align: options.alignInBits,
        flags: flagsField(flags),
        elements,
        identifier: stringField(options.identifier),
      };
      return nodeText('DICompositeType', fields, { distinct: options.distinct ?? false });
    });
    return { kind: 'type', composite: true, id, home: this.table, sizeInBits: options.sizeInBits };
  }

  complete(type: DebugComposite, members: readonly Member[]): void {
    const scope = this.table.ref(type);
    if (this.#members.has(type.id)) misuse('a struct was completed twice');
    const nodes = members.map(member => {
      const fields = {
        tag: 'DW_TAG_member',
        name: stringField(member.name),
        scope,
        file: this.table.optional(member.file),
        line: member.line === undefined ? undefined : requireLine(member.line, member.name),
        baseType: this.#typeRef(member.type),
        size: member.sizeInBits ?? this.#sizeOf(member.type, `the member ${member.name}`),
        offset: requireOffset(member),
        flags: member.artificial === true ? 'DIFlagArtificial' : undefined,
      };
      return this.#node(this.table.shared(nodeText('DIDerivedType', fields)));
    });
    this.#members.set(type.id, this.table.tuple(nodes));
  }

  #declared({ file, line, scope }: DeclaredAt) {
    return {
      scope: this.table.optional(scope),
      file: this.table.optional(file),
      line: line === undefined ? undefined : requireLine(line, 'a type'),
    };
  }

  /** `null` is written out: LLVM asks for the field. */
  #typeRef(type: DebugType | undefined): string {
    return type === undefined ? 'null' : this.table.ref(type);
  }

  #sizeOf(type: DebugType, what: string): number {
    return type.sizeInBits ?? misuse(`${what} has a type without a size`);
  }

  #node(id: number): MetadataNode {
    return { id, home: this.table };
  }

  #shared(kind: string, sizeInBits: number | undefined, fields: Parameters<typeof nodeText>[1]): DebugType {
    const id = this.table.shared(nodeText(kind, fields));
    return { kind: 'type', id, home: this.table, ...(sizeInBits === undefined ? {} : { sizeInBits }) };
  }
}

/** Unlike other names, that of an enumerator must be written even if it is empty. */
const quotedName = (name: string): string => stringField(name) ?? '""';

function requireOffset({ name, offsetInBits }: Member): number | undefined {
  if (!Number.isSafeInteger(offsetInBits) || offsetInBits < 0)
    misuse(`${name} cannot lie at bit ${offsetInBits}`);
  return offsetInBits === 0 ? undefined : offsetInBits;
}

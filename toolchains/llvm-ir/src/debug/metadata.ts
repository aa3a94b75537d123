// The numbered metadata nodes of a module: who has which number, which are shared, and how they are written.

import { misuse } from '../misuse.js';
import { quoted } from '../spelling.js';

/** Anything that has a number in a module's metadata. */
export interface MetadataNode {
  readonly id: number;
  /** The table that numbered it: a number means nothing in another module. */
  readonly home: MetadataTable;
}

/** A field's value as it is written; fields without one are left out. */
export type FieldText = string | number | bigint | boolean | undefined;

export class MetadataTable {
  readonly #bodies: (() => string)[] = [];
  readonly #shared = new Map<string, number>();
  readonly #named = new Map<string, string[]>();

  /** Equal text, equal node: LLVM would merge them anyway. */
  shared(body: string): number {
    const known = this.#shared.get(body);
    if (known !== undefined) return known;
    const id = this.later(() => body);
    this.#shared.set(body, id);
    return id;
  }

  /** A node of its own, whose text is asked for when the module is written: it may still grow. */
  later(body: () => string): number {
    this.#bodies.push(body);
    return this.#bodies.length - 1;
  }

  ref(node: MetadataNode): string {
    if (node.home !== this) misuse('debug metadata of one module was used in another');
    return `!${node.id}`;
  }

  optional(node: MetadataNode | undefined): string | undefined {
    return node === undefined ? undefined : this.ref(node);
  }

  tuple(nodes: readonly (MetadataNode | undefined)[]): string {
    return `!${this.shared(this.tupleBody(nodes))}`;
  }

  tupleBody(nodes: readonly (MetadataNode | undefined)[]): string {
    return `!{${nodes.map(node => (node === undefined ? 'null' : this.ref(node))).join(', ')}}`;
  }

  /** A node that is found by name, such as `llvm.module.flags`. */
  addNamed(name: string, ref: string): void {
    const refs = this.#named.get(name) ?? [];
    this.#named.set(name, refs);
    if (!refs.includes(ref)) refs.push(ref);
  }

  text(): string {
    const named = [...this.#named].map(([name, refs]) => `!${name} = !{${refs.join(', ')}}\n`);
    const nodes = this.#bodies.map((body, id) => `!${id} = ${body()}\n`);
    return [named.join(''), nodes.join('')].filter(part => part !== '').join('\n');
  }
}

/** A list that grows until the module is written. Without members it is not mentioned at all. */
export class NodeList {
  readonly #members = new Map<number, MetadataNode>();
  #id: number | undefined;

  constructor(private readonly table: MetadataTable) {}

  add(node: MetadataNode): void {
    this.table.ref(node);
    this.#members.set(node.id, node);
    this.#id ??= this.table.later(() => this.table.tupleBody([...this.#members.values()]));
  }

  get ref(): string | undefined {
    return this.#id === undefined ? undefined : `!${this.#id}`;
  }
}

/** `!DIFile(filename: "a", directory: "b")` */
export function nodeText(
  kind: string,
  fields: Readonly<Record<string, FieldText>>,
  options: { readonly distinct?: boolean } = {},
): string {
  const written = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${String(value)}`],
  );
  return `${options.distinct === true ? 'distinct ' : ''}!${kind}(${written.join(', ')})`;
}

/** A string field. LLVM reads an absent one as empty and refuses some that are written empty. */
export const stringField = (text: string | undefined): string | undefined =>
  text === undefined || text === '' ? undefined : quoted(text);

export function flagsField(flags: readonly string[]): string | undefined {
  return flags.length === 0 ? undefined : flags.join(' | ');
}

/** Operations of DWARF with their operands: `['DW_OP_plus_uconst', 8]`. */
export type DebugExpression = readonly (string | number)[];

export function expressionText(expression: DebugExpression): string {
  for (const part of expression) {
    const fine =
      typeof part === 'number' ? Number.isSafeInteger(part) && part >= 0 : /^DW_[A-Z]+_\w+$/.test(part);
    if (!fine) misuse(`not a part of a debug expression: ${part}`);
  }
  return `!DIExpression(${expression.join(', ')})`;
}

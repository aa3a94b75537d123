// Collects the objects of a contract under numbers that last: an object has the same one at every stop of a session.

import type { ObjectNumbers } from '@sonde/engine/machine';
import type { EdgeRecord, NodeRecord, RootRecord } from '@sonde/heap';

export type FoundNode = Omit<NodeRecord, 'id'>;

export class FoundObjects {
  readonly #nodes = new Map<string, FoundNode>();
  readonly edges: EdgeRecord[] = [];
  readonly roots: RootRecord[] = [];

  constructor(private readonly numbers: ObjectNumbers) {}

  get nodes(): readonly NodeRecord[] {
    return [...this.#nodes].map(([key, node]) => ({ id: this.numbers.of(key), ...node }));
  }

  has(key: string): boolean {
    return this.#nodes.has(key);
  }

  add(key: string, node: FoundNode): string {
    this.#nodes.set(key, node);
    return key;
  }

  /** Bytes that belong to an object and lie elsewhere. */
  grow(key: string, bytes: number): void {
    const node = this.#nodes.get(key);
    if (node !== undefined) this.#nodes.set(key, { ...node, size: node.size + bytes });
  }

  edge(from: string, to: string, kind: EdgeRecord['kind'], name: string | number): void {
    this.edges.push({ from: this.numbers.of(from), to: this.numbers.of(to), kind, name });
  }

  root(category: RootRecord['category'], name: string, owner: string, to: string): void {
    const id = this.numbers.of(`root of ${to}`);
    this.roots.push({ id, category, name, owner, to: this.numbers.of(to) });
  }
}

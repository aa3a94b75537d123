// A basic block: instructions one after the other, the last of which leaves it.

import type { DebugLocation } from './debug/nodes.js';
import { misuse } from './misuse.js';
import { sameType, typeText } from './types.js';
import type { Value } from './value.js';

/** A value that depends on where control came from; blocks that are not yet written are added later. */
export interface Phi extends Value {
  addIncoming(value: Value, from: Block): void;
}

interface PhiEntry {
  readonly result: Value;
  readonly incoming: { readonly value: Value; readonly from: Block }[];
  readonly suffix: string;
}

export class Block {
  readonly #lines: string[] = [];
  readonly #phis: PhiEntry[] = [];
  readonly #predecessors = new Set<Block>();
  #terminated = false;

  constructor(
    /** The function it is a block of. */
    readonly owner: object,
    /** Spelled, with its `%`. */
    readonly name: string,
  ) {}

  /** True once an instruction leaves it; nothing may follow. */
  get terminated(): boolean {
    return this.#terminated;
  }

  /** True once something branches here. */
  get isTarget(): boolean {
    return this.#predecessors.size > 0;
  }

  append(line: string): void {
    if (this.#terminated) misuse(`${this.name} is already left, nothing may follow: ${line.trim()}`);
    this.#lines.push(line);
  }

  terminate(line: string, targets: readonly Block[]): void {
    this.append(line);
    this.#terminated = true;
    for (const target of targets) target.#predecessors.add(this);
  }

  addPhi(result: Value, location: DebugLocation | undefined): Phi {
    if (this.#lines.length > 0) misuse(`a phi must come first in ${this.name}`);
    const suffix = location === undefined ? '' : `, !dbg !${location.id}`;
    const entry: PhiEntry = { result, incoming: [], suffix };
    this.#phis.push(entry);
    const addIncoming = (value: Value, from: Block) => {
      if (!sameType(value.type, result.type))
        misuse(`${result.text} is ${typeText(result.type)}, but ${value.text} is ${typeText(value.type)}`);
      if (from.owner !== this.owner) misuse(`${result.text} comes from a block of another function`);
      entry.incoming.push({ value, from });
    };
    return { ...result, addIncoming };
  }

  text(before: readonly string[] = []): string {
    if (!this.#terminated) misuse(`the block ${this.name} has no terminator`);
    const lines = [...this.#phis.map(phi => this.#phiText(phi)), ...before, ...this.#lines];
    return `${this.name.slice(1)}:\n${lines.map(line => `${line}\n`).join('')}`;
  }

  #phiText({ result, incoming, suffix }: PhiEntry): string {
    const sources = new Set(incoming.map(({ from }) => from));
    for (const block of this.#predecessors)
      if (!sources.has(block)) misuse(`${result.text} has no value for the way from ${block.name}`);
    for (const block of sources)
      if (!this.#predecessors.has(block)) misuse(`${block.name} does not branch to the phi ${result.text}`);
    if (sources.size !== incoming.length) misuse(`${result.text} has two values for the same way`);
    if (sources.size === 0) misuse(`${result.text} is in ${this.name}, to which nothing branches`);
    const pairs = incoming.map(({ value, from }) => `[ ${value.text}, ${from.name} ]`);
    return `  ${result.text} = phi ${typeText(result.type)} ${pairs.join(', ')}${suffix}`;
  }
}

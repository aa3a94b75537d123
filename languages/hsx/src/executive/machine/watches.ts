// Watches of one task: pieces of memory whose changes are told, and what was touched since the machine was asked last.

import type { TypeId, TypeTable } from '@sonde/engine';
import { entryOf } from '../../runtime/call-stack.js';
import type { Watcher } from '../../runtime/interpreter.js';
import type { TaskState } from '../../runtime/state.js';
import { hexOf, Refusal, type Answer } from '../request.js';
import type { Session } from '../sessions.js';
import { shownValue } from '../symbols/shown-value.js';

export type WatchAccess = 'write' | 'read' | 'readwrite';

export interface WatchTerms {
  readonly expr: string;
  readonly kind: 'address' | 'symbol' | 'local';
  readonly address: number;
  readonly length: number;
  readonly owner: Session | undefined;
  readonly break: boolean;
  readonly onlyChanges: boolean;
  readonly access: WatchAccess;
  /** Of C. */
  readonly type?: { readonly id: TypeId; readonly name: string; readonly types: TypeTable };
  readonly typeName?: string;
  readonly symbol?: string;
  readonly description?: string;
  readonly location?: string;
  /** The activation that a local variable belongs to. */
  readonly serial?: number;
}

export interface Watch extends WatchTerms {
  readonly id: number;
  last: Uint8Array;
}

/** What became of a watch; `removed`: its function has returned. */
export interface WatchNews {
  readonly watch: Watch;
  readonly old: Uint8Array;
  readonly access: 'read' | 'write';
  readonly changed: boolean;
  readonly removed: boolean;
}

const most = 256;

export class Watches {
  #all: Watch[] = [];
  #lowest = 0;
  #highest = 0;
  readonly #touched = new Map<Watch, 'read' | 'write'>();

  constructor(private readonly task: TaskState) {}

  add(id: number, terms: WatchTerms): Watch {
    if (this.#all.length >= most) throw new Refusal('too_many_watches');
    const watch: Watch = { ...terms, id, last: this.#bytes(terms) };
    this.#all.push(watch);
    this.#measure();
    return watch;
  }

  remove(id: number): Watch | undefined {
    const found = this.#all.find(each => each.id === id);
    if (found !== undefined) this.#keep(each => each !== found);
    return found;
  }

  removeOf(owner: Session): void {
    this.#keep(each => each.owner !== owner);
  }

  #keep(kept: (watch: Watch) => boolean): void {
    this.#all = this.#all.filter(kept);
    for (const watch of this.#touched.keys()) if (!kept(watch)) this.#touched.delete(watch);
    this.#measure();
  }

  #measure(): void {
    this.#lowest = Math.min(...this.#all.map(({ address }) => address));
    this.#highest = Math.max(...this.#all.map(({ address, length }) => address + length));
  }

  get size(): number {
    return this.#all.length;
  }

  list(): readonly Watch[] {
    return this.#all;
  }

  /** Called before each access. True: somebody wants to look once the instruction is retired. */
  readonly watcher: Watcher = (access, address, size) => {
    if (address >= this.#highest || address + size <= this.#lowest) return false;
    let wanted = false;
    for (const watch of this.#all) {
      if (address >= watch.address + watch.length || address + size <= watch.address) continue;
      if (access === 'read' && (!watch.break || watch.access === 'write')) continue;
      if (this.#touched.get(watch) !== 'write') this.#touched.set(watch, access);
      wanted = true;
    }
    return wanted;
  };

  /** Memory was changed from outside. */
  poked(address: number, size: number): void {
    for (const watch of this.#all)
      if (address < watch.address + watch.length && address + size > watch.address)
        this.#touched.set(watch, 'write');
  }

  get wasTouched(): boolean {
    return this.#touched.size > 0;
  }

  /** What was touched since the last time, each watch once. */
  news(): readonly WatchNews[] {
    const found: WatchNews[] = [];
    for (const [watch, access] of this.#touched) {
      const [old, now] = [watch.last, this.#bytes(watch)];
      watch.last = now;
      const removed = watch.serial !== undefined && !this.#isOpen(watch.serial);
      found.push({ watch, old, access, changed: Buffer.compare(old, now) !== 0, removed });
    }
    this.#touched.clear();
    const gone = new Set(found.filter(({ removed }) => removed).map(({ watch }) => watch));
    if (gone.size > 0) this.#keep(each => !gone.has(each));
    return found;
  }

  #isOpen(serial: number): boolean {
    const { calls, finished } = this.task;
    return !finished && (calls.serial === serial || entryOf(calls, serial) !== undefined);
  }

  #bytes({ address, length }: Pick<WatchTerms, 'address' | 'length'>): Uint8Array {
    return this.task.memory.slice(address, address + length);
  }
}

/** As it goes over the wire. */
export function watchAnswer(watch: Watch, pid: number): Answer {
  const { id, expr, kind, length, address, symbol, description, location, last } = watch;
  return {
    id,
    pid,
    expr,
    type: kind,
    length,
    value: hexOf(last),
    address,
    ...(symbol === undefined ? {} : { symbol }),
    ...(description === undefined ? {} : { description }),
    mode: kind === 'local' ? 'local' : 'memory',
    ...(location === undefined ? {} : { location }),
    break: watch.break,
    access: watch.access,
  };
}

export const watchValue = ({ type }: Watch, bytes: Uint8Array) => shownValue(bytes, type?.id, type?.types);

export function watchUpdate({ watch, old, access }: WatchNews, pc: number): Answer {
  const { id, expr, kind, length, address, symbol, location, last } = watch;
  return {
    watch_id: id,
    address,
    expr,
    type: kind,
    length,
    old: hexOf(old),
    new: hexOf(last),
    ...(symbol === undefined ? {} : { symbol }),
    ...(location === undefined ? {} : { location }),
    old_value: watchValue(watch, old).value,
    new_value: watchValue(watch, last).value,
    formatted: watchValue(watch, last).formatted,
    pc,
    access,
  };
}

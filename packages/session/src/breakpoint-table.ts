// The breakpoint table: logical breakpoints by owner. What is armed is the union over all clients.

import {
  breakpointId,
  sourceKey,
  type BreakpointId,
  type BreakpointSpec,
  type Resolution,
  type SourceRef,
} from '@sonde/engine';

/** What a client asks to be replaced as a whole: the breakpoints of one file, all function breakpoints, … */
export type BreakpointGroup =
  | { readonly kind: 'source'; readonly path: string }
  | { readonly kind: 'function' | 'instruction' | 'data' | 'exception' };

export type NewBreakpoint = Omit<BreakpointSpec, 'id'>;

export interface Owned {
  readonly owner: number;
  readonly group: string;
  readonly spec: BreakpointSpec;
  resolution: Resolution;
}

export interface TableChange {
  readonly set: readonly BreakpointSpec[];
  readonly remove: readonly BreakpointId[];
  /** In the order the client gave them. */
  readonly entries: readonly Owned[];
}

const notLoaded = 'The program is not loaded yet.';

/** Unique in the process, so that breakpoints set before a launch keep their numbers when a session takes them over. */
let nextId = 1;

export class BreakpointTable {
  readonly #entries = new Map<BreakpointId, Owned>();

  /** Replaces what one owner has in one group. An unchanged breakpoint keeps its id and with it its hit count. */
  replace(owner: number, group: BreakpointGroup, wanted: readonly NewBreakpoint[]): TableChange {
    const key = groupKey(group);
    const old = [...this.#entries.values()].filter(e => e.owner === owner && e.group === key);
    const reusable = new Map<string, Owned[]>();
    for (const entry of old) {
      const signature = stableText({ ...entry.spec, id: undefined });
      reusable.set(signature, [...(reusable.get(signature) ?? []), entry]);
    }
    const set: BreakpointSpec[] = [];
    const entries = wanted.map(content => {
      const kept = reusable.get(stableText(content))?.shift();
      if (kept !== undefined) return kept;
      const entry = this.#add(owner, key, content);
      set.push(entry.spec);
      return entry;
    });
    const remove = old.filter(e => !entries.includes(e)).map(e => e.spec.id);
    for (const id of remove) this.#entries.delete(id);
    return { set, remove, entries };
  }

  removeOwner(owner: number): readonly BreakpointId[] {
    const ids = [...this.#entries.values()].filter(e => e.owner === owner).map(e => e.spec.id);
    for (const id of ids) this.#entries.delete(id);
    return ids;
  }

  /** Takes over what was set before there was a session, with sources as the session knows them. */
  adopt(other: BreakpointTable, translate: (source: SourceRef) => SourceRef): void {
    for (const [id, entry] of other.#entries) {
      const { where } = entry.spec;
      if (where.kind !== 'source') {
        this.#entries.set(id, entry);
        continue;
      }
      const source = translate(where.source);
      const spec = { ...entry.spec, where: { ...where, source } };
      this.#entries.set(id, { ...entry, spec, group: groupKey({ kind: 'source', path: sourceKey(source) }) });
    }
    other.#entries.clear();
  }

  of(owner: number): readonly Owned[] {
    return [...this.#entries.values()].filter(entry => entry.owner === owner);
  }

  get(id: BreakpointId): Owned | undefined {
    return this.#entries.get(id);
  }

  specs(): readonly BreakpointSpec[] {
    return [...this.#entries.values()].map(e => e.spec);
  }

  /** Takes over what an engine found; answers with the entries whose resolution changed. */
  update(resolutions: readonly Resolution[]): readonly Owned[] {
    const changed: Owned[] = [];
    for (const resolution of resolutions) {
      const entry = this.#entries.get(resolution.id);
      if (entry === undefined || stableText(entry.resolution) === stableText(resolution)) continue;
      entry.resolution = resolution;
      changed.push(entry);
    }
    return changed;
  }

  /** The engine is gone: nothing is armed until the next launch. */
  unload(why: string): readonly Owned[] {
    return this.update(
      this.specs().map(spec => ({ id: spec.id, state: 'pending', sites: [], message: why })),
    );
  }

  #add(owner: number, group: string, content: NewBreakpoint): Owned {
    const id = breakpointId(nextId++);
    const entry: Owned = {
      owner,
      group,
      spec: { ...content, id },
      resolution: { id, state: 'pending', sites: [], message: notLoaded },
    };
    this.#entries.set(id, entry);
    return entry;
  }
}

const groupKey = (group: BreakpointGroup): string =>
  group.kind === 'source' ? `source ${group.path}` : group.kind;

/** Equal for equal content; bigints occur in addresses. */
const stableText = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part));

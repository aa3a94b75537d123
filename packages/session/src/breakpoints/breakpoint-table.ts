// The breakpoint table: logical breakpoints by owner. What is armed is the union over all clients.

import {
  breakpointId,
  sourceKey,
  type BreakpointId,
  type BreakpointSpec,
  type BreakpointWhere,
  type Resolution,
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
  /** The breakpoint that a client knows it as, where one of the client's took several of ours. */
  partOf?: BreakpointId;
}

export interface TableChange {
  readonly set: readonly BreakpointSpec[];
  readonly remove: readonly BreakpointId[];
  /** In the order the client gave them. */
  readonly entries: readonly Owned[];
}

const notLoaded = 'The program is not loaded yet; it is set when it is.';

/** Unique in the process, so that breakpoints set before a launch keep their numbers when a session takes them over. */
let nextId = 1;

export const newBreakpointId = (): BreakpointId => breakpointId(nextId++);

export class BreakpointTable {
  /** Why what is set now does not take effect yet. */
  #idle = notLoaded;
  readonly #entries = new Map<BreakpointId, Owned>();

  constructor(
    /** Called after each change, of what is set or of how it took effect. */
    private readonly changed: () => void = () => undefined,
  ) {}

  /**
   * Replaces what one owner has in one group. An unchanged breakpoint keeps its id and with it its hit count; one that was
   * refused is tried again, because what stood in its way may be gone.
   */
  replace(owner: number, group: BreakpointGroup, wanted: readonly NewBreakpoint[]): TableChange {
    const key = groupKey(group);
    const old = [...this.#entries.values()].filter(e => e.owner === owner && e.group === key);
    const reusable = new Map<string, Owned[]>();
    for (const entry of old) {
      if (entry.resolution.state === 'failed') continue;
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
    if (set.length > 0 || remove.length > 0) this.changed();
    return { set, remove, entries };
  }

  /** What an owner has set, or some of it. */
  removeOwner(owner: number, which: (entry: Owned) => boolean = () => true): readonly BreakpointId[] {
    const owned = [...this.#entries.values()].filter(entry => entry.owner === owner && which(entry));
    const ids = owned.map(e => e.spec.id);
    for (const id of ids) this.#entries.delete(id);
    if (ids.length > 0) this.changed();
    return ids;
  }

  /** Takes over what was set elsewhere, by everyone or by one owner, with sources and filters as they are known here. */
  adopt(
    other: BreakpointTable,
    translate: (where: BreakpointWhere) => BreakpointWhere,
    owner?: number,
  ): void {
    const taken = [...other.#entries].filter(([, entry]) => owner === undefined || entry.owner === owner);
    for (const [id, entry] of taken) {
      other.#entries.delete(id);
      const resolution = this.#waiting(id);
      const where = translate(entry.spec.where);
      const spec = { ...entry.spec, where };
      const group =
        where.kind === 'source' ? groupKey({ kind: 'source', path: sourceKey(where.source) }) : entry.group;
      this.#entries.set(id, { ...entry, spec, group, resolution });
    }
    if (taken.length === 0) return;
    this.changed();
    other.changed();
  }

  /** What an owner knows of; parts are known by the whole. */
  of(owner: number): readonly Owned[] {
    return [...this.#entries.values()].filter(entry => entry.owner === owner && entry.partOf === undefined);
  }

  /** What all owners know of, in the order it was set: each the parts that it is made of, the one it is known by first. */
  wholes(): readonly (readonly Owned[])[] {
    const wholes = new Map<BreakpointId, Owned[]>();
    for (const entry of this.#entries.values()) {
      const parts = wholes.get(entry.partOf ?? entry.spec.id) ?? [];
      if (entry.partOf === undefined) parts.unshift(entry);
      else parts.push(entry);
      wholes.set(entry.partOf ?? entry.spec.id, parts);
    }
    return [...wholes.values()];
  }

  /** The id by which clients know it. */
  toldAs(id: BreakpointId): BreakpointId {
    return this.#entries.get(id)?.partOf ?? id;
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
    if (changed.length > 0) this.changed();
    return changed;
  }

  /** The engine is gone: nothing is armed until the next launch. Holds for what is set from now on too. */
  unload(why: string): readonly Owned[] {
    this.#idle = why;
    return this.update(this.specs().map(spec => this.#waiting(spec.id)));
  }

  #waiting(id: BreakpointId): Resolution {
    return { id, state: 'pending', sites: [], message: this.#idle };
  }

  #add(owner: number, group: string, content: NewBreakpoint): Owned {
    const id = newBreakpointId();
    const entry: Owned = { owner, group, spec: { ...content, id }, resolution: this.#waiting(id) };
    this.#entries.set(id, entry);
    return entry;
  }
}

const groupKey = (group: BreakpointGroup): string =>
  group.kind === 'source' ? `source ${group.path}` : group.kind;

/** Equal for equal content; bigints occur in addresses. */
const stableText = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part));

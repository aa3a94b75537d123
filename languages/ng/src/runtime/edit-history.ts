// What a debugger has changed so far in the course of the program, as part of the names of things that came into being since.

import { StateHash } from '@sonde/engine-vm/snapshots';

export interface Edits {
  /** How many there are. */
  readonly count: number;
  /** When the latest was made. */
  readonly time: number;
  /** The same for the same changes at the same times, whatever else was tried. */
  readonly name: string;
  readonly before: Edits | undefined;
}

export class EditHistory {
  /** What snapshots have; undefined as long as nothing was changed. */
  edits: Edits | undefined;

  /** Says which one it is, from 1 on. */
  add(time: number, what: readonly unknown[]): number {
    const before = this.edits;
    const count = (before?.count ?? 0) + 1;
    const name = `${new StateHash().add(before?.name).add(time).add(what).text}/`;
    this.edits = { count, time, name, before };
    return count;
  }

  /** Of the changes before that instruction; empty without any. */
  at(time: number): string {
    return this.#latest(({ time: made }) => made <= time);
  }

  ofEdit(nth: number): string {
    return this.#latest(({ count }) => count <= nth);
  }

  #latest(wanted: (edits: Edits) => boolean): string {
    let edits = this.edits;
    while (edits !== undefined && !wanted(edits)) edits = edits.before;
    return edits?.name ?? '';
  }
}

// The snapshots of a machine as a tree whose root is the one that the program goes on from (Baker's shallow binding): each
// other one has the changes that lead to it from its neighbour towards the root. Going to one turns the changes on the way round.

import { ChangeLog, journal } from './journal.js';
import { joinedChanges, swapChanges } from './swap-changes.js';

/** A moment of the heap. */
export class Version {
  /** The neighbour towards the root; undefined at the root. */
  towards: Version | undefined;
  /** Leads here from there. */
  changes = new ChangeLog();
  /** Those that have this one towards the root. */
  readonly behind = new Set<Version>();
  released = false;
}

export class Versions {
  #root: Version | undefined;
  #epoch = 0;
  /** Changes since the root. */
  #live = new ChangeLog();

  /** Before anything changes: what changes from now on belongs to this machine. */
  use(): void {
    if (journal.log === this.#live) return;
    journal.epoch = this.#epoch;
    journal.log = this.#live;
  }

  /** The serial of the lowest activation that was written to from elsewhere since the root. */
  get lowestWritten(): number {
    return this.#live.lowestWritten;
  }

  /** Makes the present state one that can be gone back to. */
  add(): Version {
    const version = new Version();
    const before = this.#root;
    if (before !== undefined) {
      before.towards = version;
      before.changes = this.#live;
      version.behind.add(before);
    }
    this.#root = version;
    this.#begin();
    if (before !== undefined) this.#prune(before);
    return version;
  }

  goTo(target: Version): void {
    swapChanges(this.#live);
    const way: Version[] = [];
    for (let at = target; at.towards !== undefined; at = at.towards) way.push(at);
    const left = this.#root;
    for (const next of way.reverse()) this.#step(next);
    this.#begin();
    if (left !== undefined && left !== target) this.#prune(left);
  }

  /** To a neighbour of the root. */
  #step(next: Version): void {
    const root = this.#root!;
    swapChanges(next.changes);
    root.changes = next.changes;
    root.towards = next;
    root.behind.delete(next);
    next.behind.add(root);
    next.towards = undefined;
    next.changes = new ChangeLog();
    this.#root = next;
  }

  release(version: Version): void {
    version.released = true;
    this.#prune(version);
  }

  /** What lies between two that are kept becomes one way. The root stays until the program goes on from another. */
  #prune(version: Version): void {
    const { towards, behind } = version;
    if (!version.released || towards === undefined || behind.size > 1) return;
    towards.behind.delete(version);
    const [next] = behind;
    if (next === undefined) return this.#prune(towards);
    next.towards = towards;
    next.changes = joinedChanges(next.changes, version.changes);
    towards.behind.add(next);
  }

  #begin(): void {
    this.#epoch = ++journal.lastEpoch;
    this.#live = new ChangeLog();
    this.use();
  }
}

// Which breakpoints had their say: each is heard once for each time its instruction is reached, whatever stopped there.

/** What is known about the instruction a task stands at. */
export interface SiteNote {
  readonly address: number;
  /**
   * `judged`: the breakpoints there were heard, and the task has not begun the instruction: it is to pass the site.
   * `begun`: the instruction has run in part, such as one that raised; its site is behind the task, and meeting it is
   * another time.
   */
  readonly state: 'judged' | 'begun';
}

export class PassedSites {
  readonly #notes = new Map<number, SiteNote>();

  judged(task: number, address: number): void {
    this.#notes.set(task, { address, state: 'judged' });
  }

  begun(task: number, address: number): void {
    this.#notes.set(task, { address, state: 'begun' });
  }

  /** The task is over, or was moved. */
  forget(task: number): void {
    this.#notes.delete(task);
  }

  knows(task: number): boolean {
    return this.#notes.has(task);
  }

  /** Whether the breakpoints where the task stands were heard. */
  heard(task: number, address: number): boolean {
    return this.#notes.get(task)?.address === address;
  }

  /** The machine reports the task at a site. True: it stood there before, and only has to pass. */
  meets(task: number, address: number): boolean {
    if (this.#notes.get(task)?.state === 'judged' && this.heard(task, address)) return true;
    this.#notes.delete(task);
    return false;
  }

  /** The current task is about to run. True: past the site it stands at, which is over with that. */
  leaves(task: number, address: () => number | undefined): boolean {
    const note = this.#notes.get(task);
    if (note?.state !== 'judged') return false;
    this.#notes.delete(task);
    return note.address === address();
  }

  /** By task; for who comes back to this moment. */
  get notes(): ReadonlyMap<number, SiteNote> {
    return new Map(this.#notes);
  }

  set notes(notes: ReadonlyMap<number, SiteNote>) {
    this.#notes.clear();
    for (const [task, note] of notes) this.#notes.set(task, note);
  }

  /** A task leaves a place where nothing is armed without being reported; what was noted would be wrong later. */
  forgetUnless(armed: (address: number) => boolean): void {
    for (const [task, { address }] of this.#notes) if (!armed(address)) this.#notes.delete(task);
  }
}

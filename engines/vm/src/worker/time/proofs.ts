// What a recording says of the program's state at moments of its run, beside the state when it is run again.

import { isBefore, type Instant } from '../../recording/instant.js';
import type { Proof, RecordedRun } from '../../recording/recorded-run.js';

type Recorded = Pick<RecordedRun, 'proofs' | 'hash' | 'exit' | 'last'>;

const nothing: Recorded = {
  proofs: [],
  hash: undefined,
  exit: undefined,
  last: { time: 0, phase: 0, edits: 0 },
};

export class Proofs {
  /** Another version of the machine made the recording: its states cannot be compared with ours. */
  isForeign = false;
  /** Up to there the program is known to have done what the recording says. */
  proved: Instant = { time: 0, phase: 0, edits: 0 };

  readonly recorded: Recorded;

  constructor({ proofs, hash, exit, last }: Recorded = nothing) {
    this.recorded = { proofs, hash, exit, last };
  }

  get exit(): number | undefined {
    return this.recorded.exit;
  }

  /** The machine was just made; `hash` is of its state. */
  begin(hash: string): void {
    const start = this.recorded.proofs[0];
    this.isForeign = start?.time === 0 && start.hash !== hash;
  }

  /** When the next one is. */
  after(time: number): number {
    return this.recorded.proofs[this.#firstAfter(time)]?.time ?? Infinity;
  }

  /** Whether the program is not what it was at this very moment. */
  differAt(here: Instant, hash: () => string): boolean {
    const proof = this.recorded.proofs[this.#firstAfter(here.time) - 1];
    if (this.isForeign || proof?.time !== here.time || proof.edits !== here.edits) return false;
    if (proof.hash !== hash()) return true;
    if (isBefore(this.proved, proof)) this.proved = proof;
    return false;
  }

  /** In what the end is another one: `exit` is the code of a program that is over now. Undefined: in nothing. */
  differenceAtEnd(here: Instant, exit: number | undefined, hash: string): string | undefined {
    const { last, exit: then, hash: recorded } = this.recorded;
    if (exit !== undefined && isBefore(here, last)) return 'it was over too early';
    if (exit !== then) return `it ended with ${codeText(exit)}, and then with ${codeText(then)}`;
    if (this.isForeign || recorded === undefined || recorded === hash) return undefined;
    return 'it came to another state';
  }

  /** For a branch that begins at a moment. */
  cutAt(moment: Instant): Proofs {
    const cut = new Proofs({
      ...nothing,
      proofs: this.recorded.proofs.filter(proof => isBefore(proof, moment)),
    });
    cut.isForeign = this.isForeign;
    return cut;
  }

  #firstAfter(time: number): number {
    const { proofs } = this.recorded;
    let [low, high] = [0, proofs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (proofs[middle]!.time <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const codeText = (code: number | undefined): string =>
  code === undefined ? 'no exit code' : `exit code ${code}`;

/** Those of a run: the states at moments to which it can be brought. */
export const proofsOf = (moments: readonly Proof[]): readonly Proof[] =>
  moments
    .filter(({ phase }) => phase === 0)
    .map(({ time, phase, edits, hash }) => ({ time, phase, edits, hash }));

// An encounter: the program reached breakpoints (a site, an exception, an access) and each of them has its say.

import type { StopReason } from '../stop.js';
import type { AskedText } from './armed-breakpoint.js';
import { judge, judgeCounted, type Candidate } from './breakpoint-table.js';

export interface Encounter<Access> {
  readonly task: number;
  /** Reasons to stop in any case, such as a step that ends here. */
  readonly carried: readonly StopReason[];
  readonly candidates: readonly Candidate<Access>[];
  /** From here on the access sees the activation that the texts of this one speak of. */
  enter(candidate: Candidate<Access>): void;
  /** The reasons that follow from the candidates that hit. */
  reasons(hits: readonly Candidate<Access>[], problem: string | undefined): readonly StopReason[];
  /** All had their say; without reasons the program goes on. */
  over(reasons: readonly StopReason[]): void;
}

export type EncounterEnd<Access> =
  | { readonly kind: 'ask'; readonly candidate: Candidate<Access>; readonly about: AskedText }
  | { readonly kind: 'over'; readonly reasons: readonly StopReason[] };

/** Goes through the candidates; interrupted where the host has to be asked. */
export class EncounterInCourse<Access> {
  readonly #hits: Candidate<Access>[] = [];
  #problem: string | undefined;
  #next = 0;
  /** What the host was asked about the candidate before `#next`. */
  #asked: AskedText | undefined;
  /** The host found its condition true. */
  #conditionHolds = false;

  constructor(readonly encounter: Encounter<Access>) {}

  proceed(access: Access, log: (candidate: Candidate<Access>, text: string) => void): EncounterEnd<Access> {
    const { candidates, task, carried } = this.encounter;
    for (;;) {
      if (!this.#conditionHolds) this.#next++;
      const candidate = candidates[this.#next - 1];
      if (candidate === undefined) break;
      this.encounter.enter(candidate);
      const judgement = this.#conditionHolds
        ? judgeCounted(candidate, access)
        : judge(candidate, task, access);
      this.#conditionHolds = false;
      if (judgement.kind === 'ask') {
        this.#asked = judgement.about;
        return { kind: 'ask', candidate, about: judgement.about };
      }
      if (judgement.kind === 'log') log(candidate, judgement.text);
      if (judgement.kind === 'stop') this.#hit(candidate, judgement.problem);
    }
    const reasons = this.#hits.length === 0 ? [] : this.encounter.reasons(this.#hits, this.#problem);
    return { kind: 'over', reasons: [...carried, ...reasons] };
  }

  /** The host's answer to what it was asked last. */
  decided(stop: boolean, problem: string | undefined): void {
    const candidate = this.encounter.candidates[this.#next - 1];
    if (candidate === undefined || !stop) return;
    if (this.#asked === 'condition' && problem === undefined) this.#conditionHolds = true;
    else this.#hit(candidate, problem);
  }

  #hit(candidate: Candidate<Access>, problem: string | undefined): void {
    this.#hits.push(candidate);
    this.#problem ??= problem;
  }
}

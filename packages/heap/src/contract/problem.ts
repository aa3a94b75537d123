// What is wrong with a heap: one error for what cannot be read at all, and a bounded list of what was left out.

/**
 * `foreign`: another format. `version`: ours, of another version. `refused`: a question that makes no sense. `absent`: an
 * object that this heap does not have.
 */
export type HeapProblemCode =
  | 'truncated'
  | 'corrupt'
  | 'foreign'
  | 'version'
  | 'too-large'
  | 'unreadable'
  | 'refused'
  | 'absent'
  | 'cancelled';

/** A heap that cannot be used. The message says what and where; `next` what to do about it. */
export class HeapProblem extends Error {
  override readonly name = 'HeapProblem';

  constructor(
    readonly code: HeapProblemCode,
    message: string,
    readonly next?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export const cancelledProblem = (): HeapProblem => new HeapProblem('cancelled', 'cancelled');

/** Something that was left out or repaired, with its place: `edge 17`, `node 4`. */
export interface Finding {
  readonly where: string;
  readonly what: string;
}

export interface Findings {
  /** The first ones. */
  readonly listed: readonly Finding[];
  readonly total: number;
}

export const noFindings: Findings = { listed: [], total: 0 };

const mostListed = 20;

/** Collects findings; a damaged heap has millions, so only the first are kept. */
export class FindingList {
  readonly #listed: Finding[] = [];
  #total = 0;

  add(where: string, what: string): void {
    this.#total++;
    if (this.#listed.length < mostListed) this.#listed.push({ where, what });
  }

  get total(): number {
    return this.#total;
  }

  done(): Findings {
    return { listed: this.#listed, total: this.#total };
  }
}

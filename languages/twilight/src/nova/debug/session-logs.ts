// Log points of a session that the contract has passed: told in order, as fast as the client deals with them.

import type { LoggedEntry, LoggedPiece } from '@sonde/engine-wasm';
import { hexOf } from '../hex.js';

/** Of one notification, so that a line stays short. */
const mostCharacters = 1 << 17;

const toldPiece = (piece: LoggedPiece): unknown =>
  typeof piece === 'bigint' ? String(piece) : { address: piece.address, bytes: hexOf(piece.bytes) };

export class SessionLogs {
  /** The client's numbers, by those of the engine. */
  readonly #numbers = new Map<number, number>();
  /** What was told and not dealt with: the number of the notification, and what to do when it is. */
  readonly #open: { readonly number: number; readonly taken: () => void }[] = [];
  #last = 0;

  constructor(
    private readonly target: { newLog(): number },
    private readonly tell: (params: object) => void,
  ) {}

  numberOf(log: number): number {
    const number = this.target.newLog();
    this.#numbers.set(number, log);
    return number;
  }

  owns(number: number): boolean {
    return this.#numbers.has(number);
  }

  logged(entries: readonly LoggedEntry[], taken: () => void): void {
    let page: object[] = [];
    let size = 0;
    const turn = (): void => {
      if (page.length > 0) this.tell({ number: ++this.#last, entries: page });
      page = [];
      size = 0;
    };
    for (const { log, pieces } of entries) {
      page.push({ log: this.#numbers.get(log), pieces: pieces.map(toldPiece) });
      size += pieces.reduce(
        (sum, piece) => sum + (typeof piece === 'bigint' ? 20 : 2 * piece.bytes.length),
        0,
      );
      if (size > mostCharacters) turn();
    }
    turn();
    this.#open.push({ number: this.#last, taken });
  }

  /** All up to this number. */
  took(number: number): void {
    while (this.#open[0] !== undefined && this.#open[0].number <= number) this.#open.shift()!.taken();
  }
}

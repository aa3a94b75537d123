// The scopes of a stop: those that came with it, and those that were read since.

import { topOf, type FrameId, type PushedTop, type Scope, type StopId } from '@sonde/engine';
import type { DebugSession } from '../debug-session.js';

export class StopScopes {
  /** Of the frames asked about at this stop: hovers and watches come in bursts. */
  readonly #known = new Map<FrameId, Promise<readonly Scope[]>>();

  /** The count of changes at which the scopes pushed with the stop were true. */
  #pushedAt = 0;

  constructor(private readonly session: DebugSession) {}

  /** What was read is out of date. */
  forget(): void {
    this.#known.clear();
  }

  /** A new stop: what came with it is fresh. */
  begin(): void {
    this.#pushedAt = this.session.changes;
    this.forget();
  }

  /** What came with a stop that nobody hears of, until it is forgotten. */
  tell(frame: FrameId, scopes: readonly Scope[]): void {
    this.#known.set(frame, Promise.resolve(scopes));
  }

  /** The top that came with the stop, as long as nothing was changed since. */
  async pushed(): Promise<PushedTop | undefined> {
    const { stop } = this.session.stopped();
    const top = await topOf(stop);
    const isTrue = this.#pushedAt === this.session.changes && this.session.stopped().stop === stop;
    return isTrue ? top : undefined;
  }

  of(stop: StopId, frame: FrameId): Promise<readonly Scope[]> {
    const known = this.#known.get(frame);
    if (known !== undefined) return known;
    const scopes = this.#read(stop, frame);
    this.#known.set(frame, scopes);
    scopes.catch(() => this.#known.delete(frame));
    return scopes;
  }

  async #read(stop: StopId, frame: FrameId): Promise<readonly Scope[]> {
    // At a silent stop the session counts as running, and what was pushed with another stop is of no use.
    const pushed = this.session.stopIfStopped?.id === stop ? await this.pushed() : undefined;
    const known = pushed?.frames[0]?.id === frame ? pushed.scopes : undefined;
    return known ?? this.session.life.present().engine.scopes(stop, frame);
  }
}

// Going back in time: what a driver adds whose machine can run its program again to where it was.
//
// The machine looks through the past and is put anywhere in it; which moment a step back or a breakpoint means is the
// engine's. What the program asked of the world is answered from the recording, so that nothing is done twice.

import type { OutputStream, Place, ThrownInfo } from '@sonde/engine';
import type { RemoteTouch } from './remote-machine.js';

/** A moment, and the address at which the machine can be stopped then. */
export interface RemoteInstant {
  readonly step: number;
  readonly site: number;
}

/** What to look for on the way that the program has gone. */
export interface PastQuery {
  /** Up to here, which is no part of it unless it is wanted. */
  readonly until: RemoteInstant;
  readonly inclusive?: boolean;
  readonly from?: number;
  readonly by: 'statement' | 'instruction';
  /** Only these. */
  readonly addresses?: readonly number[];
  /** Only activations that are there now: the top one and those that called it, or these alone. `until` is here then. */
  readonly within?: 'frames' | 'callers';
  /** Only where something that is watched was changed by the statement before. */
  readonly touched?: boolean;
  /**
   * Only where the machine halts by itself, behind a call of its host: something was thrown that the program went on from, or a
   * data breakpoint was hit that is compared at no statement.
   */
  readonly told?: boolean;
  /** Watched alone, instead of the data breakpoints. */
  readonly place?: Place;
  /** Which of them, when there are more than `most`. The first ones end the look: what comes after them is not counted. */
  readonly keep: 'first' | 'last';
  readonly most: number;
  /** How deep the stack was is asked for. */
  readonly depths?: boolean;
}

/** The program was about to run the instruction at `site`. */
export interface RemoteVisit extends RemoteInstant {
  /** No two activations of the run share it. */
  readonly activation: number;
  readonly depth?: number;
  readonly touched?: readonly RemoteTouch[];
  /** The statement that made the change. */
  readonly writer?: number;
  /** It stands behind what threw it. */
  readonly thrown?: ThrownInfo;
}

export interface Past {
  /** In the order in which they were. */
  readonly visits: readonly RemoteVisit[];
  /** How many there were in all, and at each address. */
  readonly total: number;
  readonly counts: ReadonlyMap<number, number>;
}

/** Something that the program wrote. */
export interface RemotePrint {
  /** Behind what wrote it. */
  readonly step: number;
  /** The address of what wrote it. */
  readonly writer: number;
  readonly stream: OutputStream;
  /** The beginning of it. */
  readonly text: string;
}

export interface RemoteTime {
  /** What a step counts, for people. */
  readonly unit: string;
  /** Of the last halt; undefined before the first one. */
  readonly here: RemoteInstant | undefined;
  /** The newest moment on record; undefined before the first halt. */
  readonly newest: RemoteInstant | undefined;
  /** Grows when the program was changed in the past: what came after it is forgotten. */
  readonly branch: number;
  look(query: PastQuery): Promise<Past>;
  /** Stands there when it answers; no outcome follows. Throws a Failure where it cannot, and stands as it stood. */
  travel(to: RemoteInstant): Promise<void>;
  printed(): Promise<readonly RemotePrint[]>;
  /** How many steps were run again so far. */
  replayed(): Promise<number>;
}

// Messages of the debug interface that the driver uses; docs/formats/nova-debug.md describes them.

export interface AttachAnswer {
  readonly sessionId: string;
  readonly transaction: string;
  readonly status: 'stopped' | 'running' | 'paused' | 'terminated';
  readonly reason?: string;
}

export interface StackAnswer {
  readonly total: number;
  readonly frames: readonly {
    readonly frameId: number;
    readonly functionIndex: number;
    readonly offset: number;
  }[];
}

interface RawNumber {
  readonly index: number;
  readonly name?: string;
  readonly type: string;
  readonly value: string | null;
}

export interface FrameState {
  readonly functionIndex: number;
  readonly offset: number;
  readonly locals: readonly RawNumber[];
  readonly globals: readonly RawNumber[];
}

/** A write to a key that is watched. */
export interface StoredWrite {
  readonly id: string;
  readonly key: string;
  readonly before: string | null;
  readonly after: string;
}

export interface StoppedParams {
  readonly sessionId: string;
  readonly reason: string;
  readonly offset: number;
  /** Of a node with protocol 3. */
  readonly site?: number;
  readonly depth: number;
  readonly passed?: PassedHits;
  readonly gasUsed: string;
  readonly gasLeft: string;
  readonly text?: string;
  readonly data?: readonly { readonly id: string; readonly before: string; readonly after: string }[];
  readonly storage?: StoredWrite;
  readonly returned?: { readonly functionIndex: number; readonly bits: string };
}

/** Log points that were passed; numbers are those that the driver gave. */
export interface LoggedParams {
  readonly sessionId: string;
  readonly number: number;
  readonly entries: readonly {
    readonly log: number;
    readonly pieces: readonly (string | { readonly address: number; readonly bytes: string })[];
  }[];
}

/** Hits that were passed, by counter. */
export type PassedHits = Readonly<Record<string, number>>;

export interface TerminatedParams {
  readonly sessionId: string;
  readonly passed?: PassedHits;
  readonly outcome?: { readonly status: string; readonly message?: string };
  readonly gasUsed?: string;
  readonly output?: unknown;
  readonly refused?: string;
  readonly differences?: readonly unknown[];
}

export interface CodeAnswer {
  readonly transaction: string;
  readonly contract: string;
  readonly function: string | null;
  readonly code: string;
  readonly meta: string | null;
  readonly context: {
    readonly sender: string;
    readonly origin: string;
    readonly value: string;
    readonly block: string;
    readonly timestamp: string;
    readonly gasLimit: string;
  };
}

export interface EvaluateAnswer {
  readonly outcome: { readonly status: string; readonly message?: string };
  readonly gasUsed: string;
  readonly output: unknown;
  readonly changes: readonly { readonly key: string; readonly after: string | null }[];
}

export interface GasProfileAnswer {
  readonly before: string;
  readonly statements: readonly { readonly offset: number; readonly count: number; readonly gas: string }[];
  readonly burned: string;
  /** Of a transaction that stands. */
  readonly frames?: readonly {
    readonly frameId: number;
    readonly gas: string | null;
    readonly own: string | null;
  }[];
  readonly edited?: boolean;
}

// Counts what values take, roughly, and which of them are new. Shared by all machines of a thread: the counts only ever
// make one look more often than it must.

export const heap = {
  /** Bytes taken since the latest measurement, and what that found. */
  used: 0,
  /** Counts evaluations: what is born in one may be changed by it, older things may not. */
  epoch: 0,
  /** Whether values that come into being may have to be told of their end. */
  arming: false,
  /** Counts composites. */
  lineages: 0,
  /** Counts measurements. */
  marks: 0,
};

/** What things take, in bytes. */
export const sizes = { composite: 104, parts: 96, item: 12, numeral: 72, reference: 176 };

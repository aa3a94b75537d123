// The data model of a machine: how wide the types are that C leaves open.

export interface DataModel {
  /** Of addresses, `size_t` and `ptrdiff_t`. */
  readonly pointerBits: 32 | 64;
  readonly longBits: 32 | 64;
  /** Whether plain `char` has a sign. */
  readonly charSigned: boolean;
}

/** Unix on 64-bit processors. */
export const lp64: DataModel = { pointerBits: 64, longBits: 64, charSigned: true };
/** 32-bit processors. */
export const ilp32: DataModel = { pointerBits: 32, longBits: 32, charSigned: true };

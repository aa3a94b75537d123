// What a call is told about the world: all that a contract can ask for besides its storage.

/** Can be cloned to another thread. */
export interface CallContext {
  /** 20 bytes each. */
  readonly sender: Uint8Array;
  readonly origin: Uint8Array;
  readonly self: Uint8Array;
  /** What comes along, up to 128 bits. Zero where the function is not payable. */
  readonly value: bigint;
  readonly block: bigint;
  /** Seconds since 1970. */
  readonly timestamp: bigint;
  /** Conflict domains by their hash (digits), where they are enforced. */
  readonly domains?: DeclaredDomains;
  /** What get_gas_left counts down from, where that is not what the call may use. */
  readonly gasLeft?: bigint;
}

export interface DeclaredDomains {
  /** All that the contract has: another hash is an INVALID_ARGUMENT. */
  readonly known: ReadonlySet<string>;
  readonly reads: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
}

// What a launch does on the chain: contracts that are deployed and transactions, in their order.

export interface BuiltContractFile {
  readonly name: string;
  readonly wasm: Uint8Array;
  /** The text of its `.meta`. */
  readonly meta: string;
  /** What paths of its sources count from. */
  readonly folder: string;
}

interface Sent {
  /** An address, or the name of an account. */
  readonly from: string;
  readonly arguments: unknown;
  readonly value: string;
  readonly gasLimit: string | undefined;
  /** How it has to end for the launch to succeed: as the outcome of a transaction says it. */
  readonly expected: string;
}

export type PlannedStep =
  | (Sent & { readonly kind: 'deploy'; readonly contract: number; readonly as: string })
  | (Sent & { readonly kind: 'call'; readonly to: string; readonly function: string })
  | { readonly kind: 'advance'; readonly blocks: number; readonly seconds: number }
  | { readonly kind: 'fund'; readonly account: string; readonly balance: string };

/** Of a target: all that its engine needs. */
export interface LaunchPlan {
  readonly contracts: readonly BuiltContractFile[];
  readonly steps: readonly PlannedStep[];
  readonly accounts: readonly {
    readonly name: string;
    readonly address: string;
    readonly balance: string;
  }[];
  /** Accounts that get what they lack of these balances. */
  readonly needed: readonly { readonly address: string; readonly balance: string }[];
  readonly block: { readonly number?: number; readonly timestamp?: number; readonly interval?: number };
  readonly strictDomains: boolean;
  /** Where the chain is kept; in memory only when absent. */
  readonly store: string | undefined;
}

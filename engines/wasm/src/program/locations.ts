// Where variables are: in locals and globals of WebAssembly, in memory at an address that those hold, or nowhere.

/** A number that is found without looking into memory. */
export type BaseLocation =
  | { readonly kind: 'local'; readonly index: number }
  | { readonly kind: 'global'; readonly index: number };

/** Where an address is found: without looking into memory, or in memory itself. */
export type AddressLocation =
  | BaseLocation
  /** 32 bits of memory, `offset` bytes behind what `base` holds; at a fixed address without one. */
  | { readonly kind: 'pointer'; readonly base?: AddressLocation; readonly offset: number };

export type VariableLocation =
  | BaseLocation
  /** In memory, `offset` bytes behind what `base` holds; at a fixed address without one. */
  | { readonly kind: 'memory'; readonly base?: AddressLocation; readonly offset: number }
  /** Nowhere, so that it cannot be written: its value is what `base` holds and `offset` together. */
  | { readonly kind: 'value'; readonly base?: AddressLocation; readonly offset: bigint }
  /** Nowhere: these are its bytes. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'unavailable'; readonly why: string };

/** By the slots and indices of the symbols. One that is not listed is the local or global of that number. */
export interface VariableLocations {
  readonly slots?: readonly VariableLocation[];
  readonly globals?: readonly VariableLocation[];
}

export const slotLocation = (locations: VariableLocations, slot: number): VariableLocation =>
  locations.slots?.[slot] ?? { kind: 'local', index: slot };

export const globalLocation = (locations: VariableLocations, index: number): VariableLocation =>
  locations.globals?.[index] ?? { kind: 'global', index };

// Where variables are: in locals and globals of WebAssembly, or in memory at an address that those hold.

/** A number that is found without looking into memory. */
export type BaseLocation =
  | { readonly kind: 'local'; readonly index: number }
  | { readonly kind: 'global'; readonly index: number };

export type VariableLocation =
  | BaseLocation
  /** In memory, `offset` bytes behind what `base` holds; at a fixed address without one. */
  | { readonly kind: 'memory'; readonly base?: BaseLocation; readonly offset: number };

/** By the slots and indices of the symbols. One that is not listed is the local or global of that number. */
export interface VariableLocations {
  readonly slots?: readonly VariableLocation[];
  readonly globals?: readonly VariableLocation[];
}

export const slotLocation = (locations: VariableLocations, slot: number): VariableLocation =>
  locations.slots?.[slot] ?? { kind: 'local', index: slot };

export const globalLocation = (locations: VariableLocations, index: number): VariableLocation =>
  locations.globals?.[index] ?? { kind: 'global', index };

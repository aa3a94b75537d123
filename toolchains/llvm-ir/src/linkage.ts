// Who sees a symbol: the words before a global variable or a function that say so.

import { misuse } from './misuse.js';

export type FunctionLinkage =
  | 'external'
  | 'private'
  | 'internal'
  | 'weak'
  | 'weak_odr'
  | 'linkonce'
  | 'linkonce_odr';

/** Constructors and the like are lists that a linker appends to each other. */
export type GlobalLinkage = FunctionLinkage | 'common' | 'appending';

export interface SymbolOptions<Linkage> {
  readonly linkage?: Linkage;
  readonly visibility?: 'default' | 'hidden' | 'protected';
  /** Never replaced by a symbol of another library. */
  readonly dsoLocal?: boolean;
}

/** `external` is written only where something is defined elsewhere, and only for variables. */
export function symbolWords(
  symbol: string,
  { linkage = 'external', visibility = 'default', dsoLocal }: SymbolOptions<GlobalLinkage>,
): string[] {
  const isLocal = linkage === 'private' || linkage === 'internal';
  if (isLocal && visibility !== 'default') misuse(`${symbol} cannot be ${linkage} and ${visibility}`);
  return [
    ...(linkage === 'external' ? [] : [linkage]),
    ...(dsoLocal === true ? ['dso_local'] : []),
    ...(visibility === 'default' ? [] : [visibility]),
  ];
}

/** LLVM takes powers of two only. */
export function requireAlignment(align: number, what: string): number {
  if (!Number.isInteger(Math.log2(align)) || align < 1 || align > 2 ** 32)
    misuse(`${what} cannot be aligned to ${align}`);
  return align;
}

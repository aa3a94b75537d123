// What functions are called in the program that the linker makes.

import type { TypedFunction } from '../checker/typed-program.js';

/**
 * C's functions have their own names; those of the program get one that no library and no runtime has. Debug information has
 * no word for async functions: their names are what a debugger without the source knows them by.
 */
export const symbolOf = (target: Pick<TypedFunction, 'name' | 'id' | 'extern' | 'async'>): string => {
  if (target.extern) return target.name;
  if (target.id === '__aria_module_init') return target.id;
  return target.async ? `aria.async.${target.id}` : `aria.${target.id}`;
};

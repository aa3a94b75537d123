// What functions are called in the program that the linker makes.

import type { TypedFunction } from '../checker/typed-program.js';

/** C's functions have their own names; those of the program get one that no library and no runtime has. */
export const symbolOf = (target: Pick<TypedFunction, 'name' | 'id' | 'extern'>): string => {
  if (target.extern) return target.name;
  return target.id === '__aria_module_init' ? target.id : `aria.${target.id}`;
};

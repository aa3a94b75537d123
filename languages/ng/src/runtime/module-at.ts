// Which module an address lies in.

import type { ProgramImage } from './image.js';

/** The index of the module; the program's own for addresses that are in none. */
export function moduleAt(image: ProgramImage, address: number): number {
  const index = image.modules.findIndex(({ base, module }) => {
    const size = module.functions.reduce((sum, { code }) => sum + code.length, 0);
    return address >= base && address < base + size;
  });
  return Math.max(0, index);
}

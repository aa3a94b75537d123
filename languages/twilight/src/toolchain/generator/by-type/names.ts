// Names of the functions that a module has for a type.

import type { Type } from '../../checker/types.js';

export const nameFor = (what: string, { name }: Type): string => `__${what}<${name}>`;

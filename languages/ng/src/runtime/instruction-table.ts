// The instructions outside the loop, by opcode.

import { codeOf } from '../toolchain/format/opcodes.js';
import { calls } from './instructions/calls.js';
import { composites } from './instructions/composites.js';
import { constants } from './instructions/constants.js';
import { folds } from './instructions/folds.js';
import type { Handler } from './instructions/handler.js';
import { operators } from './instructions/operators.js';
import { references } from './instructions/references.js';
import { world } from './instructions/world.js';

export const instructionTable: readonly (Handler | undefined)[] = (() => {
  const table = new Array<Handler | undefined>(256).fill(undefined);
  const all = { ...constants, ...references, ...operators, ...composites, ...calls, ...folds, ...world };
  for (const [name, handler] of Object.entries(all)) table[codeOf(name)] = handler;
  return table;
})();

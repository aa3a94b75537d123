// What a function costs at least to look at: the sum of its instructions, whatever its control flow does.

import { instructionsOf, type WasmModule } from '@sonde/wasm';
import { hostFunctions } from '../host/host-functions.js';
import { costOfInstruction } from '../host/instruction-costs.js';

/** By index among all functions of the module. */
export function staticGas(module: WasmModule): ReadonlyMap<number, number> {
  const bases = new Map(
    Object.values(hostFunctions).map(({ module: group, name, cost }) => [`${group}.${name}`, cost.base]),
  );
  const imported = module.imports.filter(({ thing }) => thing.kind === 'function');
  return new Map(
    module.functions.map(body => {
      let sum = 0;
      for (const { name, immediate } of instructionsOf(module, body)) {
        sum += costOfInstruction(name);
        const callee = name === 'call' && immediate.kind === 'index' ? imported[immediate.index] : undefined;
        if (callee !== undefined) sum += bases.get(`${callee.module}.${callee.name}`) ?? 0;
      }
      return [body.index, sum];
    }),
  );
}

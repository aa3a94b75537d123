// Answers of host functions: a negative one ends the transaction, with the function's name and the error's.

import type { Code, FunctionReference } from '@sonde/wasm';
import { hostErrors, hostFunctions, type HostFunctionName } from '../../host/host-functions.js';
import type { ModuleContext } from '../module-context.js';
import { panic } from './heap.js';
import { helper } from './limbs.js';

/** With an answer on the stack: panics if it is negative; else it is gone. */
export function checkAnswer(module: ModuleContext, code: Code, name: HostFunctionName): void {
  code.call(failed(module, name));
}

/** (answer): panics if it is negative. */
const failed = (module: ModuleContext, name: HostFunctionName): FunctionReference => {
  const { module: group, name: called } = hostFunctions[name];
  return helper(module, `__check_${called}`, ['answer'], [], (made, answer) => {
    const { code } = made;
    code
      .get(answer)
      .i32(0)
      .op('i32.ge_s')
      .if(undefined, () => void code.op('return'));
    for (const [error, number] of Object.entries(hostErrors)) {
      code.get(answer).i32(number).op('i32.eq');
      code.if(undefined, () => panic(module, code, `${group}.${called} failed: ${error} (${number})`));
    }
    panic(module, code, `${group}.${called} failed with an unknown error`);
  });
};

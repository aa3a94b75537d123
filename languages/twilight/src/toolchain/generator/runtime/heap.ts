// The heap: it only grows, for the time of one call.

import type { Code, FunctionReference } from '@sonde/wasm';
import { moduleExports } from '../../host/host-functions.js';
import type { ModuleContext } from '../module-context.js';
import { helper } from './limbs.js';

const heapText = 'out of memory: the heap of the contract is full';

/** (size) → the address of new bytes, which begin at a multiple of eight. Their contents are undefined. */
export const allocate = (module: ModuleContext): FunctionReference =>
  helper(module, moduleExports.allocate, ['size'], ['i32'], (made, size) => {
    const { code } = made;
    const at = made.local('i32', 'at');
    code.globalGet(module.heapPointer).i32(7).op('i32.add').i32(-8).op('i32.and').tee(at);
    code.get(size).call(reserve(module));
    code.get(at, size).op('i32.add').globalSet(module.heapPointer);
    code.get(at);
  });

/** (from, count): panics where the heap does not have so many bytes from there on. */
export const reserve = (module: ModuleContext): FunctionReference =>
  helper(module, '__reserve', ['from', 'count'], [], (made, from, count) => {
    const { code } = made;
    code
      .get(count)
      .i32Late(() => module.map.end)
      .get(from)
      .op('i32.sub', 'i32.gt_u');
    code.if(undefined, () => panic(module, code, heapText));
  });

/** The code of a helper that ends the transaction. */
export function panic(module: ModuleContext, code: Code, text: string): void {
  code.i32(module.data.string(text)).globalSet(module.panicText).op('unreachable');
}

// Fences: what a function compares with what was used, at each block and probe. One comparison serves the limit and its probes.

import type { FunctionType } from '@sonde/wasm';
import { Emitter } from './emitter.js';
import type { AddedFunction } from './handlers.js';
import type { EngineGlobals } from './layout.js';
import { armedFence, exportNames } from './sites.js';

const setterType: FunctionType = { params: ['i64'], results: [] };

/** Sets the limit, and the fences of all functions that have no probe armed. In WebAssembly, because there may be thousands. */
export function setLimitFunction(
  context: {
    readonly globals: EngineGlobals;
    readonly fenceOf: (index: number) => number | undefined;
    readonly typeIndex: (type: FunctionType) => number;
  },
  functions: readonly number[],
): AddedFunction {
  const out = new Emitter();
  out.get(0).globalSet(context.globals.limit);
  for (const index of functions) {
    const fence = context.fenceOf(index)!;
    out.i64(armedFence).get(0).globalGet(fence).i64(armedFence).op('i64.eq', 'select').globalSet(fence);
  }
  return { type: context.typeIndex(setterType), bytes: out.body(), name: exportNames.setLimit };
}

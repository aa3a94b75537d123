// Functions that the engine adds to a module: handlers of probes that decide without JavaScript.

import { Emitter } from './emitter.js';
import type { EngineGlobals, EngineImports } from './layout.js';
import { handlerNames, type CrossingType } from './sites.js';

export interface AddedFunction {
  readonly type: number;
  readonly bytes: Uint8Array;
  readonly name: string;
}

export interface HandlerParts {
  readonly signatures: readonly (readonly CrossingType[])[];
  readonly probes: number;
  readonly globals: EngineGlobals;
  readonly imports: EngineImports;
  readonly handlerTable: number;
  readonly stopTypeOf: (signature: number) => number;
}

/**
 * Per signature: a filter, which stops in one activation only and asks the next handler in all others, one that goes on, and
 * one that asks the breakpoint. The table has three rows of as many handlers as there are probes: the one that a probe
 * calls, the one that the filter asks, and that of the breakpoint behind a watch.
 */
export function handlerFunctions(parts: HandlerParts): readonly AddedFunction[] {
  const { signatures, probes, globals, imports, handlerTable, stopTypeOf } = parts;
  return signatures.flatMap((signature, nth) => {
    const type = stopTypeOf(nth);
    const pass = new Emitter();
    signature.forEach((_, local) => pass.get(local + 2));
    const all = (to: Emitter): Emitter => {
      for (let param = 0; param < signature.length + 2; param++) to.get(param);
      return to;
    };
    const next = (to: Emitter, row: number): Emitter =>
      all(to)
        .get(0)
        .i32(row * probes)
        .op('i32.add')
        .callIndirect(type, handlerTable);
    const filter = new Emitter();
    filter.get(1).globalGet(globals.wantedEntry).op('i64.eq');
    filter.ifThen(() =>
      all(filter)
        .call(imports.stop + nth)
        .op('return'),
    );
    next(filter, 1);
    const relay = next(new Emitter(), 2);
    return [
      { type, bytes: relay.body(), name: handlerNames.relay(nth) },
      { type, bytes: filter.body(), name: handlerNames.filter(nth) },
      { type, bytes: pass.body(), name: handlerNames.pass(nth) },
    ];
  });
}

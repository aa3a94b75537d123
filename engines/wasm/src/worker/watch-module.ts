// Compiles the comparison of what is watched into a module: handlers for probes that tell only of a change.

import {
  ModuleBuilder,
  webAssembly,
  type Code,
  type Label,
  type LoadOperation,
  type WebAssemblyModule,
} from '@sonde/wasm';
import { conditionModuleName, conditionNames } from '../condition/condition-names.js';
import { stopType } from '../instrument/layout.js';
import type { CrossingType } from '../instrument/sites.js';

/** So many bytes in memory. */
export interface MemoryCell {
  readonly address: number;
  readonly size: 1 | 2 | 4 | 8;
  /** Number of the global that holds what was there last. */
  readonly last: number;
}

/** A value that a local of one activation crosses as. */
export interface LocalCell {
  readonly function: number;
  readonly entry: bigint;
  /** Among the values that cross. */
  readonly crossing: number;
  readonly last: number;
}

export interface WatchedCells {
  readonly memory: readonly MemoryCell[];
  readonly locals: readonly LocalCell[];
}

/** A handler for the probes of some functions: which cells it compares. */
export interface WatchingFunction {
  readonly signature: number;
  readonly types: readonly CrossingType[];
  readonly locals: readonly LocalCell[];
}

export const watchNames = {
  last: (number: number): string => `last${number}`,
  touched: (signature: number): string => `touched${signature}`,
  relay: (signature: number): string => `relay${signature}`,
  handler: (nth: number): string => `watch${nth}`,
} as const;

const loads: Readonly<Record<MemoryCell['size'], LoadOperation>> = {
  1: 'i64.load8_u',
  2: 'i64.load16_u',
  4: 'i64.load32_u',
  8: 'i64.load',
};

/** Handlers by their number. Each asks the breakpoint of its probe in any case. */
export function watchModule(
  memory: readonly MemoryCell[],
  functions: readonly WatchingFunction[],
): WebAssemblyModule {
  const module = new ModuleBuilder(conditionModuleName);
  if (memory.length > 0) module.importMemory(conditionNames.module, conditionNames.memory, { min: 0 });
  const lasts = new Map<number, ReturnType<ModuleBuilder['importGlobal']>>();
  const last = (number: number) => {
    const known =
      lasts.get(number) ??
      module.importGlobal(conditionNames.module, watchNames.last(number), { type: 'i64', mutable: true });
    lasts.set(number, known);
    return known;
  };
  functions.forEach(({ signature, types, locals }, nth) => {
    const type = stopType(types);
    const touched = module.importFunction(conditionNames.module, watchNames.touched(signature), type);
    const relay = module.importFunction(conditionNames.module, watchNames.relay(signature), type);
    const handler = module.function(`watch${nth}`, type);
    const { code } = handler;
    const all = (): Code => {
      for (let param = 0; param < type.params.length; param++) code.get(param);
      return code;
    };
    code.block(undefined, same => {
      code.block(undefined, (changed: Label) => {
        for (const cell of memory) {
          code.i32(cell.address).load(loads[cell.size], { align: 0 });
          code.globalGet(last(cell.last)).op('i64.ne').brIf(changed);
        }
        for (const cell of locals) {
          code.get(2 + cell.crossing);
          if (types[cell.crossing] === 'i32') code.op('i64.extend_i32_u');
          code.globalGet(last(cell.last)).op('i64.ne');
          code.get(1).i64(cell.entry).op('i64.eq', 'i32.and').brIf(changed);
        }
        code.br(same);
      });
      all().call(touched);
      for (let param = type.params.length - 1; param >= 2; param--) code.set(param);
    });
    all().call(relay);
    module.export(watchNames.handler(nth), handler);
  });
  return new webAssembly.Module(module.build().bytes);
}

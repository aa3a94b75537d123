// Homes of locals in globals: a function that would hand its locals out at too many sites keeps them where all can reach them.
//
// A site can only hand out locals in the function itself, so that its code grows with sites times locals. Globals are handed out by
// one function for all sites. The function saves them when it is entered and restores them when it returns, so that its callers,
// which may be the function itself, find theirs as they were.

import type { FunctionType, ValueType } from '@sonde/wasm';
import { Emitter } from './emitter.js';
import type { AddedFunction, HandlerParts } from './handlers.js';
import { handlerNames, type CrossingType } from './sites.js';

/** Code of so many sites that hand these locals out and take them back. */
export const bytesOfSpills = (sites: number, locals: readonly ValueType[]): number =>
  sites * locals.reduce((sum, type, local) => sum + spillBytes(type, local), 0);

function spillBytes(type: ValueType, local: number): number {
  const access = local < 128 ? 2 : 3;
  if (type === 'v128') return 4 * access + 20;
  return 2 * access + (type === 'f32' || type === 'f64' ? 2 : 0);
}

export interface Homes {
  /** The global of the first value that crosses; the others follow. */
  readonly first: number;
  /** Functions that hand all of them out and take them back: to the import that stops, and to the handler of a probe. */
  readonly stop: number;
  readonly probe: number;
}

/** Of the functions that hand out homes. */
const spillType: FunctionType = { params: ['i32', 'i64'], results: [] };

/** Functions with the same list of locals share their homes. */
export class HomePlan {
  readonly #known = new Map<number, Homes>();
  /** Types of the globals that are needed, in order. */
  readonly globals: CrossingType[] = [];

  constructor(
    private readonly signatures: readonly (readonly CrossingType[])[],
    private readonly firstGlobal: number,
    private readonly firstFunction: number,
  ) {}

  of(signature: number): Homes {
    const known = this.#known.get(signature);
    if (known !== undefined) return known;
    const stop = this.firstFunction + 2 * this.#known.size;
    const made: Homes = { first: this.firstGlobal + this.globals.length, stop, probe: stop + 1 };
    this.globals.push(...this.signatures[signature]!);
    this.#known.set(signature, made);
    return made;
  }

  /** In the order of their indices. */
  functions(parts: HandlerParts, typeIndex: (type: FunctionType) => number): readonly AddedFunction[] {
    return [...this.#known].flatMap(([signature, { first }]) => {
      const type = typeIndex(spillType);
      const { length } = this.signatures[signature]!;
      const around = (call: (out: Emitter) => void): Uint8Array => {
        const out = new Emitter();
        out.get(0).get(1);
        for (let nth = 0; nth < length; nth++) out.globalGet(first + nth);
        call(out);
        for (let nth = length - 1; nth >= 0; nth--) out.globalSet(first + nth);
        return out.body();
      };
      const stop = around(out => out.call(parts.imports.stop + signature));
      const probe = around(out => out.get(0).callIndirect(parts.stopTypeOf(signature), parts.handlerTable));
      return [
        { type, bytes: stop, name: handlerNames.spillToStop(signature) },
        { type, bytes: probe, name: handlerNames.spillToProbe(signature) },
      ];
    });
  }
}

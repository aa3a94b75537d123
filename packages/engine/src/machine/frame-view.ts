// Frames and visible variables as the contract wants them, from code addresses and symbols.

import type { Frame } from '../frame.js';
import { codeAddress, type FunctionSymbol, type LocalSymbol, type SymbolIndex } from '../symbols.js';
import { frameIdOf } from './frame-ids.js';

/** An activation of a task; `index` counts from the top. */
export interface FoundFrame {
  readonly task: number;
  readonly serial: number;
  readonly index: number;
  readonly pc: number;
  readonly guessed?: boolean;
}

/** In a frame that waits for a call, `pc` is where it goes on; the call itself ends right before. */
export const lookupAddress = ({ index, pc }: Pick<FoundFrame, 'index' | 'pc'>): number =>
  index === 0 ? pc : pc - 1;

export function frameOf(symbols: SymbolIndex, found: FoundFrame, restartable: boolean): Frame {
  const at = lookupAddress(found);
  const inside = symbols.functionAt(at);
  const location = symbols.locationAt(at);
  return {
    id: frameIdOf(found.task, found.serial),
    function: inside?.name ?? `at ${at}`,
    address: codeAddress(found.pc),
    confidence: found.guessed === true ? 'guessed' : 'exact',
    canRestart: restartable && inside?.artificial !== true,
    ...(location === undefined ? {} : { location }),
    ...(inside === undefined ? {} : { module: inside.module }),
    ...(inside?.artificial === true ? { artificial: true } : {}),
  };
}

/** The live variables of a function; of two of one name the later declared is the one that the program means. */
export function visibleLocals(inside: FunctionSymbol | undefined, at: number): readonly LocalSymbol[] {
  const live = (inside?.locals ?? []).filter(l => at >= l.from && at < l.to);
  return live.filter((l, nth) => !live.slice(nth + 1).some(later => later.name === l.name));
}

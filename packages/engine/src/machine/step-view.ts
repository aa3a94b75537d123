// What the step planner has to know of where a task stands, from its top frame and the symbols.

import type { StepRequest, StepView } from '../step-planner.js';
import type { SymbolIndex } from '../symbols.js';
import { frameIdOf } from './frame-ids.js';

export interface TopFrame {
  readonly serial: number;
  readonly pc: number;
}

export function stepViewOf(
  symbols: SymbolIndex,
  task: number,
  top: TopFrame | undefined,
  depth: number,
): StepView {
  const address = top?.pc ?? 0;
  const line = symbols.lineAt(address);
  const inside = symbols.functionAt(address);
  return {
    frame: frameIdOf(task, top?.serial ?? 0),
    depth,
    address,
    ...(line === undefined
      ? {}
      : {
          position: {
            source: line.source,
            line: line.line,
            statementStart: symbols.isStatementStart(address),
          },
        }),
    ...(inside === undefined ? {} : { function: inside.name }),
    ...(inside?.artificial === true ? { artificial: true } : {}),
    ...(inside?.body !== undefined && address < inside.body ? { isPrologue: true } : {}),
  };
}

/** In a frame that waits for a call, what counts is the call, which ends right before. */
export const isArtificial = (symbols: SymbolIndex, pc: number): boolean =>
  symbols.functionAt(pc - 1)?.artificial === true;

/** The first view of a step: who called the frame matters only there. */
export function startOfStep(view: StepView, symbols: SymbolIndex, callerPc: number | undefined): StepView {
  const under = callerPc !== undefined && isArtificial(symbols, callerPc);
  return under ? { ...view, underArtificial: true } : view;
}

/** Where no line will ever come in a function, a step by lines would lose it: it goes by instructions there. */
export function sensibleRequest(symbols: SymbolIndex, start: StepView, request: StepRequest): StepRequest {
  const { address, position, artificial } = start;
  if (request.how === 'out' || position !== undefined || artificial === true) return request;
  const inside = symbols.functionAt(address);
  const hasLines = inside !== undefined && symbols.lineAt(inside.end - 1) !== undefined;
  return hasLines ? request : { ...request, granularity: 'instruction' };
}

// Where an execution trapped, as a point that it can be run again to.

import { instructionsOf, type Instruction, type WasmModule } from '@sonde/wasm';
import type { CostOf } from '../instrument/blocks.js';
import { isStackOverflow } from './call-stack.js';
import type { Execution } from './execution.js';
import type { RunPoint } from './recording.js';

/** Undefined where the execution has not written its position back: only variants for stepping do so before each trap. */
export function trapPoint(
  module: WasmModule,
  costOf: CostOf,
  execution: Execution,
  error: Error,
): RunPoint | undefined {
  const [top, caller] = execution.stack(error);
  if (top === undefined) return undefined;
  // The callee could not be entered: its caller stands at the call.
  const { function: index, offset } = isStackOverflow(error) ? (caller ?? top) : top;
  const instruction = instructionAt(module, index, offset);
  if (instruction === undefined) return undefined;
  if (instruction.name === 'call' || instruction.name === 'call_indirect')
    return { position: execution.used - BigInt(costOf(instruction)), offset };
  const site = execution.variant.sites.find(
    each => each.offset === offset && (each.kind === 'instruction' || each.kind === 'trap'),
  );
  return site === undefined ? undefined : { position: execution.used + BigInt(site.correction), offset };
}

export function instructionAt(module: WasmModule, index: number, offset: number): Instruction | undefined {
  const body = module.functions.find(each => each.index === index);
  return body === undefined ? undefined : instructionsOf(module, body).find(each => each.offset === offset);
}

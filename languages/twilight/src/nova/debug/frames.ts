// Frames of a stop by their ids, which stay with the activation.

import type { FrameData, WasmRun } from '@sonde/engine-wasm';
import { nodeLimits } from './debug-node.js';
import { RpcError } from './json-rpc.js';

export interface StandingFrame extends FrameData {
  /** From the top. */
  readonly index: number;
}

export async function frameOf(run: WasmRun, id: number): Promise<StandingFrame> {
  const { frames } = await run.ask('frames', { start: 0, count: nodeLimits.frames });
  const index = frames.findIndex(({ serial }) => serial === id);
  if (index < 0) throw new RpcError('notFound', `there is no frame ${id} at this stop.`);
  return { ...frames[index]!, index };
}

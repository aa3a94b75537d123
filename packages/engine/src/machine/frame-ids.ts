// Frame ids of machines: which activation of which task.

import { Failure } from '../failure.js';
import { frameId, type FrameId } from '../ids.js';

export const frameIdOf = (task: number, serial: number): FrameId => frameId(`${task}.${serial}`);

export function parseFrameId(id: FrameId): { readonly task: number; readonly serial: number } {
  const match = /^(\d+)\.(\d+)$/.exec(id);
  if (match === null) throw new Failure('bad-arguments', 'user', `there is no frame ${id}.`);
  return { task: Number(match[1]), serial: Number(match[2]) };
}

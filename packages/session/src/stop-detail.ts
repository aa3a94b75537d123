// The detail of a stop: what a watched value was and is, as the lens of the language shows it, or what a runtime says.

import type { RawValue, Stop, StopReader, StopReason } from '@sonde/engine';
import type { Lens } from '@sonde/lens';
import type { ProgramRun } from './program-run.js';

type DataReason = Extract<StopReason, { kind: 'data' }>;

/** The reason that a client is told. */
export const mainReason = (stop: Stop): StopReason | undefined =>
  (stop.threads.find(t => t.thread === stop.focus) ?? stop.threads[0])?.reasons[0];

/** Undefined where there is nothing to wait for, '' where nothing was found. Never rejects. */
export function detailOf(
  stop: Stop,
  { lens, runtimes }: Pick<ProgramRun, 'lens' | 'runtimes'>,
  reader: StopReader,
): Promise<string> | undefined {
  const access = toldAccess(stop);
  // A value that cannot be shown is no reason to keep the stop from anyone.
  if (access !== undefined) return accessDetail(access, lens, reader).catch(() => '');
  if (mainReason(stop)?.kind === 'exception' && runtimes.any)
    return runtimes.explanation(reader).then(text => text ?? '');
  return undefined;
}

/** The access that the stop is about, if there are values to tell. */
function toldAccess(stop: Stop): DataReason | undefined {
  const reason = mainReason(stop);
  return reason?.kind === 'data' && reason.after !== undefined ? reason : undefined;
}

/** `3 → 4` after a write, the value alone after a read. */
async function accessDetail(reason: DataReason, lens: Lens, reader: StopReader): Promise<string> {
  const { before, after } = reason;
  // An object is read as it is now, so what it was before can no longer be told.
  const told = before === undefined || isObject(before) ? [after] : [before, after];
  const values = told.filter(value => value !== undefined);
  return (await Promise.all(values.map(value => lens.text(value, reader)))).join(' → ');
}

const isObject = ({ content }: RawValue): boolean => content.kind === 'object' || content.kind === 'deferred';

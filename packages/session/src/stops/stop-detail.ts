// The detail of a stop: what a watched value was and is, as the lens of the language shows it, or what a runtime says.

import type { RawValue, Stop, StopReader, StopReason } from '@sonde/engine';
import type { ProgramRun } from '../run/program-run.js';
import type { WatchedTypes } from '../breakpoints/watched-types.js';

type Shown = Pick<ProgramRun, 'lens' | 'runtimes' | 'frameLanguages' | 'engine'>;
type DataReason = Extract<StopReason, { kind: 'data' }>;

/** The reason that a client is told. */
export const mainReason = (stop: Stop): StopReason | undefined =>
  (stop.threads.find(t => t.thread === stop.focus) ?? stop.threads[0])?.reasons[0];

/** Undefined where there is nothing to wait for, '' where nothing was found. Never rejects. */
export function detailOf(
  stop: Stop,
  run: Shown,
  watched: WatchedTypes,
  reader: StopReader,
): Promise<string> | undefined {
  const access = toldAccess(stop);
  // A value that cannot be shown is no reason to keep the stop from anyone.
  if (access !== undefined) return accessDetail(access, run, watched, reader).catch(() => '');
  const { runtimes } = run;
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
async function accessDetail(
  reason: DataReason,
  { lens, frameLanguages, engine }: Shown,
  watched: WatchedTypes,
  reader: StopReader,
): Promise<string> {
  const { before, after, place } = reason;
  // An object is read as it is now, so what it was before can no longer be told.
  const told = before === undefined || isObject(before) ? [after] : [elsewhere(before), after];
  const texts = told
    .filter(value => value !== undefined)
    .map(async value => {
      const known = watched.of(place, value, engine.types);
      if (known !== undefined)
        return frameLanguages.lensIn(known.language).text({ ...value, type: known.type }, reader);
      // Bytes of a length that no number has say nothing to people.
      return engine.types.resolve(value.type).kind === 'opaque' ? '' : lens.text(value, reader);
    });
  const shown = await Promise.all(texts);
  return shown.every(text => text !== '') ? shown.join(' → ') : '';
}

/** What is at its place now is another value. Of a bit field, only its place tells which of the bytes' bits it is. */
const elsewhere = (value: RawValue): RawValue =>
  value.place?.kind === 'memory' && value.place.bits !== undefined
    ? value
    : { type: value.type, content: value.content };

const isObject = ({ content }: RawValue): boolean => content.kind === 'object' || content.kind === 'deferred';

// Durations and points in time of the standard library, in the units that people know them by.

import type { RawValue } from '@sonde/engine';
import { missingView, scalarOf, type Renderer, type RenderContext } from '@sonde/lens';
import { kindRenderer } from './kind-renderer.js';
import { duration, timePoint } from './layouts.js';
import { memberAt, numberAt, typeAt } from './members.js';

/** Seconds that one tick takes, as a fraction. */
interface Period {
  readonly seconds: bigint;
  readonly per: bigint;
}

const units: Readonly<Record<string, string>> = {
  '1/1000000000': 'ns',
  '1/1000000': 'µs',
  '1/1000': 'ms',
  '1/1': 's',
  '60/1': 'min',
  '3600/1': 'h',
  '86400/1': 'd',
};

const ratio = /std::ratio<(\d+)L?(?:, ?(\d+)L?)?>/;

function periodOf(typeName: string): Period | undefined {
  const found = ratio.exec(typeName);
  // Seconds need not be written down.
  if (found === null) return typeName.includes('std::ratio') ? undefined : { seconds: 1n, per: 1n };
  return { seconds: BigInt(found[1]!), per: BigInt(found[2] ?? 1) };
}

function durationText(ticks: string, typeName: string): string {
  const period = periodOf(typeName);
  if (period === undefined) return ticks;
  const unit = units[`${period.seconds}/${period.per}`];
  return unit === undefined ? `${ticks} × ${period.seconds}/${period.per} s` : `${ticks} ${unit}`;
}

/** Ticks may be counted in fractions. */
function ticksIn(whole: RawValue, path: readonly string[], context: RenderContext): string | undefined {
  const member = memberAt(whole, path, context);
  const found = member === undefined ? undefined : scalarOf(member, context.types, context.littleEndian);
  return found === undefined ? undefined : String(found);
}

const ofDuration = kindRenderer('std::chrono::duration', duration, (whole, parts, context) => {
  const ticks = ticksIn(whole, parts.ticks, context);
  return ticks === undefined ? missingView('not readable') : { text: durationText(ticks, context.type.name) };
});

const ofTimePoint = kindRenderer('std::chrono::time_point', timePoint, (whole, parts, context) => {
  const ticks = ticksIn(whole, parts.ticks, context);
  if (ticks === undefined) return missingView('not readable');
  // The name of the type leaves out what its clock counts in.
  const since = typeAt(context.type, context.types, parts.since)?.name ?? '';
  const date = /system_clock/.test(context.type.name)
    ? dateText(numberAt(whole, parts.ticks, context), periodOf(since))
    : undefined;
  return { text: date ?? `${durationText(ticks, since)} after the clock began` };
});

/** A moment in the world's time; undefined where no calendar has it. Exported for its test. */
export function dateText(ticks: bigint | undefined, period: Period | undefined): string | undefined {
  if (ticks === undefined || period === undefined) return undefined;
  const nanoseconds = (ticks * period.seconds * 1_000_000_000n) / period.per;
  const fraction = ((nanoseconds % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  const date = new Date(Number((nanoseconds - fraction) / 1_000_000n));
  if (Number.isNaN(date.getTime())) return undefined;
  const digits = fraction.toString().padStart(9, '0').replace(/0+$/, '');
  return `${date.toISOString().slice(0, 19)}${digits === '' ? '' : `.${digits}`}Z`;
}

export const timeRenderers: readonly Renderer[] = [ofDuration, ofTimePoint];

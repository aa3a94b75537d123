// Durations and points in time of the standard library, in the units that people know them by.

import type { RawValue } from '@sonde/engine';
import { loaded, missingView, scalarOf, withRaw, type Renderer, type RenderContext } from '@sonde/lens';
import { memberAt, namedWith, numberAt } from './members.js';

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

const duration: Renderer = {
  name: 'std::chrono::duration',
  matches: namedWith(/^std::chrono::duration</, ['__r']),
  *render(value, context) {
    const whole = yield* loaded(value, context);
    const ticks = ticksIn(whole, ['__r'], context);
    if (ticks === undefined) return missingView('not readable');
    return withRaw({ text: durationText(ticks, context.type.name) }, value, context);
  },
};

const timePoint: Renderer = {
  name: 'std::chrono::time_point',
  matches: namedWith(/^std::chrono::time_point</, ['__d', '__r']),
  *render(value, context) {
    const whole = yield* loaded(value, context);
    const ticks = ticksIn(whole, ['__d', '__r'], context);
    if (ticks === undefined) return missingView('not readable');
    const { name } = context.type;
    const date = /system_clock/.test(name)
      ? dateText(numberAt(whole, ['__d', '__r'], context), periodOf(name))
      : undefined;
    return withRaw({ text: date ?? `${durationText(ticks, name)} after the clock began` }, value, context);
  },
};

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

export const timeRenderers: readonly Renderer[] = [duration, timePoint];

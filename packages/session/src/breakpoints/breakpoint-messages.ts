// What a breakpoint that is not verified says: why, as a sentence, and what to do about it.

import type { BreakpointSpec, Resolution } from '@sonde/engine';

/** Engines say what they found; what a person can do about it is the same for all of them. */
export function unverifiedMessage(spec: BreakpointSpec, resolution: Resolution, noDebug = false): string {
  const { state } = resolution;
  if (noDebug && state !== 'pending') return 'The program runs without debugging. Start it with debugging.';
  const why = whyUnverified(resolution);
  const next = state === 'pending' ? undefined : nextStep(spec, resolution.message, state);
  return next === undefined ? why : `${why} ${next}`;
}

/** Only why. */
export const whyUnverified = ({ state, message }: Resolution): string =>
  message === undefined || message.trim() === '' ? unexplained(state) : sentence(message);

const unexplained = (state: Resolution['state']): string =>
  state === 'pending'
    ? 'Nothing is loaded yet that could hold it; it is set when that is.'
    : 'The program has no such place.';

function nextStep(
  spec: BreakpointSpec,
  message: string | undefined,
  state: 'unresolved' | 'failed' | 'resolved',
): string | undefined {
  // Of two texts the engine names the one that it means.
  const isOfLog = spec.logMessage !== undefined && message?.startsWith('the log message') === true;
  if (state === 'failed' && spec.condition !== undefined && !isOfLog)
    return 'Correct the condition, or leave it out.';
  if (state === 'failed' && spec.logMessage !== undefined) return 'Correct the log message, or leave it out.';
  switch (spec.where.kind) {
    case 'source':
      return 'Check file and line; `sonde why` tells more.';
    case 'function':
      return 'Check the name.';
    case 'instruction':
      return 'Take an address from the disassembly.';
    case 'data':
      return state === 'failed'
        ? 'Watch something else, or less of it.'
        : 'Set it again where the value is in reach.';
    case 'exception':
      return 'Choose another filter.';
  }
}

/** Engines begin with a small letter where a sentence may go on; a name that comes first keeps its own. */
function sentence(text: string): string {
  const begun = text.replace(/^(?:a|an|it|line|no|nothing|only|the|there|this)\b/, first =>
    first.replace(/^./, letter => letter.toUpperCase()),
  );
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

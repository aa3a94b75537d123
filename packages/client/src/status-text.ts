// Where the program stands, in a few words for the bar at the top.
import type { Phase, StopInfo } from './phase.js';

export interface StatusText {
  readonly text: string;
  readonly tone: 'calm' | 'busy' | 'stopped' | 'bad';
}

/** `waitsForInput`: the program runs, and goes on when somebody types. */
export function statusText(phase: Phase, waitsForInput = false): StatusText {
  switch (phase.kind) {
    case 'idle':
      return { text: 'Not started', tone: 'calm' };
    case 'connecting':
      return { text: 'Connecting…', tone: 'busy' };
    case 'starting':
      return { text: phase.doing ?? 'Starting…', tone: 'busy' };
    case 'running':
      return waitsForInput
        ? { text: 'The program waits for input', tone: 'stopped' }
        : { text: 'Running', tone: 'busy' };
    case 'stopped':
      return { text: stopWords(phase.stop), tone: phase.stop.reason === 'exception' ? 'bad' : 'stopped' };
    case 'ended':
      return endWords(phase);
    case 'failed':
      return { text: phase.hadBegun === true ? 'The debugger was lost' : 'Could not start', tone: 'bad' };
    case 'lost':
      return { text: `Connection lost, trying again (${phase.attempt})`, tone: 'bad' };
  }
}

const reasons: Readonly<Record<string, string>> = {
  step: 'Stepped',
  breakpoint: 'Stopped at a breakpoint',
  'function breakpoint': 'Stopped at a function breakpoint',
  'instruction breakpoint': 'Stopped at an instruction breakpoint',
  'data breakpoint': 'A watched value was touched',
  exception: 'Stopped at an exception',
  pause: 'Paused',
  entry: 'Stopped at the entry',
  goto: 'Jumped',
  restart: 'The frame begins again',
};

function stopWords({ reason, description, text, others }: StopInfo): string {
  const words = description ?? reasons[reason] ?? `Stopped (${reason})`;
  const also = others.length === 0 ? '' : `, ${count(others.length)} too`;
  if (text === undefined) return `${words}${also}`;
  // A text that begins with the name that the words end with says it for both.
  const name = /^[^:]+(?=:)/.exec(text)?.[0];
  const said = name !== undefined && words.endsWith(` ${name}`) ? text.slice(name.length + 1).trim() : text;
  return `${words}: ${said}${also}`;
}

const count = (threads: number): string => (threads === 1 ? 'another thread' : `${threads} other threads`);

function endWords({ exitCode, why }: Extract<Phase, { kind: 'ended' }>): StatusText {
  if (why !== undefined) return { text: why, tone: 'calm' };
  if (exitCode === undefined) return { text: 'Ended', tone: 'calm' };
  return { text: `Ended with exit code ${exitCode}`, tone: exitCode === 0 ? 'calm' : 'bad' };
}

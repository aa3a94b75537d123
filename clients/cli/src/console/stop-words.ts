// Why the program stands, in words.

import type { EventBody, StackFrame } from '@sonde/dap';
import { escaped } from '@sonde/language';
import { shortPath } from '../diagnostics.js';
import type { Entry } from './breakpoint-list.js';

export function reasonInWords(body: EventBody<'stopped'>, hits: readonly Entry[]): string {
  const numbers = hits.map(entry => entry.number).join(', ');
  const own = hits.length === 0 ? '' : ` ${numbers}`;
  // A sentence goes on with the place where it stopped.
  const text = (body.text ?? '').replace(/(?<!\.)\.$/, '');
  const detail = text === '' ? '' : `: ${text}`;
  switch (body.reason) {
    case 'entry':
      return 'Stopped at the entry';
    case 'step':
      return capitalised(body.description ?? 'stepped');
    case 'pause':
      return 'Paused';
    case 'goto':
      return capitalised(body.description ?? 'jumped');
    case 'exception':
      return withoutEcho(body.description ?? 'Stopped at an exception', body.text ?? '');
    case 'breakpoint':
    case 'function breakpoint':
    case 'instruction breakpoint':
    case 'data breakpoint': {
      const temporary = hits.length > 0 && hits.every(entry => entry.temporary);
      const noun =
        body.reason === 'data breakpoint' ? 'Watchpoint' : temporary ? 'Temporary breakpoint' : 'Breakpoint';
      // A breakpoint that is not ours belongs to another client, or to the program itself.
      const what = hits.length === 0 ? (body.description ?? `${noun} of another client`) : `${noun}${own}`;
      const said = hits.length > 0 && body.description !== undefined ? `: ${body.description}` : '';
      // Of our own watchpoints the values are told below, by the names they were watched under.
      const told = body.reason === 'data breakpoint' && hits.length > 0;
      return `${what}${said}${told ? '' : detail}`;
    }
    default:
      return `${body.description ?? `Stopped (${body.reason})`}${detail}`;
  }
}

const capitalised = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** Threads that have stopped beside the one that is shown, a line for each reason. */
export function othersInWords(
  others: readonly EventBody<'stopped'>[],
  hit: (ids: readonly number[]) => readonly Entry[],
): readonly string[] {
  const threads = new Map<string, number[]>();
  for (const body of others) {
    const reason = reasonInWords(body, hit(body.hitBreakpointIds ?? []));
    threads.set(reason, [...(threads.get(reason) ?? []), body.threadId ?? 0]);
  }
  return [...threads].map(
    ([reason, ids]) => `${reason}, also in ${ids.length === 1 ? 'thread' : 'threads'} ${ids.join(', ')}`,
  );
}

/** What is said of an exception often begins with its name, which has just been said. */
function withoutEcho(description: string, text: string): string {
  const name = description.split(' ').at(-1) ?? '';
  const rest = text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text;
  return rest === '' || rest === name ? description : `${description}: ${rest}`;
}

/** `main at prog.x:12`. */
export function placeInWords(frame: StackFrame): string {
  const source = frame.source?.path ?? frame.source?.name;
  if (source === undefined)
    return `${frame.name} at ${frame.instructionPointerReference ?? 'an unknown place'}`;
  const shown = frame.source?.path === undefined ? escaped(source) : shortPath(source);
  return `${frame.name} at ${shown}:${frame.line}`;
}

// One entry of a timeline as one line of text.
import { inspect } from 'node:util';
import type { Entry } from './timeline.js';
import type { WireMessage } from '@sonde/dap';

const longestLine = 240;

export function describeEntry(entry: Entry): string {
  const number = String(entry.number).padStart(3);
  if (entry.kind === 'note') return `${number} · ${cut(entry.text)}`;
  const arrow = entry.direction === 'sent' ? '→' : '←';
  return `${number} ${arrow} ${cut(describeMessage(entry.message))}`;
}

export function describeMessage(message: WireMessage): string {
  switch (message.type) {
    case 'request':
      return `request ${message.command}${inside(message.arguments)}`;
    case 'event':
      return `event ${message.event}${inside(message.body)}`;
    case 'response':
      return message.success
        ? `response ${message.command}${inside(message.body)}`
        : `response ${message.command} failed: ${textOr(message.message, 'no reason given')}${inside(message.body)}`;
  }
}

/** What a peer put where the protocol wants a text; it may have put anything there. */
export const textOr = (value: unknown, otherwise: string): string =>
  typeof value === 'string' ? value : otherwise;

function inside(value: unknown): string {
  if (value === undefined) return '';
  const text = inspect(value, {
    depth: 8,
    breakLength: Infinity,
    compact: true,
    maxArrayLength: 12,
    maxStringLength: 160,
  });
  return ` ${text}`;
}

const cut = (text: string): string => (text.length <= longestLine ? text : `${text.slice(0, longestLine)}…`);

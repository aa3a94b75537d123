// Moments of a run in words.
import type { Moment } from './time-requests.js';

/** What happened, in one line. */
export function momentText(moment: Moment): string {
  const { text = '', name = '', message = '' } = moment;
  switch (moment.kind) {
    case 'stop':
      return `stop (${moment.reason ?? 'for no reason told'})`;
    case 'output':
      return `${moment.stream ?? 'output'}: ${quoted(text)}`;
    case 'exception':
      return message === '' || message === name ? `exception ${name}` : `exception ${name}: ${message}`;
    case 'call':
      return `call ${name}`;
    case 'input':
    case 'edit':
      return `${moment.kind}: ${quoted(text)}`;
    case 'event':
      return text;
    case 'exit':
      return `exit ${moment.code ?? ''}`.trimEnd();
    case 'entry':
      return 'entry';
  }
}

const quoted = (text: string): string => JSON.stringify(text.replace(/\r?\n$/, ''));

/** `tour.x:12`; undefined where it is not known. */
export function momentPlace({ source, line }: Pick<Moment, 'source' | 'line'>): string | undefined {
  const name = source?.name ?? source?.path?.split(/[\\/]/).at(-1);
  return name === undefined || line === undefined ? undefined : `${name}:${line}`;
}

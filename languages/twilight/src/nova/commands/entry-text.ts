// A transaction as people read it in a terminal.

import type { Colours } from '@sonde/language';
import { contractLabel } from './contract-label.js';
import type { ChainState } from '../chain/chain-state.js';
import type { LogEntry } from '../log/entry.js';
import { outcomeText, succeeded, type Outcome } from '../log/outcome.js';
import type { Meta } from '../../toolchain/meta/schema.js';
import { placeOfOffset } from '../../toolchain/meta/source-place.js';
import { withoutControls } from '../../toolchain/values/errors.js';
import { shownChange, type ShownChange } from '../../toolchain/values/storage-changes.js';

const mostChanges = 50;

export function entryText(state: ChainState, entry: LogEntry, colours: Colours): string {
  const { interface: described, description } = state.contractOf(entry.code.hash, entry.code.meta);
  const { outcome } = entry;
  const good = succeeded(outcome);
  // Further lines of a text stand below its first: they are no rows.
  const row = (name: string, value: string): string =>
    `  ${name.padEnd(9)} ${value.replaceAll('\n', `\n${' '.repeat(12)}`)}`;
  const rows = [
    row('from', entry.from),
    row('to', entry.to),
    row(
      'block',
      `${entry.context.block}, ${new Date(Number(entry.context.timestamp) * 1_000).toISOString()}`,
    ),
    ...(entry.value === '0' ? [] : [row('value', entry.value)]),
    row(
      'outcome',
      good ? outcomeText(outcome) : colours.red(`${outcomeText(outcome)}${whereText(outcome, description)}`),
    ),
    row('gas', `${entry.gasUsed} of ${entry.gasLimit}`),
    ...(good && entry.output !== null ? [row('returned', JSON.stringify(entry.output))] : []),
    ...entry.events.map(event => {
      const known = described.event(event);
      return row(
        'event',
        known === undefined ? JSON.stringify(event) : `${known.name} ${JSON.stringify(known.values)}`,
      );
    }),
    ...entry.printed.map(text => row('printed', withoutControls(text))),
    ...entry.changes.slice(0, mostChanges).map(change => {
      const { name, text } = description === undefined ? rawChange(change) : shownChange(description, change);
      return row('storage', `${name}: ${text}`);
    }),
    ...(entry.changes.length > mostChanges
      ? [row('storage', `and ${entry.changes.length - mostChanges} more`)]
      : []),
    ...(entry.edited === true ? [row('note', 'a debugger changed it on the way')] : []),
  ];
  const what = entry.kind === 'deploy' ? 'deploy' : 'call';
  const name = contractLabel(state, entry);
  return `${colours.bold(entry.hash)} ${what} ${name}${entry.function === null ? '' : `.${entry.function}`}\n${rows.join('\n')}\n`;
}

const rawChange = ({ key, before, after }: LogEntry['changes'][number]): ShownChange => ({
  name: keyText(key),
  text: `${before ?? 'nothing'} → ${after ?? 'nothing'}`,
});

/** Where it failed: a line of the source, where one is known. */
function whereText(outcome: Outcome, description: Meta | undefined): string {
  if (!('offset' in outcome)) return '';
  const place = description === undefined ? undefined : placeOfOffset(description, outcome.offset);
  return place === undefined ? ` (at offset ${outcome.offset})` : ` (at ${place.source}:${place.line})`;
}

/** Keys begin with the name of their variable. */
export function keyText(key: string): string {
  const bytes = Buffer.from(key.slice(2), 'hex');
  const end = bytes.indexOf(0);
  const name = bytes.subarray(0, end < 0 ? bytes.length : end).toString('latin1');
  if (!/^[A-Za-z_]\w*$/.test(name)) return key;
  return end < 0 ? name : `${name}[0x${bytes.subarray(end + 1).toString('hex')}]`;
}

const row = (number: string, hash: string, kind: string, name: string, gas: string, told: string): string =>
  `${number.padStart(5)}  ${hash.slice(0, 18)}  ${kind.padEnd(6)}  ${name.padEnd(28)}  ${gas.padStart(9)}  ${told}\n`;

const waiting = 'waits for a debugger';

/** Of a transaction that is in no log yet. */
export const heldLine = (
  hash: string,
  called: { readonly contract: string; readonly function: string | null },
): string =>
  called.function === null
    ? row('', hash, 'deploy', called.contract, '', waiting)
    : row('', hash, 'call', `${called.contract}.${called.function}`, '', waiting);

/** One line of the log. */
export function entryLine(state: ChainState, entry: LogEntry, colours: Colours): string {
  const { outcome } = entry;
  const { description } = state.contractOf(entry.code.hash, entry.code.meta);
  const told = succeeded(outcome)
    ? outcomeText(outcome)
    : colours.red(`${outcomeText(outcome)}${whereText(outcome, description)}`);
  const name = `${contractLabel(state, entry)}${entry.function === null ? '' : `.${entry.function}`}`;
  return row(
    String(entry.sequence),
    entry.hash,
    entry.kind,
    name,
    entry.gasUsed,
    told.replaceAll('\n', String.raw`\n`),
  );
}

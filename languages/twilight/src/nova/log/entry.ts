// One entry of the transaction log: what went in, what came out, and what is needed to run it again.

import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { Failure } from '@sonde/engine';
import { keccak256OfText } from '../hashes.js';
import { hexOf } from '../hex.js';

const hex = Type.String({ pattern: '^0x(?:[0-9a-f]{2})*$' });
const hash = Type.String({ pattern: '^0x[0-9a-f]{64}$' });
const address = Type.String({ pattern: '^0x[0-9a-f]{40}$' });
/** Beyond what a JSON number holds. */
const decimal = Type.String({ pattern: '^(?:0|[1-9][0-9]{0,38})$' });
const offset = Type.Optional(Type.Integer());

const outcome = Type.Union([
  Type.Object({ status: Type.Literal('success') }),
  Type.Object({ status: Type.Literal('revert'), message: Type.String(), offset }),
  Type.Object({ status: Type.Literal('panic'), message: Type.String(), offset }),
  Type.Object({ status: Type.Literal('outOfGas'), offset }),
]);

/** docs/formats/nova-store.md describes the fields. */
export const entrySchema = Type.Object({
  version: Type.Literal(1),
  hash,
  sequence: Type.Integer({ minimum: 1 }),
  kind: Type.Union([Type.Literal('deploy'), Type.Literal('call')]),
  from: address,
  to: address,
  function: Type.Union([Type.String(), Type.Null()]),
  arguments: Type.Unknown(),
  value: decimal,
  gasLimit: decimal,
  strictDomains: Type.Boolean(),
  context: Type.Object({ block: decimal, timestamp: decimal }),
  code: Type.Object({ hash, meta: Type.Union([hash, Type.Null()]) }),
  outcome,
  gasUsed: decimal,
  output: Type.Unknown(),
  events: Type.Array(Type.Object({ topics: Type.Array(hash), data: hex })),
  printed: Type.Array(Type.String()),
  found: Type.Record(hex, Type.Union([hex, Type.Null()])),
  changes: Type.Array(
    Type.Object({ key: hex, before: Type.Union([hex, Type.Null()]), after: Type.Union([hex, Type.Null()]) }),
  ),
  hostCalls: Type.Object({ count: Type.Integer({ minimum: 0 }), digest: hash }),
  edited: Type.Optional(Type.Boolean()),
});

export type LogEntry = Static<typeof entrySchema>;

/** What makes a transaction: two with the same hash are the same. */
export type TransactionContent = Pick<
  LogEntry,
  'sequence' | 'kind' | 'from' | 'to' | 'function' | 'arguments' | 'value' | 'gasLimit' | 'strictDomains'
> & { readonly codeHash: string | null };

/** Keccak-256 over the content as JSON, in the order of the fields. */
export function transactionHash(content: TransactionContent): string {
  const { sequence, kind, from, to, value, gasLimit, strictDomains, codeHash } = content;
  return hexOf(
    keccak256OfText(
      JSON.stringify([
        ...['nova transaction 1', sequence, kind, from, to, content.function, content.arguments],
        ...[value, gasLimit, strictDomains, codeHash],
      ]),
    ),
  );
}

export const entryBytes = (entry: LogEntry): Uint8Array => new TextEncoder().encode(JSON.stringify(entry));

/** Throws a Failure for what is no entry. */
export function readEntry(bytes: Uint8Array, place: string): LogEntry {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw damaged(place, 'it is no JSON');
  }
  if (Value.Check(entrySchema, value)) return value;
  const first = Value.Errors(entrySchema, value).First();
  throw damaged(place, first === undefined ? 'it has another form' : `${first.path} ${first.message}`);
}

const damaged = (place: string, why: string): Failure =>
  new Failure(
    'unreadable',
    'environment',
    `an entry in the log of ${place} is damaged: ${why}.`,
    'Put a copy of the store back; nova check tells what else is damaged.',
  );

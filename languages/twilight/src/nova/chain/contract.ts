// A contract that was deployed: its code, what can be called, and where its record is.

import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { Failure } from '@sonde/engine';
import type { WasmModule } from '@sonde/wasm';
import type { Meta } from '../../toolchain/meta/schema.js';
import type { ContractInterface, EntryPoint } from './contract-interface.js';

const hash = Type.String({ pattern: '^0x[0-9a-f]{64}$' });

/** As it is stored. */
const recordSchema = Type.Object({
  codeHash: hash,
  metaHash: Type.Union([hash, Type.Null()]),
  /** Of the transaction that deployed it. */
  deployedBy: hash,
});

export type ContractRecord = Readonly<Static<typeof recordSchema>>;

/** What a record stands for. */
export interface Contract {
  readonly codeHash: string;
  readonly metaHash: string | null;
  readonly code: Uint8Array;
  readonly meta: Uint8Array | undefined;
  readonly module: WasmModule;
  readonly interface: ContractInterface;
  /** What `meta` says. */
  readonly description: Meta | undefined;
}

export const recordBytes = (record: ContractRecord): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(record));

export function readRecord(bytes: Uint8Array, place: string): ContractRecord {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    value = undefined;
  }
  if (Value.Check(recordSchema, value)) return value;
  throw new Failure('unreadable', 'environment', `the record of a contract in ${place} is damaged.`);
}

/** By the name that people use, or the whole one of the export. */
export function entryOf({ interface: { entries } }: Contract, name: string): EntryPoint {
  const found =
    entries.find(entry => entry.exportName === name) ?? entries.find(entry => entry.name === name);
  if (found !== undefined && !found.isInit) return found;
  const callable = entries.filter(entry => !entry.isInit).map(entry => entry.name);
  throw new Failure(
    'not-found',
    'user',
    found === undefined
      ? `the contract has no function ${JSON.stringify(name.slice(0, 80))}.`
      : `${name} runs once, when the contract is deployed.`,
    callable.length === 0 ? undefined : `It has ${callable.join(', ')}.`,
  );
}

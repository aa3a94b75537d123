// Compares a compiled contract with the interpreter of its tree: results, storage, events, prints and failures.

import { keccak_256 } from '@noble/hashes/sha3.js';
import { SourceText } from '@sonde/front-end';
import { ProgramProblems } from '../../toolchain/problems/lint-levels.js';
import { parseUnit } from '../../toolchain/syntax/parse.js';
import {
  argumentsFromJson,
  decodeEvent,
  functionNamed,
  readVariable,
  typesOf,
  valueToJson,
  type BuiltContract,
  type Json,
  type MetaTypes,
  type TwilightValue,
} from '../../toolchain/toolchain.js';
import { InterpretedContract, type Interpreted } from '../interpreter/interpreter.js';
import { keyOf, toJson, type Value } from '../interpreter/values.js';
import { built } from './built.js';
import type { CallResult } from './contract-host.js';
import { StoppingHost, type Stop } from './stops.js';

export interface Observed {
  readonly outcome: string;
  readonly value: Json;
  readonly prints: readonly string[];
  readonly events: readonly unknown[];
  readonly storage: unknown;
  /** Before every statement. */
  readonly stops: readonly Stop[];
}

/** What differs between calls. */
export interface CallFacts {
  readonly sender?: bigint;
  readonly value?: bigint;
  readonly timestamp?: bigint;
}

export const usualFacts = { sender: 0xa11cen, value: 0n, timestamp: 1_700_000_000n };

export const addressText = (value: bigint): string => `0x${value.toString(16).padStart(40, '0')}`;

/** The same contract compiled and interpreted, each with its own storage. */
export class Twins {
  readonly host: StoppingHost;
  readonly #visits: Stop[] = [];
  readonly #visited: ReadonlyMap<string, Value>[] = [];
  readonly #interpreted: InterpretedContract;

  constructor(source: string, options: { readonly runtimeAsserts?: boolean; readonly name?: string } = {}) {
    this.host = new StoppingHost(built(source, options));
    const text = new SourceText({ name: 'test.twl', path: 'test.twl' }, source);
    const unit = parseUnit(text, new ProgramProblems([text]));
    const contract = unit?.items.find(item => item.kind === 'contract');
    if (unit === undefined || contract?.kind !== 'contract') throw new Error('no contract');
    this.#interpreted = new InterpretedContract([unit], contract, {
      assertions: options.runtimeAsserts === true,
      watch: ({ at, function: called, region, locals, storage }) => {
        this.#visited.push(new Map(storage));
        this.#visits.push({
          line: at.line,
          column: at.column,
          where: (region ?? called).split('::').at(-1)!,
          locals: Object.fromEntries([...locals].map(([name, value]) => [name, toJson(value) as Json])),
        });
      },
    });
  }

  get contract(): BuiltContract {
    return this.host.contract;
  }

  /** What came of a call, as both saw it. */
  call(
    name: string,
    args: readonly unknown[],
    facts: CallFacts = {},
  ): { readonly compiled: Observed; readonly interpreted: Observed } {
    const { sender, value, timestamp } = { ...usualFacts, ...facts };
    const { meta } = this.contract;
    const mangled = functionNamed(meta, name);
    if (mangled === undefined) throw new Error(`no function ${name}`);
    const types = typesOf(meta);
    const values = argumentsFromJson(meta, mangled, args);
    const { parameters } = meta.functions[mangled]!;
    const given = values.map((value, nth) => interpreterValue(types, parameters[nth]!.type, value));
    const context = {
      sender,
      value,
      origin: sender,
      self: 0xccccccccccccccccccccccccccccccccccccccccn,
      blockNumber: 1n,
      timestamp,
    };
    this.#visits.length = 0;
    this.#visited.length = 0;
    const compiled = this.host.call(name, args, { sender: addressText(sender), value, timestamp });
    const interpreted =
      name === 'init'
        ? this.#interpreted.deploy(given, context)
        : this.#interpreted.call(name, given, context);
    return {
      compiled: alike(this.#compiled(compiled)) as Observed,
      interpreted: alike(this.#told(interpreted)) as Observed,
    };
  }

  /** Storage as the interpreter had it before every statement of the last call. */
  get storedAtStops(): readonly unknown[] {
    const told = new Map<Value, Json>();
    const json = (value: Value): Json => {
      // Values never change: a variable gets another one.
      if (!told.has(value)) told.set(value, alike(toJson(value)) as Json);
      return told.get(value)!;
    };
    return this.#visited.map(storage => this.comparable(name => json(storage.get(name)!)));
  }

  /** All storage variables as they are compared. */
  comparable(valueOf: (variable: string) => Json): unknown {
    const { meta } = this.contract;
    const variables = Object.entries(meta.debug_info!.variable_info.storage);
    return variables.map(([name, { type }]) => [name, sorted(valueOf(name), typesOf(meta), type)]);
  }

  #compiled({ outcome, prints, events }: CallResult): Observed {
    const { meta } = this.contract;
    const returned = outcome.kind === 'returned';
    return {
      outcome: returned ? 'returned' : `${outcome.kind}: ${textAlone(outcome.text)}`,
      value: returned ? outcome.value : null,
      prints,
      events: returned
        ? events.map(({ topics, data }) => {
            const decoded = decodeEvent(meta, topics.map(bytesOf), bytesOf(data));
            return [decoded?.name, ...(decoded?.parameters ?? []).map(({ value }) => valueToJson(value))];
          })
        : [],
      storage: this.#storage(),
      stops: [...this.host.stops],
    };
  }

  #storage(): unknown {
    const { meta } = this.contract;
    const { storage } = this.host;
    const { storage: declared } = meta.debug_info!.variable_info;
    return this.comparable(name =>
      valueToJson(
        readVariable(typesOf(meta), name, declared[name]!, {
          get: key => storage.get(Buffer.from(key).toString('hex')),
          keysFrom: prefix =>
            [...storage.keys()]
              .filter(key => key.startsWith(Buffer.from(prefix).toString('hex')))
              .map(key => Buffer.from(key, 'hex')),
        }),
      ),
    );
  }

  #told({ outcome, value, message, events, output }: Interpreted): Observed {
    const { meta } = this.contract;
    return {
      outcome: outcome === 'returned' ? outcome : `${outcome}: ${message}`,
      value: outcome === 'returned' ? (toJson(value) as Json) : null,
      prints: output,
      events: events.map(({ name, args }) => {
        const event = Object.values(meta.events).find(each => each.human_name === name)!;
        return [name, ...args.map((arg, nth) => (event.parameters[nth]!.indexed ? topic(arg) : toJson(arg)))];
      }),
      storage: this.comparable(name => toJson(this.#interpreted.storage.get(name)!) as Json),
      stops: [...this.#visits],
    };
  }
}

/** Without ABI words and places, which the interpreter does not know. */
const textAlone = (text: string): string =>
  text.split('\0')[0]!.replace(/^(Assertion failed: \w+) at \S+$/, '$1');

/** Fields that have numbers for names are a list, whoever tells them. */
function alike(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(alike);
  if (typeof json !== 'object' || json === null) return json;
  const entries = Object.entries(json).map(([name, value]) => [name, alike(value)] as const);
  return entries.length > 0 && entries.every(([name], nth) => name === String(nth))
    ? entries.map(([, value]) => value)
    : Object.fromEntries(entries);
}

const bytesOf = (hex: string): Uint8Array => Buffer.from(hex.slice(2), 'hex');

/** Of texts and bytes a topic has the hash; other long values are not compared. */
function topic(value: Value): unknown {
  if (value.kind === 'string') return hashOnly(new TextEncoder().encode(value.value));
  if (value.kind === 'vector')
    return hashOnly(Uint8Array.from(value.items.map(item => Number(item.kind === 'int' ? item.value : 0n))));
  return toJson(value);
}

const hashOnly = (bytes: Uint8Array): unknown => ({
  unreadable: `only its hash is known: 0x${Buffer.from(keccak_256(bytes)).toString('hex')}`,
});

/** Entries of maps in the order of their keys; zero values of entries are there or not. */
function sorted(json: Json, types: MetaTypes, name: string): unknown {
  const type = types[name]!;
  if (type.k !== 'map') return json;
  return (json as readonly (readonly [Json, Json])[])
    .map(([key, value]) => [JSON.stringify(key), sorted(value, types, type.value)] as const)
    .filter(([, value]) => !(Array.isArray(value) && value.length === 0))
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

function interpreterValue(types: MetaTypes, name: string, value: TwilightValue): Value {
  const type = types[name]!;
  const last = name.replace(/<.*$/, '').split('::').at(-1)!;
  const number = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  switch (value.kind) {
    case 'unit':
      return { kind: 'unit' };
    case 'bool':
      return value;
    case 'int':
      return { kind: 'int', type: name, value: value.value };
    case 'bytes':
      return { kind: type.k === 'address' ? 'address' : 'hash256', value: number(value.bytes) };
    case 'string':
      return { kind: 'string', value: value.text };
    case 'product': {
      if (type.k !== 'struct' && type.k !== 'tuple') throw new Error(name);
      const fields = value.fields.map((field, nth) =>
        interpreterValue(types, type.fields[nth]!.type, field.value),
      );
      if (type.k === 'tuple') return { kind: 'tuple', items: fields };
      return {
        kind: 'struct',
        name: last,
        fields: new Map(fields.map((field, nth) => [type.fields[nth]!.name, field])),
      };
    }
    case 'variant': {
      if (type.k !== 'enum') throw new Error(name);
      const variant = type.variants.find(each => each.name === value.name)!;
      const fields = value.fields.map((field, nth): [string, Value] => [
        field.name,
        interpreterValue(types, variant.fields[nth]!.type, field.value),
      ]);
      return { kind: 'enum', name: last, variant: value.name, fields: new Map(fields) };
    }
    case 'list':
      if (type.k !== 'array' && type.k !== 'vector') throw new Error(name);
      return { kind: type.k, items: value.items.map(item => interpreterValue(types, type.elem, item)) };
    case 'map': {
      if (type.k !== 'map') throw new Error(name);
      const entries = value.entries.map(
        entry =>
          [
            interpreterValue(types, type.key, entry.key),
            interpreterValue(types, type.value, entry.value),
          ] as const,
      );
      return { kind: 'map', entries: new Map(entries.map(entry => [keyOf(entry[0]), entry])) };
    }
    case 'unreadable':
      throw new Error(value.reason);
  }
}

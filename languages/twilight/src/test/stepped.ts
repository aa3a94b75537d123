// Steps through transactions under the debugger, without a client: where it stops, and what the pack shows there.

import { StopReader, type NamedValue, type Scope } from '@sonde/engine';
import { EngineDriver } from '@sonde/engine/driver';
import { Lens, type Shown } from '@sonde/lens';
import type { LaunchPlan, PlannedStep } from '../pack/plan.js';
import { twilight } from '../pack/twilight.js';
import type { BuiltContract, Json } from '../toolchain/toolchain.js';
import { addressText, usualFacts, type CallFacts } from './generated/agreement.js';

/** A transaction: what is called, with which arguments as JSON, and by whom. */
export type Call = readonly [name: string, args: readonly unknown[], facts?: Omit<CallFacts, 'timestamp'>];

export interface Sight {
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** What does not depend on how the source is written. */
  readonly seen: {
    /** Its name, or that of the modifier that runs in it. */
    readonly function: string;
    /** Of the code. */
    readonly offset: number;
    readonly locals: Readonly<Record<string, Json>>;
    readonly storage: Readonly<Record<string, Json>>;
    /** Used by the transaction so far. */
    readonly gas: string;
  };
}

export interface Stepped {
  readonly sights: readonly Sight[];
  /** What came of the transactions, with their gas, and the events. */
  readonly told: string;
}

/** Into every statement of all calls. */
export async function stepped(contract: BuiltContract, calls: readonly Call[]): Promise<Stepped> {
  const target = { program: contract.name, temporary: [], image: planOf(contract, calls) };
  const driver = await EngineDriver.start(twilight.engine, target, { settings: { stopOnEntry: true } });
  try {
    const { types, process } = driver.engine;
    const { pointerSize } = process;
    const renderers = twilight.renderers!;
    // All of a value, however busy the machine is.
    const budget = { preview: 10_000, rendererMs: 10_000, totalMs: 60_000 };
    const lens = new Lens({ renderers, types, pointerSize, littleEndian: true, budget });
    const sights: Sight[] = [];
    const stored = new Map<string, Json>();
    await driver.engine.begin();
    while (await stands(driver)) {
      sights.push(await sightOf(driver, lens, stored));
      await driver.move({ kind: 'step', how: 'in', granularity: 'statement' });
    }
    return { sights, told: driver.output('console') + driver.output('stderr') };
  } finally {
    await driver.dispose();
  }
}

/** False when all transactions are over. */
async function stands(driver: EngineDriver): Promise<boolean> {
  try {
    await driver.stopped();
    return true;
  } catch (error) {
    const last = driver.events.at(-1);
    if (last?.kind === 'ended' && last.trouble === undefined) return false;
    throw error;
  }
}

/** `stored`: what variables of storage said before, which seldom change from one statement to the next. */
async function sightOf(
  { engine, stop, top }: EngineDriver,
  lens: Lens,
  stored: Map<string, Json>,
): Promise<Sight> {
  const reader = new StopReader(engine, stop.id);
  const scopes = await engine.scopes(stop.id, top.id);
  const named = (...kinds: readonly Scope['kind'][]): readonly NamedValue[] =>
    scopes.filter(({ kind }) => kinds.includes(kind)).flatMap(({ variables }) => variables);
  const locals = named('arguments', 'locals');
  const gas = named('other').filter(({ name }) => name === 'gas_used');
  const shown = await lens.show([...gas, ...locals, ...named('globals')], reader);
  const [used, ...rows] = shown;
  const json = async (row: Shown): Promise<readonly [string, Json]> => [
    row.name,
    await jsonOf(row, lens, reader),
  ];
  const known = async (row: Shown): Promise<readonly [string, Json]> => {
    const text = `${row.name} = ${row.text}`;
    const told = stored.get(text) ?? (await json(row))[1];
    // Where the text leaves something out, it may stand for another value too.
    if (!text.includes('…')) stored.set(text, told);
    return [row.name, told];
  };
  return {
    line: top.location?.line,
    column: top.location?.column,
    seen: {
      function: top.function.split('::').at(-1)!,
      offset: Number(top.address.offset),
      locals: Object.fromEntries(await Promise.all(rows.slice(0, locals.length).map(json))),
      storage: Object.fromEntries(await Promise.all(rows.slice(locals.length).map(known))),
      gas: used!.text,
    },
  };
}

/** What a row and all inside it say, in the JSON of scenarios. */
async function jsonOf(row: Shown, lens: Lens, reader: StopReader): Promise<Json> {
  const { text, children, type } = row;
  const isMap = type.startsWith('map<');
  if (children === undefined) return isMap ? [] : leaf(text);
  const inside = await lens.expand(row, {}, reader);
  const values = await Promise.all(inside.map(each => jsonOf(each, lens, reader)));
  if (isMap) return inside.map(({ name }, nth) => [leaf(name), values[nth]!]);
  const tag = /^[A-Za-z_]\w*/.exec(text)?.[0];
  if (tag !== undefined) return { tag, values };
  return text.startsWith('{')
    ? Object.fromEntries(inside.map(({ name }, nth) => [name, values[nth]!]))
    : values;
}

function leaf(text: string): Json {
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === '[]') return [];
  if (text.startsWith('"')) return JSON.parse(text) as string;
  return /^[A-Za-z_]\w*$/.test(text) ? { tag: text, values: [] } : text;
}

/** On a chain whose clock stands still, as that of the interpreter does. */
export function planOf({ name, wasm, meta }: BuiltContract, calls: readonly Call[]): LaunchPlan {
  const senderOf = (facts: Call[2]): string => addressText(facts?.sender ?? usualFacts.sender);
  const steps = calls.map(([called, args, facts]): PlannedStep => {
    const sent = {
      from: senderOf(facts),
      arguments: args,
      value: String(facts?.value ?? usualFacts.value),
      gasLimit: undefined,
      expected: 'success',
    };
    return called === 'init'
      ? { kind: 'deploy', contract: 0, as: name, ...sent }
      : { kind: 'call', to: name, function: called, ...sent };
  });
  const senders = new Set(calls.map(([, , facts]) => senderOf(facts)));
  return {
    contracts: [{ name, wasm, meta: JSON.stringify(meta), folder: '.' }],
    steps,
    accounts: [...senders].map((address, nth) => ({ name: `account${nth}`, address, balance: '1000' })),
    block: { number: 0, timestamp: Number(usualFacts.timestamp), interval: 0 },
    needed: [],
    strictDomains: false,
    store: undefined,
  };
}

// Variables of a scope, as the specification's GetVariables shows them: by the names of the source where `.meta` has them.

import type { WasmRun } from '@sonde/engine-wasm';
import type { DebugInfo, DebugVariable, Meta } from '../../toolchain/meta/schema.js';
import { typesOf } from '../../toolchain/values/calls.js';
import { decodeAt, type ReadMemory } from '../../toolchain/values/decode.js';
import { valueToJson } from '../../toolchain/values/json.js';
import { readVariable } from '../../toolchain/values/storage-variables.js';
import { hexOf, knownHex } from '../hex.js';
import { frameOf, type StandingFrame } from './frames.js';
import { globalsOf, localsOf } from './module-facts.js';
import type { Session, ShownValue, VariablesReference } from './session.js';
import { allEntries, entriesAt } from './storage-view.js';
import { partsOf } from './value-parts.js';

export interface Variable {
  readonly name: string;
  readonly type: string;
  readonly value: string;
  /** For `getVariables`; 0 when there is nothing inside. */
  readonly reference: number;
}

/** Most rows of one answer. */
const most = 1_000;
const longestText = 1_000;

export async function variablesIn(
  session: Session,
  reference: VariablesReference,
): Promise<readonly Variable[]> {
  const { target } = session;
  const { description: meta } = target.standingCall().contract;
  if (reference.kind === 'value')
    return partsOf(typesOf(meta!), reference.of)
      .slice(0, most)
      .map(part => shown(session, part));
  const { scope, frameId } = reference;
  const info = meta?.debug_info ?? undefined;
  if (scope === 'storage')
    return meta === undefined || info === undefined
      ? rawStorage(session)
      : (await storageVariables(session, meta, info)).map(each => shown(session, each));
  const run = target.standing();
  const frame = await frameOf(run, frameId);
  if (scope === 'globals' || meta === undefined || info === undefined)
    return numbers(session, run, frame, scope);
  return (await localVariables(run, frame, meta, info)).map(each => shown(session, each));
}

/** A row, with a reference where there is something inside. */
function shown(session: Session, of: ShownValue): Variable {
  const meta = session.target.standingCall().contract.description!;
  const text = JSON.stringify(valueToJson(of.value));
  const hasParts = partsOf(typesOf(meta), of).length > 0;
  return {
    name: of.name,
    type: of.type,
    value: text.length > longestText ? `${text.slice(0, longestText)}…` : text,
    reference: hasParts ? session.refer({ kind: 'value', of }) : 0,
  };
}

/** Those of inner scopes first; one that is hidden by another of its name is left out. */
async function localVariables(
  run: WasmRun,
  frame: StandingFrame,
  meta: Meta,
  { variable_info: info }: DebugInfo,
): Promise<readonly ShownValue[]> {
  const about = Object.values(info.functions).find(each => each.wasm_index === frame.function);
  if (about === undefined) return [];
  // A caller stands behind its call, which may be where a scope ends.
  const at = frame.index === 0 ? frame.offset : frame.offset - 1;
  const inside = ([from, to]: readonly [number, number]): boolean => at >= from && at < to;
  const scopes = Object.values(info.scopes)
    .filter(({ ranges }) => ranges.some(inside))
    .sort((a, b) => widthAt(a.ranges, inside) - widthAt(b.ranges, inside));
  const values = await run.ask('locals', { frame: frame.index });
  const types = typesOf(meta);
  const read = await memoryReader(run);
  const found = new Map<string, ShownValue>();
  const add = (variable: DebugVariable): void => {
    const where = variable.locations.find(({ range }) => inside(range));
    if (where === undefined || variable.kind === 'hidden' || found.has(variable.name)) return;
    const local = (index: number): number | bigint | undefined => {
      const value = values[index];
      return typeof value === 'number' || typeof value === 'bigint' ? value : undefined;
    };
    const value = decodeAt(types, variable.type, where.loc, local, read);
    found.set(variable.name, { name: variable.name, type: variable.type, value });
  };
  for (const { variables } of scopes) variables.forEach(add);
  return [...found.values()];
}

const widthAt = (
  ranges: readonly (readonly [number, number])[],
  inside: (range: readonly [number, number]) => boolean,
): number => Math.min(...ranges.filter(inside).map(([from, to]) => to - from));

/** All of it at once: decoding follows pointers, and cannot wait for each. */
async function memoryReader(run: WasmRun): Promise<ReadMemory> {
  const length = await run.ask('memorySize', {});
  const [memory = new Uint8Array()] = await run.ask('readMemory', { ranges: [{ address: 0, length }] });
  return (address, count) =>
    address + count > memory.length ? undefined : memory.subarray(address, address + count);
}

async function storageVariables(
  { target }: Session,
  meta: Meta,
  { variable_info: info }: DebugInfo,
): Promise<readonly ShownValue[]> {
  const entries = await allEntries(target, '0x');
  const storage = {
    get: (key: Uint8Array) => entries.get(hexOf(key)),
    keysFrom: (prefix: Uint8Array) => {
      const begins = hexOf(prefix);
      return [...entries.keys()].filter(key => key.startsWith(begins)).map(knownHex);
    },
  };
  return Object.entries(info.storage).map(([name, variable]) => ({
    name,
    type: variable.type,
    value: readVariable(typesOf(meta), name, variable, storage),
  }));
}

async function rawStorage({ target }: Session): Promise<readonly Variable[]> {
  const { entries } = await entriesAt(target, '0x', undefined, most);
  return entries.map(({ key, value }) => ({ name: key, type: 'bytes', value, reference: 0 }));
}

/** Locals and globals of WebAssembly, as the module calls them. */
async function numbers(
  { target }: Session,
  run: WasmRun,
  frame: StandingFrame,
  scope: 'locals' | 'globals',
): Promise<readonly Variable[]> {
  const { module } = target.standingCall().contract;
  const rows = scope === 'locals' ? localsOf(module, frame.function) : globalsOf(module);
  const values =
    scope === 'locals'
      ? await run.ask('locals', { frame: frame.index })
      : await run.ask('globals', { indices: rows.map(({ index }) => index) });
  return rows.map(({ name, type, index }, nth) => ({
    name: name ?? `${scope === 'locals' ? 'local' : 'global'}${index}`,
    type,
    value: String(values[nth] ?? ''),
    reference: 0,
  }));
}

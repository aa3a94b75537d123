// A contract with `.meta`: its functions by name, values as JSON, events and storage by the names of the source.

import { Failure } from '@sonde/engine';
import { ModuleView, variableLocals, type VariableLocals } from '@sonde/engine-wasm';
import type { WasmModule } from '@sonde/wasm';
import { readMeta } from '../../toolchain/meta/read-meta.js';
import type { DebugInfo, Meta } from '../../toolchain/meta/schema.js';
import { argumentsFromJson, prepareCall, readResult, typesOf } from '../../toolchain/values/calls.js';
import { decodeEvent } from '../../toolchain/values/events.js';
import { valueToJson } from '../../toolchain/values/json.js';
import { readVariable } from '../../toolchain/values/storage-variables.js';
import { ValueProblem } from '../../toolchain/values/value.js';
import { hexOf, knownHex } from '../hex.js';
import { BlockHeap } from './block-heap.js';
import { plainInterface, type ContractInterface, type EntryPoint } from './contract-interface.js';

const isStatement = 1;

export interface DescribedContract {
  readonly interface: ContractInterface;
  readonly meta: Meta | undefined;
}

/** Throws a Failure for `.meta` that is damaged or of another module. */
export function described(
  module: WasmModule,
  code: Uint8Array,
  text: Uint8Array | undefined,
): DescribedContract {
  if (text === undefined) return { interface: plainInterface(module), meta: undefined };
  const read = readMeta(new TextDecoder().decode(text), code);
  if (!read.ok) throw new Failure('bad-arguments', 'user', `the .meta ${read.message}.`);
  return { interface: interfaceOf(module, read.meta), meta: read.meta };
}

function interfaceOf(module: WasmModule, meta: Meta): ContractInterface {
  const exported = new Set(module.exports.flatMap(({ kind, name }) => (kind === 'function' ? [name] : [])));
  const hashes = (domains: readonly { readonly hash: string }[]): ReadonlySet<string> =>
    new Set(domains.map(({ hash }) => hash));
  const entries = Object.entries(meta.functions)
    .filter(([mangled]) => exported.has(mangled))
    .map(([mangled, about]): EntryPoint => ({
      name: mangled.slice(mangled.lastIndexOf(':') + 1),
      exportName: mangled,
      payable: about.is_payable,
      isInit: about.is_init,
      reads: hashes(about.aggregate_read_domains),
      writes: hashes(about.aggregate_write_domains),
    }));
  const rows = meta.debug_info?.source_map.data.x_twilight.stmts ?? [];
  return {
    entries,
    domains: new Set(entries.flatMap(({ reads, writes }) => [...reads, ...writes])),
    ...(meta.debug_info == null ? {} : { variables: variablesIn(module, meta.debug_info) }),
    statements: [
      ...new Set(rows.filter(([, , , , , , flags]) => (flags & isStatement) !== 0).map(([at]) => at)),
    ],
    place: ({ exportName }, given, address) => {
      const heap = new BlockHeap(address);
      const { args } = prepared(meta, exportName, given, heap);
      return { words: args, bytes: heap.bytes() };
    },
    output: ({ exportName }, results, memory, given, address) => {
      const call = prepared(meta, exportName, given, new BlockHeap(address));
      const value = readResult(meta, exportName, results[0], call, (at, length) =>
        at + length > memory.length ? undefined : memory.subarray(at, at + length),
      );
      return valueToJson(value);
    },
    event: ({ topics, data }) => {
      const found = decodeEvent(meta, topics.map(knownHex), knownHex(data));
      return (
        found && {
          name: found.name,
          values: Object.fromEntries(found.parameters.map(({ name, value }) => [name, valueToJson(value)])),
        }
      );
    },
    storage: entriesOf => {
      const variables = meta.debug_info?.variable_info.storage;
      if (variables === undefined) return undefined;
      const types = typesOf(meta);
      const storage = {
        get: (key: Uint8Array) => entriesOf.get(hexOf(key)),
        keysFrom: (prefix: Uint8Array) => {
          const begins = hexOf(prefix);
          return [...entriesOf.keys()].filter(key => key.startsWith(begins)).map(knownHex);
        },
      };
      return Object.fromEntries(
        Object.entries(variables).map(([name, variable]) => [
          name,
          valueToJson(readVariable(types, name, variable, storage)),
        ]),
      );
    },
  };
}

/** What nobody sees (where a loop stands) nobody changes. */
function variablesIn(module: WasmModule, { variable_info }: DebugInfo): VariableLocals {
  const held = Object.values(variable_info.scopes)
    .flatMap(({ variables }) =>
      variables.flatMap(({ kind, locations }) => (kind === 'hidden' ? [] : locations)),
    )
    .flatMap(({ range: [at], loc }) => (loc.k === 'local' ? [{ at, local: loc.index }] : []));
  const told = Object.values(variable_info.functions).map(({ body: [at] }) => at);
  return variableLocals(new ModuleView(module), told, held);
}

function prepared(meta: Meta, mangled: string, given: unknown, heap: BlockHeap) {
  try {
    return prepareCall(meta, mangled, argumentsFromJson(meta, mangled, given), heap);
  } catch (error) {
    if (!(error instanceof ValueProblem)) throw error;
    throw new Failure('bad-arguments', 'user', `${error.message}.`, undefined, { cause: error });
  }
}

// The host function interface as imports of a module: which function of a run serves which, and what else is refused.

import { Failure } from '@sonde/engine';
import type { FunctionType, Import, WasmModule } from '@sonde/wasm';
import {
  hostFunctions,
  type HostFunction,
  type HostFunctionName,
} from '../../toolchain/host/host-functions.js';
import type { HostRun } from './host-run.js';

type Serve = (run: HostRun, ...args: number[]) => number | bigint | undefined;

const served: Readonly<Record<HostFunctionName, Serve>> = {
  read: (run, a, b, c, d, e, f) => run.read(a, b, c, d, e, f),
  write: (run, a, b, c, d, e) => run.write(a, b, c, d, e),
  exists: (run, a, b, c) => run.exists(a, b, c),
  getSender: (run, out) => run.sender(out),
  getValue: (run, out) => run.value(out),
  getOrigin: (run, out) => run.origin(out),
  getBlockNumber: run => run.block(),
  getTimestamp: run => run.timestamp(),
  getSelfAddress: (run, out) => run.self(out),
  getGasLeft: run => run.gasLeft(),
  emitEvent: (run, a, b, c, d) => run.emit(a, b, c, d),
  revert: (run, a, b) => run.revert(a, b),
  keccak256: (run, a, b, c) => run.keccak256(a, b, c),
  blake3: (run, a, b, c) => run.blake3(a, b, c),
  print: (run, a, b) => run.print(a, b),
};

const known: readonly HostFunction[] = Object.values(hostFunctions);

export type HostImports = Record<string, Record<string, (...args: number[]) => unknown>>;

export function importsOf(run: HostRun): HostImports {
  const imports: HostImports = {};
  for (const [which, serve] of Object.entries(served) as [HostFunctionName, Serve][]) {
    const { module, name } = hostFunctions[which];
    (imports[module] ??= {})[name] = (...args) => run.call(name, args, () => serve(run, ...args));
  }
  return imports;
}

/** Throws a Failure for what the module wants of the host and this host does not have. */
export function checkImports(module: WasmModule): void {
  for (const each of module.imports) {
    const wrong = problemOf(each, module);
    if (wrong !== undefined) throw new Failure('not-supported', 'user', `the contract ${wrong}`);
  }
}

function problemOf({ module, name, thing }: Import, of: WasmModule): string | undefined {
  const wanted = `imports '${name}' from '${module}'`;
  if (!known.some(each => each.module === module)) {
    const [, family, version] = /^(.*)_v(\d+)$/.exec(module) ?? [];
    const older = known.some(each => each.module === `${family}_v1`);
    return older
      ? `${wanted}: this node has version 1 of ${family}, not version ${version}.`
      : `${wanted}, which is no module of this node.`;
  }
  const found = known.find(each => each.module === module && each.name === name);
  if (found === undefined || thing.kind !== 'function') return `${wanted}, which this node does not have.`;
  const type = of.types[thing.type];
  const same = type !== undefined && typeText(type) === typeText(found.type);
  return same ? undefined : `${wanted} with another type than ${typeText(found.type)}.`;
}

const typeText = ({ params, results }: FunctionType): string =>
  `(${params.join(', ')}) → (${results.join(', ')})`;

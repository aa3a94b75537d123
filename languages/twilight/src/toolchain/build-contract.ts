// From a typed contract to what is written to disk: module, `.meta`, source map.

import type { TypedContract, TypedProgram } from './checker/typed-program.js';
import { generateContract } from './generator/generate.js';
import { makeMeta } from './meta/make-meta.js';
import type { Meta } from './meta/schema.js';

export interface BuildContractOptions {
  /** With `debug_info`, a source map, and `print`. */
  readonly debug: boolean;
  readonly runtimeAsserts: boolean;
}

export interface BuiltContract {
  readonly name: string;
  readonly wasm: Uint8Array;
  readonly meta: Meta;
  /** For a browser's developer tools; the module names it. */
  readonly sourceMap: string | undefined;
}

export const moduleFile = (contract: string): string => `${contract}.wasm`;
export const metaFile = (contract: string): string => `${contract}.meta`;
export const sourceMapFile = (contract: string): string => `${contract}.wasm.map`;

export function buildContract(
  program: TypedProgram,
  contract: TypedContract,
  { debug, runtimeAsserts }: BuildContractOptions,
): BuiltContract {
  const options = { runtimeAsserts, prints: debug };
  const generated = generateContract(
    program,
    contract,
    options,
    debug ? sourceMapFile(contract.name) : undefined,
  );
  const meta = makeMeta(program, contract, generated, { file: moduleFile(contract.name), debug });
  const map = meta.debug_info?.source_map.data;
  return {
    name: contract.name,
    wasm: generated.module.bytes,
    meta,
    sourceMap: map === undefined ? undefined : JSON.stringify(map),
  };
}

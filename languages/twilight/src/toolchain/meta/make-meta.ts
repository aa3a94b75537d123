// Makes the `.meta` of a contract: interface, effects, and for debug builds where everything is.

import { createHash } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { readModule } from '@sonde/wasm';
import type { Domain, TypedContract, TypedFunction, TypedProgram } from '../checker/typed-program.js';
import type { GeneratedModule } from '../generator/generate.js';
import { hashOf } from '../generator/storage/keys.js';
import { abiEvent, abiFunction, abiParameter } from './abi.js';
import { hexOf, makeDebugInfo } from './debug-info.js';
import { staticGas } from './gas.js';
import { schemaVersion, type Meta, type MetaType } from './schema.js';
import { describeType } from './type-table.js';

export const compilerVersion = 'twilightc 0.1.0';

export interface MetaOptions {
  /** Name of the module's file, beside the `.meta`. */
  readonly file: string;
  readonly debug: boolean;
}

export function makeMeta(
  program: TypedProgram,
  contract: TypedContract,
  generated: GeneratedModule,
  { file, debug }: MetaOptions,
): Meta {
  const types: Record<string, MetaType> = {};
  const { bytes } = generated.module;
  const read = readModule(bytes);
  if (!read.ok) throw read.problem;
  const gas = staticGas(read.module);
  const callable = generated.functions.filter(({ of }) => of.role !== 'internal' && of.role !== 'test');
  return {
    schema_version: schemaVersion,
    source_info: {
      files: program.files.map(({ path, text }) => ({ path, hash_type: 'sha256', hash: sha256(text.text) })),
      compiler_version: compilerVersion,
    },
    bytecode_info: { file, target: 'wasm32-nova-v1', hash_type: 'sha256', hash: sha256(bytes) },
    contract: contract.name,
    abi: [...callable.map(({ of }) => abiFunction(of)), ...contract.events.map(abiEvent)],
    types,
    functions: Object.fromEntries(
      callable.map(({ of, built }) => [
        of.mangled,
        functionInfo(of, gas.get(built.reference.index) ?? 0, types),
      ]),
    ),
    events: Object.fromEntries(
      contract.events.map(event => [
        event.signature,
        {
          signature_hash: hexOf(keccak_256(new TextEncoder().encode(event.signature))),
          human_name: event.name,
          parameters: event.parameters.map(({ name, type, topic }) => ({
            name,
            type: abiParameter(name, type).type,
            internal_type: describeType(type, types),
            indexed: topic,
          })),
        },
      ]),
    ),
    verification_info: null,
    debug_info: debug ? makeDebugInfo(program, contract, generated, file) : null,
  };
}

function functionInfo(
  of: TypedFunction,
  gas: number,
  types: Record<string, MetaType>,
): Meta['functions'][string] {
  const { effects, parameters, result } = of;
  return {
    signature: `${of.name}(${parameters.map(({ type }) => type.name).join(',')}) -> ${result.name}`,
    parameters: parameters.map(({ name, type }) => ({ name, type: describeType(type, types) })),
    result: describeType(result, types),
    is_init: of.role === 'init',
    is_payable: of.payable,
    gas_estimate_static: gas,
    aggregate_read_domains: effects.reads.map(domainEntry),
    aggregate_write_domains: effects.writes.map(domainEntry),
    pipeline_hint: of.pipelineHint ?? null,
    is_recursive: of.recursive,
    verification_condition_ids: null,
  };
}

function domainEntry({ variable, key }: Domain): { hash: string; domain: string } {
  const domain = key === undefined ? `self.${variable}` : `self.${variable}:${key}`;
  return { hash: hexOf(hashOf(domain)), domain };
}

export const sha256 = (data: string | Uint8Array): string =>
  `0x${createHash('sha256').update(data).digest('hex')}`;

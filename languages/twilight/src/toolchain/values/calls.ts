// Calls of a contract's functions from outside: arguments into its memory, the result out of it.

import type { WebAssemblyInstance, WebAssemblyMemory } from '@sonde/wasm';
import { moduleExports } from '../host/host-functions.js';
import type { Meta } from '../meta/schema.js';
import { decodeMemory, decodeNumber, type ReadMemory } from './decode.js';
import { encodeMemory, type WriteMemory } from './encode.js';
import { valueFromJson } from './json.js';
import { shapeOfType, typeNamed, ValueProblem, type TwilightValue } from './value.js';

/** All types that the description knows. */
export const typesOf = (meta: Meta): Meta['types'] => ({
  ...meta.types,
  ...meta.debug_info?.variable_info.types,
});

export type WasmArgument = number | bigint;

export interface PreparedCall {
  readonly args: readonly WasmArgument[];
  /** Where the result will be, if it is in memory. */
  readonly out: number | undefined;
}

/** By its name in the source, or as the module exports it. */
export function functionNamed(meta: Meta, name: string): string | undefined {
  if (Object.hasOwn(meta.functions, name)) return name;
  return Object.keys(meta.functions).find(mangled => mangled.endsWith(`::${name}`));
}

/** Arguments in order, or by the names of the parameters. Throws a `ValueProblem`. */
export function argumentsFromJson(meta: Meta, mangled: string, json: unknown): readonly TwilightValue[] {
  const { parameters, signature } = functionInfo(meta, mangled);
  const types = typesOf(meta);
  const given = json ?? [];
  if (Array.isArray(given)) {
    if (given.length !== parameters.length)
      throw new ValueProblem(
        '',
        `${signature} takes ${parameters.length} arguments, here are ${given.length}`,
      );
    return parameters.map(({ name, type }, nth) => valueFromJson(types, type, given[nth], name));
  }
  if (typeof given !== 'object')
    throw new ValueProblem('', 'arguments are an array, or an object by the names of the parameters');
  const byName = given as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(byName).find(name => !parameters.some(parameter => parameter.name === name));
  if (unknown !== undefined) throw new ValueProblem(unknown, `${signature} has no such parameter`);
  return parameters.map(({ name, type }) => {
    if (!Object.hasOwn(byName, name))
      throw new ValueProblem(name, `this argument of ${signature} is missing`);
    return valueFromJson(types, type, byName[name], name);
  });
}

/** Writes the arguments into the instance's memory. */
export function prepareCall(
  meta: Meta,
  mangled: string,
  args: readonly TwilightValue[],
  heap: WriteMemory,
): PreparedCall {
  const { parameters, result } = functionInfo(meta, mangled);
  const types = typesOf(meta);
  const returned = typeNamed(types, result);
  const out = shapeOfType(returned) === 'memory' ? heap.allocate(returned.size) : undefined;
  const sent: WasmArgument[] = out === undefined ? [] : [out];
  for (const [nth, { type: name }] of parameters.entries()) {
    const type = typeNamed(types, name);
    const shape = shapeOfType(type);
    if (shape === 'none') continue;
    const bytes = encodeMemory(types, name, args[nth]!, heap);
    if (shape === 'memory') {
      const at = heap.allocate(bytes.length);
      heap.write(at, bytes);
      sent.push(at);
      continue;
    }
    const value = args[nth]!;
    if (value.kind === 'bool') sent.push(value.value ? 1 : 0);
    else if (value.kind === 'int')
      sent.push(shape === 'i64' ? BigInt.asIntN(64, value.value) : Number(value.value) | 0);
  }
  return { args: sent, out };
}

/** `returned` is what the export gave. */
export function readResult(
  meta: Meta,
  mangled: string,
  returned: unknown,
  { out }: PreparedCall,
  read: ReadMemory,
): TwilightValue {
  const { result } = functionInfo(meta, mangled);
  const types = typesOf(meta);
  if (out !== undefined) return decodeMemory(types, result, read, out);
  const type = typeNamed(types, result);
  if (type.k === 'unit') return { kind: 'unit' };
  if (typeof returned !== 'number' && typeof returned !== 'bigint')
    return { kind: 'unreadable', reason: 'the function gave no number' };
  return decodeNumber(type, returned);
}

function functionInfo(meta: Meta, mangled: string): Meta['functions'][string] {
  const found = Object.hasOwn(meta.functions, mangled) ? meta.functions[mangled] : undefined;
  if (found === undefined) throw new ValueProblem('', `${meta.contract} has no function ${mangled}`);
  return found;
}

/** The memory and heap of an instance. */
export function memoryOf({ exports }: WebAssemblyInstance): WriteMemory & { readonly read: ReadMemory } {
  const bytes = (): Uint8Array => new Uint8Array((exports[moduleExports.memory] as WebAssemblyMemory).buffer);
  const allocate = exports[moduleExports.allocate] as (size: number) => number;
  return {
    allocate: size => allocate(size) >>> 0,
    write: (address, written) => bytes().set(written, address),
    read: (address, length) => {
      const all = bytes();
      return address + length > all.length ? undefined : all.slice(address, address + length);
    },
  };
}

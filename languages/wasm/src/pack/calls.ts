// What is called to run a module: what the launch names, or what compilers begin programs with.

import { Failure } from '@sonde/engine';
import type { EntryCall } from '@sonde/engine-wasm';
import type { FunctionType, ValueType, WasmModule } from '@sonde/wasm';
import type { BuildOptions } from './launch-options.js';

export interface PlannedCalls {
  readonly calls: readonly EntryCall[];
  /** For people, where a function was asked for by name: `add(1, 2)`. */
  readonly shown?: string;
  /** The function, by its index. */
  readonly begins: number;
}

type Argument = NonNullable<BuildOptions['functionArgs']>[number];

export function plannedCalls(
  module: WasmModule,
  { function: wanted, functionArgs }: BuildOptions,
): PlannedCalls {
  const exported = module.exports.filter(({ kind }) => kind === 'function');
  const find = (name: string) => exported.find(each => each.name === name);
  const found = wanted === undefined ? (find('_start') ?? find('main')) : find(wanted);
  if (found === undefined)
    throw missing(
      wanted,
      exported.map(({ name }) => name),
    );
  const type = typeOf(module, found.index);
  // `main` without a C library gets no arguments from anybody.
  const given = functionArgs ?? (wanted === undefined ? type.params.map(() => 0) : []);
  const { name } = found;
  if (given.length !== type.params.length)
    throw new Failure(
      'bad-arguments',
      'user',
      `${name} takes ${type.params.length} arguments (${type.params.join(', ') || 'none'}), and ${given.length} are given.`,
      'Set functionArgs to one number for each.',
    );
  const call: EntryCall = {
    name,
    arguments: given.map((each, nth) => argumentOf(each, type.params[nth]!, name, nth)),
  };
  // Libraries of WASI have to be prepared before anything else is called.
  const first = name !== '_start' && find('_initialize') !== undefined && name !== '_initialize';
  return {
    calls: [...(first ? [{ name: '_initialize', arguments: [] }] : []), call],
    begins: found.index,
    ...(wanted === undefined ? {} : { shown: `${name}(${given.map(String).join(', ')})` }),
  };
}

function missing(wanted: string | undefined, names: readonly string[]): Failure {
  const known =
    names.length === 0 ? 'It exports no function at all.' : `It exports: ${names.slice(0, 20).join(', ')}.`;
  return wanted === undefined
    ? new Failure(
        'bad-arguments',
        'user',
        'the module exports neither _start nor main, so that nothing tells what to call.',
        `Set function to the name of an export. ${known}`,
      )
    : new Failure('not-found', 'user', `the module exports no function ${wanted}.`, known);
}

export function typeOf(module: WasmModule, index: number): FunctionType {
  const imported = module.imports.flatMap(({ thing }) => (thing.kind === 'function' ? [thing.type] : []));
  const type = imported[index] ?? module.functions[index - imported.length]?.type;
  return (type === undefined ? undefined : module.types[type]) ?? { params: [], results: [] };
}

function argumentOf(given: Argument, type: ValueType, name: string, nth: number): number | bigint {
  const refused = (): Failure =>
    new Failure(
      'bad-arguments',
      'user',
      `${name} takes ${type} as argument ${nth + 1}, and ${JSON.stringify(given)} is none.`,
    );
  const text = String(typeof given === 'boolean' ? Number(given) : given).trim();
  if (type === 'f32' || type === 'f64') {
    const number = Number(text);
    if (text === '' || (Number.isNaN(number) && text !== 'NaN')) throw refused();
    return number;
  }
  if (type !== 'i32' && type !== 'i64') throw refused();
  let integer: bigint;
  try {
    integer = text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text);
  } catch {
    throw refused();
  }
  const bits = type === 'i32' ? 32 : 64;
  if (text === '' || (BigInt.asIntN(bits, integer) !== integer && BigInt.asUintN(bits, integer) !== integer))
    throw refused();
  return type === 'i32' ? Number(BigInt.asIntN(32, integer)) : integer;
}

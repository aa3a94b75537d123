// What can be called of a contract, and how values of the outside become its arguments. Without `.meta`: exports and numbers.

import { Failure } from '@sonde/engine';
import type { VariableLocals } from '@sonde/engine-wasm';
import type { FunctionType, WasmModule } from '@sonde/wasm';
import type { EmittedEvent } from '../host/host-run.js';
import { moduleExports } from '../../toolchain/host/host-functions.js';

/** Something of a contract that a transaction can call. */
export interface EntryPoint {
  /** As people call it. */
  readonly name: string;
  /** Of the module. */
  readonly exportName: string;
  readonly payable: boolean;
  readonly isInit: boolean;
  /** Hashes of conflict domains, as digits. */
  readonly reads: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
}

/** Arguments as they are placed: bytes in new memory of the contract, and the numbers that the function is called with. */
export interface PlacedArguments {
  readonly words: readonly (number | bigint)[];
  /** Written at the address that the numbers were made for. */
  readonly bytes: Uint8Array;
}

export interface ContractInterface {
  readonly entries: readonly EntryPoint[];
  /** All conflict domains; undefined where nobody declared any. */
  readonly domains: ReadonlySet<string> | undefined;
  /** Offsets of instructions at which statements begin. */
  readonly statements: readonly number[];
  /** Locals that hold variables, by function; undefined where nobody told. */
  readonly variables?: VariableLocals;
  /** `address`: where new memory begins. Its size does not depend on it. Throws a Failure for arguments that do not fit. */
  place(entry: EntryPoint, given: unknown, address: number): PlacedArguments;
  /** As JSON. `memory` is that of the contract when the function had returned; arguments and address are those of `place`. */
  output(
    entry: EntryPoint,
    results: readonly (number | bigint)[],
    memory: Uint8Array,
    given: unknown,
    address: number,
  ): unknown;
  /** Undefined for one that the contract does not describe. */
  event(event: EmittedEvent): DescribedEvent | undefined;
  /** Values of the variables as JSON, by name; undefined where their names are not known. Keys are digits. */
  storage(entries: ReadonlyMap<string, Uint8Array>): Readonly<Record<string, unknown>> | undefined;
}

export interface DescribedEvent {
  readonly name: string;
  /** By the names of the parameters, as JSON. */
  readonly values: Readonly<Record<string, unknown>>;
}

const none: ReadonlySet<string> = new Set();

/** Of a module without `.meta`: each exported function takes and gives numbers of WebAssembly, and none is payable. */
export function plainInterface(module: WasmModule): ContractInterface {
  const imported = module.imports.filter(({ thing }) => thing.kind === 'function').length;
  const types = new Map<string, FunctionType>();
  for (const { name, kind, index } of module.exports) {
    const body = module.functions[index - imported];
    if (kind === 'function' && body !== undefined && name !== moduleExports.allocate)
      types.set(name, module.types[body.type]!);
  }
  return {
    entries: [...types.keys()].map(name => ({
      name,
      exportName: name,
      payable: false,
      isInit: name === 'init',
      reads: none,
      writes: none,
    })),
    domains: undefined,
    statements: [],
    place: ({ name }, given) => ({
      words: plainWords(name, types.get(name)!, given),
      bytes: new Uint8Array(),
    }),
    event: () => undefined,
    storage: () => undefined,
    output: (_, results) => {
      const texts = results.map(String);
      return texts.length > 1 ? texts : (texts[0] ?? null);
    },
  };
}

function plainWords(name: string, { params }: FunctionType, given: unknown): readonly (number | bigint)[] {
  const list = given ?? [];
  if (!Array.isArray(list) || list.length !== params.length)
    throw wrong(`${name} takes a list of ${params.length} numbers`);
  return params.map((type, nth) => {
    if (type !== 'i32' && type !== 'i64')
      throw wrong(`${name} takes ${type}, which nothing can be given for`);
    const value = integerOf(list[nth]);
    const bits = type === 'i32' ? 32 : 64;
    if (
      value === undefined ||
      (BigInt.asIntN(bits, value) !== value && BigInt.asUintN(bits, value) !== value)
    )
      throw wrong(`argument ${nth + 1} of ${name} is a whole number of ${bits} bits`);
    return type === 'i32' ? Number(BigInt.asIntN(32, value)) : BigInt.asIntN(64, value);
  });
}

function integerOf(given: unknown): bigint | undefined {
  if (typeof given === 'number') return Number.isSafeInteger(given) ? BigInt(given) : undefined;
  return typeof given === 'string' && /^(?:-?\d{1,80}|0x[0-9a-fA-F]{1,64})$/.test(given)
    ? BigInt(given)
    : undefined;
}

const wrong = (text: string): Failure => new Failure('bad-arguments', 'user', `${text}.`);

// A host for tests: runs calls of a contract on V8, with storage in a map. Nothing is shared with the node.

import { blake3 } from '@noble/hashes/blake3.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import {
  webAssembly,
  type WebAssemblyGlobal,
  type WebAssemblyMemory,
  type WebAssemblyModule,
} from '@sonde/wasm';
import type { BuiltContract } from '../../toolchain/build-contract.js';
import { hostErrors, moduleExports } from '../../toolchain/host/host-functions.js';
import {
  argumentsFromJson,
  functionNamed,
  memoryOf,
  prepareCall,
  readResult,
} from '../../toolchain/values/calls.js';
import type { ReadMemory } from '../../toolchain/values/decode.js';
import { traceModule } from './traced.js';
import { valueToJson, type Json } from '../../toolchain/values/json.js';

export interface CallContext {
  readonly sender?: string;
  readonly value?: bigint;
  readonly origin?: string;
  readonly blockNumber?: bigint;
  readonly timestamp?: bigint;
}

export interface EmittedEvent {
  readonly topics: readonly string[];
  readonly data: string;
}

export type Outcome =
  | { readonly kind: 'returned'; readonly value: Json }
  | { readonly kind: 'revert'; readonly text: string }
  | { readonly kind: 'panic'; readonly text: string };

export interface CallResult {
  readonly outcome: Outcome;
  readonly events: readonly EmittedEvent[];
  readonly prints: readonly string[];
}

class Reverted extends Error {}

const address = (hex: string | undefined, otherwise: number): Uint8Array =>
  hex === undefined ? new Uint8Array(20).fill(otherwise) : new Uint8Array(Buffer.from(hex.slice(2), 'hex'));

export class ContractHost {
  /** By the key in hexadecimal. */
  readonly storage = new Map<string, Uint8Array>();
  /** What `write` answers, to see what a contract does with errors. */
  writeAnswer = 0;

  readonly #module: WebAssemblyModule;

  /** `instead`: a module made of the contract's, and what else it imports. */
  constructor(
    readonly contract: BuiltContract,
    private readonly instead?: {
      readonly bytes: Uint8Array;
      readonly imports: (read: ReadMemory) => Readonly<Record<string, unknown>>;
    },
  ) {
    this.#module = new webAssembly.Module(instead?.bytes ?? contract.wasm);
  }

  /** `args` as JSON. A failed call leaves storage as it was. */
  call(name: string, args: unknown = [], context: CallContext = {}): CallResult {
    const { meta } = this.contract;
    const mangled = functionNamed(meta, name);
    if (mangled === undefined) throw new Error(`no function ${name}`);
    const before = new Map(this.storage);
    const events: EmittedEvent[] = [];
    const prints: string[] = [];
    let reverted = '';
    const bytes = (from: number, length: number): Uint8Array => {
      const all = new Uint8Array((instance.exports[moduleExports.memory] as WebAssemblyMemory).buffer);
      if (from + length > all.length) throw new Error(`${length} bytes at ${from} are outside memory`);
      return all.subarray(from, from + length);
    };
    const keyOf = (from: number, length: number): string => Buffer.from(bytes(from, length)).toString('hex');
    const put = (to: number, value: Uint8Array): number => {
      bytes(to, value.length).set(value);
      return 0;
    };
    const u128 = new Uint8Array(16);
    new DataView(u128.buffer).setBigUint64(0, context.value ?? 0n, true);
    const read: ReadMemory = (from, length) => {
      const all = new Uint8Array((instance.exports[moduleExports.memory] as WebAssemblyMemory).buffer);
      return from + length > all.length ? undefined : all.slice(from, from + length);
    };
    const instance = new webAssembly.Instance(this.#module, {
      [traceModule]: this.instead?.imports(read) ?? {},
      nova_state_v1: {
        read: (
          _domain: number,
          key: number,
          keyLength: number,
          out: number,
          offset: number,
          length: number,
        ) => {
          const value = this.storage.get(keyOf(key, keyLength));
          if (value === undefined) return hostErrors.KEY_NOT_FOUND;
          put(out + offset, value.subarray(0, length));
          return value.length;
        },
        write: (_domain: number, key: number, keyLength: number, value: number, length: number) => {
          if (this.writeAnswer !== 0) return this.writeAnswer;
          this.storage.set(keyOf(key, keyLength), bytes(value, length).slice());
          return 0;
        },
        exists: (_domain: number, key: number, length: number) =>
          this.storage.has(keyOf(key, length)) ? 1 : 0,
      },
      nova_tx_v1: {
        get_sender: (out: number) => put(out, address(context.sender, 0xaa)),
        get_origin: (out: number) => put(out, address(context.origin ?? context.sender, 0xaa)),
        get_value: (out: number) => put(out, u128),
      },
      nova_env_v1: {
        get_block_number: () => context.blockNumber ?? 1n,
        get_timestamp: () => context.timestamp ?? 1_700_000_000n,
        get_self_address: (out: number) => put(out, address(undefined, 0xcc)),
        get_gas_left: () => 1_000_000n,
      },
      nova_contract_v1: {
        emit_event: (topics: number, count: number, data: number, length: number) => {
          const topic = (nth: number): string => `0x${keyOf(topics + 32 * nth, 32)}`;
          events.push({
            topics: Array.from({ length: count }, (_, nth) => topic(nth)),
            data: `0x${keyOf(data, length)}`,
          });
          return 0;
        },
        revert: (from: number, length: number) => {
          reverted = new TextDecoder().decode(bytes(from, length));
          throw new Reverted();
        },
      },
      nova_crypto_v1: {
        keccak256: (from: number, length: number, out: number) =>
          put(out, keccak_256(bytes(from, length).slice())),
        blake3: (from: number, length: number, out: number) => put(out, blake3(bytes(from, length).slice())),
      },
      nova_debug_v1: {
        print: (from: number, length: number) =>
          void prints.push(new TextDecoder().decode(bytes(from, length))),
      },
    });
    const memory = memoryOf(instance);
    const prepared = prepareCall(meta, mangled, argumentsFromJson(meta, mangled, args), memory);
    const stack = (instance.exports[moduleExports.stackPointer] as WebAssemblyGlobal).value;
    try {
      const run = instance.exports[mangled] as (...given: unknown[]) => unknown;
      const value = valueToJson(readResult(meta, mangled, run(...prepared.args), prepared, memory.read));
      if ((instance.exports[moduleExports.stackPointer] as WebAssemblyGlobal).value !== stack)
        throw new Error('the stack pointer is not where it was');
      return { outcome: { kind: 'returned', value }, events, prints };
    } catch (error) {
      this.storage.clear();
      for (const [key, value] of before) this.storage.set(key, value);
      if (error instanceof Reverted) return { outcome: { kind: 'revert', text: reverted }, events, prints };
      if (!(error instanceof webAssembly.RuntimeError)) throw error;
      const handle = (instance.exports[moduleExports.panicText] as { readonly value: number }).value;
      const length = new DataView(memory.read(handle, 4)!.buffer).getUint32(0, true);
      const text = new TextDecoder().decode(memory.read(handle + 4, length));
      return { outcome: { kind: 'panic', text: text === '' ? String(error) : text }, events, prints };
    }
  }
}

// The host side of one run of a contract: what it asked for, what it said, and what its host functions do.

import { blake3 } from '@noble/hashes/blake3.js';
import type { HostMemory } from '@sonde/engine-wasm';
import { hostFunctions, type HostFunctionName } from '../../toolchain/host/host-functions.js';
import { blake3 as blake3Of, keccak256 } from '../hashes.js';
import { hexOf, littleEndian } from '../hex.js';
import type { CallContext } from './call-context.js';
import { HostRefusal } from './host-refusal.js';
import { gasOfCall } from './gas.js';
import { GuestMemory } from './guest-memory.js';
import { hostLimits } from './limits.js';
import type { StorageOverlay } from './storage-overlay.js';

/** What the machine gives: the memory of the contract and its gas. */
export interface Guest {
  readonly memory: HostMemory;
  gasLeft(): bigint;
  /** Throws where there is less; the run is over then. */
  charge(gas: bigint): void;
}

export interface EmittedEvent {
  /** 32 bytes each, as digits. */
  readonly topics: readonly string[];
  readonly data: string;
}

export interface StorageWrite {
  readonly key: Uint8Array;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array;
}

/** Hears of what happens, after it happened; `reverting` comes before the run is ended. */
export interface HostObserver {
  event?(event: EmittedEvent): void;
  printed?(text: string): void;
  written?(write: StorageWrite): void;
  reverting?(message: string): void;
}

/** Thrown by `revert`: the machine ends the run with it. */
export class Reverted extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}

/** Thrown where a function without a result cannot do its work: the machine ends the run as after a trap. */
export class HostTrap extends Error {}

export interface HostCallRecord {
  readonly count: number;
  /** BLAKE3 over names, arguments and results, to tell whether another run was the same. */
  readonly digest: string;
}

const keyLength = (length: number): void => {
  if (length === 0) throw new HostRefusal('INVALID_LENGTH');
  if (length >>> 0 > hostLimits.keyBytes) throw new HostRefusal('LIMIT_EXCEEDED');
};

const atMost = (length: number, most: number): void => {
  if (length >>> 0 > most) throw new HostRefusal('LIMIT_EXCEEDED');
};

const utf8 = new TextEncoder();

const gasOf = (name: HostFunctionName, bytes?: number, topics?: number): bigint =>
  gasOfCall(hostFunctions[name].cost, bytes, topics);

export class HostRun {
  readonly events: EmittedEvent[] = [];
  readonly printed: string[] = [];
  readonly #memory: GuestMemory;
  readonly #digest = blake3.create();
  #calls = 0;
  #printedBytes = 0;

  constructor(
    readonly context: CallContext,
    readonly storage: StorageOverlay,
    private readonly guest: Guest,
    private readonly observer: HostObserver = {},
  ) {
    this.#memory = new GuestMemory(guest.memory);
  }

  /** Calls that are over. */
  get callCount(): number {
    return this.#calls;
  }

  /** The contract goes on from where so many calls were over. What the digest has seen stays seen. */
  rewind(calls: number): void {
    this.#calls = calls;
  }

  get calls(): HostCallRecord {
    return { count: this.#calls, digest: hexOf(this.#digest.clone().digest()) };
  }

  /** One call, counted. A refusal is the result. */
  call<Result extends number | bigint | undefined>(
    name: string,
    args: readonly number[],
    work: () => Result,
  ): Result | number {
    let result: Result | number;
    try {
      result = work();
    } catch (error) {
      if (!(error instanceof HostRefusal)) {
        this.#record(name, args, error instanceof Reverted ? 'reverted' : 'ended');
        throw error;
      }
      result = error.code;
    }
    this.#record(name, args, String(result));
    return result;
  }

  #record(name: string, args: readonly number[], result: string): void {
    this.#calls++;
    this.#digest.update(utf8.encode(`${name}(${args.join()})=${result};`));
  }

  read(domain: number, key: number, keyLen: number, out: number, outOffset: number, outLen: number): number {
    keyLength(keyLen);
    this.#memory.check(out, outLen);
    const name = this.#memory.read(key, keyLen);
    this.#access(domain, 'reads');
    if (outOffset >>> 0 > outLen >>> 0) throw new HostRefusal('BUFFER_TOO_SMALL');
    const value = this.storage.read(name);
    const given = value?.subarray(0, (outLen >>> 0) - (outOffset >>> 0));
    this.guest.charge(gasOf('read', given?.length));
    if (value === undefined || given === undefined) throw new HostRefusal('KEY_NOT_FOUND');
    this.#memory.write((out >>> 0) + (outOffset >>> 0), given);
    return value.length;
  }

  write(domain: number, key: number, keyLen: number, value: number, valueLen: number): number {
    keyLength(keyLen);
    atMost(valueLen, hostLimits.valueBytes);
    const name = this.#memory.read(key, keyLen);
    const after = this.#memory.read(value, valueLen);
    this.#access(domain, 'writes');
    this.guest.charge(gasOf('write', after.length));
    const before = this.storage.write(name, after);
    this.observer.written?.({ key: name, before, after });
    return 0;
  }

  exists(domain: number, key: number, keyLen: number): number {
    keyLength(keyLen);
    const name = this.#memory.read(key, keyLen);
    this.#access(domain, 'reads');
    this.guest.charge(gasOf('exists'));
    return this.storage.read(name) === undefined ? 0 : 1;
  }

  sender(out: number): number {
    return this.#give(out, this.context.sender, 'getSender');
  }

  origin(out: number): number {
    return this.#give(out, this.context.origin, 'getOrigin');
  }

  self(out: number): number {
    return this.#give(out, this.context.self, 'getSelfAddress');
  }

  /** 16 bytes, little-endian. */
  value(out: number): number {
    return this.#give(out, littleEndian(this.context.value, 16), 'getValue');
  }

  block(): bigint {
    this.guest.charge(gasOf('getBlockNumber'));
    return this.context.block;
  }

  timestamp(): bigint {
    this.guest.charge(gasOf('getTimestamp'));
    return this.context.timestamp;
  }

  /** Before the call's own cost. */
  gasLeft(): bigint {
    const left = this.guest.gasLeft();
    this.guest.charge(gasOf('getGasLeft'));
    return left;
  }

  emit(topics: number, topicCount: number, data: number, dataLen: number): number {
    atMost(topicCount, hostLimits.topics);
    atMost(dataLen, hostLimits.eventDataBytes);
    const hashes = this.#memory.read(topics, topicCount * 32);
    const bytes = this.#memory.read(data, dataLen);
    if (this.events.length >= hostLimits.events) throw new HostRefusal('LIMIT_EXCEEDED');
    this.guest.charge(gasOf('emitEvent', bytes.length, topicCount));
    const event: EmittedEvent = {
      topics: Array.from({ length: topicCount }, (_, nth) => hexOf(hashes.subarray(nth * 32, nth * 32 + 32))),
      data: hexOf(bytes),
    };
    this.events.push(event);
    this.observer.event?.(event);
    return 0;
  }

  /** Answers only when the message cannot be read. */
  revert(message: number, length: number): number {
    atMost(length, hostLimits.messageBytes);
    const text = this.#memory.text(message, length);
    this.observer.reverting?.(text);
    throw new Reverted(text);
  }

  keccak256(input: number, length: number, out: number): number {
    return this.#hash(input, length, out, 'keccak256', keccak256);
  }

  blake3(input: number, length: number, out: number): number {
    return this.#hash(input, length, out, 'blake3', blake3Of);
  }

  /** Has no result that could tell what is wrong, so that a wrong pointer is a trap. */
  print(message: number, length: number): undefined {
    let text: string;
    try {
      text = this.#memory.text(message, length);
    } catch (error) {
      throw new HostTrap(`print was given what it cannot read: ${(error as Error).message}`);
    }
    this.guest.charge(gasOf('print', length >>> 0));
    if (this.#printedBytes > hostLimits.printedBytes) return undefined;
    this.#printedBytes += length >>> 0;
    this.#say(
      this.#printedBytes > hostLimits.printedBytes
        ? `(more than ${hostLimits.printedBytes} bytes were printed; the rest is not shown)`
        : text,
    );
    return undefined;
  }

  #say(text: string): void {
    this.printed.push(text);
    this.observer.printed?.(text);
  }

  #give(out: number, bytes: Uint8Array, name: HostFunctionName): number {
    this.#memory.check(out, bytes.length);
    this.guest.charge(gasOf(name));
    this.#memory.write(out, bytes);
    return 0;
  }

  #hash(
    input: number,
    length: number,
    out: number,
    name: HostFunctionName,
    hash: (bytes: Uint8Array) => Uint8Array,
  ): number {
    this.#memory.check(out, 32);
    this.#memory.check(input, length);
    atMost(length, hostLimits.hashedBytes);
    this.guest.charge(gasOf(name, length >>> 0));
    this.#memory.write(out, hash(this.#memory.read(input, length)));
    return 0;
  }

  /** The hash is read in any case, because a pointer that leads nowhere is wrong in every mode. */
  #access(pointer: number, how: 'reads' | 'writes'): void {
    const hash = hexOf(this.#memory.read(pointer, 32));
    const { domains } = this.context;
    if (domains === undefined) return;
    if (!domains.known.has(hash)) throw new HostRefusal('INVALID_ARGUMENT');
    const may = domains.writes.has(hash) || (how === 'reads' && domains.reads.has(hash));
    if (!may) throw new HostRefusal('STATE_ACCESS_VIOLATION');
  }
}

// Variables of a transaction that stands: locals where the compiler says they are, storage, and what the call is about.

import {
  Failure,
  type NamedValue,
  type Place,
  type RawValue,
  type Scope,
  type TypeId,
  type TypeTable,
} from '@sonde/engine';
import { frameIdOf, MemoryScope, parseFrameId } from '@sonde/engine/machine';
import { symbolScopes, type RemoteFrameRef } from '@sonde/engine-remote';
import { rawLocation, RawScopes } from '@sonde/engine-wasm';
import { bytesOfValue, isSigned } from '@sonde/lens';
import {
  decodeMemory,
  encodeMemory,
  isFixedType,
  shapeOfType,
  typeNamed,
  typesOf,
  writeInt,
  type DebugLocation,
} from '../../toolchain/toolchain.js';
import { containerType } from '../values/container-types.js';
import { contextStride, contextValues } from '../values/debugger-names.js';
import { spaceOf, valueAddress } from '../values/storage-slots.js';
import type { DebuggedContract } from './contract.js';
import type { CodeAnswer, StoppedParams } from './messages.js';
import { GasScope } from './gas-scope.js';
import type { NovaSession } from './nova-session.js';
import { nodeFrame, type StandingTransaction } from './standing.js';
import { changesScope, type StorageChange } from './storage-changes.js';

/** What is known of the call while it stands. */
export interface CallFacts {
  readonly target: CodeAnswer;
  readonly stop: StoppedParams;
  /** Absent where it was put there, and made no step. */
  readonly gasOfStep: bigint | undefined;
}

const inMemory = (type: TypeId, space: string, offset: bigint): RawValue => ({
  type,
  place: { kind: 'memory', address: { space, offset } },
  content: { kind: 'deferred' },
});

export class TransactionValues {
  readonly #memoryScope: MemoryScope;
  readonly #raw: RawScopes;
  readonly gas: GasScope;

  constructor(
    private readonly session: NovaSession,
    private readonly contract: DebuggedContract,
    private readonly standing: StandingTransaction,
    private readonly types: TypeTable,
  ) {
    this.#memoryScope = new MemoryScope(types);
    this.gas = new GasScope(session, contract);
    this.#raw = new RawScopes(contract.view, types);
  }

  async scopes(frame: RemoteFrameRef, facts: CallFacts | undefined): Promise<readonly Scope[]> {
    const id = frameIdOf(frame.task, frame.serial);
    const found = await symbolScopes(this.contract.index, frame, id, (place, type) =>
      this.value(place, type),
    );
    const named = found.map((scope): Scope =>
      scope.kind === 'globals' ? { ...scope, name: 'Storage', expensive: true } : scope,
    );
    const failure = frame.index === 0 && facts !== undefined ? await this.#failure(frame, facts) : [];
    const call = facts === undefined ? [] : [this.#call(facts), this.gas.scope(facts.stop, facts.gasOfStep)];
    const [memory] = this.#memoryScope.addTo([], [{ space: '', size: await this.standing.memorySize() }]);
    const bytes = memory!.variables.map(variable => ({ ...variable, name: 'memory' }));
    const changes = facts === undefined || frame.index > 0 ? [] : [await this.#changes()];
    const { functionIndex } = await this.standing.state(frame.serial);
    const raw = await this.#raw.scopes(frame, functionIndex, (place, type) => this.value(place, type));
    return [...failure, ...named, ...changes, ...call, ...raw, { ...memory!, variables: bytes }];
  }

  /** What cannot be read says why, so that one place never spoils the others. */
  async value(place: Place, type: TypeId): Promise<RawValue> {
    try {
      if (place.kind === 'memory') return inMemory(type, place.address.space, place.address.offset);
      const raw = rawLocation(place);
      if (raw !== undefined) return await this.#number(raw, type, place);
      if (place.kind === 'global') {
        const name = this.contract.symbols.storage[place.index];
        if (name === undefined) throw new Failure('not-found', 'user', 'there is no such storage.');
        const keyed = containerType(this.types.resolve(type), this.types) !== undefined;
        return inMemory(type, spaceOf(name, keyed), BigInt(valueAddress));
      }
      if (place.kind !== 'slot')
        throw new Failure('not-supported', 'user', 'there is no such place in a contract.');
      const slot = this.contract.symbols.slots[place.slot];
      if (slot === undefined) throw new Failure('not-found', 'user', 'there is no such variable.');
      const { serial } = parseFrameId(place.frame);
      return await this.#located(slot.type, slot.location, type, serial, place);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { type, place, content: { kind: 'unavailable', why: error.message } };
    }
  }

  /** A local or global of WebAssembly. */
  async #number(
    { kind, index }: NonNullable<ReturnType<typeof rawLocation>>,
    type: TypeId,
    place: Place,
  ): Promise<RawValue> {
    const serial = place.kind === 'slot' ? parseFrameId(place.frame).serial : undefined;
    const [top] = serial === undefined ? await this.standing.frames() : [];
    const state = await this.standing.state(serial ?? top?.serial ?? 0);
    const value = (kind === 'local' ? state.locals : state.globals)[index]?.value;
    if (value === undefined || value === null)
      throw new Failure('unreadable', 'program', `${kind} ${index} cannot be read.`);
    const { size = 8 } = this.types.resolve(type);
    return { type, place, content: { kind: 'bytes', bytes: writeInt(BigInt(value), size) } };
  }

  async #located(
    name: string,
    location: DebugLocation,
    type: TypeId,
    serial: number,
    place?: Place,
  ): Promise<RawValue> {
    if (location.k === 'none') return { type, content: { kind: 'bytes', bytes: new Uint8Array() } };
    if (location.k === 'mem') {
      const base = BigInt.asUintN(32, await this.standing.local(serial, location.base.local));
      return inMemory(type, '', base + BigInt(location.offset));
    }
    const { size } = typeNamed(typesOf(this.contract.meta), name);
    const raw = await this.standing.local(serial, location.index);
    return {
      type,
      ...(place === undefined ? {} : { place }),
      content: { kind: 'bytes', bytes: writeInt(raw, size) },
    };
  }

  async write(place: Place, value: RawValue): Promise<undefined> {
    const bytes = bytesOfValue(value, this.types, true);
    const at = rawLocation(place) ?? this.#localAt(place);
    if (at !== undefined) {
      const signed = isSigned(this.types.resolve(value.type), this.types);
      const number = signed ? BigInt.asIntN(bytes.length * 8, littleEndian(bytes)) : littleEndian(bytes);
      const given = { index: at.index, value: String(number) };
      await (place.kind === 'slot'
        ? this.session.request('setLocal', { frameId: nodeFrame(parseFrameId(place.frame).serial), ...given })
        : this.session.request('setGlobal', given));
      this.standing.forget();
      return;
    }
    const found = place.kind === 'memory' ? place : (await this.value(place, value.type)).place;
    if (found?.kind !== 'memory') throw new Failure('not-supported', 'user', 'this value cannot be changed.');
    const { space, offset } = found.address;
    const own = space === '' ? await this.#ownMemory(this.types.get(value.type).name, bytes) : bytes;
    const written = await this.standing.writeMemory(space, offset, own);
    if (written < own.length) throw new Failure('unreadable', 'user', 'the memory ends before it.');
    this.standing.forget();
  }

  #localAt(place: Place): { readonly index: number } | undefined {
    const location = place.kind === 'slot' ? this.contract.symbols.slots[place.slot]?.location : undefined;
    return location?.k === 'local' ? location : undefined;
  }

  /** What handles in the bytes lead to becomes memory of the contract, which owns all that its values lead to. */
  async #ownMemory(type: string, bytes: Uint8Array): Promise<Uint8Array> {
    const types = typesOf(this.contract.meta);
    if (!Object.hasOwn(types, type) || isFixedType(types, type)) return bytes;
    const { arena } = this.standing;
    const at = arena.allocate(bytes.length);
    arena.write(at, bytes);
    const value = await this.standing.decoding(read => decodeMemory(types, type, read, at));
    const heap = await this.standing.heap();
    const own = encodeMemory(types, type, value, heap);
    await heap.commit();
    return own;
  }

  /** What the function that was left gave back; of what it wrote into memory nothing is told. */
  returned({ returned }: StoppedParams, type: TypeId | undefined): RawValue | undefined {
    if (returned === undefined || type === undefined) return undefined;
    const functions = Object.values(this.contract.meta.debug_info!.variable_info.functions);
    const left = functions.find(each => each.wasm_index === returned.functionIndex);
    if (left === undefined) return undefined;
    const described = typeNamed(typesOf(this.contract.meta), left.result_type);
    const shape = shapeOfType(described);
    if (shape !== 'i32' && shape !== 'i64') return undefined;
    return {
      type: this.contract.symbols.types.idOf(left.result_type),
      content: { kind: 'bytes', bytes: writeInt(BigInt(returned.bits), described.size) },
    };
  }

  /** The operands of what failed, where it failed. */
  async #failure(frame: RemoteFrameRef, { stop }: CallFacts): Promise<readonly Scope[]> {
    if (!['revert', 'panic', 'assertion'].includes(stop.reason)) return [];
    const failure = this.contract.failureAt(frame.pc);
    if (failure === undefined || failure.operands.length === 0) return [];
    const variables = await Promise.all(
      failure.operands.map(async ({ name, type, loc }): Promise<NamedValue> => ({
        name,
        value: await this.#located(type, loc, this.contract.symbols.types.idOf(type), frame.serial).catch(
          (error: unknown): RawValue => ({
            type: this.contract.symbols.types.idOf(type),
            content: { kind: 'unavailable', why: error instanceof Error ? error.message : String(error) },
          }),
        ),
      })),
    );
    return [{ name: 'Failed operands', kind: 'other', variables }];
  }

  async #changes(): Promise<Scope> {
    const { changes } = await this.session.request<{ changes: readonly StorageChange[] }>(
      'getStorageChanges',
    );
    return changesScope(this.contract.meta, changes, this.contract.symbols.types.note);
  }

  #call({ target, stop }: CallFacts): Scope {
    const { types } = this.contract.symbols;
    const { context } = target;
    const number = (name: string, value: string | bigint, type = 'u64', size = 8): NamedValue => ({
      name,
      value: {
        type: types.integer(type, size),
        content: { kind: 'bytes', bytes: writeInt(BigInt(value), size) },
      },
    });
    const text = (name: string, value: string): NamedValue => ({
      name,
      value: { type: types.text, content: { kind: 'scalar', value } },
    });
    const address = (name: string, value: string): NamedValue => ({
      name,
      value: {
        type: types.integer('address', 20),
        content: { kind: 'bytes', bytes: new Uint8Array(Buffer.from(value.slice(2), 'hex')) },
      },
    });
    return {
      name: 'Transaction',
      kind: 'other',
      variables: [
        text('hash', target.transaction),
        text('function', target.function ?? 'init'),
        address('contract', target.contract),
        address('sender', context.sender),
        address('origin', context.origin),
        number('value', context.value, 'u128', 16),
        number('block_number', context.block),
        number('timestamp', context.timestamp),
        number('gas_used', stop.gasUsed),
        number('gas_left', stop.gasLeft),
        number('gas_limit', context.gasLimit),
      ],
    };
  }
}

function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

/** What expressions read of the call, each value at its place. */
export function contextBytes({ target: { context, contract }, stop }: CallFacts): Uint8Array {
  const bytes = new Uint8Array(contextValues.length * contextStride);
  const all: Readonly<Record<(typeof contextValues)[number]['key'], string>> = {
    ...context,
    contract,
    gasLeft: stop.gasLeft,
  };
  for (const [nth, { key, type, size }] of contextValues.entries())
    bytes.set(
      type === 'address' ? Buffer.from(all[key].slice(2), 'hex') : writeInt(BigInt(all[key]), size),
      nth * contextStride,
    );
  return bytes;
}

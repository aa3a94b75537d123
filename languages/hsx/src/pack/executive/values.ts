// Values of mirrored tasks as the debugger reads them, and back.

import {
  Failure,
  type FrameId,
  type NamedValue,
  type Place,
  type RawValue,
  type Scalar,
  type Scope,
  type SymbolIndex,
  type TypeId,
  type TypeTable,
} from '@sonde/engine';
import { frameIdOf, MemoryScope, parseFrameId } from '@sonde/engine/machine';
import { symbolScopes, type RemoteFrameRef } from '@sonde/engine-remote';
import type { MachineChild, MachinePlace } from '@sonde/engine-vm';
import { scalarOf } from '@sonde/lens';
import { spaceName } from '../../runtime/system.js';
import { spaceSize } from '../../toolchain/isa.js';
import { machineTypes } from '../debug-types.js';
import { answers } from './answers.js';
import type { Asker } from './connection.js';
import type { FarMemory } from './far-memory.js';
import type { Mirror } from './mirror.js';

/** Sets a register of a task that stands; throws a Failure when that cannot be. */
export type WriteRegister = (pid: number, name: string, value: number) => Promise<void>;

/** Larger ones are read when somebody looks at them. */
const previewBytes = 1_024;

export class FarValues {
  readonly #memoryScope: MemoryScope;

  constructor(
    private readonly session: Asker,
    private readonly mirror: Mirror,
    private readonly memory: FarMemory,
    private readonly setRegister: WriteRegister,
    private readonly symbols: SymbolIndex,
    private readonly types: TypeTable,
    private readonly pids: readonly number[],
  ) {
    this.#memoryScope = new MemoryScope(types);
  }

  async scopes(frame: RemoteFrameRef): Promise<readonly Scope[]> {
    const { task, serial } = frame;
    await Promise.all([this.mirror.task(task), this.mirror.services(task)]);
    const id = frameIdOf(task, serial);
    const variables = await symbolScopes(this.symbols, frame, id, (place, type) => this.value(place, type));
    const { machine } = this.mirror;
    const registers = (machine.registers?.(task, serial) ?? []).map(({ name, word, type }): NamedValue => ({
      name,
      path: name,
      value: this.#described(word, type, { kind: 'register', frame: id, name }),
    }));
    const others = (machine.scopes?.(task) ?? []).map(({ name, variables: children }): Scope => ({
      name,
      kind: 'other',
      variables: children.map(child => this.child(child)),
    }));
    const shown: readonly Scope[] = [
      ...variables,
      { name: 'Registers', kind: 'registers', variables: registers },
      ...others,
    ];
    return this.#memoryScope.addTo(
      shown,
      this.pids.map(pid => ({ space: spaceName(pid), size: spaceSize })),
    );
  }

  child({ name, word, type, place }: MachineChild): NamedValue {
    const at: Place | undefined =
      place?.kind === 'field' ? { kind: 'field', object: place.object, key: place.key } : undefined;
    return { name, value: this.#described(word, type, at) };
  }

  /** What cannot be read says why, so that one place never spoils the others. */
  async value(place: Place, type: TypeId): Promise<RawValue> {
    try {
      const target = await this.#target(place);
      if (target.kind === 'memory') return await this.#inMemory(target.space, target.offset, type);
      return this.#described(this.mirror.machine.read(target), type, place);
    } catch (error) {
      if (!(error instanceof RangeError) && !(error instanceof Failure)) throw error;
      return { type, place, content: { kind: 'unavailable', why: error.message } };
    }
  }

  /** What the function that was just left gave back. */
  async returned(task: number, type: TypeId | undefined): Promise<RawValue | undefined> {
    if (type !== undefined && this.types.resolve(type).kind === 'unit') return undefined;
    await this.mirror.task(task);
    return this.#described(this.mirror.machine.lastReturn?.(task), type, undefined);
  }

  async write(place: Place, value: RawValue): Promise<void> {
    const target = await this.#target(place);
    const scalar = scalarOf(value, this.types);
    if (target.kind === 'memory') return this.#writeMemory(target.space, target.offset, value);
    if (scalar === undefined)
      throw new Failure('not-supported', 'user', 'only numbers and truth values can be written here.');
    if (target.kind === 'field') {
      await this.session.ask('val.set', { oid: target.key, value: Number(scalar) }, answers.nothing);
    } else if (target.kind === 'register') await this.#writeRegister(target, scalar, value.type);
    else await this.#writeVariable(target, scalar, value.type);
    this.mirror.forget();
    this.memory.forget();
  }

  /** Where a place is: in memory, or in something that the mirror knows by the same name. */
  async #target(place: Place): Promise<MachinePlace> {
    switch (place.kind) {
      case 'memory': {
        const { space, offset } = place.address;
        return { kind: 'memory', space, offset: Number(offset), size: place.size ?? 1 };
      }
      case 'slot':
      case 'register': {
        const { task, serial } = parseFrameId(place.frame);
        await this.mirror.task(task);
        if (place.kind === 'register') return { kind: 'register', task, frame: serial, name: place.name };
        return this.#located({ kind: 'slot', task, frame: serial, slot: place.slot });
      }
      case 'global':
        return this.#located({ kind: 'global', index: place.index, ...taskOf(place.frame) });
      case 'field':
        return { kind: 'field', object: place.object, key: place.key };
      case 'storage':
        throw new RangeError('there is no storage here');
    }
  }

  #located(place: MachinePlace): MachinePlace {
    const at = this.mirror.machine.locate?.(place);
    return at === undefined ? place : { kind: 'memory', ...at, size: 1 };
  }

  async #inMemory(space: string, offset: number, type: TypeId): Promise<RawValue> {
    const size = this.types.resolve(type).size ?? 1;
    const place: Place = { kind: 'memory', address: { space, offset: BigInt(offset) } };
    if (size > previewBytes) return { type, place, content: { kind: 'deferred' } };
    const { bytes, why } = await this.memory.readRange({ address: place.address, size });
    return {
      type,
      place,
      content: why === undefined ? { kind: 'bytes', bytes } : { kind: 'unavailable', why },
    };
  }

  #described(word: unknown, declared: TypeId | undefined, place: Place | undefined): RawValue {
    const { machine } = this.mirror;
    const { content, summary } = machine.describe(word, previewBytes, declared);
    const isText = content.kind === 'scalar' && typeof content.value === 'string';
    const task =
      place?.kind === 'slot' || place?.kind === 'register' ? parseFrameId(place.frame).task : undefined;
    return {
      type: declared ?? machineTypes.none,
      content,
      ...(place === undefined ? {} : { place }),
      ...(task === undefined ? {} : { space: spaceName(task) }),
      ...(summary === undefined ? {} : { engineView: { summary } }),
      ...(isText ? { displayOnly: true } : {}),
    };
  }

  async #writeMemory(space: string, offset: number, value: RawValue): Promise<void> {
    const pid = this.memory.pidOf(space);
    if (pid === undefined || value.content.kind !== 'bytes')
      throw new Failure('not-supported', 'user', 'this cannot be written here.');
    await this.memory.write(pid, offset, value.content.bytes);
    this.mirror.forget();
  }

  /** The mirror checks what fits, and says which registers changed. */
  async #writeRegister(
    target: MachinePlace & { readonly kind: 'register' },
    scalar: Scalar,
    type: TypeId,
  ): Promise<void> {
    const { task: pid, name } = target;
    try {
      this.mirror.machine.write(target, scalar, type);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new Failure('bad-arguments', 'user', error.message);
    }
    const word = this.mirror.machine.scalar(this.mirror.machine.read(target));
    await this.setRegister(pid, name, Number(word));
  }

  /** A variable in registers, or in parts: what the mirror changed is sent. */
  async #writeVariable(target: MachinePlace, scalar: Scalar, type: TypeId): Promise<void> {
    const pid = 'task' in target ? target.task : undefined;
    if (pid === undefined) throw new Failure('not-supported', 'user', 'this cannot be written here.');
    const task = await this.mirror.task(pid);
    const before = { registers: task.registers.slice(), memory: task.memory.slice() };
    try {
      this.mirror.machine.write(target, scalar, type);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new Failure('bad-arguments', 'user', error.message);
    }
    for (const [number, value] of task.registers.entries())
      if (value !== before.registers[number]) await this.setRegister(pid, `R${number}`, value >>> 0);
    const first = task.memory.findIndex((byte, at) => byte !== before.memory[at]);
    if (first < 0) return;
    const last = task.memory.findLastIndex((byte, at) => byte !== before.memory[at]);
    await this.memory.write(pid, first, task.memory.slice(first, last + 1));
  }
}

const taskOf = (frame: FrameId | undefined): { readonly task?: number } =>
  frame === undefined ? {} : { task: parseFrameId(frame).task };

// Variables of a program that stands: where symbols say that they are, and raw locals and globals beside them.

import {
  Failure,
  type MemoryRange,
  type MemoryRead,
  type Place,
  type RawValue,
  type Scope,
  type SymbolIndex,
  type TypeId,
  type TypeTable,
} from '@sonde/engine';
import { frameIdOf, MemoryScope, parseFrameId } from '@sonde/engine/machine';
import { symbolScopes, type RemoteFrameRef } from '@sonde/engine-remote';
import { bytesOfValue, isSigned } from '@sonde/lens';
import type { ValueType } from '@sonde/wasm';
import type { CrossingValue, FrameData, WatchedPlace } from '../messages.js';
import type { WasmRun } from '../wasm-run.js';
import {
  globalLocation,
  slotLocation,
  type AddressLocation,
  type BaseLocation,
  type VariableLocation,
  type VariableLocations,
} from '../program/locations.js';
import type { ModuleView } from '../program/module-view.js';
import { rawLocation, RawScopes } from './raw-scopes.js';
import { bytesOfCrossing, crossingCount, crossingOfBytes } from './number-bytes.js';

/** Larger values are read when somebody looks at them. */
const previewBytes = 1_024;

export class WasmValues {
  readonly #memoryScope: MemoryScope;
  readonly #raw: RawScopes;
  readonly #locals = new Map<number, Promise<readonly CrossingValue[]>>();
  #frames: Promise<readonly FrameData[]> | undefined;

  constructor(
    private readonly run: WasmRun,
    private readonly view: ModuleView,
    private readonly symbols: SymbolIndex,
    private readonly types: TypeTable,
    private readonly locations: VariableLocations,
  ) {
    this.#memoryScope = new MemoryScope(types);
    this.#raw = new RawScopes(view, types);
  }

  /** The program moves. */
  forget(): void {
    this.#locals.clear();
    this.#frames = undefined;
  }

  async frames(): Promise<readonly FrameData[]> {
    this.#frames ??= this.run.ask('frames', { start: 0, count: 1_000_000 }).then(({ frames }) => frames);
    return this.#frames;
  }

  async scopes(frame: RemoteFrameRef): Promise<readonly Scope[]> {
    const id = frameIdOf(frame.task, frame.serial);
    const variables = await symbolScopes(this.symbols, frame, id, (place, type) => this.value(place, type));
    const raw = await this.#rawScopes(frame);
    const size = await this.run.ask('memorySize', {});
    const scopes = [...variables, ...raw];
    if (size === 0) return scopes;
    // The only memory has no name in addresses; people read one.
    const [memory] = this.#memoryScope.addTo([], [{ space: '', size }]);
    const named = memory!.variables.map(variable => ({ ...variable, name: 'memory' }));
    return [...scopes, { ...memory!, variables: named }];
  }

  /** What cannot be read says why, so that one place never spoils the others. */
  async value(place: Place, type: TypeId): Promise<RawValue> {
    try {
      const found = await this.#locate(place);
      if (found.kind === 'memory') return await this.#inMemory(found.address, type);
      const bytes = found.kind === 'bytes' ? found.bytes : await this.#bytesOf(found);
      if (bytes === undefined)
        return { type, place, content: { kind: 'unavailable', why: 'it is a reference' } };
      const size = this.types.resolve(type).size ?? bytes.length;
      if (size > bytes.length)
        return {
          type,
          place,
          content: {
            kind: 'unavailable',
            why: `only ${bytes.length} of its ${size} bytes are known`,
          },
        };
      return { type, place, content: { kind: 'bytes', bytes: bytes.slice(0, size) } };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { type, place, content: { kind: 'unavailable', why: error.message } };
    }
  }

  async write(place: Place, value: RawValue): Promise<RawValue> {
    const found = await this.#locate(place);
    const bytes = bytesOfValue(value, this.types, true);
    if (found.kind === 'bytes')
      throw new Failure(
        'not-supported',
        'program',
        'the compiler keeps this value nowhere, so it cannot be set.',
      );
    if (found.kind === 'memory') {
      const written = await this.run.ask('writeMemory', { address: found.address, bytes });
      if (written < bytes.length) throw new Failure('unreadable', 'user', 'the memory ends before it.');
    } else {
      const signed = isSigned(this.types.resolve(value.type), this.types);
      const crossing = crossingOfBytes(found.type, bytes, signed);
      if (crossing === undefined)
        throw new Failure('not-supported', 'user', 'this value cannot be written there.');
      if (found.kind === 'global')
        await this.run.ask('writeGlobal', { index: found.index, value: crossing[0] ?? null });
      else await this.run.ask('writeLocal', { frame: found.frame, local: found.index, value: crossing });
    }
    this.#locals.clear();
    return this.value(place, value.type);
  }

  async readMemory(ranges: readonly MemoryRange[]): Promise<readonly MemoryRead[]> {
    const wanted = ranges.map(({ address, size }) => ({ address: Number(address.offset), length: size }));
    const found = await this.run.ask('readMemory', { ranges: wanted });
    return found.map((bytes, nth) =>
      bytes.length === ranges[nth]!.size
        ? { bytes }
        : { bytes, why: 'the memory of the program ends before it' },
    );
  }

  /** What the function gave back, by the bits that it was told with. */
  returned(index: number, bits: number | bigint, type: TypeId | undefined): RawValue | undefined {
    const body = this.view.body(index);
    const [result] = (body && this.view.module.types[body.type]?.results) ?? [];
    if (result === undefined || (type !== undefined && this.types.resolve(type).kind === 'unit'))
      return undefined;
    const bytes = bytesOfCrossing(result, [bits]);
    if (bytes === undefined) return undefined;
    const shown = type ?? this.#raw.typeOf(result);
    const size = this.types.resolve(shown).size ?? bytes.length;
    return size > bytes.length
      ? { type: this.#raw.typeOf(result), content: { kind: 'bytes', bytes } }
      : { type: shown, content: { kind: 'bytes', bytes: bytes.slice(0, size) } };
  }

  /** Those of the frame at once, where they cost nothing. */
  async #rawScopes(frame: RemoteFrameRef): Promise<readonly Scope[]> {
    const body = this.view.bodyAt(frame.index === 0 ? frame.pc : frame.pc - 1);
    if (body === undefined) return [];
    return this.#raw.scopes(frame, body.index, (place, type) => this.value(place, type));
  }

  /** Where the thread finds a place, to compare it at statements. Throws a Failure where it cannot. */
  async watched(place: Place, size: number): Promise<WatchedPlace> {
    const found = await this.#locate(place);
    if (found.kind === 'memory') return { kind: 'memory', address: found.address, size };
    if (found.kind === 'local') return { kind: 'local', frame: found.frame, local: found.index };
    const why =
      found.kind === 'bytes'
        ? 'the compiler keeps this value nowhere, so it cannot be watched.'
        : 'a global of WebAssembly cannot be watched.';
    throw new Failure('not-supported', 'user', why);
  }

  async #locate(place: Place): Promise<Located> {
    switch (place.kind) {
      case 'memory':
        return { kind: 'memory', address: Number(place.address.offset) };
      case 'slot': {
        const { serial } = parseFrameId(place.frame);
        return this.#located(rawLocation(place) ?? slotLocation(this.locations, place.slot), serial);
      }
      case 'global':
        return this.#located(rawLocation(place) ?? globalLocation(this.locations, place.index), undefined);
      default:
        throw new Failure('not-supported', 'user', 'there is no such place in a module.');
    }
  }

  async #located(location: VariableLocation, serial: number | undefined): Promise<Located> {
    switch (location.kind) {
      case 'memory':
        return { kind: 'memory', address: (await this.#held(location.base, serial)) + location.offset };
      case 'value': {
        const bytes = new Uint8Array(8);
        const number = BigInt(await this.#held(location.base, serial)) + location.offset;
        new DataView(bytes.buffer).setBigUint64(0, BigInt.asUintN(64, number), true);
        return { kind: 'bytes', bytes };
      }
      case 'bytes':
        return location;
      case 'unavailable':
        throw new Failure('unreadable', 'program', location.why);
      default:
        return this.#base(location, serial);
    }
  }

  /** An address that something holds; 0 for nothing. */
  async #held(base: AddressLocation | undefined, serial: number | undefined): Promise<number> {
    if (base === undefined) return 0;
    let bytes: Uint8Array | undefined;
    if (base.kind === 'pointer') {
      const address = (await this.#held(base.base, serial)) + base.offset;
      [bytes] = await this.run.ask('readMemory', { ranges: [{ address, length: 4 }] });
      if (bytes?.length !== 4) throw new Failure('unreadable', 'program', 'its address is not in memory.');
    } else bytes = await this.#bytesOf(await this.#base(base, serial));
    if (bytes === undefined) throw new Failure('unreadable', 'program', 'its address is a reference.');
    return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  }

  async #base(base: BaseLocation, serial: number | undefined): Promise<Register> {
    if (base.kind === 'global') {
      const type = this.view.globals[base.index]?.type;
      if (type === undefined) throw new Failure('not-found', 'user', `there is no global ${base.index}.`);
      return { kind: 'global', index: base.index, type };
    }
    const frames = await this.frames();
    const frame = frames.findIndex(each => each.serial === serial);
    if (frame < 0) throw new Failure('not-found', 'user', 'this frame has returned.');
    const type = this.view.localsOf(frames[frame]!.function)[base.index];
    if (type === undefined) throw new Failure('not-found', 'user', `there is no local ${base.index}.`);
    return { kind: 'local', frame, function: frames[frame]!.function, index: base.index, type };
  }

  async #bytesOf(at: Register): Promise<Uint8Array | undefined> {
    if (at.kind === 'global')
      return bytesOfCrossing(at.type, await this.run.ask('globals', { indices: [at.index] }));
    let known = this.#locals.get(at.frame);
    if (known === undefined) {
      known = this.run.ask('locals', { frame: at.frame });
      this.#locals.set(at.frame, known);
    }
    const first = this.view
      .localsOf(at.function)
      .slice(0, at.index)
      .reduce((count, type) => count + crossingCount(type), 0);
    const values = (await known).slice(first, first + crossingCount(at.type));
    if (values.length === 0)
      throw new Failure('unreadable', 'program', 'the function has too many locals to show this one.');
    return bytesOfCrossing(at.type, values);
  }

  async #inMemory(address: number, type: TypeId): Promise<RawValue> {
    const size = this.types.resolve(type).size ?? 1;
    const place: Place = { kind: 'memory', address: { space: '', offset: BigInt(address) } };
    if (size > previewBytes) return { type, place, content: { kind: 'deferred' } };
    const [bytes = new Uint8Array()] = await this.run.ask('readMemory', {
      ranges: [{ address, length: size }],
    });
    return bytes.length === size
      ? { type, place, content: { kind: 'bytes', bytes } }
      : { type, place, content: { kind: 'unavailable', why: 'the memory of the program ends before it' } };
  }
}

type Located =
  | Register
  | { readonly kind: 'memory'; readonly address: number }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

/** What the machine holds outside of memory. */
type Register =
  | { readonly kind: 'global'; readonly index: number; readonly type: ValueType }
  | {
      readonly kind: 'local';
      readonly frame: number;
      readonly function: number;
      readonly index: number;
      readonly type: ValueType;
    };

// Looks into the stopped machine: stacks, scopes, values, memory. Knows nothing of how it came to stop.

import {
  Failure,
  threadId,
  typeId,
  type EngineRegion,
  type Frame,
  type FrameId,
  type GlobalSymbol,
  type MemoryRange,
  type MemoryRead,
  type NamedValue,
  type ObjectRead,
  type Place,
  type RawValue,
  type Scope,
  type Stack,
  type SymbolIndex,
  type Thread,
  type TypeId,
  type TypeTable,
  type WantedPlace,
} from '@sonde/engine';
import {
  frameOf,
  lookupAddress,
  parseFrameId,
  unsignedType,
  visibleLocals,
  type FoundFrame,
  type MemorySizes,
} from '@sonde/engine/machine';
import { scalarOf } from '@sonde/lens/bytes';
import type { EvaluateAnswer, Machine, MachineDescription, MachinePlace, Word } from '../machine.js';
import { regionsOf } from '../messages.js';
import { bytesHolding, withBits } from './bit-writes.js';
import { HeapWalks } from './heap-walk.js';
import { childValue, machineScopes } from './machine-scopes.js';
import { machinePlace, memorySpace, noMemory, placeOf } from './places.js';

/** Longer texts are cut in lists; `whole` reads bring the rest. */
const previewLength = 1024;
/** Texts that live nowhere cannot be fetched again, so they are handed over whole up to here. */
const resultLength = 1024 * 1024;
/** Frames fetched at a time when one is searched for. */
const framePage = 256;

export class Inspector {
  readonly heap: HeapWalks;
  readonly #found = new Map<FrameId, FoundFrame>();
  /** Results of evaluations: nothing in the program may hold them, and a person may still look inside. */
  #results: Word[] = [];
  /** What the call that a step left gave back, for the scopes of the frame it came back to. */
  returned: { readonly task: number; readonly function: string; readonly value: RawValue } | undefined;

  constructor(
    private readonly machine: Machine,
    private readonly symbols: SymbolIndex,
    private readonly types: TypeTable,
  ) {
    this.heap = new HeapWalks(machine, symbols, types);
  }

  /** After a resume, and whenever frames may have moved. */
  forget(): void {
    this.#found.clear();
    this.heap.forget();
    this.#results = [];
    this.returned = undefined;
  }

  threads(running: boolean): readonly Thread[] {
    return this.machine
      .tasks()
      .filter(task => task.state !== 'finished')
      .map(task => ({
        id: threadId(task.id),
        name: task.name,
        kind: 'task' as const,
        state: running ? (task.state === 'waiting' ? 'waiting' : 'running') : 'stopped',
        ...present('memory', this.machine.spaceOf?.(task.id)),
        ...present('waitReason', task.waitReason),
        ...present('awaiting', task.awaiting),
      }));
  }

  stack(task: number, start: number, count: number): Stack {
    this.checkTask(task);
    const total = this.machine.depth(task);
    const wanted = Math.max(0, Math.min(count, total - start));
    const frames = wanted === 0 ? [] : this.machine.frames(task, start, wanted);
    return {
      frames: frames.map((frame, nth) => this.#frame({ task, index: start + nth, ...frame })),
      total,
    };
  }

  /** The address by which to look up what the frame sees: that of the call, in a frame that waits for one. */
  frameAddress(id: FrameId): number {
    return lookupAddress(this.#find(id));
  }

  isTopFrame(id: FrameId): boolean {
    return this.#find(id).index === 0;
  }

  scopes(id: FrameId): readonly Scope[] {
    const frame = this.#find(id);
    const at = lookupAddress(frame);
    const inside = this.symbols.functionAt(at);
    const visible = visibleLocals(inside, at);
    const named = (l: (typeof visible)[number]): NamedValue => ({
      name: l.name,
      path: l.name,
      value: this.value({ kind: 'slot', frame: id, slot: l.slot }, l.type, previewLength),
      ...this.#declared(l.declared && { source: inside?.source ?? -1, ...l.declared }),
    });
    const globals = this.symbols.data.globals.filter(
      g => g.module === undefined || g.module === inside?.module,
    );
    const scopes: Scope[] = [];
    if (this.returned !== undefined && frame.index === 0 && frame.task === this.returned.task)
      scopes.push({
        name: 'Return value',
        kind: 'returnValue',
        variables: [{ name: `${this.returned.function}()`, value: this.returned.value }],
      });
    scopes.push(
      { name: 'Arguments', kind: 'arguments', variables: visible.filter(l => l.parameter).map(named) },
      { name: 'Locals', kind: 'locals', variables: visible.filter(l => !l.parameter).map(named) },
      {
        name: 'Globals',
        kind: 'globals',
        variables: globals.map(g => ({
          name: g.name,
          path: g.name,
          value: this.value(
            { kind: 'global', index: g.index, ...(g.perTask === true ? { frame: id } : {}) },
            g.type,
            previewLength,
          ),
          ...this.#declared(g.declared),
        })),
      },
    );
    const variables = scopes.filter(scope => scope.variables.length > 0 || scope.kind === 'locals');
    return [...variables, ...machineScopes(this.machine, { ...frame, id }, this, e => this.#failedScope(e))];
  }

  #failedScope(error: unknown): Scope {
    const content = { kind: 'unavailable', why: machineFault('scopes', error) } as const;
    const value = { type: dynamicType(this.types), content };
    return { name: 'Machine', kind: 'other', variables: [{ name: '', value }] };
  }

  #declared(at: GlobalSymbol['declared']): Pick<NamedValue, 'declared'> {
    return at === undefined || this.symbols.data.sources[at.source] === undefined
      ? {}
      : { declared: this.symbols.locate(at) };
  }

  regions(): readonly EngineRegion[] {
    const { machine } = this;
    if (machine.regions === undefined) return regionsOf(this.memorySizes());
    return machine
      .regions()
      .map(({ space, offset, ...rest }) => ({ start: { space, offset: BigInt(offset) }, ...rest }));
  }

  memorySizes(): MemorySizes {
    return [...(this.machine.memory ?? [])].map(([space, bytes]) => ({ space, size: bytes.length }));
  }

  places(wanted: readonly WantedPlace[]): readonly RawValue[] {
    return wanted.map(w => this.value(w.place, w.type, w.whole === true ? Infinity : previewLength));
  }

  /** What cannot be read says why, so that one place never spoils the others. */
  value(place: Place, type: TypeId, textLimit: number): RawValue {
    try {
      if (place.kind === 'memory') return { type, place, content: this.#bytes(place, type) };
      const target = machinePlace(this.machine, place, 0);
      const located = this.located(target);
      if (located !== undefined) return { type, place: located, content: this.#bytes(located, type) };
      return this.describe(this.machine.read(target), type, textLimit, place);
    } catch (error) {
      const expected = error instanceof RangeError || error instanceof Failure;
      const why = expected ? error.message : machineFault('read', error);
      return { type, place, content: { kind: 'unavailable', why } };
    }
  }

  /** Where in byte memory a variable lies; undefined when it lies elsewhere. */
  located(place: MachinePlace): (Place & { readonly kind: 'memory' }) | undefined {
    const at = this.machine.locate?.(place);
    return at && { kind: 'memory', address: { space: at.space, offset: BigInt(at.offset) } };
  }

  /** Whether a function of this result gives back nothing. */
  isNothing(result: TypeId | undefined): boolean {
    return result !== undefined && this.types.resolve(result).kind === 'unit';
  }

  /** Without a declared type the value has to say what it is. */
  describe(held: Word, declared: TypeId | undefined, textLimit = previewLength, place?: Place): RawValue {
    const described = this.#described(held, textLimit, declared);
    const written = described.function === undefined ? undefined : this.symbols.writtenAt(described.function);
    return {
      type: described.type ?? declared ?? dynamicType(this.types),
      content: described.content,
      ...(place === undefined ? {} : { place, ...this.#space(place) }),
      ...(written === undefined ? {} : { written }),
      ...(described.summary === undefined ? {} : { engineView: { summary: described.summary } }),
      ...(described.displayOnly === true ? { displayOnly: true } : {}),
    };
  }

  /** Pointers that lie in no memory count in that of their task. */
  #space(place: Place): Pick<RawValue, 'space'> {
    if (place.kind !== 'slot' && place.kind !== 'register') return {};
    return present('space', this.machine.spaceOf?.(parseFrameId(place.frame).task));
  }

  /** A machine that fails at one word says so in its place; the others are shown, and the session goes on. */
  #described(
    held: Word,
    textLimit: number,
    declared: TypeId | undefined,
  ): MachineDescription & { readonly displayOnly?: boolean } {
    try {
      const described = this.machine.describe(held, textLimit, declared);
      const { content } = described;
      if (content.kind !== 'scalar' || typeof content.value !== 'string') return described;
      return this.machine.scalar(held) === undefined ? { ...described, displayOnly: true } : described;
    } catch (error) {
      return { content: { kind: 'unavailable', why: machineFault('describe', error) } };
    }
  }

  /** What a watched place holds; `size` bytes where it is in memory. */
  watched(place: Place, size: number): RawValue {
    if (place.kind !== 'memory') return this.value(place, dynamicType(this.types), previewLength);
    return this.value({ ...place, size }, unsignedType(this.types, size), previewLength);
  }

  /** What an evaluation answered with; `declared` is the type of the expression. */
  evaluated({ word, place }: EvaluateAnswer, declared: TypeId | undefined): RawValue {
    this.#results.push(word);
    if (place === undefined) return this.describe(word, declared, resultLength);
    return this.describe(word, declared, previewLength, placeOf(place));
  }

  objects(reads: readonly ObjectRead[]): readonly (readonly NamedValue[])[] {
    return reads.map(read => this.#children(read));
  }

  #children(read: ObjectRead): readonly NamedValue[] {
    try {
      const children = this.machine.children?.(read.object, read.filter, read.start, read.count) ?? [];
      return children.map(child => childValue(child, this));
    } catch (error) {
      const content = { kind: 'unavailable', why: machineFault('children', error) } as const;
      return [{ name: '', value: { type: dynamicType(this.types), content } }];
    }
  }

  memory(ranges: readonly MemoryRange[]): readonly MemoryRead[] {
    return ranges.map(({ address, size }) => {
      const memory = memorySpace(this.machine, address.space);
      if (memory === undefined) return { bytes: new Uint8Array(0), why: noMemory(address) };
      const { bytes, name } = memory;
      if (address.offset < 0n || address.offset >= BigInt(bytes.length))
        return { bytes: new Uint8Array(0), why: `beyond the ${bytes.length} bytes of ${name}` };
      const part = bytes.slice(Number(address.offset), Number(address.offset) + size);
      return part.length === size ? { bytes: part } : { bytes: part, why: `the ${name} ends there` };
    });
  }

  writeMemory(space: string, offset: number, bytes: Uint8Array): number {
    const memory = memorySpace(this.machine, space);
    if (memory === undefined) throw unreadable(noMemory({ space, offset: BigInt(offset) }));
    if (offset < 0 || offset >= memory.bytes.length)
      throw unreadable(`${offset} is beyond the ${memory.bytes.length} bytes of ${memory.name}.`);
    const fitting = bytes.subarray(0, memory.bytes.length - offset);
    memory.bytes.set(fitting, offset);
    return fitting.length;
  }

  write(place: Place, value: RawValue): RawValue {
    const located = place.kind === 'memory' ? undefined : this.located(machinePlace(this.machine, place, 0));
    if (located !== undefined) return this.write(located, value);
    const { content } = value;
    if (value.displayOnly === true)
      throw new Failure('not-supported', 'user', 'what is shown of this value is not the value itself.');
    if (place.kind === 'memory' && place.bits !== undefined) this.#writeBits(place, value);
    else if (place.kind === 'memory' && content.kind === 'bytes')
      this.writeMemory(place.address.space, Number(place.address.offset), content.bytes);
    else if (content.kind === 'scalar' || content.kind === 'bytes') {
      const scalar = scalarOf(value, this.types);
      if (scalar === undefined) throw unwritable();
      this.#assign(place, value.type, target => this.machine.write(target, scalar, value.type));
    } else if (content.kind === 'object' && this.machine.writeWord !== undefined)
      this.#assign(place, value.type, target => this.machine.writeWord?.(target, content.id));
    else throw unwritable();
    return this.value(place, value.type, previewLength);
  }

  #writeBits(place: Place & { readonly kind: 'memory' }, value: RawValue): void {
    const { address } = place;
    const [read] = this.memory([{ address, size: bytesHolding(place) }]);
    if (read === undefined || read.why !== undefined) throw unreadable(read?.why ?? 'not answered');
    const bytes = withBits(place, read.bytes, value, this.types);
    this.writeMemory(address.space, Number(address.offset), bytes);
  }

  /** The word a place holds now, or undefined when it is gone. */
  tryRead(place: MachinePlace): { readonly word: Word } | undefined {
    try {
      return { word: this.machine.read(place) };
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  #assign(place: Place, type: TypeId, write: (target: MachinePlace) => void): void {
    try {
      write(machinePlace(this.machine, place, this.#sizeOf(place, type)));
    } catch (error) {
      if (error instanceof RangeError) throw new Failure('bad-arguments', 'user', error.message);
      throw error;
    }
  }

  #bytes(place: Place & { kind: 'memory' }, type: TypeId): RawValue['content'] {
    const size = this.#sizeOf(place, type);
    if (size > previewLength) return { kind: 'deferred' };
    const read = this.memory([{ address: place.address, size }])[0]!;
    if (read.why !== undefined) return { kind: 'unavailable', why: read.why };
    return { kind: 'bytes', bytes: read.bytes };
  }

  #sizeOf(place: Place, type: TypeId): number {
    return (place.kind === 'memory' ? place.size : undefined) ?? this.types.resolve(type).size ?? 1;
  }

  #frame(found: FoundFrame): Frame {
    const frame = frameOf(this.symbols, found, this.machine.restartFrame !== undefined);
    this.#found.set(frame.id, found);
    return frame;
  }

  #find(id: FrameId): FoundFrame {
    const known = this.#found.get(id);
    if (known !== undefined) return known;
    const { task, serial } = parseFrameId(id);
    this.checkTask(task);
    const depth = this.machine.depth(task);
    for (let start = 0; start < depth; start += framePage) {
      const page = this.machine.frames(task, start, Math.min(framePage, depth - start));
      const nth = page.findIndex(frame => frame.serial === serial);
      if (nth < 0) continue;
      const found = { task, serial, index: start + nth, pc: page[nth]!.pc };
      this.#found.set(id, found);
      return found;
    }
    throw new Failure('not-found', 'user', `frame ${id} has returned.`);
  }

  /** Throws a Failure when there is no such thread. */
  checkTask(task: number): void {
    const found = this.machine.tasks().some(t => t.id === task && t.state !== 'finished');
    if (!found) throw new Failure('not-found', 'user', `there is no thread ${task}.`);
  }
}

/** What stands in the place of a value when the maker's machine fails. */
const machineFault = (part: string, error: unknown): string =>
  `the machine failed in ${part}: ${error instanceof Error ? error.message : String(error)}`;

/** Optional properties may be absent, not undefined. */
const present = <Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [K in Key]?: Value } =>
  value === undefined ? {} : ({ [key]: value } as { readonly [K in Key]: Value });

const unwritable = (): Failure =>
  new Failure('not-supported', 'user', 'only numbers, texts and truth values can be written here.');

const unreadable = (why: string): Failure => new Failure('unreadable', 'user', why);

/** For values whose type only they know. */
function dynamicType(types: TypeTable): TypeId {
  for (const [id, type] of types.entries()) if (type.kind === 'dynamic') return id;
  return typeId(0);
}

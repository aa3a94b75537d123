// The native engine: one program under LLDB, behind the engine contract.

import {
  asFailure,
  Failure,
  nameScope,
  notSupported,
  typeId,
  unavailable,
  type Address,
  type BreakpointId,
  type BreakpointSpec,
  type CallOptions,
  type Engine,
  type EngineRegion,
  type EngineTraits,
  type EngineView,
  type FrameId,
  type FunctionPage,
  type FunctionQuery,
  type FunctionSignature,
  type GotoTarget,
  type Instruction,
  type MemoryRange,
  type MemoryRead,
  type ModuleId,
  type ModuleInfo,
  type Motion,
  type NamedValue,
  type NameScope,
  type ObjectRead,
  type OfferedName,
  type Place,
  type RawValue,
  type Resolution,
  type Scope,
  type SourceLocation,
  type SourceRef,
  type Stack,
  type StepTarget,
  type StopId,
  type TextEffects,
  type Thread,
  type ThreadId,
  type TypeId,
  type WantedPlace,
} from '@sonde/engine';
import type { HeapSource, HeapUnavailable, ObjectId } from '@sonde/heap';
import { bytesToWrite } from '@sonde/lens';
import { callCode } from './call-code.js';
import { codeTo, functionPageFrom, offeredFrom, signatureFrom } from './wire-functions.js';
import { visibleNameFrom } from './breakpoint-checks.js';
import type { Debuggee } from './debuggee.js';
import { untellable } from './framing.js';
import { heapStop } from './heap/heap-stop.js';
import { ProgramHeap } from './heap/program-heap.js';
import { stackQuestions } from './heap/stack-questions.js';
import { allHeaps } from './language-facts.js';
import { statementPlaces } from './statement-places.js';
import type { NativeTime } from './time/native-time.js';
import { coreTraits, nativeTraits, recordedTraits } from './traits.js';
import { breakpointTo, motionTo } from './wire-breakpoints.js';
import { regionFrom } from './wire-regions.js';
import { locationFrom, sourceFrom } from './wire-sources.js';
import { scopesFrom, stackFrom } from './wire-frames.js';
import { moduleFrom, threadFrom } from './wire-stops.js';
import {
  addressFrom,
  addressTo,
  engineViewFrom,
  namedValueFrom,
  placeTo,
  valueFrom,
  valueTo,
} from './wire-values.js';
import { bytes, fields, flag, integer, list, optional, text, type Fields } from './wire.js';

export class NativeEngine implements Engine {
  readonly traits: EngineTraits;
  readonly types;
  readonly process: Engine['process'];
  readonly #debuggee: Debuggee;
  readonly #stopOnEntry: boolean;
  readonly #heap: ProgramHeap;
  /** What a function without a result gives. */
  #nothing: TypeId | undefined;

  /** Where the runtime keeps a record of the run. */
  readonly time?: NativeTime;

  constructor(debuggee: Debuggee, stopOnEntry: boolean, time?: NativeTime) {
    if (time !== undefined) this.time = time;
    time?.of(debuggee);
    this.#debuggee = debuggee;
    this.#stopOnEntry = stopOnEntry;
    this.types = debuggee.types;
    const stacks = stackQuestions(debuggee);
    this.#heap = new ProgramHeap(allHeaps, (stop, ids) => heapStop(this, stacks, stop, ids));
    const { hold, name, process, pointerSize } = debuggee.held;
    this.traits = hold === 'core' ? coreTraits : time === undefined ? nativeTraits : recordedTraits;
    this.process = {
      name,
      // The process that left a core file is gone, and its number may be another one's now.
      ...(hold === 'core' ? {} : { id: process.id }),
      pointerSize,
      isLocal: hold !== 'remote',
    };
  }

  /** The process of LLDB itself, for those who watch over processes. */
  get lldbProcessId(): number | undefined {
    return this.#debuggee.lldbProcessId;
  }

  async begin(): Promise<void> {
    await this.#debuggee.ask('begin', {
      stopOnEntry: this.#stopOnEntry,
      goesBack: this.time !== undefined,
    });
  }

  async threads(): Promise<readonly Thread[]> {
    return this.#debuggee.stoppedThreads ?? list(await this.#debuggee.ask('threads'), threadFrom);
  }

  async resume(motion: Motion): Promise<void> {
    if (motion.direction === 'back') return this.#timeOf().back(motion);
    if (motion.motion.kind === 'goto') this.time?.noteChange();
    await this.#debuggee.ask('resume', motionTo(motion));
  }

  #timeOf(): NativeTime {
    if (this.time === undefined) throw notSupported('Going back in time');
    return this.time;
  }

  async pause(): Promise<void> {
    this.#debuggee.tell('pause');
  }

  async stack(
    stop: StopId,
    thread: ThreadId,
    start: number,
    count: number,
    signal?: AbortSignal,
  ): Promise<Stack> {
    return stackFrom(
      await this.#debuggee.ask('stack', { stop, thread, start, count }, signal),
      this.#debuggee.told,
    );
  }

  async scopes(stop: StopId, frame: FrameId, signal?: AbortSignal): Promise<readonly Scope[]> {
    return scopesFrom(await this.#debuggee.ask('scopes', { stop, frame }, signal), this.#debuggee.told);
  }

  async names(stop: StopId, frame: FrameId | undefined): Promise<NameScope> {
    if (frame === undefined) return nameScope([]);
    return nameScope(list(await this.#debuggee.ask('names', { stop, frame }), visibleNameFrom));
  }

  async changeBreakpoints(
    set: readonly BreakpointSpec[],
    remove: readonly BreakpointId[],
  ): Promise<readonly Resolution[]> {
    const wires = new Map<BreakpointId, Fields>();
    const failed: Resolution[] = [];
    for (const spec of set) {
      try {
        wires.set(spec.id, breakpointTo(spec, this.#debuggee.compilesAll(spec)));
      } catch (error) {
        // A log message that cannot be read: the others are set all the same.
        failed.push({ id: spec.id, state: 'failed', sites: [], message: asFailure(error).text });
      }
    }
    const removed = [...remove, ...failed.map(item => item.id)];
    const answered = [
      ...(await this.#debuggee.changeBreakpoints(set, [...wires.values()], removed)),
      ...failed,
    ];
    return set.map(spec => answered.find(item => item.id === spec.id)!);
  }

  async breakpointLocations(
    source: SourceRef,
    firstLine: number,
    lastLine: number,
  ): Promise<readonly SourceLocation[]> {
    if (source.path === undefined) return [];
    const wanted = { path: source.path, first: firstLine, last: lastLine };
    const places = list(await this.#debuggee.ask('breakpoint-locations', wanted), locationFrom);
    return statementPlaces(places, source.path);
  }

  async readMemory(
    stop: StopId,
    ranges: readonly MemoryRange[],
    signal?: AbortSignal,
  ): Promise<readonly MemoryRead[]> {
    const wanted = ranges.map(({ address, size }) => ({ address: addressTo(address), size }));
    return list(await this.#debuggee.ask('read-memory', { stop, ranges: wanted }, signal), memoryFrom);
  }

  /** A native program has memory and no managed objects. */
  async readObjects(
    _stop: StopId,
    reads: readonly ObjectRead[],
  ): Promise<readonly (readonly NamedValue[])[]> {
    return reads.map(() => []);
  }

  async readPlaces(
    stop: StopId,
    wanted: readonly WantedPlace[],
    signal?: AbortSignal,
  ): Promise<readonly RawValue[]> {
    const sized = wanted.map(item => this.#sized(item));
    const asked = sized.filter(item => item !== undefined);
    const values = list(await this.#debuggee.ask('read-places', { stop, wanted: asked }, signal), valueFrom);
    const read = values[Symbol.iterator]();
    return wanted.map(({ place, type }, index) => {
      if (sized[index] === undefined) return unavailable(type, 'how long it is, is not known', place);
      return { ...read.next().value!, place };
    });
  }

  async readViews(
    stop: StopId,
    values: readonly RawValue[],
    signal?: AbortSignal,
  ): Promise<readonly EngineView[]> {
    const { littleEndian } = this.#debuggee.held;
    const wanted = values.map(value => ({ ...valueTo(value), ...codeTo(value, this.types, littleEndian) }));
    return list(await this.#debuggee.ask('views', { stop, wanted }, signal), engineViewFrom);
  }

  async readSynthetic(
    stop: StopId,
    key: string,
    start: number,
    count: number,
  ): Promise<readonly NamedValue[]> {
    return list(await this.#debuggee.ask('synthetic', { stop, key, start, count }), value =>
      namedValueFrom(value),
    );
  }

  async write(stop: StopId, place: Place, value: RawValue): Promise<RawValue> {
    this.time?.noteChange();
    const data = bytesToWrite(place, value, this.types, this.#debuggee.held.littleEndian);
    const asked = {
      stop,
      place: this.#placeWithSize(place, value.type),
      type: value.type,
      bytes: base64(data),
    };
    return { ...valueFrom(await this.#debuggee.ask('write', asked)), place };
  }

  async writeMemory(stop: StopId, address: Address, data: Uint8Array): Promise<number> {
    this.time?.noteChange();
    const asked = { stop, address: addressTo(address), bytes: base64(data) };
    return integer(await this.#debuggee.ask('write-memory', asked));
  }

  async evaluateText(
    stop: StopId,
    frame: FrameId | undefined,
    expression: string,
    signal?: AbortSignal,
    effects: TextEffects = 'any',
  ): Promise<RawValue> {
    if (expression.search(untellable) >= 0)
      throw new Failure('bad-expression', 'user', 'the text has a character that no expression can have.');
    return valueFrom(
      await this.#debuggee.ask('evaluate', { stop, frame, text: expression, effects }, signal),
    );
  }

  async completeText(
    stop: StopId,
    frame: FrameId,
    begun: string,
    signal?: AbortSignal,
  ): Promise<readonly OfferedName[]> {
    if (begun.search(untellable) >= 0) return [];
    return list(await this.#debuggee.ask('complete', { stop, frame, text: begun }, signal), offeredFrom);
  }

  async call(
    stop: StopId,
    frame: FrameId,
    callee: string | Address,
    args: readonly RawValue[],
    { timeoutMs, result, restores = [] }: CallOptions,
    signal?: AbortSignal,
  ): Promise<RawValue> {
    const [address] = typeof callee === 'string' ? await this.symbolAddresses([callee]) : [callee];
    if (address === undefined)
      throw new Failure(
        'not-found',
        'user',
        `the program has no function ${typeof callee === 'string' ? callee : 'there'}: it may be inlined or stripped.`,
      );
    const given = await Promise.all(args.map(value => this.#fetched(stop, value, signal)));
    const code = callCode(given, result, this.types, this.#debuggee.held.littleEndian);
    const kept = await this.symbolAddresses(restores.map(({ symbol }) => symbol));
    const asked = {
      ...{ stop, frame, address: addressTo(address), ...code, timeoutMs },
      restores: restores.flatMap(({ offset, size, forbids, tells, during }, index) => {
        const at = kept[index];
        return at === undefined
          ? []
          : [
              {
                address: addressTo({ ...at, offset: at.offset + BigInt(offset) }),
                size,
                forbids,
                tells,
                during,
              },
            ];
      }),
    };
    const answer = fields(await this.#debuggee.ask('call', asked, signal));
    if (result === undefined || !code.returns)
      return unavailable(
        result ?? (this.#nothing ??= this.types.add({ kind: 'unit', name: 'void' })),
        'no value',
      );
    return { type: result, content: { kind: 'bytes', bytes: bytes(answer['bytes']) } };
  }

  async functions(names: readonly string[]): Promise<readonly FunctionSignature[]> {
    return list(await this.#debuggee.ask('functions', { names }), signatureFrom);
  }

  async listFunctions(query: FunctionQuery, signal?: AbortSignal): Promise<FunctionPage> {
    return functionPageFrom(await this.#debuggee.ask('list-functions', { ...query }, signal));
  }

  /** A value with its bytes, wherever they are. */
  async #fetched(stop: StopId, value: RawValue, signal: AbortSignal | undefined): Promise<RawValue> {
    const { content, place, type } = value;
    const { size } = this.types.resolve(type);
    if (content.kind !== 'deferred' || place?.kind !== 'memory' || size === undefined) return value;
    const [read] = await this.readMemory(stop, [{ address: place.address, size }], signal);
    if (read === undefined || read.bytes.length < size)
      throw new Failure('unreadable', 'user', `an argument cannot be read: ${read?.why ?? 'not mapped'}.`);
    return { ...value, content: { kind: 'bytes', bytes: read.bytes } };
  }

  async disassemble(
    _stop: StopId | undefined,
    from: Address,
    instructionOffset: number,
    count: number,
  ): Promise<readonly Instruction[]> {
    const asked = { address: addressTo(from), offset: instructionOffset, count };
    return list(await this.#debuggee.ask('disassemble', asked), instructionFrom);
  }

  async regions(stop: StopId, signal?: AbortSignal): Promise<readonly EngineRegion[]> {
    return list(await this.#debuggee.ask('regions', { stop }, signal), regionFrom);
  }

  heap(stop: StopId): Promise<HeapSource | HeapUnavailable> {
    return this.#heap.source(stop);
  }

  heapId(stop: StopId, value: RawValue): Promise<ObjectId | undefined> {
    return this.#heap.idOf(stop, value, this.types);
  }

  async modules(): Promise<readonly ModuleInfo[]> {
    return list(await this.#debuggee.ask('modules'), moduleFrom);
  }

  async definesSymbols(module: ModuleId, names: readonly string[]): Promise<readonly boolean[]> {
    return list(await this.#debuggee.ask('symbols', { module, names }), flag);
  }

  async symbolAddresses(names: readonly string[]): Promise<readonly (Address | undefined)[]> {
    return list(await this.#debuggee.ask('symbol-addresses', { names }), at =>
      at === null ? undefined : addressFrom(at),
    );
  }

  async typesNamed(names: readonly string[]): Promise<readonly (TypeId | undefined)[]> {
    return list(await this.#debuggee.ask('types-named', { names }), id =>
      id === null ? undefined : typeId(integer(id)),
    );
  }

  async loadedSources(): Promise<readonly SourceRef[]> {
    return list(await this.#debuggee.ask('loaded-sources'), sourceFrom);
  }

  async stepTargets(stop: StopId, frame: FrameId): Promise<readonly StepTarget[]> {
    return list(await this.#debuggee.ask('step-targets', { stop, frame }), stepTargetFrom);
  }

  async gotoTargets(
    stop: StopId,
    source: SourceRef,
    line: number,
    column?: number,
  ): Promise<readonly GotoTarget[]> {
    if (source.path === undefined) return [];
    return list(
      await this.#debuggee.ask('goto-targets', { stop, path: source.path, line, column }),
      gotoTargetFrom,
    );
  }

  async input(data: string | undefined): Promise<void> {
    await this.#debuggee.ask('input', data === undefined ? {} : { data: base64(Buffer.from(data, 'utf8')) });
  }

  /** For a descriptor beyond the standard ones, by the name of its stream; undefined ends it. */
  async inputTo(stream: string, data: Uint8Array | undefined): Promise<void> {
    await this.#debuggee.ask('input', { stream, ...(data === undefined ? {} : { data: base64(data) }) });
  }

  terminate(): Promise<void> {
    return this.#debuggee.terminate();
  }

  detach(suspended: boolean): Promise<void> {
    return this.#debuggee.detach(suspended);
  }

  dispose(): Promise<void> {
    return this.#debuggee.dispose();
  }

  /** Undefined for what has no known size: the others that were asked for with it can be read all the same. */
  #sized({ place, type, whole }: WantedPlace): Fields | undefined {
    const needsSize = place.kind === 'memory' && place.size === undefined && place.bits === undefined;
    if (needsSize && this.types.resolve(type).size === undefined) return undefined;
    return { place: this.#placeWithSize(place, type), type, whole: whole ?? false };
  }

  /** The bridge knows its own types' sizes only; the table here knows all of them. */
  #placeWithSize(place: Place, type: RawValue['type']): Fields {
    const wire = placeTo(place);
    if (wire === undefined) throw notSupported(`a ${place.kind} place`, 'native programs have none');
    if (place.kind !== 'memory' || place.size !== undefined || place.bits !== undefined) return wire;
    const { size } = this.types.resolve(type);
    if (size === undefined)
      throw new Failure('bad-arguments', 'user', `how long a ${this.types.get(type).name} is, is not known.`);
    return { ...wire, size };
  }
}

const base64 = (data: Uint8Array): string => Buffer.from(data).toString('base64');

function memoryFrom(value: unknown): MemoryRead {
  const from = fields(value);
  return { bytes: bytes(from['bytes']), ...optional(from, 'why', text) };
}

function instructionFrom(value: unknown): Instruction {
  const from = fields(value);
  return {
    address: addressFrom(from['address']),
    size: integer(from['size']),
    text: text(from['text']),
    ...optional(from, 'bytes', bytes),
    ...optional(from, 'location', locationFrom),
    ...optional(from, 'symbol', text),
  };
}

function stepTargetFrom(value: unknown): StepTarget {
  const from = fields(value);
  return { id: integer(from['id']), label: text(from['label']), ...optional(from, 'location', locationFrom) };
}

function gotoTargetFrom(value: unknown): GotoTarget {
  const from = fields(value);
  return {
    address: addressFrom(from['address']),
    location: locationFrom(from['location']),
    label: text(from['label']),
  };
}

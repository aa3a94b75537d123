// Looks at a program that stands, and changes it: frames, locals, globals, memory.

import { Failure } from '@sonde/engine';
import type { WasmModule } from '@sonde/wasm';
import { crossingTypes } from '../instrument/sites.js';
import { spilledLocals } from '../instrument/rewrite-function.js';
import type { CrossingValue, EntryCall, Past, PastQuery, Question, WatchedPlace } from '../messages.js';
import { Activations } from './activations.js';
import { isTrap } from './call-stack.js';
import { crossing } from './crossing.js';
import type { WatchedLocal, WatchedMemory } from './data-watches.js';
import type { Execution, ExecutionListener, Standing } from './execution.js';
import type { FrameList } from './frame-list.js';
import type { Edit, Recording, RunPoint } from './recording.js';
import { EndOfPast, PastScan } from './past.js';
import { applyEdit, Replay } from './replay.js';
import type { Variant, Variants } from './variants.js';

/** How long a second run may take to look at the locals of callers. */
const patienceMs = 5_000;
/** How long a look through the past may take. */
const searchMs = 60_000;

export interface InspectionParts {
  readonly module: WasmModule;
  readonly execution: Execution;
  /** Undefined before the program begins. */
  readonly standing: Standing | undefined;
  readonly frames: FrameList;
  readonly activations: Activations;
  readonly recording: Recording;
  readonly variants: Variants;
  readonly calls: readonly EntryCall[];
  execute(variant: Variant, listener: ExecutionListener): Execution;
  ask(name: string, given: unknown): unknown;
  /** It is about to be changed, and goes another way than what is on record behind this point. */
  branch(): void;
  edited(edit: Edit): void;
  watched(): ReadonlyMap<string, WatchedLocal | WatchedMemory>;
}

/** The watch of a place that is asked about. */
const askedId = 'asked';

export class Inspection {
  constructor(private readonly parts: InspectionParts) {}

  /** A local of a frame, as an activation that can be told from all others. */
  watched(
    frame: number,
    local: number,
  ): { readonly place: WatchedLocal; readonly locals: readonly CrossingValue[] } {
    const { frames, standing, module } = this.parts;
    const locals = this.#locals(frame).map(crossing);
    const entry =
      frame === 0 && standing?.entry !== undefined ? standing.entry : this.#collect()[frame]?.entry;
    const index = frames.all[frame]!.function;
    const body = module.functions.find(each => each.index === index)!;
    const all = spilledLocals(module, body);
    const type = all[local];
    if (type === undefined || entry === undefined)
      throw new Failure('not-found', 'user', `there is no local ${local} that could be watched.`);
    const hasProbes = [...this.parts.execution.variant.probes.values()].some(
      probe => this.parts.execution.variant.sites[probe]!.function === index,
    );
    if (!hasProbes)
      throw new Failure('not-supported', 'user', 'a local of a function without lines cannot be watched.');
    const first = all.slice(0, local).flatMap(crossingTypes).length;
    const depth = frames.depth - 1 - frame;
    return {
      place: { kind: 'local', function: index, entry, depth, first, types: crossingTypes(type) },
      locals,
    };
  }

  /** Where a frame was entered: a point to run again to. */
  entryOf(frame: number): RunPoint {
    const { frames, standing, module } = this.parts;
    const found = frames.all[frame];
    if (found === undefined) throw new Failure('not-found', 'user', `there is no frame ${frame}.`);
    if (standing?.inHost === true) throw waitsInHost();
    this.parts.recording.check();
    const entry =
      frame === 0 && standing?.entry !== undefined ? standing.entry : this.#collect()[frame]?.entry;
    const body = module.functions.find(each => each.index === found.function);
    if (entry === undefined || body === undefined)
      throw new Failure('not-supported', 'program', 'it is not known where this call began.');
    return { position: entry, offset: body.code };
  }

  answer(question: Exclude<Question, { name: 'move' | 'arm' | 'halt' | 'watch' | 'unwatch' }>): unknown {
    const { frames, execution } = this.parts;
    switch (question.name) {
      case 'frames':
        return {
          frames: frames.all.slice(question.start, question.start + question.count),
          total: frames.depth,
        };
      case 'entries':
        return this.#collect().map(({ entry }) => entry ?? null);
      case 'locals':
        return this.#locals(question.frame).map(crossing);
      case 'writeLocal':
        return this.#writeLocal(question.frame, question.local, question.value);
      case 'globals':
        return question.indices.map(index => crossing(execution.global(index)?.value));
      case 'writeGlobal':
        return this.#writeGlobal(question.index, question.value);
      case 'readMemory':
        return question.ranges.map(({ address, length }) => readMemory(execution, address, length));
      case 'writeMemory':
        return this.#writeMemory(question.address, question.bytes);
      case 'past':
        return this.#past(question.query);
      case 'branch':
        return this.parts.branch();
      case 'printed':
        return this.parts.recording.printed;
      case 'replayed':
        return this.parts.recording.replayed;
      case 'memorySize':
        return execution.memory.byteLength;
      case 'host':
        return this.parts.ask(question.about, question.given);
    }
  }

  #locals(index: number): readonly unknown[] {
    const { frames, standing } = this.parts;
    if (frames.all[index] === undefined)
      throw new Failure('not-found', 'user', `there is no frame ${index}.`);
    if (index === 0 && standing?.locals !== undefined) return standing.locals;
    const known = frames.localsOf(index);
    if (known !== undefined) return known;
    const all = this.#collect();
    frames.keepLocals(all.map(({ locals }) => locals));
    const found = all[index]?.locals;
    if (found === undefined)
      throw new Failure('unreadable', 'program', 'the locals of this frame could not be read.');
    return found;
  }

  /** Runs again to here in an execution of its own, and takes its stack down frame by frame. Top first. */
  #collect(): readonly Pick<Standing, 'locals' | 'entry'>[] {
    const { recording, frames, standing, execution, variants } = this.parts;
    recording.check();
    if (standing === undefined) return [];
    const found: Pick<Standing, 'locals' | 'entry'>[] = [];
    const deadline = Date.now() + patienceMs;
    const { site, position } = standing;
    const activations = new Activations();
    const replay = new Replay({
      recording,
      activations,
      goal: { position, offset: site.offset },
      arrived: (again, there) => {
        if (found.length === 0) again.unwind();
        else if (there.locals !== undefined)
          activations.overlay(frames.depth - 1 - found.length, there.locals);
        found.push({ locals: there.locals, entry: there.entry });
      },
      look: () => {
        if (Date.now() > deadline)
          throw new Failure('deadline', 'program', 'running again to here takes too long to show this.');
      },
    });
    // Behind calls the usual variants hand out locals only in functions with statements.
    const hasStatements = (index: number): boolean =>
      [...execution.variant.probes.values()].some(
        probe => execution.variant.sites[probe]!.function === index,
      );
    const usual = frames.all.every(frame => hasStatements(frame.function)) && standing.locals !== undefined;
    const variant = usual ? variants.get([site.offset]) : variants.get([], true);
    const again = this.parts.execute(variant, replay);
    replay.begin(again);
    try {
      again.run(this.parts.calls);
    } catch (error) {
      if (isTrap(error))
        throw new Failure('unreadable', 'program', 'running again to here failed: the stack is full.');
      throw error;
    }
    return found;
  }

  /** Runs again to the end of what is asked for, and tells where it came by. */
  #past(query: PastQuery): Past {
    const { recording, variants, calls } = this.parts;
    recording.check();
    const { until, by, offsets = [], within } = query;
    const replay = this.#replayTo(until);
    const entries = within === undefined ? undefined : this.#entries(within);
    const places = this.#watchedIn(query);
    const scan = new PastScan({
      query,
      replay,
      places,
      ...(entries === undefined ? {} : { entries }),
    });
    const variant = variants.get([...offsets, until.offset], by === 'instruction');
    const execution = this.parts.execute(variant, scan);
    scan.begin(execution);
    try {
      execution.run(calls);
    } catch (error) {
      if (!(error instanceof EndOfPast) && !isTrap(error)) throw error;
    }
    return scan.past;
  }

  /** Throws a Failure where the program was never there, so that nothing is put into question that stands. */
  checkPoint(goal: RunPoint): void {
    const { recording, variants, calls } = this.parts;
    recording.check();
    const replay = this.#replayTo(goal);
    const execution = this.parts.execute(variants.get([goal.offset]), replay);
    replay.begin(execution);
    try {
      execution.run(calls);
    } catch (error) {
      if (error instanceof EndOfPast) return;
      if (!isTrap(error) && !(error instanceof Failure && error.code === 'internal')) throw error;
    }
    throw new Failure('not-found', 'user', `the program was never at ${goal.position}.`);
  }

  /** Throws `EndOfPast` there. */
  #replayTo(goal: RunPoint): Replay {
    const deadline = Date.now() + searchMs;
    return new Replay({
      recording: this.parts.recording,
      activations: new Activations(),
      goal,
      arrived: () => {
        throw new EndOfPast();
      },
      look: () => {
        if (Date.now() > deadline)
          throw new Failure('deadline', 'program', 'running again to there takes too long.');
      },
    });
  }

  #entries(within: 'frames' | 'callers'): ReadonlySet<bigint> {
    const all = this.#collect().map(({ entry }) => entry);
    return new Set((within === 'callers' ? all.slice(1) : all).filter(entry => entry !== undefined));
  }

  #watchedIn({ touched, place }: PastQuery): ReadonlyMap<string, WatchedLocal | WatchedMemory> {
    if (touched !== true) return new Map();
    return place === undefined ? this.parts.watched() : new Map([[askedId, this.#place(place)]]);
  }

  #place(place: WatchedPlace): WatchedLocal | WatchedMemory {
    return place.kind === 'memory' ? place : this.watched(place.frame, place.local).place;
  }

  #writeLocal(index: number, local: number, value: readonly CrossingValue[]): undefined {
    const { frames, standing, module } = this.parts;
    const frame = frames.all[index];
    if (frame === undefined || standing === undefined)
      throw new Failure('not-found', 'user', `there is no frame ${index}.`);
    const before = this.#locals(index);
    const body = module.functions.find(each => each.index === frame.function)!;
    const first = spilledLocals(module, body).slice(0, local).flatMap(crossingTypes).length;
    if (first + value.length > before.length)
      throw new Failure('bad-arguments', 'user', `there is no local ${local}.`);
    if (index === 0 && standing.locals === undefined) throw this.#noLines();
    const isRich = this.parts.execution.variant.sites.some(
      site => site.kind === 'return' && site.function === frame.function && site.rich,
    );
    if (index > 0 && !isRich) throw this.#noLines();
    const { variants, execution } = this.parts;
    if (!execution.variant.isStepped(frame.offset) && !variants.takesBack(frame.function, local))
      throw new Failure(
        'not-supported',
        'user',
        'this local holds no variable: it can only be changed where the function was stepped by instructions.',
        'Step by one instruction, and change it then.',
      );
    variants.requireLocal(frame.function, local);
    this.#edit({ kind: 'local', depth: frames.depth - 1 - index, first, values: value });
    if (index > 0) frames.localsOf(index)?.splice(first, value.length, ...value);
    return undefined;
  }

  #noLines(): Failure {
    return new Failure(
      'not-supported',
      'user',
      'the locals of a function without lines can only be changed where it was stepped by instructions.',
    );
  }

  #writeGlobal(index: number, value: CrossingValue): undefined {
    const global = this.parts.execution.global(index);
    if (global === undefined) throw new Failure('not-found', 'user', `there is no global ${index}.`);
    try {
      global.value = value;
    } catch (error) {
      throw new Failure(
        'bad-arguments',
        'user',
        `this global cannot be changed: ${error instanceof Error ? error.message : String(error)}.`,
      );
    }
    this.#edit({ kind: 'global', index, value });
    return undefined;
  }

  #writeMemory(address: number, bytes: Uint8Array): number {
    const written = readMemory(this.parts.execution, address, bytes.length).length;
    if (written > 0) this.#edit({ kind: 'memory', address, bytes: bytes.slice(0, written) });
    return written;
  }

  /** Done here, and again whenever the program is run again. */
  #edit(edit: Edit): void {
    const { standing, execution, activations, recording, frames, variants } = this.parts;
    const point =
      standing === undefined
        ? { position: -1n, offset: -1 }
        : { position: standing.position, offset: standing.site.offset };
    this.parts.branch();
    if (standing !== undefined) variants.require(point.offset);
    recording.edits.push({ ...point, edit });
    this.parts.edited(edit);
    applyEdit(
      execution,
      activations,
      edit,
      standing === undefined ? undefined : { standing, depth: frames.depth },
    );
  }
}

export const waitsInHost = (): Failure =>
  new Failure('not-supported', 'user', 'the program waits in a call of its host.', 'Let it return first.');

/** As much of it as there is. */
function readMemory({ memory }: Execution, address: number, length: number): Uint8Array {
  const end = Math.min(memory.byteLength, address + length);
  return address < 0 || address >= end
    ? new Uint8Array()
    : new Uint8Array(memory, address, end - address).slice();
}

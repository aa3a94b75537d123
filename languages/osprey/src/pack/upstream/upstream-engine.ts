// The engine for programs of the language's own compiler: variables with the types of the source, frames by the names people know.

import {
  Failure,
  topOf,
  unavailable,
  type Engine,
  type EngineEvent,
  type EngineHost,
  type Frame,
  type FrameId,
  type Motion,
  type NamedValue,
  type NameScope,
  type PushedTop,
  type Scope,
  type Stop,
} from '@sonde/engine';
import { inferredType, noteRuntime, type UpstreamRuntime } from './confirmed-values.js';
import { DescribedTypes } from './described-types.js';
import { frameName } from './frame-names.js';
import { SourceTypes } from './source-types.js';

export class Upstream {
  readonly engine: Engine;
  readonly #sources = new Map<string, { types: SourceTypes; described: DescribedTypes } | undefined>();
  readonly #frames = new Map<FrameId, Frame>();
  /** The step that is under way, and where it began. */
  #step: { readonly motion: Motion; readonly frame: FrameId; readonly line: number } | undefined;
  #top: Frame | undefined;

  constructor(
    private readonly inner: Engine,
    private readonly host: EngineHost,
    runtime: UpstreamRuntime,
  ) {
    noteRuntime(inner.types, runtime);
    const own: Partial<Engine> = {
      stack: async (stop, thread, start, count, signal) => {
        const stack = await inner.stack(stop, thread, start, count, signal);
        return { ...stack, frames: stack.frames.map(frame => this.#frame(frame)) };
      },
      scopes: async (stop, frame, signal) => this.#scopes(frame, await inner.scopes(stop, frame, signal)),
      names: async (stop, frame) => this.#names(frame, await inner.names(stop, frame)),
      resume: motion => {
        const [top] = [this.#top];
        const { motion: how } = motion;
        const line = top?.location?.line;
        this.#step =
          how.kind === 'step' && top !== undefined && line !== undefined
            ? { motion, frame: top.id, line }
            : undefined;
        return inner.resume(motion);
      },
      // Its runtime may hold locks, and some of its functions allocate.
      call: () =>
        Promise.reject(
          new Failure(
            'not-supported',
            'user',
            'functions of a program of another compiler are not called: its runtime may hold locks.',
            'Compile it without the option compiler to call them.',
          ),
        ),
    };
    this.engine = new Proxy(inner, {
      get: (engine, name) => {
        if (Object.hasOwn(own, name)) return own[name as keyof Engine];
        const found: unknown = Reflect.get(engine, name, engine);
        return typeof found === 'function' ? (found as (...given: unknown[]) => unknown).bind(engine) : found;
      },
    });
  }

  heard(event: EngineEvent): void {
    if (event.kind !== 'stopped') return this.host.event(event);
    void this.#stopped(event.stop);
  }

  async #stopped(stop: Stop): Promise<void> {
    const top = await topOf(stop);
    const step = this.#step;
    const frame = top?.frames[0];
    this.#top = frame;
    if (step !== undefined && frame !== undefined && this.#isHead(frame, step) && isStep(stop)) {
      // What releases values stands on the line of the function: nobody meant to go back there.
      return this.inner.resume({ ...step.motion, stop: stop.id });
    }
    const { topSoon: _, ...rest } = stop;
    this.host.event({
      kind: 'stopped',
      stop: top === undefined ? rest : { ...rest, top: this.#pushed(top) },
    });
  }

  #isHead(
    frame: Frame,
    { frame: before, line }: { readonly frame: FrameId; readonly line: number },
  ): boolean {
    const head = this.#typesOf(frame)?.types.lineOf(frameName(frame.function).name);
    return frame.id === before && head !== undefined && frame.location?.line === head && line > head;
  }

  #pushed(top: PushedTop): PushedTop {
    const frames = top.frames.map(frame => this.#frame(frame));
    const [first] = frames;
    return {
      ...top,
      frames,
      ...(top.scopes === undefined || first === undefined
        ? {}
        : { scopes: this.#scopes(first.id, top.scopes) }),
    };
  }

  #frame(frame: Frame): Frame {
    this.#frames.set(frame.id, frame);
    if (frame.unit?.producer !== 'osprey' && frame.location !== undefined) return frame;
    const { name, artificial } = frameName(frame.function);
    return { ...frame, function: name, ...(artificial ? { artificial } : {}) };
  }

  #typesOf(frame: Frame): { types: SourceTypes; described: DescribedTypes } | undefined {
    const path = frame.location?.source.path;
    if (path === undefined) return undefined;
    if (!this.#sources.has(path)) {
      const types = SourceTypes.read(path);
      this.#sources.set(
        path,
        types && { types, described: new DescribedTypes(this.inner.types, types.program) },
      );
    }
    return this.#sources.get(path);
  }

  #scopes(id: FrameId, scopes: readonly Scope[]): readonly Scope[] {
    const frame = this.#frames.get(id);
    const known = frame && this.#typesOf(frame);
    if (frame === undefined || known === undefined) return scopes;
    return scopes.map(scope =>
      scope.kind === 'locals' || scope.kind === 'arguments'
        ? { ...scope, variables: scope.variables.flatMap(variable => this.#variable(variable, frame, known)) }
        : scope,
    );
  }

  /** None for a let that has not run yet: what is there is not its value. */
  #variable(
    variable: NamedValue,
    frame: Frame,
    { types, described }: { types: SourceTypes; described: DescribedTypes },
  ): readonly NamedValue[] {
    const line = variable.declared?.line;
    const found = types.variable(frameName(frame.function).name, variable.name, line);
    if (found === undefined) return [variable];
    const here = frame.location?.line ?? Infinity;
    if (!found.isParameter && found.line >= here) return [];
    const type = described.id(found.type);
    if (type === undefined) return [variable];
    const labelled = inferredType(this.inner.types, type);
    const { value } = variable;
    if (value.content.kind === 'unavailable')
      return [{ ...variable, value: unavailable(labelled, value.content.why, value.place) }];
    return [{ ...variable, value: { ...value, type: labelled } }];
  }

  #names(id: FrameId | undefined, names: NameScope): NameScope {
    const frame = id === undefined ? undefined : this.#frames.get(id);
    const known = frame && this.#typesOf(frame);
    if (frame === undefined || known === undefined) return names;
    const typed = <Name extends ReturnType<NameScope['lookup']>>(name: Name): Name => {
      if (name === undefined) return name;
      const found = known.types.variable(frameName(frame.function).name, name.name, undefined);
      const type = found && known.described.id(found.type);
      return type === undefined ? name : { ...name, type };
    };
    return {
      ...names,
      lookup: name => typed(names.lookup(name)),
      all: () => [...names.all()].map(name => typed(name)),
    };
  }
}

const isStep = ({ threads, focus }: Stop): boolean =>
  threads.some(({ thread, reasons }) => thread === focus && reasons.some(({ kind }) => kind === 'step'));

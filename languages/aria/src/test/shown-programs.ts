// Programs run to a place under the debugger, and their values as the lens of the pack shows them.

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, vi } from 'vitest';
import {
  breakpointId,
  StopReader,
  topOf,
  type BreakpointSpec,
  type Engine,
  type EngineHost,
  type LaunchSettings,
  type MotionKind,
  type NamedValue,
  type RawValue,
  type Scope,
  type Stop,
  type ThreadId,
} from '@sonde/engine';
import { nativeTools } from '@sonde/engine-native';
import { WholeOutput, type BothOutputs } from '@sonde/engine-native/testing';
import type { RuntimeModel } from '@sonde/language';
import { Lens, type ExpandRequest, type Format, type Shown } from '@sonde/lens';
import { aria } from '../pack/aria.js';
import { ariac } from './generated-programs.js';

const { clang, missing } = await nativeTools();
if (missing !== undefined) process.stderr.write(`\nTESTS OF ARIA'S LENS ARE SKIPPED: ${missing}\n`);

// The first program compiles the runtime, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

/** For `describe.skipIf`: the reason was printed once above. */
export const toolsMissing = missing !== undefined;

/** What is in sight where a program stopped. */
export interface Sight {
  readonly engine: Engine;
  readonly stop: Stop;
  readonly names: readonly string[];
  readonly runtime: RuntimeModel;
  readonly value: (name: string) => RawValue;
  readonly show: (name: string, format?: Format) => Promise<Shown>;
  readonly showValue: (value: RawValue, format?: Format) => Promise<Shown>;
  readonly expand: (shown: Shown, request?: ExpandRequest) => Promise<readonly Shown[]>;
  /** `name = text` of each child of a variable, or of something that was shown. */
  readonly lines: (of: string | Shown) => Promise<readonly string[]>;
  /** The child of that name. */
  readonly child: (of: string | Shown, name: string) => Promise<Shown>;
  /** The same stop, seen from the function of that name further up. */
  readonly inFunction: (name: string) => Promise<Sight>;
  /** Goes on to the next stop, or as far as the motion goes, of the thread that stopped or another. */
  readonly next: (motion?: MotionKind, thread?: ThreadId) => Promise<Sight>;
  /** Goes on to the end: what the program printed here, and what it prints without a debugger. */
  readonly outputs: () => Promise<BothOutputs>;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly options?: readonly string[];
}

export interface ShownPrograms {
  readonly folder: () => string;
  /** An Aria program, stopped at the line that carries `// #marker`. */
  readonly aria: (text: string, marker: string, run?: RunOptions) => Promise<Sight>;
  /** A C program that stands for what other compilers make. */
  readonly c: (text: string, marker: string, run?: RunOptions) => Promise<Sight>;
  /** The same, with its debug information as another compiler would have written it. */
  readonly cAs: (
    compiler: (ir: string) => string,
    text: string,
    marker: string,
    options?: readonly string[],
  ) => Promise<Sight>;
  /** An Aria program stopped where a function begins, or at a signal when there is none. */
  readonly ariaIn: (text: string, where: string | undefined, run?: RunOptions) => Promise<Sight>;
}

/** To be called inside `describe`: whatever a test leaves behind is ended and removed. */
export function useShown(): ShownPrograms {
  let folder: string;
  const engines: Engine[] = [];
  /** Programs that tests only look at are compiled once. */
  const built = new Map<string, Promise<{ readonly source: string; readonly program: string }>>();

  let rewritten = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sonde-aria-shown-'));
    return () => rm(folder, { recursive: true });
  });
  afterEach(async () => {
    for (const engine of engines.splice(0)) await engine.dispose();
  });

  const compiled = (text: string, extension: string, options: readonly string[] = []) => {
    const key = `${extension} ${options.join(' ')} ${text}`;
    const known = built.get(key);
    if (known !== undefined) return known;
    const made = compile(join(folder, `program-${built.size}`), text, extension, options);
    built.set(key, made);
    return made;
  };
  const started = async (program: string, where: BreakpointSpec['where'] | undefined, run: RunOptions) => {
    const [engine, sight] = await runTo(program, where, folder, run.env ?? {});
    engines.push(engine);
    return sight;
  };
  const marked = async (extension: string, text: string, marker: string, run: RunOptions) => {
    const { source, program } = await compiled(text, extension, run.options);
    const line = await markedLine(source, marker);
    const where = { kind: 'source', source: { name: basename(source), path: source }, line } as const;
    return started(program, where, run);
  };
  return {
    folder: () => folder,
    aria: (text, marker, run = {}) => marked('.aria', text, marker, run),
    c: (text, marker, run = {}) => marked('.c', text, marker, run),
    cAs: async (compiler, text, marker, options = []) => {
      const path = join(folder, `rewritten-${rewritten++}`);
      await writeFile(`${path}.c`, text);
      const run = promisify(execFile);
      const emit = ['-g', '-O0', '-S', '-emit-llvm', ...options, `${path}.c`, '-o', `${path}.ll`];
      await run(clang.found!.path, emit);
      await writeFile(`${path}.ll`, compiler(await readFile(`${path}.ll`, 'utf8')));
      await run(clang.found!.path, ['-g', '-O0', '-x', 'ir', `${path}.ll`, '-o', path]);
      const source = { name: basename(path), path: `${path}.c` };
      const line = await markedLine(source.path, marker);
      return started(path, { kind: 'source', source, line }, {});
    },
    ariaIn: async (text, name, run = {}) => {
      const { program } = await compiled(text, '.aria', run.options);
      return started(program, name === undefined ? undefined : { kind: 'function', name }, run);
    },
  };
}

async function compile(path: string, text: string, extension: string, options: readonly string[]) {
  const source = `${path}${extension}`;
  await writeFile(source, text);
  if (extension === '.aria') {
    const { status, said } = await ariac(source, '-o', path, ...options);
    if (status !== 0) throw new Error(said);
  } else {
    const args = ['-g', '-O0', '-o', path, ...options, source];
    await promisify(execFile)(clang.found!.path, args);
  }
  return { source, program: path };
}

async function markedLine(source: string, marker: string): Promise<number> {
  const lines = (await readFile(source, 'utf8')).split('\n');
  const found = lines.findIndex(line => new RegExp(`// #${marker}\\b`).test(line));
  if (found < 0) throw new Error(`${source} has no marker #${marker}`);
  return found + 1;
}

async function runTo(
  program: string,
  where: BreakpointSpec['where'] | undefined,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly [Engine, Sight]> {
  const stops: Stop[] = [];
  const output = new WholeOutput(program);
  let waiting: { resolve(stop: Stop): void; reject(error: Error): void } | undefined;
  const nextStop = (): Promise<Stop> =>
    new Promise((resolve, reject) => {
      const stop = stops.shift();
      if (stop === undefined) waiting = { resolve, reject };
      else resolve(stop);
    });
  const settings: LaunchSettings = {
    ...{ program, args: [], cwd, env, stopOnEntry: false, noDebug: false },
    ...{ stdin: { text: '', closed: true }, console: 'internalConsole', extra: {} },
  };
  const refuse = (): never => {
    throw new Error('not asked');
  };
  const host: EngineHost = {
    event: event => {
      output.event(event);
      if (event.kind === 'output') event.taken?.();
      if (event.kind === 'stopped') {
        if (waiting === undefined) stops.push(event.stop);
        else waiting.resolve(event.stop);
        waiting = undefined;
      }
      if (event.kind === 'ended') waiting?.reject(new Error('it ended without a stop'));
    },
    decide: () => Promise.reject(new Error('not asked')),
    compileCondition: refuse,
    compileLog: refuse,
  };
  const target = { program, temporary: [], image: undefined };
  const engine = await aria.engine.start(target, settings, host, new AbortController().signal);
  const place = where ?? ({ kind: 'exception', filter: 'signal' } as const);
  await engine.changeBreakpoints([{ id: breakpointId(1), where: place }], []);
  await engine.begin();
  const sightAt = async (stop: Stop): Promise<Sight> => {
    const top = await topOf(stop);
    const next: Sight['next'] = async (motion, thread) => {
      const { id, focus } = stop;
      await engine.resume({
        stop: id,
        thread: thread ?? focus,
        scope: 'all',
        direction: 'forward',
        motion: motion ?? { kind: 'continue' },
      });
      return sightAt(await nextStop());
    };
    const ways = { next, outputs: () => output.both(engine, stop) };
    return sightOf(engine, top === undefined ? stop : { ...stop, top }, ways);
  };
  return [engine, await sightAt(await nextStop())];
}

function sightOf(
  engine: Engine,
  stop: Stop,
  ways: Pick<Sight, 'next' | 'outputs'>,
  given: readonly Scope[] = stop.top?.scopes ?? [],
): Sight {
  const reader = new StopReader(engine, stop.id);
  const { pointerSize, littleEndian = true } = engine.process;
  const symbols = (names: readonly string[]) => engine.symbolAddresses!(names);
  const runtime = aria.runtime!.model({ reader, pointerSize, littleEndian, symbols });
  let facts: Promise<unknown> | undefined;
  const lens = new Lens({
    renderers: aria.renderers!,
    types: engine.types,
    pointerSize,
    littleEndian,
    facts: () => (facts ??= runtime.facts!()),
  });
  const scopes = given.filter(scope => scope.kind !== 'registers');
  const variables: readonly NamedValue[] = scopes.flatMap(scope => [...scope.variables]);
  const named = (name: string): NamedValue => {
    const found = variables.find(item => item.name === name);
    if (found === undefined) throw new Error(`no variable ${name} among ${sight.names.join(', ')}`);
    return found;
  };
  const sight: Sight = {
    engine,
    stop,
    runtime,
    names: variables.map(({ name }) => name),
    value: name => named(name).value,
    show: async (name, format = {}) => (await lens.show([named(name)], reader, format))[0]!,
    showValue: async (value, format = {}) => (await lens.show([{ name: 'it', value }], reader, format))[0]!,
    expand: (shown, request = {}) => lens.expand(shown, request, reader),
    lines: async of =>
      (await sight.expand(typeof of === 'string' ? await sight.show(of) : of)).map(
        child => `${child.name} = ${child.text}`,
      ),
    child: async (of, name) => {
      const children = await sight.expand(typeof of === 'string' ? await sight.show(of) : of);
      const found = children.find(child => child.name === name);
      if (found === undefined) throw new Error(`no ${name} among ${children.map(c => c.name).join(', ')}`);
      return found;
    },
    inFunction: async name => {
      const { frames } = await engine.stack(stop.id, stop.focus, 0, 100);
      const frame = frames.find(candidate => candidate.function === name);
      if (frame === undefined) throw new Error(`no ${name} in ${frames.map(f => f.function).join(' ← ')}`);
      return sightOf(engine, stop, ways, await engine.scopes(stop.id, frame.id));
    },
    ...ways,
  };
  return sight;
}

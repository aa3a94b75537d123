// Programs of the tests: built, run to a line, and shown as the lens of the pack shows them.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeAll, vi } from 'vitest';
import {
  breakpointId,
  StopReader,
  topOf,
  type Engine,
  type EngineHost,
  type LaunchSettings,
  type RawValue,
  type Scalar,
  type Stop,
} from '@sonde/engine';
import { nativeTools } from '@sonde/engine-native';
import { WholeOutput, type BothOutputs } from '@sonde/engine-native/testing';
import type { BuildRequest, BuildResult } from '@sonde/language';
import { Lens, type ExpandRequest, type Shown } from '@sonde/lens';
import { c } from '../pack/c.js';
import { memberPath } from '../pack/member-path.js';

const { missing } = await nativeTools();
if (missing !== undefined) process.stderr.write(`\nC TESTS ARE SKIPPED: ${missing}\n`);

/** For `describe.skipIf`: the reason was printed once above. */
export const toolsMissing = missing !== undefined;

export const examples = fileURLToPath(c.examples!);

/** The test of a core file is skipped without it. */
export const gdbMissing = await promisify(execFile)('gdb', ['--version']).then(
  () => false,
  () => true,
);
if (gdbMissing)
  process.stderr.write('\nA TEST OF CORE FILES IS SKIPPED: gdb makes them; `apt-get install -y gdb`\n');

/** What is in sight where a program stopped. */
export interface Sight {
  readonly engine: Engine;
  readonly stop: Stop;
  readonly names: readonly string[];
  readonly show: (name: string) => Promise<Shown>;
  readonly expand: (shown: Shown, request?: ExpandRequest) => Promise<readonly Shown[]>;
  /** `name = text` of each child of a variable. */
  readonly lines: (name: string, request?: ExpandRequest) => Promise<readonly string[]>;
  readonly evaluate: (text: string) => Promise<RawValue>;
  readonly text: (value: RawValue) => Promise<string>;
  readonly write: (target: RawValue, value: Scalar) => Promise<void>;
  /** Goes on to the end: what the program printed here, and what it prints without a debugger. */
  readonly outputs: () => Promise<BothOutputs>;
}

export interface Programs {
  readonly folder: () => string;
  readonly build: (program: string, more?: Partial<BuildRequest>) => Promise<BuildResult>;
  readonly source: (name: string, text: string) => Promise<string>;
  /** Runs a program to a line, or to the one that carries `// #marker`. */
  readonly shownAt: (
    program: string,
    where: number | string,
    more?: Partial<BuildRequest>,
    env?: Readonly<Record<string, string>>,
  ) => Promise<Sight>;
  /** The same in a core file that gdb makes there. */
  readonly coreAt: (program: string, marker: string) => Promise<Sight>;
}

/** To be called inside `describe`: whatever a test leaves behind is ended and removed. */
export function usePrograms(): Programs {
  let folder: string;
  const built: BuildResult[] = [];
  const engines: Engine[] = [];
  /** Programs that tests only look at are compiled once. */
  const shared = new Map<string, string>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sonde-c-test-'));
    return () => rm(folder, { recursive: true });
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    for (const engine of engines.splice(0)) await engine.dispose();
    for (const { target } of built.splice(0)) {
      for (const path of target?.temporary ?? []) await rm(path, { recursive: true });
    }
  });

  const programs: Programs = {
    folder: () => folder,
    async build(program, more = {}) {
      const result = await c.build({
        program,
        cwd: tmpdir(),
        debugInfo: true,
        extra: {},
        signal: new AbortController().signal,
        progress: () => undefined,
        ...more,
      });
      built.push(result);
      return result;
    },
    async source(name, text) {
      const path = join(folder, name);
      await writeFile(path, text);
      return path;
    },
    async shownAt(program, where, more, env = {}) {
      const executable = await executableOf(program, more);
      const line = typeof where === 'number' ? where : markedLine(program, where);
      const output = new WholeOutput(executable);
      const [engine, stop] = await runTo({ executable, source: program, line, cwd: folder, env }, output);
      engines.push(engine);
      return sightOf(engine, stop, output);
    },
    async coreAt(program, marker) {
      const executable = await executableOf(program);
      const coreFile = join(folder, `core-${engines.length}`);
      const line = markedLine(program, marker);
      const commands = [
        `break ${basename(program)}:${line}`,
        'run',
        `generate-core-file ${coreFile}`,
        'kill',
      ];
      const asked = commands.flatMap(text => ['-ex', text]);
      await promisify(execFile)('gdb', ['-nx', '-q', '-batch', ...asked, executable]);
      const output = new WholeOutput(executable);
      const run = { executable, source: program, cwd: folder, env: {}, extra: { coreFile } };
      const [engine, stop] = await runTo(run, output);
      engines.push(engine);
      return sightOf(engine, stop, output);
    },
  };
  async function executableOf(program: string, more?: Partial<BuildRequest>): Promise<string> {
    const key = `${program} ${JSON.stringify(more?.extra ?? {})}`;
    const known = shared.get(key);
    if (known !== undefined) return known;
    const output = join(folder, `program-${shared.size}`);
    const { target, diagnostics } = await programs.build(program, { ...more, output });
    if (target === undefined) throw new Error(diagnostics.map(item => item.message).join('\n'));
    shared.set(key, target.program);
    return target.program;
  }
  return programs;
}

export function markedLine(program: string, marker: string): number {
  const lines = readFileSync(program, 'utf8').split('\n');
  const found = lines.findIndex(line => new RegExp(`// #${marker}\\b`).test(line));
  if (found < 0) throw new Error(`${program} has no marker #${marker}`);
  return found + 1;
}

interface Run {
  readonly executable: string;
  readonly source: string;
  /** None in a core file, which stands where it was made. */
  readonly line?: number;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly extra?: LaunchSettings['extra'];
}

async function runTo(
  { executable, source, line, cwd, env, extra = {} }: Run,
  output: WholeOutput,
): Promise<readonly [Engine, Stop]> {
  let arrive: (stop: Stop) => void;
  let fail: (error: Error) => void;
  const stopped = new Promise<Stop>((resolve, reject) => ([arrive, fail] = [resolve, reject]));
  const settings: LaunchSettings = {
    ...{ program: executable, args: [], cwd, env, stopOnEntry: false, noDebug: false },
    ...{ stdin: { text: '', closed: true }, console: 'internalConsole', extra },
  };
  const refuse = (): never => {
    throw new Error('not asked');
  };
  const host: EngineHost = {
    event: event => {
      output.event(event);
      if (event.kind === 'output') event.taken?.();
      if (event.kind === 'stopped') arrive(event.stop);
      if (event.kind === 'ended') fail(new Error('it ended without a stop'));
    },
    decide: () => Promise.reject(new Error('not asked')),
    compileCondition: refuse,
    compileLog: refuse,
  };
  const target = { program: executable, temporary: [], image: undefined };
  const engine = await c.engine.start(target, settings, host, new AbortController().signal);
  if (line !== undefined) {
    const where = { kind: 'source', source: { name: basename(source), path: source }, line } as const;
    await engine.changeBreakpoints([{ id: breakpointId(1), where }], []);
  }
  await engine.begin();
  const stop = await stopped;
  const top = await topOf(stop);
  return [engine, top === undefined ? stop : { ...stop, top }];
}

function sightOf(engine: Engine, stop: Stop, output: WholeOutput): Sight {
  const lens = new Lens({
    renderers: c.renderers ?? [],
    types: engine.types,
    pointerSize: 8,
    littleEndian: true,
    memberPath,
  });
  const reader = new StopReader(engine, stop.id);
  const variables = (stop.top?.scopes ?? []).flatMap(scope => [...scope.variables]);
  const format = { limit: 200 };
  const sight: Sight = {
    engine,
    stop,
    names: (stop.top?.scopes ?? [])
      .filter(scope => scope.kind !== 'registers')
      .flatMap(scope => scope.variables.map(item => item.name)),
    show: async name => {
      const found = variables.find(item => item.name === name);
      if (found === undefined) throw new Error(`no variable ${name}`);
      return (await lens.show([found], reader, format))[0]!;
    },
    expand: (shown, request = {}) => lens.expand(shown, request, reader, format),
    lines: async (name, request) =>
      (await sight.expand(await sight.show(name), request)).map(child => `${child.name} = ${child.text}`),
    evaluate: text => engine.evaluateText!(stop.id, stop.top?.frames[0]?.id, text, undefined, 'none'),
    text: value => lens.text(value, reader, format),
    write: async ({ type, place }, value) => {
      await engine.write(stop.id, place!, { type, content: { kind: 'scalar', value } });
      reader.forget();
    },
    outputs: () => output.both(engine, stop),
  };
  return sight;
}

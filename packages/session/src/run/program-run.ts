// A program run: one program from its build to its end, with the engine and the lens that belong to it.

import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  asFailure,
  notSupported,
  type AttachSettings,
  type Engine,
  type EngineHost,
  type Target,
  type TypeId,
} from '@sonde/engine';
import type { Diagnostic } from '@sonde/language';
import type { Lens } from '@sonde/lens';
import { buildFailure } from '../program/diagnostics.js';
import { FrameLanguages } from '../values/frame-languages.js';
import type { CheckedLaunch } from '../launch-configuration.js';
import { recordedTarget } from '../recording/recorded-launch.js';
import { RuntimeModels } from '../values/runtime-models.js';
import { buildProgram } from '../program/program-build.js';
import { isOverWithin } from '../waiting/time-limit.js';

/** How long an engine may take to end all it owns, by force where needed. */
const forceMs = 10_000;

export interface RunReports {
  progress(message: string): void;
  diagnostics(diagnostics: readonly Diagnostic[]): void;
  /** A line for people about something that was not as it should be, while it runs. */
  notice(message: string): void;
}

export class ProgramRun {
  /** How the language of the launch shows values; those of a frame are shown in the frame's. */
  readonly lens: Lens;
  readonly frameLanguages: FrameLanguages;
  /** What its languages know of its memory at a stop. */
  readonly runtimes: RuntimeModels;
  /** The type of texts that we make ourselves, such as log messages. */
  readonly textType: TypeId;

  private constructor(
    launch: CheckedLaunch,
    readonly engine: Engine,
    private readonly target: Target,
    reports: RunReports,
  ) {
    const { language } = launch;
    this.textType = engine.types.add({ kind: 'string', name: 'text' });
    const others = launch.languages.filter(other => other !== language);
    this.runtimes = new RuntimeModels(engine, [language, ...others], message => reports.notice(message));
    this.frameLanguages = new FrameLanguages(engine, language, launch.languages, this.runtimes);
    this.lens = this.frameLanguages.lensIn(language);
  }

  /** What runs: the program as it was given, or what the build made of it. */
  get program(): string {
    return this.target.program;
  }

  /** The program itself, for a compiler of expressions that has to see it. */
  get image(): unknown {
    return this.target.image;
  }

  /** Builds and loads the program, or attaches to it; it does not run on yet. */
  static async start(
    launch: CheckedLaunch,
    host: EngineHost,
    reports: RunReports,
    signal: AbortSignal,
  ): Promise<ProgramRun> {
    if (launch.attach !== undefined) return ProgramRun.#attach(launch, launch.attach, host, reports, signal);
    const { language, settings } = launch;
    const name = basename(settings.program);
    const giveUp = settings.noDebug ? undefined : language.engine.prepare?.(settings.extra);
    reports.progress(`Building ${name}`);
    const target = await ProgramRun.#build(launch, reports, signal).catch((error: unknown) => {
      giveUp?.();
      throw error;
    });
    reports.progress(`Loading ${name}`);
    try {
      const engine = await language.engine.start(target, settings, host, signal);
      return new ProgramRun(launch, engine, target, reports);
    } catch (error) {
      await remove(target.temporary);
      throw error;
    }
  }

  static async #build(
    { language, settings, recorded }: CheckedLaunch,
    reports: RunReports,
    signal: AbortSignal,
  ): Promise<Target> {
    if (recorded !== undefined) {
      await language.expressions?.load?.();
      return recordedTarget(recorded, settings.program);
    }
    const { program, cwd, extra } = settings;
    const { target, diagnostics } = await buildProgram(language, {
      ...{ program, cwd, extra, signal },
      // Without a debugger too: an error of the program then names its line.
      debugInfo: true,
      progress: message => reports.progress(message),
    });
    reports.diagnostics(diagnostics);
    if (target === undefined) throw buildFailure(program, diagnostics);
    return target;
  }

  static async #attach(
    launch: CheckedLaunch,
    attach: AttachSettings,
    host: EngineHost,
    reports: RunReports,
    signal: AbortSignal,
  ): Promise<ProgramRun> {
    const { language, settings } = launch;
    if (language.engine.attach === undefined) throw notSupported('attaching');
    reports.progress(`Attaching to ${basename(settings.program)}`);
    const engine = await language.engine.attach(attach, host, signal);
    const target: Target = { program: settings.program, temporary: [], image: undefined };
    return new ProgramRun(launch, engine, target, reports);
  }

  /** Ends all that the run owns; what goes wrong on the way is only logged, for nobody can act on it any more. */
  async dispose(log: (line: string) => void): Promise<void> {
    const failed = (error: unknown): void => log(asFailure(error).text);
    if (!(await isOverWithin(this.engine.dispose().catch(failed), forceMs)))
      log('the engine could not be ended');
    await remove(this.target.temporary).catch(failed);
  }
}

async function remove(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map(path => rm(path, { recursive: true, force: true })));
}

// A process in a terminal of the client, without a debugger: a launcher of ours starts it there and tells of it.

import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  Failure,
  type EngineHost,
  type ExitStatus,
  type LaunchSettings,
  nodeEnvironment,
} from '@sonde/engine';
import { givesInput, terminalKind } from './console-choice.js';
import { LauncherLink } from './launcher-link.js';
import { cannotStart } from './launch-check.js';
import type { PlainRun } from './plain-run.js';
import { known, reap, signalTo, type KnownProcess } from './reaper.js';

const reapMs = 2_000;
const launcher = fileURLToPath(new URL('./terminal-launcher.js', import.meta.url));

export class TerminalRun implements PlainRun {
  readonly ended: Promise<ExitStatus | undefined>;
  #left = false;

  private constructor(
    private readonly process: KnownProcess,
    private readonly link: LauncherLink,
    private readonly inputIsOurs: boolean,
  ) {
    this.ended = this.#watchEnd();
  }

  static async start(
    program: string,
    settings: LaunchSettings,
    host: EngineHost,
    signal: AbortSignal,
  ): Promise<TerminalRun> {
    const inputIsOurs = givesInput(settings);
    const { args, cwd, env, stdin } = settings;
    const request = {
      kind: terminalKind(settings),
      title: basename(program),
      cwd,
      env: { ...env, ...nodeEnvironment },
    } as const;
    const inputFrom = inputIsOurs ? 'socket' : 'terminal';
    const command = (path: string) => [process.execPath, launcher, path, inputFrom, program, ...args];
    const link = await LauncherLink.open(
      async path => host.runInTerminal?.({ ...request, args: command(path) }),
      signal,
    );
    const id = await link.started.catch((error: unknown) => {
      throw cannotStart(program, error);
    });
    const run = new TerminalRun(await known(id), link, inputIsOurs);
    if (stdin.text !== '') run.input(stdin.text);
    if (stdin.closed) run.input(undefined);
    return run;
  }

  get processId(): number {
    return this.process.id;
  }

  listen(): void {
    // It prints in the terminal.
  }

  input(text: string | undefined): void {
    if (!this.inputIsOurs)
      throw new Failure('wrong-state', 'user', 'the program reads from its terminal;', 'type there.');
    this.link.say({ input: text ?? null });
  }

  signal(name: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    return signalTo(this.process, name);
  }

  async leave(): Promise<boolean> {
    this.#left = true;
    this.link.say({ leave: true });
    await this.link.close();
    return true;
  }

  async release(): Promise<void> {
    if (!this.#left) await reap([this.process], reapMs);
    await this.link.close();
  }

  async #watchEnd(): Promise<ExitStatus | undefined> {
    const status = await this.link.exited;
    if (status !== undefined || this.#left) return status;
    // A launcher that is gone cannot tell how the program ended; without it the program has nobody.
    await reap([this.process], reapMs);
    return { signal: 'SIGKILL' };
  }
}

// ng-trace: runs a program under the machine's debugger and logs its breakpoints, its errors and its interruption.

import { statSync } from 'node:fs';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { asFailure, Failure } from '@sonde/engine';
import type { MachineImage } from '@sonde/engine-vm';
import type { BuildRequest, BuildResult } from '@sonde/language';
import { DebugCommand, DebugEvent, type DebugStatus } from '../../runtime/debug/debug-interface.js';
import { MachineDebugger } from '../../runtime/debug/machine-debugger.js';
import { jsonReport } from './json-report.js';
import { StreamHost, type ProgramStreams } from '../../runtime/debug/stream-host.js';
import { textReport } from './text-report.js';
import { parseTraceOptions, traceHelp, UsageProblem, type TraceOptions } from './trace-options.js';
import type { TracedStop, TraceReport } from './trace-report.js';

export interface TraceSurroundings extends ProgramStreams {
  readonly build: (request: BuildRequest) => Promise<BuildResult>;
  readonly errors: Writable & { readonly isTTY?: boolean };
  /** Calls back at Ctrl+C; answers with what ends that. */
  onInterrupt(handler: () => void): () => void;
}

/** As shells count what a signal ended. */
const interruptedCode = 128 + constants.signals.SIGINT;
const nobodyReadsCode = 128 + constants.signals.SIGPIPE;

/** Answers with the exit code: the program's, 1 for a failure, 2 for a command line that makes no sense. */
export async function trace(args: readonly string[], surroundings: TraceSurroundings): Promise<number> {
  const { output, errors } = surroundings;
  try {
    const options = parseTraceOptions(args);
    if (options === undefined) {
      output.write(traceHelp);
      return 0;
    }
    return await traceProgram(options, surroundings);
  } catch (error) {
    const usage = error instanceof UsageProblem;
    errors.write(`sonde: ${usage ? error.message : asFailure(error).text}\n`);
    if (usage) errors.write('Try: sonde ng-trace --help\n');
    return usage ? 2 : 1;
  }
}

async function traceProgram(options: TraceOptions, surroundings: TraceSurroundings): Promise<number> {
  const { output, errors, build } = surroundings;
  const report = options.json ? jsonReport() : textReport(errors);
  const program = existing(options.program);
  const { target, diagnostics, verdict } = await build({
    program,
    cwd: process.cwd(),
    debugInfo: true,
    extra: { upstreamCompatible: options.upstreamCompatible },
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  for (const diagnostic of diagnostics) errors.write(report.diagnostic(diagnostic));
  if (target === undefined) {
    output.write(verdict?.output ?? '');
    return verdict?.exitCode ?? 1;
  }
  const traced = new TracedRun(target.image as MachineImage, program, options, report, surroundings);
  return traced.run();
}

function existing(name: string): string {
  const path = resolve(name);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined)
    throw new Failure(
      'not-found',
      'user',
      `there is no file ${name}.`,
      'Check the name and the current folder.',
    );
  if (found.isDirectory())
    throw new Failure('bad-arguments', 'user', `${name} is a folder.`, 'Name the program in it.');
  return path;
}

class TracedRun {
  readonly #host: StreamHost;
  readonly #debugger: MachineDebugger;
  #interrupted = false;
  #ended: number | undefined;
  /** The debugger waits for a command that `#goOn` will send. */
  #halted = false;

  constructor(
    image: MachineImage,
    private readonly program: string,
    private readonly options: TraceOptions,
    private readonly report: TraceReport,
    private readonly surroundings: TraceSurroundings,
  ) {
    this.#host = new StreamHost(surroundings, options.args, data => report.errorOutput(data));
    this.#debugger = new MachineDebugger(image, this.#host, status => this.#event(status));
  }

  async run(): Promise<number> {
    const silence = this.surroundings.onInterrupt(() => {
      this.#interrupted = true;
      this.#debugger.interrupt();
    });
    try {
      this.#debugger.start();
      this.#setBreakpoints();
      this.#host.onClosed = () => this.#stop();
      const code = await this.#debugger.run();
      if (this.#host.gone) return nobodyReadsCode;
      return this.#ended ?? code;
    } finally {
      silence();
      this.#host.dispose();
    }
  }

  #setBreakpoints(): void {
    const { breaks } = this.options;
    this.#debugger.setBreakpoints(
      breaks.map(({ file, line, condition }) => ({
        file: file ?? this.program,
        line,
        ...(condition === undefined ? {} : { condition }),
      })),
    );
    this.#debugger.bindings.forEach((binding, nth) => {
      const { text } = breaks[nth]!;
      // A condition that never can be decided is a mistake of the command line, not something to log at each hit.
      if (binding.bound && binding.problem !== undefined) throw new UsageProblem(binding.problem);
      if (!binding.bound) this.#say(this.report.breakpoint(text, `not set, ${binding.reason}.`));
      else if (binding.line !== binding.breakpoint.line)
        this.#say(this.report.breakpoint(text, `no code there, moved to line ${binding.line}.`));
    });
  }

  #event({ event, exceptionMessage }: DebugStatus): void {
    switch (event) {
      case DebugEvent.BREAKPOINT_HIT:
        this.#tell('breakpoint', exceptionMessage);
        return this.#goOn();
      case DebugEvent.EXCEPTION:
        this.#tell('error', exceptionMessage);
        return this.#goOn();
      case DebugEvent.USER_BREAK:
        this.#tell('interrupt', undefined);
        this.#ended = interruptedCode;
        return this.#debugger.sendCommand(DebugCommand.STOP);
      case DebugEvent.STEP_COMPLETE:
        return this.#goOn();
      case DebugEvent.EXIT:
        return;
    }
  }

  #tell(kind: TracedStop['kind'], message: string | undefined): void {
    // A breakpoint may be reached often, and deep down.
    const stack = this.#debugger.getStackTrace(0, kind === 'breakpoint' ? 1 : Infinity);
    const [top] = stack;
    if (top === undefined) return;
    const { parameters, locals, globals } = this.#debugger.getFrameVariables(top.frameId);
    this.#say(
      this.report.stop({
        kind,
        ...(message === undefined ? {} : { message }),
        stack,
        parameters,
        locals,
        globals: top.functionName === '__start__' ? globals : [],
        watched: this.options.watches.map(expression => ({
          expression,
          result: this.#debugger.evaluation(expression, top.frameId),
        })),
      }),
    );
  }

  /** No faster than the log is read: a breakpoint in a loop must not fill the memory. */
  #goOn(): void {
    if (!this.surroundings.errors.writableNeedDrain || this.#host.gone) {
      this.#debugger.sendCommand(DebugCommand.CONTINUE);
      return;
    }
    this.#halted = true;
    void this.#host.ready('output').then(() => {
      this.#halted = false;
      this.#debugger.sendCommand(this.#host.gone ? DebugCommand.STOP : DebugCommand.CONTINUE);
      if (this.#interrupted) this.#debugger.interrupt();
    });
  }

  /** While a command is on its way it will be that one. */
  #stop(): void {
    if (!this.#halted) this.#debugger.sendCommand(DebugCommand.STOP);
  }

  #say(text: string): void {
    if (!this.#host.gone) this.surroundings.errors.write(text);
  }
}

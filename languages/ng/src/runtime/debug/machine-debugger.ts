// The debugger of the specification: drives a machine in this thread, without an engine and without a protocol.

import { setImmediate as turnOfTheLoop, setTimeout as delay } from 'node:timers/promises';
import {
  asFailure,
  Failure,
  notSupported,
  SymbolIndex,
  TypeTable,
  typeId,
  type StepRequest,
  type TypeId,
} from '@sonde/engine';
import { ArmedAddresses } from '@sonde/engine/machine';
import { StepGoal, type Machine, type MachineImage, type Outcome } from '@sonde/engine-vm';
import type { ProgramImage } from '../image.js';
import { createMachine } from '../machine.js';
import { BreakpointSites, type BreakpointBinding } from './breakpoint-sites.js';
import type { DebugHost } from './debug-host.js';
import {
  DebugCommand,
  DebugEvent,
  type DebugBreakpoint,
  type DebugFrame,
  type DebugInterface,
  type DebugStatus,
  type DebugVariable,
} from './debug-interface.js';
import { compileAt } from './expression-code.js';
import { Suspension, type FrameVariables } from './suspension.js';

/** How many instructions run before the event loop has its turn. */
const sliceLength = 100_000;
/** Conditions and steps take time that no instruction counts; the event loop waits no longer than this for its turn. */
const sliceMilliseconds = 20;
/** What a person asks may take as many instructions. */
const evaluationBudget = 20_000_000;
/** The exit code of a program that `STOP` ended, as shells count one that was terminated. */
export const stoppedExitCode = 143;

/** What an expression came to. */
export type Evaluation =
  | { readonly kind: 'value'; readonly value: DebugVariable }
  | { readonly kind: 'problem'; readonly problem: string };

type State = 'new' | 'ready' | 'running' | 'suspended' | 'ended';

/** What a slice ended with; undefined when only its instructions were used up. */
type Happening =
  | { readonly kind: 'stop'; readonly event: DebugEvent; readonly message?: string }
  | { readonly kind: 'wait'; readonly outcome: Outcome & { kind: 'waiting' } }
  | { readonly kind: 'exit'; readonly code: number };

/**
 * Runs one program and is asked about it:
 *
 *     const debug = new MachineDebugger(image, host, status => { …; debug.sendCommand(DebugCommand.CONTINUE); });
 *     debug.setBreakpoints([{ file: 'program.ng', line: 3, condition: 'x > 2' }]);
 *     debug.start();
 *     const exitCode = await debug.run();
 *
 * - A breakpoint sits on the first statement at or behind its line, at every address that the line has; DEBUG_BREAK is
 *   patched over the opcodes there. Breakpoints can be set at any time, before the start and while the program runs;
 *   `bindings` tells what became of them.
 * - After every event but EXIT the machine is suspended until `sendCommand`, which may be called inside the callback or
 *   at any later time. Stacks, variables and expressions can be asked for while it is suspended and only then. Numbers
 *   of frames and values are good until the next command, and are never given twice.
 * - BREAKPOINT_HIT: a breakpoint, or a DEBUG_BREAK that the program contains. A condition that cannot be decided stops
 *   as if it held, with the reason as `exceptionMessage`. EXCEPTION: a runtime error is about to end the program; the
 *   stack still stands, and any command but STOP lets the error take its course. USER_BREAK: `interrupt` was called.
 * - `interrupt` and STOP work at any time while the program runs or waits for input: the event loop has its turn between
 *   two slices of the program.
 * - Calls that make no sense (a command while the program runs, a frame that is not there) throw a Failure.
 */
export class MachineDebugger implements DebugInterface {
  onDebugEvent: (status: DebugStatus) => void;

  readonly #symbols: SymbolIndex;
  readonly #types = new TypeTable();
  readonly #anyType: TypeId;
  readonly #image: ProgramImage;
  #state: State = 'new';
  #machine: Machine | undefined;
  #sites: BreakpointSites | undefined;
  #armed: ArmedAddresses | undefined;
  #breakpoints: readonly DebugBreakpoint[] = [];
  #step: StepGoal | undefined;
  #suspension: Suspension | undefined;
  #lastNumber = 0;
  /** The machine's time when the breakpoints where it stands were asked last: it leaves them behind without asking again. */
  #judgedAt = -1;
  #interrupted = false;
  #stopped = false;
  /** Ends the wait for a command, or for the world. */
  #wake: () => void = () => undefined;

  constructor(
    program: MachineImage,
    private readonly host: DebugHost,
    onDebugEvent: (status: DebugStatus) => void = () => undefined,
  ) {
    this.onDebugEvent = onDebugEvent;
    this.#image = program.code as ProgramImage;
    this.#symbols = new SymbolIndex(program.symbols);
    for (const [id, description] of program.symbols.types) this.#types.define(id, description);
    this.#anyType = program.symbols.types.find(([, { kind }]) => kind === 'dynamic')?.[0] ?? typeId(0);
  }

  /** Loads the program; nothing of it runs yet. */
  start(): void {
    if (this.#state !== 'new') throw wrongState('the program was started before.');
    const machine = createMachine(this.#image, this.host);
    const armed = new ArmedAddresses(machine);
    this.#machine = machine;
    this.#armed = armed;
    this.#sites = new BreakpointSites(machine, this.#image, this.#symbols, armed);
    this.#sites.replace(this.#breakpoints);
    this.#state = 'ready';
  }

  /** Resolves with the exit code when the program is over. */
  async run(): Promise<number> {
    if (this.#state === 'new') throw wrongState('the program is not started;', 'call start first.');
    if (this.#state !== 'ready') throw wrongState('the program runs already.');
    this.#state = 'running';
    try {
      for (;;) {
        if (this.#stopped) return this.#end(stoppedExitCode);
        const happening = this.#takeInterrupt() ?? this.#slice();
        if (happening?.kind === 'exit') return this.#end(happening.code);
        if (happening?.kind === 'stop') await this.#suspend(happening.event, happening.message);
        if (happening?.kind === 'wait') await this.#wait(happening.outcome);
        await turnOfTheLoop();
      }
    } finally {
      this.#state = 'ended';
      this.#suspension = undefined;
    }
  }

  /** Suspends the program with USER_BREAK as soon as it can; without effect unless it runs. For handlers of SIGINT. */
  interrupt(): void {
    if (this.#state !== 'running' && this.#state !== 'ready') return;
    this.#interrupted = true;
    this.#wake();
  }

  setBreakpoints(breakpoints: readonly DebugBreakpoint[]): void {
    this.#breakpoints = [...breakpoints];
    if (this.#state !== 'ended') this.#sites?.replace(this.#breakpoints);
  }

  /** What became of the breakpoints, in their order; empty before the start. */
  get bindings(): readonly BreakpointBinding[] {
    return this.#sites?.bindings ?? [];
  }

  sendCommand(command: DebugCommand): void {
    if (this.#state === 'running' && command === DebugCommand.STOP) {
      this.#stopped = true;
      this.#wake();
      return;
    }
    if (this.#state === 'running')
      throw new Failure('running', 'user', 'the program runs;', 'interrupt it first.');
    if (this.#state === 'ended') throw wrongState('the program has ended.');
    if (this.#state !== 'suspended') throw wrongState('the program does not run yet;', 'call run first.');
    switch (command) {
      case DebugCommand.CONTINUE:
        break;
      case DebugCommand.STEP_OVER:
        this.#beginStep('over');
        break;
      case DebugCommand.STEP_IN:
        this.#beginStep('in');
        break;
      case DebugCommand.STEP_OUT:
        this.#beginStep('out');
        break;
      case DebugCommand.STOP:
        this.#stopped = true;
        break;
    }
    this.#suspension = undefined;
    this.#state = 'running';
    this.#wake();
  }

  /** All of it, or `count` frames from the one at `start` on. */
  getStackTrace(start = 0, count = Infinity): readonly DebugFrame[] {
    return this.#halt().frames(start, count);
  }

  /** `frameId` may be a `variablesReference`; `start` and `count` page through the members of something large. */
  getVariables(frameId: number, start = 0, count = Infinity): readonly DebugVariable[] {
    return this.#halt().variables(frameId, start, count);
  }

  /** The same of a frame, parameters, locals and globals apart. */
  getFrameVariables(frameId: number): FrameVariables {
    return this.#halt().frameVariables(frameId);
  }

  /** An assignment, a move or a print in the expression has its effect; what a called function would change is refused. */
  evaluate(expression: string, frameId: number): string | undefined {
    const result = this.evaluation(expression, frameId, true);
    return result.kind === 'value' ? result.value.value : undefined;
  }

  /** The same with the type, the members and, if it fails, the reason. Without `effects` nothing can be changed by it. */
  evaluation(expression: string, frameId: number, effects = false): Evaluation {
    const suspension = this.#halt();
    const { serial, address } = suspension.activation(frameId);
    const machine = this.#running();
    try {
      const code = compileAt(expression, address, this.#image, this.#symbols);
      if (machine.evaluate === undefined) throw notSupported('an expression');
      const { word } = machine.evaluate({
        code,
        task: machine.currentTask,
        frame: serial,
        effects: effects && code.changes,
        budget: evaluationBudget,
      });
      return { kind: 'value', value: suspension.describe(expression, word) };
    } catch (error) {
      const failure = asFailure(error);
      if (failure.blame === 'sonde') throw error;
      return { kind: 'problem', problem: failure.text };
    }
  }

  #beginStep(how: StepRequest['how']): void {
    const machine = this.#running();
    const task = machine.currentTask;
    const at = machine.frames(task, 0, 1)[0]?.pc ?? 0;
    // Without a source map there is nothing but instructions to step by.
    const granularity = this.#symbols.lineAt(at) === undefined ? 'instruction' : 'line';
    this.#step = new StepGoal(machine, this.#symbols, this.#armed!, task, { how, granularity });
  }

  /** Runs the machine until something happened that is not only the step's own business. */
  #slice(): Happening | undefined {
    const machine = this.#running();
    const end = machine.time + sliceLength;
    const deadline = performance.now() + sliceMilliseconds;
    while (machine.time < end && performance.now() < deadline) {
      const single = this.#step?.prepare() === true;
      const outcome = machine.run(single ? machine.time + 1 : end, machine.time === this.#judgedAt);
      const happening = this.#react(outcome);
      if (happening !== undefined) return happening;
    }
    return undefined;
  }

  #react(outcome: Outcome): Happening | undefined {
    const machine = this.#running();
    switch (outcome.kind) {
      case 'time':
        return this.#step?.afterRun() === true ? this.#arrive(machine.currentTask, true) : undefined;
      case 'site':
        return this.#arrive(outcome.task, this.#step?.atSite(outcome.address) === true);
      case 'thrown':
        return { kind: 'stop', event: DebugEvent.EXCEPTION, message: outcome.thrown.message };
      case 'trap':
        this.#judgedAt = machine.time;
        return { kind: 'stop', event: DebugEvent.BREAKPOINT_HIT };
      case 'waiting':
        return { kind: 'wait', outcome };
      case 'exited':
        return { kind: 'exit', code: outcome.code };
      case 'module':
      case 'task':
        // Code of all modules is there from the start, and so are its breakpoints.
        return undefined;
    }
  }

  /** The machine stands where a step ends or a breakpoint may be, or both; then the breakpoint is what is told. */
  #arrive(task: number, stepped: boolean): Happening | undefined {
    const machine = this.#running();
    const address = machine.frames(task, 0, 1)[0]?.pc;
    const verdict = address === undefined ? undefined : this.#sites?.judge(task, address);
    this.#judgedAt = machine.time;
    if (verdict?.stop === true)
      return {
        kind: 'stop',
        event: DebugEvent.BREAKPOINT_HIT,
        ...(verdict.problem === undefined ? {} : { message: verdict.problem }),
      };
    return stepped ? { kind: 'stop', event: DebugEvent.STEP_COMPLETE } : undefined;
  }

  #takeInterrupt(): Happening | undefined {
    if (!this.#interrupted) return undefined;
    this.#interrupted = false;
    return { kind: 'stop', event: DebugEvent.USER_BREAK };
  }

  /** Tells the event and waits for the command that follows it. */
  async #suspend(event: DebugEvent, exceptionMessage: string | undefined): Promise<void> {
    const machine = this.#running();
    this.#endStep();
    this.#interrupted = false;
    const halted = {
      machine,
      symbols: this.#symbols,
      types: this.#types,
      task: machine.currentTask,
      anyType: this.#anyType,
    };
    this.#suspension = new Suspension(halted, () => ++this.#lastNumber);
    this.#state = 'suspended';
    const command = new Promise<void>(resolve => (this.#wake = resolve));
    this.#tell(event, exceptionMessage);
    await command;
    this.#wake = () => undefined;
  }

  async #wait({ for: what, until }: Outcome & { kind: 'waiting' }): Promise<void> {
    if (what === 'task') throw new Failure('internal', 'sonde', 'the program waits for itself.');
    const woken = new Promise<void>(resolve => (this.#wake = resolve));
    if (what === 'time') {
      const given = new AbortController();
      const passed = delay(Math.max(0, (until ?? 0) - this.host.now()), undefined, { signal: given.signal });
      // The rest of the time is nobody's business when something else woke us.
      await Promise.race([passed.catch(() => undefined), woken]).finally(() => given.abort());
    } else {
      await Promise.race([this.host.ready(what), woken]);
    }
    this.#wake = () => undefined;
  }

  #end(code: number): number {
    this.#endStep();
    this.#suspension = undefined;
    this.#state = 'ended';
    this.#tell(DebugEvent.EXIT, undefined);
    return code;
  }

  #endStep(): void {
    this.#step?.finish();
    this.#step = undefined;
  }

  #tell(event: DebugEvent, exceptionMessage: string | undefined): void {
    this.onDebugEvent({
      event,
      threadId: this.#running().currentTask,
      ...(exceptionMessage === undefined ? {} : { exceptionMessage }),
    });
  }

  #halt(): Suspension {
    if (this.#suspension !== undefined) return this.#suspension;
    throw new Failure(
      'not-stopped',
      'user',
      this.#state === 'ended' ? 'the program has ended.' : 'the program is not suspended.',
      this.#state === 'running' ? 'Interrupt it, or wait for a breakpoint.' : undefined,
    );
  }

  #running(): Machine {
    if (this.#machine === undefined) throw wrongState('the program is not started;', 'call start first.');
    return this.#machine;
  }
}

const wrongState = (message: string, next?: string): Failure =>
  new Failure('wrong-state', 'user', message, next);

// The debug session: requests of the client on one side, the running program on the other.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import {
  DebugSession,
  ErrorDestination,
  Event,
  InitializedEvent,
  OutputEvent,
  Response,
  TerminatedEvent,
} from '@vscode/debugadapter';
import type { DebugProtocol as P } from '@vscode/debugprotocol';
import { refusalOf } from './required-arguments.js';
import { StepsBreakpoints, placesIn } from './steps-breakpoints.js';
import { Mistake, shown } from './steps-expression.js';
import { StepsMachine } from './steps-machine.js';
import { readProgram } from './steps-program.js';
import { StepsRunner } from './steps-runner.js';
import type { Motion, Outcome } from './steps-runner.js';
import { StopHandles } from './stop-handles.js';

const threadId = 1;
const failures = 'failures';

export class StepsSession extends DebugSession {
  readonly #breakpoints = new StepsBreakpoints();
  readonly #handles = new StopHandles();
  /** What the client said in `initialize`. */
  #client: P.InitializeRequestArguments | undefined;
  #configured = false;
  /** Answers the launch, once the client has set its breakpoints. */
  #begin: (() => void) | undefined;
  #machine: StepsMachine | undefined;
  #runner: StepsRunner | undefined;
  #state: 'idle' | 'launched' | 'running' | 'stopped' | 'ended' = 'idle';
  #stopsAtFailures = true;
  /** What stopped the program, when a mistake did. */
  #mistake: string | undefined;

  constructor() {
    super();
    this.setDebuggerLinesStartAt1(true);
    this.setDebuggerColumnsStartAt1(true);
  }

  protected override dispatchRequest(request: P.Request): void {
    const args: unknown = request.arguments;
    try {
      const refusal = refusalOf(request.command, args) ?? this.#untimely(request.command);
      if (refusal !== undefined) throw new Mistake(refusal);
      // The format is `path` unless the client says otherwise; the library refuses a client that says nothing.
      const defaults = request.command === 'initialize' ? { pathFormat: 'path' } : {};
      super.dispatchRequest({ ...request, arguments: { ...defaults, ...(args as object | undefined) } });
    } catch (error) {
      this.#refuse(new Response(request), error);
    }
  }

  #untimely(command: string): string | undefined {
    if (command === 'initialize') return this.#client && 'the session is initialized already';
    return this.#client === undefined ? `initialize must come before ${command}` : undefined;
  }

  /** The library shows only placeholders that begin with an underscore. */
  #refuse(response: P.Response, error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    this.sendErrorResponse(response, 1, '{_text}', { _text: text }, ErrorDestination.User);
  }

  /** Answers with what the work returns; a mistake becomes an error response, with its reason. */
  #answer<R extends P.Response>(response: R, work: () => R['body']): void {
    try {
      response.body = work();
    } catch (error) {
      this.#refuse(response, error);
      return;
    }
    this.sendResponse(response);
  }

  protected override initializeRequest(
    response: P.InitializeResponse,
    args: P.InitializeRequestArguments,
  ): void {
    this.#client = args;
    response.body = {
      supportsConfigurationDoneRequest: true,
      supportsConditionalBreakpoints: true,
      supportsHitConditionalBreakpoints: true,
      supportsLogPoints: true,
      supportsFunctionBreakpoints: true,
      supportsBreakpointLocationsRequest: true,
      supportsEvaluateForHovers: true,
      supportsSetVariable: true,
      supportsExceptionInfoRequest: true,
      supportsTerminateRequest: true,
      exceptionBreakpointFilters: [{ filter: failures, label: 'Failures', default: true }],
    };
    this.sendResponse(response);
    this.sendEvent(new InitializedEvent());
  }

  protected override launchRequest(
    response: P.LaunchResponse,
    args: P.LaunchRequestArguments & { readonly program?: unknown },
  ): void {
    try {
      if (this.#state !== 'idle') throw new Mistake('a program was launched already');
      if (typeof args.program !== 'string') throw new Mistake('launch needs the path of a program');
      const program = readProgram(args.program, readFileSync(args.program, 'utf8'));
      this.#machine = new StepsMachine(program, text => this.sendEvent(new OutputEvent(text, 'stdout')));
      const breakpoints = args.noDebug === true ? undefined : this.#breakpoints;
      const log = (text: string): void => this.sendEvent(new OutputEvent(text, 'console'));
      this.#runner = new StepsRunner(this.#machine, breakpoints, log);
      if (args.noDebug === true) this.#stopsAtFailures = false;
    } catch (error) {
      this.#refuse(response, error);
      return;
    }
    this.#state = 'launched';
    this.#begin = () => {
      this.sendResponse(response);
      this.#go('continue', true);
    };
    if (this.#configured) this.#begin();
  }

  protected override configurationDoneRequest(response: P.ConfigurationDoneResponse): void {
    this.sendResponse(response);
    if (this.#configured) return;
    this.#configured = true;
    this.#begin?.();
  }

  protected override setBreakPointsRequest(
    response: P.SetBreakpointsResponse,
    { source, breakpoints = [] }: P.SetBreakpointsArguments,
  ): void {
    this.#answer(response, () => {
      const { path } = source;
      if (path === undefined) throw new Mistake('the source needs a path');
      const wanted = breakpoints.map(each => ({
        ...each,
        line: this.convertClientLineToDebugger(each.line),
      }));
      const set = this.#breakpoints.set(path, wanted);
      return {
        breakpoints: set.map(each =>
          each.verified
            ? {
                ...each,
                source: { name: basename(path), path },
                line: this.convertDebuggerLineToClient(each.line),
              }
            : { ...each, reason: 'failed' as const },
        ),
      };
    });
  }

  protected override setFunctionBreakPointsRequest(
    response: P.SetFunctionBreakpointsResponse,
    { breakpoints }: P.SetFunctionBreakpointsArguments,
  ): void {
    this.#answer(response, () => ({
      breakpoints: [...this.#breakpoints.setFunctions(breakpoints.map(({ name }) => name))],
    }));
  }

  protected override setExceptionBreakPointsRequest(
    response: P.SetExceptionBreakpointsResponse,
    { filters }: P.SetExceptionBreakpointsArguments,
  ): void {
    this.#stopsAtFailures = filters.includes(failures);
    this.sendResponse(response);
  }

  protected override breakpointLocationsRequest(
    response: P.BreakpointLocationsResponse,
    { source, line, endLine }: P.BreakpointLocationsArguments,
  ): void {
    this.#answer(response, () => {
      const [from, to] = [line, endLine ?? line].map(each => this.convertClientLineToDebugger(each));
      const places = placesIn(source.path ?? '').filter(place => place >= from! && place <= to!);
      return { breakpoints: places.map(place => ({ line: this.convertDebuggerLineToClient(place) })) };
    });
  }

  protected override threadsRequest(response: P.ThreadsResponse): void {
    this.#answer(response, () => ({ threads: [{ id: threadId, name: 'main' }] }));
  }

  protected override stackTraceRequest(
    response: P.StackTraceResponse,
    { startFrame = 0, levels = 0, ...args }: P.StackTraceArguments,
  ): void {
    this.#answer(response, () => {
      const machine = this.#stopped(args.threadId);
      const { path } = machine.program;
      const all = [...machine.frames].reverse();
      const some = all.slice(startFrame, levels > 0 ? startFrame + levels : undefined);
      const stackFrames = some.map(frame => ({
        id: this.#handles.of(frame),
        name: frame.name,
        source: { name: basename(path), path },
        line: this.convertDebuggerLineToClient(machine.standsAt(frame)),
        column: this.convertDebuggerColumnToClient(1),
      }));
      return { stackFrames, totalFrames: all.length };
    });
  }

  protected override scopesRequest(response: P.ScopesResponse, { frameId }: P.ScopesArguments): void {
    this.#answer(response, () => {
      this.#handles.frame(frameId);
      const locals = {
        name: 'Locals',
        presentationHint: 'locals',
        variablesReference: frameId,
        expensive: false,
      };
      return { scopes: [locals] };
    });
  }

  protected override variablesRequest(
    response: P.VariablesResponse,
    { variablesReference, start = 0, count = 0, filter }: P.VariablesArguments,
  ): void {
    this.#answer(response, () => {
      const { variables } = this.#handles.frame(variablesReference);
      // All variables have names, none an index.
      const all = filter === 'indexed' ? [] : [...variables];
      const some = all.slice(start, count > 0 ? start + count : undefined);
      const typed = this.#client?.supportsVariableType === true;
      return {
        variables: some.map(([name, value]) => ({
          name,
          value: shown(value),
          ...(typed ? { type: typeof value === 'string' ? 'text' : 'number' } : {}),
          evaluateName: name,
          variablesReference: 0,
        })),
      };
    });
  }

  protected override setVariableRequest(
    response: P.SetVariableResponse,
    { variablesReference, name, value }: P.SetVariableArguments,
  ): void {
    this.#answer(response, () => {
      const frame = this.#handles.frame(variablesReference);
      if (!frame.variables.has(name)) throw new Mistake(`there is no variable ${name}`);
      const result = this.#stopped(threadId).evaluate(value, frame);
      frame.variables.set(name, result);
      return { value: shown(result), variablesReference: 0 };
    });
  }

  protected override evaluateRequest(
    response: P.EvaluateResponse,
    { expression, frameId }: P.EvaluateArguments,
  ): void {
    this.#answer(response, () => {
      const machine = this.#stopped(threadId);
      const frame = frameId === undefined ? machine.frames[0] : this.#handles.frame(frameId);
      const value = machine.evaluate(expression, frame);
      return { result: shown(value), variablesReference: 0 };
    });
  }

  protected override exceptionInfoRequest(
    response: P.ExceptionInfoResponse,
    args: P.ExceptionInfoArguments,
  ): void {
    this.#answer(response, () => {
      this.#stopped(args.threadId);
      if (this.#mistake === undefined) throw new Mistake('no failure stopped the program');
      return { exceptionId: 'failure', description: this.#mistake, breakMode: 'always' as const };
    });
  }

  protected override continueRequest(response: P.ContinueResponse, args: P.ContinueArguments): void {
    response.body = { allThreadsContinued: true };
    this.#move(response, args.threadId, 'continue');
  }

  protected override nextRequest(response: P.NextResponse, args: P.NextArguments): void {
    this.#move(response, args.threadId, 'next');
  }

  protected override stepInRequest(response: P.StepInResponse, args: P.StepInArguments): void {
    this.#move(response, args.threadId, 'stepIn');
  }

  protected override stepOutRequest(response: P.StepOutResponse, args: P.StepOutArguments): void {
    this.#move(response, args.threadId, 'stepOut');
  }

  protected override pauseRequest(response: P.PauseResponse, args: P.PauseArguments): void {
    this.#answer(response, () => {
      if (args.threadId !== threadId) throw new Mistake(`there is no thread ${args.threadId}`);
      if (this.#state !== 'running') throw new Mistake('the program does not run');
      this.#runner?.pause();
    });
  }

  protected override terminateRequest(response: P.TerminateResponse): void {
    this.sendResponse(response);
    this.#runner?.cancel();
    if (this.#state !== 'running') this.#end(undefined);
  }

  protected override disconnectRequest(
    response: P.DisconnectResponse,
    args: P.DisconnectArguments,
    request?: P.Request,
  ): void {
    this.#runner?.cancel();
    this.#state = 'ended';
    super.disconnectRequest(response, args, request);
  }

  /** The machine, if it stands still: nothing can be looked at while the program runs. */
  #stopped(thread: number): StepsMachine {
    if (thread !== threadId) throw new Mistake(`there is no thread ${thread}`);
    if (this.#machine === undefined || this.#state !== 'stopped')
      throw new Mistake('the program is not stopped');
    return this.#machine;
  }

  #move(response: P.Response, thread: number, motion: Motion): void {
    try {
      this.#stopped(thread);
    } catch (error) {
      this.#refuse(response, error);
      return;
    }
    // A program that a failure stopped has nowhere to go.
    const over = this.#mistake;
    this.sendResponse(response);
    if (over === undefined) this.#go(motion, false);
    else this.#fail(over);
  }

  #go(motion: Motion, first: boolean): void {
    this.#state = 'running';
    this.#handles.forget();
    void this.#runner?.run(motion, first).then(outcome => this.#arrived(outcome));
  }

  #arrived(outcome: Outcome): void {
    if (this.#state !== 'running') return;
    switch (outcome.kind) {
      case 'hit':
        return this.#stop(outcome.hit.kind, { hitBreakpointIds: [outcome.hit.id] });
      case 'step':
      case 'pause':
        return this.#stop(outcome.kind);
      case 'mistake':
        if (!this.#stopsAtFailures) return this.#fail(outcome.message);
        this.#mistake = outcome.message;
        return this.#stop('exception', { text: outcome.message });
      case 'ended':
        return this.#end(0);
      case 'cancelled':
        return this.#end(undefined);
    }
  }

  #stop(reason: string, more: Readonly<Record<string, unknown>> = {}): void {
    this.#state = 'stopped';
    this.sendEvent(new Event('stopped', { reason, threadId, allThreadsStopped: true, ...more }));
  }

  #fail(message: string): void {
    this.sendEvent(new OutputEvent(`failed: ${message}\n`, 'stderr'));
    this.#end(1);
  }

  #end(exitCode: number | undefined): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#handles.forget();
    if (exitCode !== undefined) this.sendEvent(new Event('exited', { exitCode }));
    this.sendEvent(new TerminatedEvent());
  }
}

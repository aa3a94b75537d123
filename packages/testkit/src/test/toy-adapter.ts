// A small debug adapter for toy programs: enough of the protocol for the whole scenario.
import { Connection, ResponseFailure, createTransportPair } from '@sonde/dap';
import type { Capabilities, IncomingRequest, RequestArguments, RequestName, Transport } from '@sonde/dap';
import { overMemory } from '../endpoint.js';
import type { Endpoint } from '../endpoint.js';
import { ToyDebugger } from './toy-debugger.js';
import type { Fault, ToyMotion, ToyStop } from './toy-debugger.js';
import type { ToyFrame } from './toy-machine.js';

const capabilities: Capabilities = {
  supportsConfigurationDoneRequest: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsLogPoints: true,
  supportsEvaluateForHovers: true,
  supportsSetVariable: true,
  supportsRestartRequest: true,
  supportsDataBreakpoints: true,
  supportsExceptionInfoRequest: true,
  exceptionBreakpointFilters: [{ filter: 'raised', label: 'Raised errors' }],
};

const motionOf: Readonly<Record<string, ToyMotion>> = {
  continue: 'continue',
  next: 'over',
  stepIn: 'in',
  stepOut: 'out',
};

type Handlers = {
  readonly [Command in RequestName]?: (args: RequestArguments<Command>, request: IncomingRequest) => unknown;
};

export class ToyAdapter {
  readonly #connection: Connection;
  readonly #faults: ReadonlySet<Fault>;
  readonly #siblings: ToyAdapter[];
  #debugger: ToyDebugger | undefined;
  #program = '';
  #exceptionText = '';
  /** Frames by id; a frame's variables are under the same number plus 1000. */
  #frames: ToyFrame[] = [];
  #nextId = 1;

  constructor(transport: Transport, faults: ReadonlySet<Fault> = new Set(), siblings: ToyAdapter[] = []) {
    this.#faults = faults;
    this.#siblings = siblings;
    siblings.push(this);
    this.#connection = new Connection(
      transport,
      { request: request => this.#handle(request) },
      { role: 'adapter' },
    );
    void this.#connection.closed.then(() => this.#debugger?.end());
  }

  get closed(): Promise<unknown> {
    return this.#connection.closed;
  }

  async #handle(request: IncomingRequest): Promise<unknown> {
    const motion = motionOf[request.command];
    if (motion !== undefined) return this.#move(motion, request);
    const handler = this.#handlers[request.command as RequestName] as
      | ((args: unknown, request: IncomingRequest) => unknown)
      | undefined;
    if (handler === undefined) throw new ResponseFailure(`unknown command ${request.command}`);
    return handler(request.arguments, request);
  }

  readonly #handlers: Handlers = {
    initialize: (_, request) => {
      request.afterResponse(() => this.#connection.event('initialized'));
      return capabilities;
    },
    launch: args => {
      this.#program = String(args['program']);
      this.#debugger ??= this.#newDebugger();
    },
    configurationDone: (_, request) => {
      request.afterResponse(() => this.#target.move('continue'));
    },
    setBreakpoints: ({ source, breakpoints = [] }) => {
      this.#program = source.path ?? '';
      this.#debugger ??= this.#newDebugger();
      this.#debugger.breakpoints = breakpoints.map(breakpoint => ({
        ...breakpoint,
        id: this.#nextId++,
        hits: 0,
      }));
      const verified = !this.#faults.has('leaves breakpoints unverified');
      return { breakpoints: this.#debugger.breakpoints.map(({ id, line }) => ({ id, line, verified })) };
    },
    setExceptionBreakpoints: ({ filters }) => {
      this.#debugger ??= this.#newDebugger();
      this.#debugger.stopsAtExceptions = filters.includes('raised');
    },
    exceptionInfo: () => ({
      exceptionId: 'Raised',
      description: this.#faults.has('hides exceptions') ? '?' : this.#exceptionText,
      breakMode: 'always',
    }),
    threads: () => ({ threads: [{ id: 1, name: 'main' }] }),
    stackTrace: ({ levels }) => {
      this.#mustBeStopped();
      this.#frames = this.#target.machine.frames.toReversed();
      const frames = this.#frames.map(({ name, line }, index) => ({
        id: index + 1,
        name,
        line,
        column: 1,
        source: { path: this.#program },
      }));
      return {
        stackFrames: levels === undefined ? frames : frames.slice(0, levels),
        totalFrames: frames.length,
      };
    },
    scopes: ({ frameId }) => {
      const scope = { name: 'Locals', presentationHint: 'locals', expensive: false };
      return { scopes: [{ ...scope, variablesReference: frameId + 1000 }] };
    },
    variables: ({ variablesReference }) => ({
      variables: [...this.#frameOf(variablesReference - 1000).variables].map(([name, value]) => ({
        name,
        value: String(value),
        variablesReference: 0,
      })),
    }),
    setVariable: ({ variablesReference, name, value }) => {
      const { variables } = this.#frameOf(variablesReference - 1000);
      if (!this.#faults.has('loses set values')) variables.set(name, Number(value));
      return { value };
    },
    evaluate: ({ expression, frameId, context }) => {
      if (context === 'repl' && this.#target.isRunning) {
        this.#target.type(expression);
        return { result: '', variablesReference: 0 };
      }
      const lie = context === 'hover' && this.#faults.has('differs in hover');
      return {
        result: lie ? '?' : this.#evaluate(expression, frameId),
        type: 'number',
        variablesReference: 0,
      };
    },
    dataBreakpointInfo: ({ variablesReference = 0, name }) => ({
      dataId: `${variablesReference - 1000} ${name}`,
      description: name,
    }),
    setDataBreakpoints: ({ breakpoints }) => {
      this.#target.watches = breakpoints.map(({ dataId }) => {
        const [frame, name = ''] = dataId.split(' ');
        return { frame: this.#frameOf(Number(frame)), name };
      });
      return { breakpoints: breakpoints.map(() => ({ verified: true })) };
    },
    pause: (_, request) => {
      request.afterResponse(() => this.#target.pause());
    },
    restart: (_, request) => {
      request.afterResponse(() => this.#target.restart());
    },
    disconnect: () => this.#debugger?.end(),
  };

  get #target(): ToyDebugger {
    if (this.#debugger === undefined) throw new ResponseFailure('nothing is launched');
    return this.#debugger;
  }

  #move(motion: ToyMotion, request: IncomingRequest): unknown {
    this.#mustBeStopped();
    const everyone = motion === 'over' && this.#faults.has('steps all sessions at once');
    request.afterResponse(() => {
      for (const { target } of everyone ? this.#siblings : [this]) target?.move(motion);
    });
    return motion === 'continue' ? { allThreadsContinued: true } : undefined;
  }

  get target(): ToyDebugger | undefined {
    return this.#debugger;
  }

  #mustBeStopped(): void {
    if (this.#target.isRunning) throw new ResponseFailure('notStopped');
  }

  #frameOf(id: number): ToyFrame {
    const frame = this.#frames[id - 1];
    if (frame === undefined) throw new ResponseFailure(`there is no frame ${id}`);
    return frame;
  }

  #evaluate(expression: string, frameId: number | undefined): string {
    try {
      const frame = frameId === undefined ? undefined : this.#frameOf(frameId);
      return String(this.#target.evaluate(expression, frame));
    } catch (error) {
      if (this.#faults.has('answers nonsense')) return '0';
      throw new ResponseFailure((error as Error).message);
    }
  }

  #newDebugger(): ToyDebugger {
    return new ToyDebugger(this.#program, this.#faults, {
      output: (output, category) => this.#connection.event('output', { output, category }),
      stopped: stop => this.#stopped(stop),
      ended: () => {
        this.#connection.event('exited', { exitCode: this.#faults.has('exits with 7') ? 7 : 0 });
        this.#connection.event('terminated');
      },
    });
  }

  #stopped({ reason, hit, text }: ToyStop): void {
    this.#exceptionText = text ?? '';
    const ids = this.#faults.has('names another breakpoint') ? [999] : [hit];
    this.#connection.event('stopped', {
      reason,
      threadId: 1,
      allThreadsStopped: true,
      ...(hit === undefined ? {} : { hitBreakpointIds: ids.filter(id => id !== undefined) }),
    });
  }
}

/** The adapter in this process; all its sessions share the faults. */
export function toyEndpoint(...faults: Fault[]): Endpoint {
  const siblings: ToyAdapter[] = [];
  return overMemory(() => {
    const [ours, theirs] = createTransportPair();
    new ToyAdapter(theirs, new Set(faults), siblings);
    return ours;
  });
}

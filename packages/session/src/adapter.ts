// The adapter end of one connection: takes requests, finds the session they are about, and answers.

import {
  Connection,
  type Capabilities,
  type IncomingRequest,
  type InitializeRequestArguments,
  type Transport,
} from '@sonde/dap';
import { asFailure, Failure, notSupported } from '@sonde/engine';
import type { Language } from '@sonde/language';
import { BreakpointTable } from './breakpoint-table.js';
import { capabilitiesOf, capabilityChanges, safeCapabilities } from './capabilities.js';
import { Client, type Rights } from './client.js';
import type { DebugSession } from './debug-session.js';
import type { SessionDirectory } from './directory.js';
import { failureResponse } from './failure-response.js';
import type { RequestEntry, RequestPolicy, SessionContext } from './request-table.js';
import { allRequests } from './requests/requests.js';
import { sameSecret } from './secret.js';
import { buildSource } from './source-translation.js';

export interface AdapterEnvironment {
  readonly languages: readonly Language[];
  readonly sessions: SessionDirectory;
  /** Chosen by the command that was started; a launch may still name another. */
  readonly defaultLanguage?: string;
  readonly rights?: Rights;
  /** `initialize` must carry it as `token`; for sockets that others on the machine can reach. */
  readonly token?: string;
  readonly log?: (line: string) => void;
  /** Where the connection came from, for the log. */
  readonly origin?: 'stdio' | 'socket' | 'registry' | 'memory';
}

/** A client that waits for `initialized` before it sends its launch gets it after this time all the same. */
const initializedPatienceMs = 100;
const defaultDeadlineMs = 15_000;

export class Adapter {
  readonly closed: Promise<void>;
  readonly connection: Connection;
  client: Client | undefined;
  session: DebugSession | undefined;
  /** Set before there is a session that could take them. */
  readonly early = new BreakpointTable();
  /** The client has sent its exception filters, maybe before there was a session. */
  choseExceptions = false;
  /** `configurationDone` came before there was a session. */
  configuredEarly = false;
  #declared: Capabilities = {};
  /** Settles when the answer to `initialize` is out: nothing may overtake it. */
  readonly #welcomed = new Settling();
  /** Settles when the launch or attach that is under way has found its session, or failed. */
  #arrival: Settling | undefined;
  #initializedTimer: NodeJS.Timeout | undefined;
  #initializedSent = false;

  constructor(
    transport: Transport,
    readonly environment: AdapterEnvironment,
  ) {
    this.connection = new Connection(
      transport,
      {
        request: request => this.#serve(request),
        protocolError: problem => this.log(`${transport.description}: ${problem.message}`),
      },
      { role: 'adapter' },
    );
    this.closed = this.connection.closed.then(async reason => {
      clearTimeout(this.#initializedTimer);
      this.log(`${transport.description}: ${reason.message}`);
      // Nobody is left to be told, and a failed goodbye must not take the other sessions down.
      await this.leave({ terminate: undefined, lost: true }).catch((error: unknown) =>
        this.log(asFailure(error).text),
      );
    });
  }

  log(line: string): void {
    this.environment.log?.(line);
  }

  close(reason: string): void {
    this.log(`closing: ${reason}`);
    this.connection.close();
  }

  async leave(how: {
    readonly terminate: boolean | undefined;
    readonly lost: boolean;
    readonly suspend?: boolean;
  }): Promise<void> {
    const { session, client } = this;
    this.session = undefined;
    if (session !== undefined && client !== undefined) await session.leave(client, how);
  }

  /** The answer to `initialize`. */
  welcome(args: InitializeRequestArguments): Capabilities {
    if (this.client !== undefined)
      throw new Failure('wrong-state', 'user', 'this connection is initialized already.');
    this.#checkToken(args);
    this.client = new Client(this.connection, args, this.environment.rights ?? 'full');
    const language = this.#fixedLanguage(args.adapterID);
    this.#declared =
      language === undefined ? safeCapabilities(this.environment.languages) : capabilitiesOf(language);
    return this.#declared;
  }

  /** The answer to `initialize` is out. A client that now waits is told after a while that it may configure. */
  expectLaunch(): void {
    this.#welcomed.settle();
    this.#initializedTimer = setTimeout(() => this.sendInitialized(), initializedPatienceMs);
  }

  sendInitialized(): void {
    clearTimeout(this.#initializedTimer);
    if (this.#initializedSent) return;
    this.#initializedSent = true;
    this.client?.event('initialized', undefined);
  }

  /** A launch or attach: one at a time, and only one that succeeds. Requests that need its session wait for it. */
  async arrive(work: () => Promise<void>): Promise<void> {
    if (this.session !== undefined || this.#arrival !== undefined) {
      throw new Failure(
        'wrong-state',
        'user',
        'this connection has a program already.',
        'Open another connection, or use "restart".',
      );
    }
    const arrival = new Settling();
    this.#arrival = arrival;
    try {
      await work();
    } finally {
      arrival.settle();
      this.#arrival = undefined;
    }
  }

  /** The session of this connection from now on. */
  enter(session: DebugSession): void {
    const client = this.client!;
    this.session = session;
    session.breakpoints.adopt(this.early, source => buildSource(source, session.sourceMap));
    session.join(client);
    if (session.circle.isGuest(client)) client.waitForReplay();
    if (this.choseExceptions) void session.exceptionFiltersChosen(client);
    if (this.configuredEarly) void session.configurationDone(client);
    const exact = capabilitiesOf(session.language);
    const changes = capabilityChanges(this.#declared, exact);
    this.#declared = exact;
    if (Object.keys(changes).length > 0) client.event('capabilities', { capabilities: changes });
    this.#arrival?.settle();
  }

  /** Which language the command or the adapter id already fixed. */
  get defaultLanguage(): string | undefined {
    return (
      this.environment.defaultLanguage ?? this.#fixedLanguage(this.client?.initialize.adapterID ?? '')?.id
    );
  }

  #fixedLanguage(adapterId: string): Language | undefined {
    const { languages, defaultLanguage } = this.environment;
    return (
      languages.find(l => l.id === defaultLanguage) ??
      languages.find(l => l.id === adapterId || l.adapterNames.includes(adapterId))
    );
  }

  #checkToken(args: InitializeRequestArguments): void {
    const { token } = this.environment;
    const { token: given } = args as { readonly token?: unknown };
    if (token === undefined || (typeof given === 'string' && sameSecret(given, token))) return;
    throw new Failure(
      'bad-arguments',
      'user',
      'the token is missing or wrong.',
      'Pass the one that was printed as "token".',
    );
  }

  async #serve(request: IncomingRequest): Promise<unknown> {
    const entry = allRequests.get(request.command);
    try {
      if (entry === undefined) throw notSupported(`the request "${request.command}"`);
      return await this.#handle(entry, request);
    } catch (error) {
      throw failureResponse(error);
    }
  }

  async #handle(entry: RequestEntry, request: IncomingRequest): Promise<unknown> {
    const { policy } = entry;
    this.#checkRights(entry.command, policy);
    if (this.client === undefined && policy.needs !== 'nothing') {
      throw new Failure('wrong-state', 'user', `"${entry.command}" came before "initialize".`);
    }
    if (policy.needs !== 'nothing') await this.#welcomed.settled;
    if (policy.needs !== 'nothing' && policy.arrives !== true) await this.#arrival?.settled;
    const session = this.session;
    if (needsSession(policy)) await this.#checkState(entry.command, policy, session);
    if (policy.holdsEvents === true && session !== undefined) {
      session.gate.hold();
      request.afterResponse(() => session.gate.release());
    }
    const context: SessionContext = {
      adapter: this,
      signal: request.signal,
      afterResponse: callback => request.afterResponse(callback),
      client: this.client!,
      session: session!,
    };
    const work = entry.handle(context, request.arguments);
    return policy.deadlineMs === 'none'
      ? work
      : inTime(entry.command, work, policy.deadlineMs ?? defaultDeadlineMs, request.signal);
  }

  #checkRights(command: string, policy: RequestPolicy): void {
    if (policy.changes !== true || this.client?.rights !== 'read-only') return;
    throw new Failure(
      'read-only',
      'user',
      `this connection may only look; "${command}" would change something.`,
    );
  }

  async #checkState(
    command: string,
    policy: RequestPolicy,
    session: DebugSession | undefined,
  ): Promise<void> {
    if (session === undefined)
      throw new Failure('wrong-state', 'user', `"${command}" needs a program.`, 'Launch one first.');
    if (policy.capability !== undefined && !(policy.capability in capabilitiesOf(session.language))) {
      throw notSupported(`"${command}"`, `${session.language.name} programs do not have it`);
    }
    if (policy.needs === 'session') return;
    if (session.state === 'ended') throw new Failure('wrong-state', 'user', 'the program has ended.');
    await session.engine();
    if (policy.needs === 'stopped') session.stopped();
  }
}

/** Something that others wait for and that happens once. */
class Settling {
  #settle: () => void = () => undefined;
  readonly settled = new Promise<void>(resolve => (this.#settle = resolve));

  settle(): void {
    this.#settle();
  }
}

const needsSession = (policy: RequestPolicy): boolean =>
  policy.needs !== 'nothing' && policy.needs !== 'initialized';

/** Rejects when the work takes too long or is cancelled; the work itself hears of the cancel through the signal. */
async function inTime<T>(command: string, work: Promise<T>, ms: number, signal: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let abort: (() => void) | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Failure('deadline', 'sonde', `"${command}" took longer than ${ms / 1000} s.`)),
      ms,
    );
    abort = () => reject(new Failure('cancelled', 'user', 'cancelled'));
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    if (abort !== undefined) signal.removeEventListener('abort', abort);
  }
}

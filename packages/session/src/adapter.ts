// The adapter end of one connection: takes requests, finds the session they are about, and answers.

import { setMaxListeners } from 'node:events';
import {
  Connection,
  type Capabilities,
  type IncomingRequest,
  type InitializeRequestArguments,
  type Transport,
} from '@sonde/dap';
import {
  asFailure,
  Failure,
  notSupported,
  patient,
  sameSecret,
  type BreakpointWhere,
  type EngineTraits,
  type SourceRef,
} from '@sonde/engine';
import type { Language } from '@sonde/language';
import { BreakpointTable } from './breakpoints/breakpoint-table.js';
import {
  capabilitiesOf,
  capabilitiesOfProgram,
  capabilityChanges,
  safeCapabilities,
} from './capabilities.js';
import { Client, type Rights } from './clients/client.js';
import type { Departure } from './clients/client-circle.js';
import type { DebugSession } from './debug-session.js';
import { Deadlines, type Deadline } from './waiting/deadlines.js';
import type { SessionDirectory } from './directory.js';
import { ownFilterId } from './breakpoints/exception-offer.js';
import { FarSession } from './clients/far-session.js';
import { failureResponse } from './clients/failure-response.js';
import { aliasedRequest } from './request-aliases.js';
import type { RequestEntry, RequestPolicy, SessionContext } from './request-table.js';
import { allRequests } from './requests/requests.js';
import { Settling } from './waiting/settling.js';
import { buildSource, localSource, sourceFrom } from './clients/source-translation.js';
import { isOverWithin, unlessGivenUp, whyGivenUp } from './waiting/time-limit.js';
import { traitsOf } from './time/recorded-time.js';

export interface AdapterEnvironment {
  readonly languages: readonly Language[];
  readonly sessions: SessionDirectory;
  /** Chosen by the command that was started; a launch may still name another. */
  readonly defaultLanguage?: string;
  readonly rights?: Rights;
  /** `initialize` must carry it as `token`; for sockets that others on the machine can reach. */
  readonly token?: string;
  readonly log?: (line: string) => void;
  /**
   * How long a session waits for a client that lost its connection and was the last that could do more than look; absent
   * for not at all, as where the client is the one that started us.
   */
  readonly lingerMs?: number;
  /** A connection to the server of this user that holds a session which is not here; refuses when there is none. */
  readonly sessionElsewhere?: (id: string) => Promise<{ readonly id: string; readonly transport: Transport }>;
  /** Where the connection came from, for the log. */
  readonly origin?: 'stdio' | 'socket' | 'registry' | 'memory';
}

/**
 * A client that sends no launch before it got `initialized` gets it after this time. The launch of any other decides
 * when it comes, however late it is; neither what is offered nor what is chosen depends on the order.
 */
const initializedPatienceMs = 100;
/** How long a goodbye waits for the answers to what was asked before it. */
const goodbyePatienceMs = 1000;
const defaultDeadlineMs = patient(15_000);
/** Whoever has not shown the token yet has nothing to say but `initialize`, and must not fill our memory. */
const mostBytesBeforeToken = 64 * 1024;

type Elsewhere = Awaited<ReturnType<NonNullable<AdapterEnvironment['sessionElsewhere']>>>;

export class Adapter {
  readonly closed: Promise<void>;
  readonly connection: Connection;
  client: Client | undefined;
  session: DebugSession | undefined;
  /** The session is another server's, and so are all requests that come from now on. */
  #far: FarSession | undefined;
  /** Set before there is a session that could take them. */
  readonly early = new BreakpointTable();
  /**
   * The answer to `initialize` had exception filters, so that a client that chooses none means it. Some ignore those that
   * come later by event, and then send an empty list.
   */
  offeredExceptions = false;
  /** The client has sent its exception filters, maybe before there was a session. */
  choseExceptions = false;
  /** `configurationDone` came before there was a session. */
  configuredEarly = false;
  #declared: Capabilities = {};
  /** Settles when the answer to `initialize` is out: nothing may overtake it. */
  readonly #welcomed = new Settling();
  /** Settles when the launch or attach that is under way has found its session, or failed. */
  #arrival: Settling | undefined;
  /** Requests under way that change something: whatever lets the program go on waits for those sent before it. */
  readonly #changing = new Set<Promise<unknown>>();
  /** Requests under way that let the program go on: whatever halts it waits for those sent before it. */
  readonly #resuming = new Set<Promise<unknown>>();
  /** Requests that are not answered yet, but for a goodbye. */
  readonly #open = new Set<Promise<unknown>>();
  readonly #deadlines = new Deadlines();
  /** The launch or attach itself. */
  #arriving: Promise<void> | undefined;
  #initializedTimer: NodeJS.Timeout | undefined;
  #initializedSent = false;
  /** A token was presented on this connection, right or wrong. */
  #guessed = false;
  /** The end of the connection is our doing. */
  #closing = false;

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
      {
        role: 'adapter',
        ...(environment.token === undefined ? {} : { maxBodyBytes: mostBytesBeforeToken }),
      },
    );
    this.closed = this.connection.closed.then(async reason => {
      clearTimeout(this.#initializedTimer);
      this.#far?.close();
      this.log(`${transport.description}: ${reason.message}`);
      // A launch that this has cut short clears away first; the process may end with us.
      await this.#arriving?.catch(() => undefined);
      // Nobody is left to be told, and a failed goodbye must not take the other sessions down.
      const { lingerMs } = this.environment;
      const lingers = lingerMs === undefined || this.#closing ? {} : { lingerMs };
      await this.leave({ terminate: undefined, lost: true, ...lingers }).catch((error: unknown) =>
        this.log(asFailure(error).text),
      );
    });
  }

  log(line: string): void {
    this.environment.log?.(line);
  }

  close(reason: string): void {
    this.log(`closing: ${reason}`);
    this.#closing = true;
    this.connection.close();
  }

  async leave(how: Departure): Promise<void> {
    const { session, client } = this;
    this.session = undefined;
    if (session !== undefined && client !== undefined) await session.leave(client, how);
  }

  /** Whoever says goodbye still gets the answers to what was asked before, unless they take too long. */
  async answerOthers(): Promise<void> {
    await isOverWithin(Promise.allSettled(this.#open), goodbyePatienceMs);
  }

  /** What the client was told that it may use. */
  get declared(): Capabilities {
    return this.#declared;
  }

  /** The answer to `initialize`. */
  welcome(args: InitializeRequestArguments): Capabilities {
    if (this.client !== undefined)
      throw new Failure('wrong-state', 'user', 'this connection is initialized already.');
    this.#checkToken(args);
    this.connection.takeUpTo();
    this.client = new Client(this.connection, args, this.#rightsFor(args));
    const language = this.#fixedLanguage(args.adapterID);
    this.#declared =
      language === undefined ? safeCapabilities(this.environment.languages) : capabilitiesOf(language);
    this.offeredExceptions = (this.#declared.exceptionBreakpointFilters ?? []).length > 0;
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
    clearTimeout(this.#initializedTimer);
    const arrival = new Settling();
    this.#arrival = arrival;
    this.#arriving = work();
    try {
      await this.#arriving;
    } finally {
      arrival.settle();
      this.#arrival = undefined;
    }
  }

  /** Joins a session that another server holds; everything but this answer is between the client and that server. */
  async enterElsewhere({ id, transport }: Elsewhere, seq: number, args: object): Promise<void> {
    const client = this.client!;
    const far = new FarSession(this.connection, transport, {
      initialized: this.#initializedSent,
      lost: left => {
        this.#far = undefined;
        if (left) this.close('the client disconnected');
        else client.event('terminated', {});
      },
    });
    this.#far = far;
    try {
      const rights = client.rights === 'read-only' ? { rights: 'read-only' } : {};
      // The client used the number before this one, at the latest for its own "initialize".
      const theirs = await far.introduce(seq - 1, { ...client.initialize, ...rights });
      const changes = capabilityChanges(this.#declared, theirs);
      if (Object.keys(changes).length > 0) client.event('capabilities', { capabilities: changes });
      await far.ask(seq, 'attach', { ...args, session: id });
    } catch (error) {
      this.#far = undefined;
      far.close();
      throw error;
    }
  }

  /** The session of this connection from now on. */
  enter(session: DebugSession): void {
    const client = this.client!;
    this.session = session;
    session.breakpoints.adopt(this.early, where =>
      where.kind === 'exception'
        ? { ...where, filter: ownFilterId(where.filter, session.language) ?? where.filter }
        : withSource(where, source =>
            buildSource(sourceFrom(source, session.settings.cwd), session.sourceMap),
          ),
    );
    session.join(client);
    if (this.choseExceptions) void session.breakpointLife.exceptionFiltersChosen(client);
    if (this.configuredEarly)
      void session.configurationDone(client).then(
        () => session.replayTo(client),
        (error: unknown) => this.log(asFailure(error).text),
      );
    this.declare(session);
    this.#arrival?.settle();
  }

  /** Tells the client what it can use now: what the program is known to be able to do, or its language. */
  declare(session: DebugSession): void {
    const { language, settings } = session;
    const exact = capabilitiesOfProgram(language, settings.program, traitsOf(session));
    const changes = capabilityChanges(this.#declared, exact);
    this.#declared = exact;
    if (Object.keys(changes).length > 0) this.client?.event('capabilities', { capabilities: changes });
  }

  /** The program did not come: what the client has set waits for the next launch. */
  lose(session: DebugSession): void {
    this.session = undefined;
    const owner = this.client!.id;
    this.early.adopt(
      session.breakpoints,
      where => withSource(where, source => localSource(source, session.sourceMap)),
      owner,
    );
  }

  /** Which language the command or the adapter id already fixed. */
  get defaultLanguage(): string | undefined {
    return this.environment.defaultLanguage ?? this.#fixed?.id;
  }

  /** The language of the program, or the one that it will be in; undefined before that is known. */
  get language(): Language | undefined {
    return this.session?.language ?? this.#fixed;
  }

  get #fixed(): Language | undefined {
    return this.#fixedLanguage(this.client?.initialize.adapterID ?? '');
  }

  #fixedLanguage(adapterId: string): Language | undefined {
    const { languages, defaultLanguage } = this.environment;
    return (
      languages.find(l => l.id === defaultLanguage) ??
      languages.find(l => l.id === adapterId || l.adapterNames.includes(adapterId))
    );
  }

  /** `rights: 'read-only'` lowers what the connection has, for whoever passes on what others say; nothing raises it. */
  #rightsFor(args: InitializeRequestArguments): Rights {
    const { rights } = args as { readonly rights?: unknown };
    return rights === 'read-only' ? rights : (this.environment.rights ?? 'full');
  }

  #checkToken(args: InitializeRequestArguments): void {
    const { token } = this.environment;
    const { token: given } = args as { readonly token?: unknown };
    if (token === undefined) return;
    // The connection ends after the answer; a second guess that came with the first is not even looked at.
    const isRight = !this.#guessed && typeof given === 'string' && sameSecret(given, token);
    this.#guessed = true;
    if (isRight) return;
    throw new Failure(
      'bad-arguments',
      'user',
      'the token is missing or wrong.',
      'Pass the one that was printed as "token".',
    );
  }

  async #serve(request: IncomingRequest): Promise<unknown> {
    let policy: RequestPolicy | undefined;
    try {
      const entry = allRequests.get(request.command) ?? (await this.#alias(request.command));
      policy = entry?.policy;
      if (entry === undefined) throw notSupported(`the request "${request.command}"`);
      return await this.#noted(entry.policy, request.command, this.#handle(entry, request));
    } catch (error) {
      throw failureResponse(error, isByPerson(policy, request.arguments));
    }
  }

  /** Others can wait for the work until it is over, well or not. */
  async #noted(policy: RequestPolicy, command: string, work: Promise<unknown>): Promise<unknown> {
    if (isShortChange(policy)) this.#changing.add(work);
    if (policy.resumes === true) this.#resuming.add(work);
    if (command !== 'disconnect') this.#open.add(work);
    try {
      return await work;
    } finally {
      this.#changing.delete(work);
      this.#resuming.delete(work);
      this.#open.delete(work);
    }
  }

  /** A request that the languages of the program have by a name of their own. */
  async #alias(command: string): Promise<RequestEntry | undefined> {
    await this.#arrival?.settled;
    const { session } = this;
    return session && aliasedRequest(command, session, this.environment.languages, allRequests);
  }

  /** Answers in time: when the request is cancelled or late, at once, and the work hears of it through its signal. */
  async #handle(entry: RequestEntry, request: IncomingRequest): Promise<unknown> {
    const { command, policy } = entry;
    this.#checkRights(command, policy);
    if (this.client === undefined && policy.needs !== 'nothing') {
      throw new Failure('wrong-state', 'user', `"${command}" came before "initialize".`);
    }
    // Whoever keeps a time limit of its own also clears away before it is answered.
    if (typeof policy.deadlineMs === 'string') return this.#perform(entry, request);
    const ms = policy.deadlineMs ?? defaultDeadlineMs;
    const late = (): void =>
      request.giveUp(
        new Failure(
          'deadline',
          'environment',
          `"${command}" took longer than ${ms / 1000} s and was given up.`,
        ),
      );
    let deadline: Deadline | undefined;
    let isOver = false;
    if (!this.#waitsForLoading(policy)) deadline = this.#deadlines.set(ms, late);
    else
      void this.#loaded().then(() => {
        if (!isOver) deadline = this.#deadlines.set(ms, late);
      });
    try {
      return await unlessGivenUp(this.#perform(entry, request), request);
    } finally {
      isOver = true;
      if (deadline !== undefined) this.#deadlines.lift(deadline);
    }
  }

  /** Building a program takes the time of its launch, which has a limit of its own, not that of what is asked meanwhile. */
  #waitsForLoading({ needs }: RequestPolicy): boolean {
    return needs !== 'nothing' && (this.#arrival !== undefined || this.session?.life.isLoading === true);
  }

  async #loaded(): Promise<void> {
    await this.#arrival?.settled;
    await this.session?.life.whenLoaded();
  }

  async #perform(entry: RequestEntry, request: IncomingRequest): Promise<unknown> {
    const { command, policy } = entry;
    const earlier = this.#before(policy);
    if (policy.needs !== 'nothing' && !this.#welcomed.isSettled) await this.#welcomed.settled;
    if (policy.needs !== 'nothing' && policy.arrives !== true && this.#arrival !== undefined)
      await this.#arrival.settled;
    if (earlier.length > 0) await Promise.allSettled(earlier);
    if (this.#far !== undefined && policy.needs !== 'nothing' && policy.arrives !== true)
      return this.#far.ask(request.seq, command, request.arguments);
    const session = this.session;
    if (needsSession(policy)) {
      if (session?.state === 'ended' && policy.afterEnd !== undefined) return policy.afterEnd;
      this.#checkAble(command, policy, session);
      if (policy.needs !== 'session' && session?.loadedEngine === undefined) await session?.engine();
      if (policy.needs === 'stopped') session?.stopped();
    }
    // It may have been given up while it waited; then nothing must happen any more.
    if (request.givenUp !== undefined) throw whyGivenUp(request.givenUp);
    if (policy.holdsEvents === true && session !== undefined) {
      session.gate.hold();
      request.afterResponse(() => session.gate.release());
    }
    const context: SessionContext = {
      adapter: this,
      requestId: request.seq,
      get signal() {
        // Values of one answer are read side by side, and each listens: many listeners are no leak.
        setMaxListeners(0, request.signal);
        return request.signal;
      },
      afterResponse: callback => request.afterResponse(callback),
      client: this.client!,
      session: session!,
    };
    return entry.handle(context, request.arguments);
  }

  /** What the same client sent before and must be done first. */
  #before({ resumes, halts }: RequestPolicy): readonly Promise<unknown>[] {
    if (resumes === true) return [...this.#changing];
    return halts === true ? [...this.#resuming] : [];
  }

  #checkRights(command: string, policy: RequestPolicy): void {
    if (policy.changes !== true || this.client?.rights !== 'read-only') return;
    throw new Failure(
      'read-only',
      'user',
      `this connection may only look; "${command}" would change something.`,
    );
  }

  /** What can be said before the program is there. */
  #checkAble(command: string, policy: RequestPolicy, session: DebugSession | undefined): void {
    if (session === undefined)
      throw new Failure('wrong-state', 'user', `"${command}" needs a program.`, 'Launch one first.');
    // What it could is not known any more.
    if (policy.needs !== 'session' && session.state === 'ended')
      throw new Failure('wrong-state', 'user', 'the program has ended.');
    if (policy.capability !== undefined) checkCapability(command, policy, policy.capability, session);
  }
}

function checkCapability(
  command: string,
  policy: RequestPolicy,
  capability: keyof Capabilities,
  session: DebugSession,
): void {
  const { language } = session;
  if (capability in capabilitiesOf(language, traitsOf(session))) return;
  const others = capability in capabilitiesOf(language);
  const lacking = others
    ? (policy.lackingHere ??
      `${language.name} programs have it, but not one that is looked at in this way, as in a core file`)
    : (lackingIn(policy, language.engine.traits) ?? `${language.name} programs do not have it`);
  throw notSupported(`"${command}"`, lacking);
}

const lackingIn = ({ lacking }: RequestPolicy, traits: EngineTraits): string | undefined =>
  typeof lacking === 'function' ? lacking(traits) : lacking;

const withSource = (where: BreakpointWhere, translate: (source: SourceRef) => SourceRef): BreakpointWhere =>
  where.kind === 'source' ? { ...where, source: translate(where.source) } : where;

const isByPerson = (policy: RequestPolicy | undefined, args: unknown): boolean => {
  const { byPerson = false } = policy ?? {};
  return typeof byPerson === 'boolean'
    ? byPerson
    : byPerson((args ?? {}) as Readonly<Record<string, unknown>>);
};

/** Not a launch or a restart, which may take minutes and which breakpoints are set during. */
const isShortChange = (policy: RequestPolicy): boolean =>
  policy.changes === true && policy.resumes !== true && policy.deadlineMs !== 'timeout';

const needsSession = (policy: RequestPolicy): boolean =>
  policy.needs !== 'nothing' && policy.needs !== 'initialized';

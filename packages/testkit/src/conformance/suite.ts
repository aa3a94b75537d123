// The suite: a first session shows what the adapter declares, then every check is tried, then every message judged.
import { performance } from 'node:perf_hooks';
import type { Capabilities } from '@sonde/dap';
import type { Endpoint } from '../endpoint.js';
import { TimelineFailure } from '../timeline.js';
import { CheckFailure, CheckSkipped } from './check.js';
import type { ActiveCheck, Check, CheckText, Finding, Needs, PassiveCheck } from './check.js';
import { allChecks } from './checks/all.js';
import type { ConformanceProfile } from './profile.js';
import type { CheckResult, Report } from './report.js';
import { StoppedSessions } from './stopped-sessions.js';
import { Subject, missingSection } from './subject.js';

export interface SuiteOptions {
  readonly profile: ConformanceProfile;
  readonly endpoint: Endpoint;
  /** All of them unless given. */
  readonly checks?: readonly Check[];
  /** How long an answer may take before it counts as silence; 10 s by default. */
  readonly timeoutMs?: number;
  /** How many checks run at once, each on a connection of its own; 4 by default. */
  readonly jobs?: number;
  /**
   * Checks that only look at a program that stands still leave their session to the next that wants to stand there. Off
   * unless wanted: each check then speaks for itself, whatever the adapter did before.
   */
  readonly shareSessions?: boolean;
  /** Ends the run early: what was opened is closed, and `runSuite` rejects with `SuiteInterrupted`. */
  readonly signal?: AbortSignal;
  /** What the adapter declares, where that is known already: no session is needed to find out. */
  readonly capabilities?: Capabilities;
  /** How a single check is tried otherwise than the rest: on another line, with more or less patience. */
  readonly tune?: (check: CheckText) => { readonly endpoint?: Endpoint; readonly timeoutMs?: number };
  /** Called as each check is done, in no particular order. */
  readonly progress?: (result: CheckResult, done: number, total: number) => void;
}

/** The adapter cannot even be launched as the profile says, so that no check would mean anything. */
export class UnusableAdapter extends Error {
  override readonly name = 'UnusableAdapter';
}

/** Somebody ended the run before it was done. */
export class SuiteInterrupted extends Error {
  override readonly name = 'SuiteInterrupted';
}

export async function runSuite(options: SuiteOptions): Promise<Report> {
  const began = performance.now();
  const { capabilities } = options;
  const first = capabilities === undefined ? await firstSession(options) : { capabilities, broken: [] };
  const run = new SuiteRun(options, first);
  const results = await run.results();
  if (options.signal?.aborted === true) throw new SuiteInterrupted('the run was ended');
  return {
    adapter: options.profile.name,
    line: options.endpoint.line,
    results,
    milliseconds: performance.now() - began,
  };
}

const defaultTimeoutMs = 10_000;

interface FirstSession {
  readonly capabilities: Capabilities;
  readonly broken: readonly Finding[];
}

/** Launch, stop, say goodbye: what every check builds upon. */
async function firstSession(options: SuiteOptions): Promise<FirstSession> {
  const { profile, endpoint, timeoutMs = defaultTimeoutMs } = options;
  const subject = new Subject({ profile, endpoint, capabilities: {}, timeoutMs: timeoutMs * 3 });
  try {
    const { client } = await unlessAborted(subject.stoppedAt(profile.stop.at, 'stop'), options.signal);
    const { capabilities } = client;
    const { broken } = await subject.close();
    return { capabilities, broken };
  } catch (error) {
    await subject.close().catch(() => undefined);
    if (error instanceof SuiteInterrupted) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const stderr = (await subject.lastWords()).trim();
    const more = stderr === '' || reason.includes(stderr) ? '' : `\nits stderr:\n${stderr}`;
    throw new UnusableAdapter(`${profile.name} does not stop where its profile says: ${reason}${more}`, {
      cause: error,
    });
  }
}

/** A check cannot be stopped half way; who does not want its result any more goes on and closes its connections. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const interrupt = (): void => reject(new SuiteInterrupted('the run was ended'));
    if (signal.aborted) interrupt();
    signal.addEventListener('abort', interrupt, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', interrupt));
  });
}

class SuiteRun {
  readonly #checks: readonly Check[];
  readonly #capabilities: Capabilities;
  readonly #broken: Finding[] = [];
  readonly #shared: StoppedSessions | undefined;
  readonly #timeoutMs: number;
  #done = 0;

  constructor(
    private readonly options: SuiteOptions,
    first: FirstSession,
  ) {
    this.#capabilities = first.capabilities;
    this.#remember(first.broken, 'the first session');
    this.#checks = options.checks ?? allChecks;
    this.#timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    if (options.shareSessions === true) this.#shared = new StoppedSessions();
  }

  async results(): Promise<readonly CheckResult[]> {
    const results = new Map<Check, CheckResult>();
    const waiting = this.#checks.filter(isActive);
    const worker = async (): Promise<void> => {
      for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
        if (this.options.signal?.aborted === true) return;
        results.set(check, this.#tell(await this.#try(check)));
      }
    };
    try {
      await Promise.all(Array.from({ length: this.options.jobs ?? 4 }, worker));
    } finally {
      this.#remember((await this.#shared?.close()) ?? [], 'a session that several checks shared');
    }
    for (const check of this.#checks)
      if (!isActive(check)) results.set(check, this.#tell(this.#judge(check)));
    return this.#checks.flatMap(check => results.get(check) ?? []);
  }

  #tell(result: CheckResult): CheckResult {
    this.#done++;
    this.options.progress?.(result, this.#done, this.#checks.length);
    return result;
  }

  async #try(check: ActiveCheck): Promise<CheckResult> {
    const began = performance.now();
    const result = (rest: Outcomes): CheckResult => ({
      ...textOf(check),
      ...this.#weighed(check, rest),
      milliseconds: performance.now() - began,
    });
    const { profile, endpoint, tune } = this.options;
    const missing = [check.needs ?? []].flat().map(needs => this.#missing(needs));
    const reason = missing.find(each => each !== undefined);
    if (reason !== undefined) return result({ outcome: 'skipped', reason });
    const capabilities = this.#capabilities;
    const usual = { profile, endpoint, capabilities, timeoutMs: this.#timeoutMs };
    const shared = this.#shared === undefined ? {} : { shared: this.#shared };
    const subject = new Subject({ ...usual, ...shared, ...tune?.(check) });
    const tried = withConversation(
      await attempt(() => unlessAborted(check.run(subject), this.options.signal)),
      subject,
    );
    if (tried.outcome === 'passed' && !endsProcesses(check)) subject.handOver();
    const closed = await attempt(async () => this.#remember((await subject.close()).broken, check.id));
    return result(tried.outcome === 'passed' ? closed : tried);
  }

  /** Entries are numbered in each session, so that it must be said which one it was. */
  #remember(broken: readonly Finding[], where: string): void {
    this.#broken.push(...broken.map(each => ({ ...each, text: `${each.text} (in ${where})` })));
  }

  #judge(check: PassiveCheck): CheckResult {
    const findings = this.#broken.filter(({ rule, by }) => rule === check.judges && by === 'adapter');
    const outcome: Outcomes =
      findings.length > 0
        ? { outcome: 'failed', reason: summary(findings.map(({ text }) => text)) }
        : this.#checks.some(isActive)
          ? { outcome: 'passed' }
          : { outcome: 'skipped', reason: 'it judges the sessions of other checks, and none was chosen' };
    return { ...textOf(check), ...this.#weighed(check, outcome), milliseconds: 0 };
  }

  /** Not every rule that was broken is a failure of the adapter. */
  #weighed(check: Check, outcome: Outcomes): Outcomes {
    if (outcome.outcome !== 'failed') return outcome;
    const excuse = this.options.profile.excused?.[check.id];
    if (excuse !== undefined) return { outcome: 'excused', reason: `${excuse}\n${outcome.reason ?? ''}` };
    return check.level === 'should' ? { ...outcome, outcome: 'unmet' } : outcome;
  }

  #missing(needs: Needs): string | undefined {
    const { profile, endpoint } = this.options;
    if (needs.capability !== undefined && !isDeclared(this.#capabilities[needs.capability]))
      return `the adapter does not declare ${needs.capability}`;
    if (needs.section !== undefined && profile[needs.section] === undefined)
      return missingSection(profile, needs.section);
    return needs.line === undefined ? undefined : missingLine(needs.line, endpoint);
  }
}

type Outcomes = Pick<CheckResult, 'outcome' | 'reason' | 'transcript'>;

/** Beside the conversation, which then does not tell what became of the session. */
const endsProcesses = ({ needs = [] }: ActiveCheck): boolean =>
  [needs].flat().some(({ line }) => line === 'process');

const isActive = (check: Check): check is ActiveCheck => 'run' in check;

const textOf = ({ id, title, reference, why, level }: CheckText): CheckText => ({
  ...{ id, title, reference, why },
  ...(level === undefined ? {} : { level }),
});

const isDeclared = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;

function missingLine(line: NonNullable<Needs['line']>, endpoint: Endpoint): string | undefined {
  switch (line) {
    case 'stream':
      return endpoint.line === 'websocket' ? 'a WebSocket delimits messages itself' : undefined;
    case 'socket':
      return endpoint.line === 'stdio' ? 'nobody else can reach stdin' : undefined;
    case 'websocket':
      return endpoint.line === 'websocket' ? undefined : 'only for WebSockets';
    case 'process':
      return endpoint.line === 'stdio' ? undefined : 'the adapter was not started by this run';
  }
}

async function attempt(work: () => Promise<void>): Promise<Outcomes> {
  try {
    await work();
    return { outcome: 'passed' };
  } catch (error) {
    if (error instanceof CheckSkipped) return { outcome: 'skipped', reason: error.message };
    if (error instanceof CheckFailure) return { outcome: 'failed', reason: error.message };
    const [reason = 'failed', ...transcript] = (error instanceof Error ? error.message : String(error)).split(
      '\n',
    );
    if (!(error instanceof TimelineFailure)) return { outcome: 'failed', reason };
    return { outcome: 'failed', reason, transcript: transcript.join('\n') };
  }
}

/** A failure that came with no conversation of its own shows the end of the newest one. */
function withConversation(tried: Outcomes, subject: Subject): Outcomes {
  const transcript = subject.conversation;
  if (tried.outcome !== 'failed' || tried.transcript !== undefined || transcript === undefined) return tried;
  return { ...tried, transcript };
}

const shownFindings = 5;

function summary(findings: readonly string[]): string {
  const shown = findings.slice(0, shownFindings);
  const rest = findings.length - shown.length;
  return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n');
}

// The matrix of checks and faults: which checks fail when a fault is seeded, found without trying all of them each time.

import type { Capabilities, EventBody, WireMessage } from '@sonde/dap';
import type { Endpoint } from '@sonde/testkit';
import {
  UnusableAdapter,
  allChecks,
  allFaults,
  faultyEndpoint,
  loadProfile,
  recordingEndpoint,
  replayingEndpoint,
  runSuite,
  wouldChange,
  type CheckResult,
  type Conversation,
  type Fault,
  type LoadedProfile,
  type Report,
  type SuiteOptions,
} from '@sonde/testkit/conformance';

/** Checks that pass end when they are done, so that this costs nothing; it must do for a machine with much else to do. */
const patienceMs = 60_000;
/**
 * How long the check that must fail is waited for: many faults are silence, and endless programs run meanwhile. On a slow
 * machine it can only fail the sooner.
 */
const silenceMs = 1_000;
/** Several faults are tried at once, each in few sessions, so that no session is slow because of the others. */
const jobs = 1;

/** What was recorded is there at once. */
const recordedPatienceMs = 5_000;
const recordedSilenceMs = 1_000;

/** Every fault on the adapter itself, as it was before anything was recorded: ten times the work. */
const wantsLive = process.env['SONDE_LIVE_FAULTS'] === '1';

const silent: Fault = { check: 'none', does: 'has no fault' };
const passing: Fault = {
  ...silent,
  seed: () => ({
    fromClient: (message, line) => line.toAdapter(message),
    fromAdapter: (message, line) => line.toClient(message),
  }),
};

interface Control {
  readonly loaded: LoadedProfile;
  readonly endpoint: Endpoint;
  readonly report: Report;
  /** What was said in the session that shows what the adapter declares. */
  readonly first: readonly Conversation[];
  /** What was said in each check. */
  readonly conversations: ReadonlyMap<string, readonly Conversation[]>;
  /** In which checks a fault changes what is said. */
  readonly reach: ReadonlyMap<Fault, ReadonlySet<string>>;
}

export class FaultMatrix {
  readonly #control: Control;
  readonly #turns = new Turns<'recorded' | 'live'>();

  private constructor(control: Control) {
    this.#control = control;
  }

  /** Runs the whole suite through lines without a fault first. */
  static async of(profile: string | URL, endpoint: Endpoint, checks = allChecks): Promise<FaultMatrix> {
    const loaded = await loadProfile(profile);
    const conversations = new Map<string, Conversation[]>();
    const first: Conversation[] = [];
    const report = await runSuite({
      profile: loaded.profile,
      endpoint: recordingEndpoint(endpoint, first),
      checks,
      jobs: 4,
      timeoutMs: patienceMs,
      tune: ({ id }) => {
        const said: Conversation[] = [];
        conversations.set(id, said);
        const recorded = recordingEndpoint(endpoint, said);
        return { endpoint: faultyEndpoint(faultyEndpoint(recorded, silent), passing) };
      },
    });
    // Now, because it keeps this thread busy, and sessions that are under way would have to wait.
    const reach = new Map(allFaults.map(fault => [fault, reachOf(fault, conversations)]));
    return new FaultMatrix({ loaded, endpoint, report, first, conversations, reach });
  }

  get control(): Report {
    return this.#control.report;
  }

  close(): Promise<void> {
    return this.#control.loaded.close();
  }

  wasSkipped(id: string): boolean {
    return this.control.results.some(result => result.id === id && result.outcome === 'skipped');
  }

  /**
   * Tries the check that must fail, and those in which the fault changes what is said: what it does not change it
   * cannot spoil.
   */
  failingWith(fault: Fault): Promise<Report> {
    const reached = this.#control.reach.get(fault);
    return this.#try(fault, id => id === fault.check || reached?.has(id) === true);
  }

  /** Only the check that must fail. */
  aimOf(fault: Fault): Promise<Report> {
    return this.#try(fault, id => id === fault.check);
  }

  /** Checks that could be tried without the fault and cannot be with it. */
  async newlySkipped({ results }: Report): Promise<readonly string[]> {
    const ids = results.filter(each => this.#isNewlySkipped(each)).map(({ id }) => id);
    if (ids.length === 0) return [];
    // Some can be tried only when the program was quick or slow enough: asked again, it may be the same without it.
    const again = await this.#live(undefined, id => ids.includes(id));
    return again.results
      .filter(({ id, outcome }) => ids.includes(id) && outcome !== 'skipped')
      .map(({ id }) => id);
  }

  /**
   * On what was recorded without the fault, as long as that has the answers: the adapter would say the same. What asks
   * for something else because of the fault, or does not end as it should, is tried on the adapter itself.
   */
  async #try(fault: Fault, chosen: (id: string) => boolean): Promise<Report> {
    if (wantsLive) return this.#live(fault, chosen);
    return this.#replayedOrLive(fault, chosen);
  }

  async #replayedOrLive(fault: Fault, chosen: (id: string) => boolean): Promise<Report> {
    const first = await this.#replayed(fault, chosen);
    if (first === undefined) return this.#live(fault, chosen);
    const doubtful = new Set([...first.departed, ...this.#unexpected(fault, first.report)]);
    if (isJudging(fault.check) && doubtful.has(fault.check)) return this.#live(fault, chosen);
    if (doubtful.size === 0) return first.report;
    const sure = (id: string): boolean => chosen(id) && !doubtful.has(id);
    // Once more without those that went astray: whoever judges all messages has seen theirs too.
    const rest = await this.#replayed(fault, sure);
    const live = await this.#live(fault, id => doubtful.has(id));
    const results = [...(rest?.report.results ?? []), ...live.results];
    return { ...live, results: allChecks.flatMap(({ id }) => worst(results.filter(each => each.id === id))) };
  }

  /** What a recording alone must not decide: the check that must fail and does not, others that do not pass. */
  #unexpected(fault: Fault, { results }: Report): readonly string[] {
    return results
      .filter(result =>
        result.id === fault.check
          ? !isBroken(result)
          : (isBroken(result) && !isJudging(result.id)) || this.#isNewlySkipped(result),
      )
      .map(({ id }) => id);
  }

  #replayed(fault: Fault, chosen: (id: string) => boolean): Promise<Replayed | undefined> {
    return this.#turns.take('recorded', () => this.#replay(fault, chosen));
  }

  async #replay(fault: Fault, chosen: (id: string) => boolean): Promise<Replayed | undefined> {
    const { endpoint, first, conversations } = this.#control;
    const departed = new Set<string>();
    const lost: string[] = [];
    const replaying = (said: readonly Conversation[], departs: (why: string) => void): Endpoint =>
      faultyEndpoint(replayingEndpoint(said, endpoint.line, departs), fault);
    try {
      const report = await this.#run(fault, chosen, {
        endpoint: replaying(first, why => lost.push(why)),
        jobs: 2,
        tune: ({ id }) => ({
          endpoint: replaying(conversations.get(id) ?? [], () => departed.add(id)),
          timeoutMs: id === fault.check ? recordedSilenceMs : recordedPatienceMs,
        }),
      });
      return lost.length > 0 ? undefined : { report, departed };
    } catch (error) {
      if (error instanceof UnusableAdapter) return undefined;
      throw error;
    }
  }

  #live(fault: Fault | undefined, chosen: (id: string) => boolean): Promise<Report> {
    const { endpoint } = this.#control;
    return this.#turns.take('live', () =>
      this.#run(fault, chosen, {
        endpoint: fault === undefined ? endpoint : faultyEndpoint(endpoint, fault),
        tune: ({ id }) => (id === fault?.check ? { timeoutMs: silenceMs } : {}),
      }),
    );
  }

  #run(
    fault: Fault | undefined,
    chosen: (id: string) => boolean,
    options: Partial<SuiteOptions> & Pick<SuiteOptions, 'endpoint'>,
  ): Promise<Report> {
    const { loaded, first } = this.#control;
    // Those that judge every message see whatever is said.
    const checks = allChecks.filter(check => 'judges' in check || chosen(check.id));
    const isDeclaredAsEver = fault === undefined || !first.some(said => wouldChange(fault, said));
    return runSuite({
      profile: loaded.profile,
      checks,
      jobs,
      timeoutMs: patienceMs,
      ...(isDeclaredAsEver ? { capabilities: declaredIn(first) } : {}),
      ...options,
    });
  }

  #isNewlySkipped({ id, outcome }: CheckResult): boolean {
    return outcome === 'skipped' && !this.wasSkipped(id);
  }
}

/** Work of one kind at a time: what is recorded keeps this thread busy, and live sessions would have to wait for it. */
class Turns<Kind> {
  readonly #waiting: { readonly kind: Kind; readonly begin: () => void }[] = [];
  #kind: Kind | undefined;
  #under = 0;

  async take<T>(kind: Kind, work: () => Promise<T>): Promise<T> {
    await new Promise<void>(begin => {
      this.#waiting.push({ kind, begin });
      this.#next();
    });
    try {
      return await work();
    } finally {
      this.#under--;
      this.#next();
    }
  }

  /** First come, first served: nobody waits for ever. */
  #next(): void {
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      if (this.#under > 0 && this.#kind !== first.kind) return;
      this.#waiting.shift();
      this.#kind = first.kind;
      this.#under++;
      first.begin();
    }
  }
}

interface Replayed {
  readonly report: Report;
  /** Checks that asked for what was not recorded. */
  readonly departed: ReadonlySet<string>;
}

/** Of the results of one check: a failure says more than anything else, and a skip nothing. */
function worst(results: readonly CheckResult[]): readonly CheckResult[] {
  const found = results.find(isBroken) ?? results.find(({ outcome }) => outcome !== 'skipped') ?? results[0];
  return found === undefined ? [] : [found];
}

function reachOf(
  fault: Fault,
  conversations: ReadonlyMap<string, readonly Conversation[]>,
): ReadonlySet<string> {
  const reached = [...conversations].filter(([, said]) => said.some(each => wouldChange(fault, each)));
  return new Set(reached.map(([id]) => id));
}

/** Whether a check judges the messages of all others. */
const isJudging = (id: string): boolean => allChecks.some(check => check.id === id && 'judges' in check);

function declaredIn(conversations: readonly Conversation[]): Capabilities {
  const bodies = conversations.flatMap(({ said }) =>
    said.map(each => ('message' in each ? capabilitiesIn(each.message) : undefined)),
  );
  return Object.assign({}, ...bodies) as Capabilities;
}

function capabilitiesIn(message: WireMessage): Capabilities | undefined {
  if (message.type === 'response' && message.command === 'initialize') return message.body as Capabilities;
  if (message.type !== 'event' || message.event !== 'capabilities') return undefined;
  return (message.body as EventBody<'capabilities'>).capabilities;
}

/** What only should be kept is broken all the same. */
export const failedIn = (report: Report): readonly string[] =>
  report.results.filter(isBroken).map(({ id }) => id);

function isBroken({ outcome }: CheckResult): boolean {
  return outcome === 'failed' || outcome === 'unmet';
}

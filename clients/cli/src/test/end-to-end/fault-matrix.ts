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
  runSuite,
  wouldChange,
  type Check,
  type Conversation,
  type Fault,
  type LoadedProfile,
  type Report,
  type SuiteOptions,
} from '@sonde/testkit/conformance';

/** Checks that pass end when they are done, so that this costs nothing; it must do for a machine with much else to do. */
const patienceMs = 60_000;
/** How long the check that must fail is waited for: many faults are silence. */
const silenceMs = 8_000;
/** Several faults are tried at once, each in few sessions, so that no session is slow because of the others. */
const jobs = 1;

/** A fault that reaches into more checks than this is tried on them together with others of its kind. */
const wideLimit = 15;

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
  /** In which checks a fault changes what is said. */
  readonly reach: ReadonlyMap<Fault, ReadonlySet<string>>;
}

export class FaultMatrix {
  readonly #control: Control;

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
    return new FaultMatrix({ loaded, endpoint, report, first, reach });
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
   * cannot spoil. What a wide fault spoils is found by `spoiledByWide`.
   */
  failingWith(fault: Fault): Promise<Report> {
    const reached = this.#isWide(fault) ? new Set<string>() : this.#reach(fault);
    return this.#run([fault], ({ id }) => id === fault.check || reached.has(id), {
      tune: ({ id }) => (id === fault.check ? { timeoutMs: silenceMs } : {}),
    });
  }

  /** Checks that could be tried without the fault and cannot be with it. */
  async newlySkipped({ results }: Report): Promise<readonly string[]> {
    const skipped = results.filter(({ id, outcome }) => outcome === 'skipped' && !this.wasSkipped(id));
    const ids = skipped.map(({ id }) => id);
    if (ids.length === 0) return [];
    // Some can be tried only when the program was quick or slow enough: asked again, it may be the same without it.
    const again = await this.#run([], ({ id }) => ids.includes(id));
    return again.results
      .filter(({ id, outcome }) => ids.includes(id) && outcome !== 'skipped')
      .map(({ id }) => id);
  }

  /** Only the check that must fail. */
  aimOf(fault: Fault): Promise<Report> {
    return this.#run([fault], ({ id }) => id === fault.check, { timeoutMs: silenceMs });
  }

  /**
   * Every check with all wide faults at once that do not aim at it: what passes then, fails because of none of them.
   * Answers with who spoils what.
   */
  async spoiledByWide(): Promise<readonly string[]> {
    const wide = allFaults.filter(fault => this.#isWide(fault));
    const aims = new Set(wide.map(({ check }) => check));
    const spoiled = await this.#spoiled(wide, ({ id }) => !aims.has(id));
    for (const aim of aims) {
      const others = wide.filter(({ check }) => check !== aim);
      spoiled.push(...(await this.#spoiled(others, ({ id }) => id === aim)));
    }
    return spoiled;
  }

  async #spoiled(
    faults: readonly Fault[],
    chosen: (check: Check) => boolean,
    matters: (id: string) => boolean = () => true,
  ): Promise<string[]> {
    const half = Math.ceil(faults.length / 2);
    const halves = faults.length < 2 ? [] : [faults.slice(0, half), faults.slice(half)];
    let failed: readonly string[];
    try {
      failed = failedIn(await this.#run(faults, chosen, { jobs: 2 })).filter(matters);
    } catch (error) {
      // Together they leave nothing to try.
      if (!(error instanceof UnusableAdapter) || halves.length === 0) throw error;
      return (await Promise.all(halves.map(each => this.#spoiled(each, chosen, matters)))).flat();
    }
    if (halves.length === 0)
      return failed.map(id => `the fault of ${faults[0]?.check ?? 'nobody'} makes ${id} fail too`);
    const spoiled: string[] = [];
    // It is because of one of them, or only of several together, which is no matter.
    for (const id of failed)
      for (const each of halves) {
        const again = isJudging(id) ? chosen : (check: Check): boolean => check.id === id;
        spoiled.push(...(await this.#spoiled(each, again, other => other === id)));
      }
    return spoiled;
  }

  #run(
    faults: readonly Fault[],
    chosen: (check: Check) => boolean,
    options: Partial<SuiteOptions> = {},
  ): Promise<Report> {
    const { loaded, endpoint, first } = this.#control;
    // Those that judge every message see whatever is said, and are aimed at by faults that are not wide.
    const checks = allChecks.filter(check => 'judges' in check || chosen(check));
    const isDeclaredAsEver = !faults.some(fault => first.some(said => wouldChange(fault, said)));
    return runSuite({
      profile: loaded.profile,
      endpoint: faults.reduce(faultyEndpoint, endpoint),
      checks,
      jobs,
      timeoutMs: patienceMs,
      ...(isDeclaredAsEver ? { capabilities: declaredIn(first) } : {}),
      ...options,
    });
  }

  #isWide(fault: Fault): boolean {
    return !isJudging(fault.check) && this.#reach(fault).size > wideLimit;
  }

  #reach(fault: Fault): ReadonlySet<string> {
    return this.#control.reach.get(fault) ?? new Set();
  }
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
    said.map(each => (each.by === 'adapter' ? capabilitiesIn(each.message) : undefined)),
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
  report.results.filter(({ outcome }) => outcome === 'failed' || outcome === 'unmet').map(({ id }) => id);

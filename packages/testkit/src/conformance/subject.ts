// The subject of a check: one adapter as the profile describes it, and the ways to get at it.
import type { Capabilities, LaunchRequestArguments, StackFrame } from '@sonde/dap';
import { connect } from '../client.js';
import type { Configure, Stop, TestClient } from '../client.js';
import { sourceBreakpoint } from '../breakpoint-places.js';
import type { BreakpointPlace } from '../breakpoint-places.js';
import type { Endpoint } from '../endpoint.js';
import type { ClientOptions } from '../wire-client.js';
import { CheckFailure, CheckSkipped } from './check.js';
import type { Finding } from './check.js';
import type { ConformanceProfile, Section, SectionName } from './profile.js';
import { RawPeer } from './raw-peer.js';
import { sessionRules } from './session-rules/all.js';
import { judgeSession } from './session-rules/rule.js';
import type { StoppedSessions } from './stopped-sessions.js';

export interface SubjectOptions {
  readonly profile: ConformanceProfile;
  readonly endpoint: Endpoint;
  /** What the adapter declared in its first session, at `initialize` and later. */
  readonly capabilities: Capabilities;
  /** How long an answer may take before it counts as silence. */
  readonly timeoutMs: number;
  /** Where sessions come from that stand where a check wants to stand, and where they go to when it only looked. */
  readonly shared?: StoppedSessions;
}

/** A program that stands still. */
export interface Stopped {
  readonly client: TestClient;
  readonly stop: Stop;
  readonly frame: StackFrame;
}

/** What was seen on one connection, for the checks that judge every message. */
export interface Session {
  readonly broken: readonly Finding[];
}

const lastWordsMs = 1000;

export class Subject {
  readonly profile: ConformanceProfile;
  readonly endpoint: Endpoint;
  readonly capabilities: Capabilities;
  readonly timeoutMs: number;
  readonly #shared: StoppedSessions | undefined;
  readonly #clients: TestClient[] = [];
  readonly #stopped: { readonly place: string; readonly stopped: Stopped }[] = [];
  readonly #raw: RawPeer[] = [];
  #closed = false;

  constructor(options: SubjectOptions) {
    this.profile = options.profile;
    this.endpoint = options.endpoint;
    this.capabilities = options.capabilities;
    this.timeoutMs = options.timeoutMs;
    this.#shared = options.shared;
  }

  /** A client that has said nothing yet. It is closed with the check, and breaks of the wire's rules are collected. */
  async open(options: ClientOptions = {}): Promise<TestClient> {
    const client = await connect(this.endpoint, {
      timeoutMs: this.timeoutMs,
      closeDeadlineMs: this.timeoutMs,
      ...options,
      // Judged by the checks that are about them, once for all sessions.
      tolerate: [/^/],
      initialize: {
        ...this.profile.initialize,
        adapterID: this.profile.adapterID,
        ...options.initialize,
      },
    });
    this.#clients.push(client);
    if (this.#closed) await this.#refuse(client);
    return client;
  }

  /** A connection below the protocol: bytes. */
  async openRaw(): Promise<RawPeer> {
    const peer = await RawPeer.open(this.endpoint, this.timeoutMs);
    this.#raw.push(peer);
    if (this.#closed) await this.#refuse(peer);
    return peer;
  }

  /** A section that the check needs. Without it the check is skipped with the profile's reason. */
  section<Name extends SectionName>(name: Name): Section<Name> {
    const section = this.profile[name];
    if (section !== undefined) return section;
    throw new CheckSkipped(missingSection(this.profile, name));
  }

  launchArguments(name?: SectionName): LaunchRequestArguments {
    const own = name === undefined ? undefined : this.section(name).launch;
    return { ...this.profile.launch, ...own };
  }

  source(name?: SectionName): string {
    return (name === undefined ? undefined : this.section(name).source) ?? this.profile.source;
  }

  /** The line of a place in a section's source. */
  line(place: BreakpointPlace, name?: SectionName): number {
    return sourceBreakpoint(this.source(name), place).line;
  }

  /** The section's program (the main one without a name), launched and configured. */
  async launch(name?: SectionName, configure?: Configure, options?: ClientOptions): Promise<TestClient> {
    const client = await this.open(options);
    await client.launch(this.launchArguments(name), configure);
    return client;
  }

  /** The section's program, stopped at a breakpoint at this place. */
  async stoppedAt(place: BreakpointPlace, name?: SectionName, options?: ClientOptions): Promise<Stopped> {
    if (this.#shared === undefined || options !== undefined) return this.#stopAt(place, name, options);
    const key = JSON.stringify([this.launchArguments(name), this.source(name), place]);
    const kept = this.#shared.take(key);
    if (kept !== undefined) this.#clients.push(kept.client);
    const stopped = kept ?? (await this.#stopAt(place, name));
    this.#stopped.push({ place: key, stopped });
    return stopped;
  }

  /** Leaves sessions in which the check only looked to others. */
  handOver(): void {
    for (const { place, stopped } of this.#stopped.splice(0)) {
      if (this.#shared?.keep(place, stopped) !== true) continue;
      this.#clients.splice(this.#clients.indexOf(stopped.client), 1);
    }
  }

  async #stopAt(place: BreakpointPlace, name?: SectionName, options?: ClientOptions): Promise<Stopped> {
    const client = await this.launch(name, each => each.setBreakpoints(this.source(name), [place]), options);
    const stop = await client.waitForStop();
    const frame = await client.topFrame(stop.threadId);
    return { client, stop, frame };
  }

  /** The end of what was said on the newest connection; undefined when nothing was. */
  get conversation(): string | undefined {
    const timeline = this.#clients.at(-1)?.timeline;
    return timeline === undefined || timeline.entries.length === 0 ? undefined : timeline.tail();
  }

  /** Ends all that the check opened; answers with what was seen. */
  async close(): Promise<Session> {
    this.#closed = true;
    const problems: string[] = [];
    await Promise.all([
      ...this.#raw.map(peer => peer.close()),
      ...this.#clients.map(client =>
        client.close().catch((error: unknown) => {
          problems.push(error instanceof Error ? error.message : String(error));
        }),
      ),
    ]);
    if (problems.length > 0) throw new CheckFailure(problems.join('\n'));
    const broken = this.#clients.flatMap((client): readonly Finding[] => [
      ...client.brokenRules,
      ...judgeSession(client.timeline.entries, sessionRules),
    ]);
    return { broken };
  }

  /** What the adapter's processes wrote to stderr, where a reason may be found. */
  async lastWords(): Promise<string> {
    const errors = this.#clients.flatMap(({ process }) => process?.errors ?? []);
    // The end of a process may be seen before its last words are; a child of its own may keep them open for ever.
    await Promise.allSettled(errors.map(each => each.waitFor(/(?!)/, lastWordsMs)));
    return errors.map(each => each.tail()).join('\n');
  }

  /** A check that was given up may still be on its way to another connection, which nobody would close. */
  async #refuse(late: TestClient | RawPeer): Promise<never> {
    await late.close().catch(() => undefined);
    throw new CheckFailure('the check is over');
  }
}

export const missingSection = (profile: ConformanceProfile, name: SectionName): string =>
  profile.lacks?.[name] ?? `the profile has no section "${name}" and does not say why`;

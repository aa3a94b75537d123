// A check of the conformance suite: one rule of the protocol, tried on an adapter.
import type { Capabilities } from '@sonde/dap';
import type { SectionName } from './profile.js';
import type { BrokenRule } from '../wire-rules.js';
import type { SessionRuleName } from './session-rules/all.js';
import type { Subject } from './subject.js';

export interface CheckText {
  /** `group/name`, for people, for `--only` and for the fault that proves it. Never changes its meaning. */
  readonly id: string;
  /** The rule as a sentence: "`initialized` comes after the response to `initialize`". */
  readonly title: string;
  /** Where the protocol says so: a heading of the overview, or a name of the specification. */
  readonly reference: Reference;
  /** What goes wrong for users of an adapter that breaks it; shown with every failure. */
  readonly why: string;
  /** `should`: users need it, and the text of the protocol does not demand it. Absent: it does. */
  readonly level?: 'should';
}

/** `page` is the heading or type name; the address follows from it. */
export interface Reference {
  readonly in: 'overview' | 'specification' | 'schema';
  readonly page: string;
}

/** What must be there for a check to make sense; where it is not, the check is skipped with that reason. */
export interface Needs {
  /** Declared by the adapter, at `initialize` or later. */
  readonly capability?: keyof Capabilities;
  readonly section?: SectionName;
  /** `stream`: bytes can be cut and garbled. `socket`: others on the machine can reach it. `process`: we started it. */
  readonly line?: 'stream' | 'socket' | 'websocket' | 'process';
}

/** Does something with the adapter and throws when the rule is broken. */
export interface ActiveCheck extends CheckText {
  readonly needs?: Needs | readonly Needs[];
  run(subject: Subject): Promise<void>;
}

/** Judges every message of all sessions that the other checks had. */
export interface PassiveCheck extends CheckText {
  readonly judges: BrokenRule['rule'] | SessionRuleName;
}

export type Check = ActiveCheck | PassiveCheck;

/** A rule of the wire or of whole sessions that somebody broke. */
export interface Finding {
  readonly rule: PassiveCheck['judges'];
  readonly text: string;
  readonly by: 'adapter' | 'client';
}

/** The adapter broke the rule. The message says what it did and what was expected of it. */
export class CheckFailure extends Error {
  override readonly name = 'CheckFailure';
}

/** The rule cannot be tried here, for this reason. */
export class CheckSkipped extends Error {
  override readonly name = 'CheckSkipped';
}

export function expectThat(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new CheckFailure(otherwise);
}

const site = 'https://microsoft.github.io/debug-adapter-protocol';

/** The address of what a reference names. */
export function referenceLink(reference: Reference): string {
  switch (reference.in) {
    case 'overview':
      return `${site}/overview`;
    case 'specification':
      return `${site}/specification#${reference.page.replaceAll(' ', '_')}`;
    case 'schema':
      return `${site}/debugAdapterProtocol.json`;
  }
}

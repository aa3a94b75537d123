// A profile: what the scenario needs to know about one language, one example program at a time.
import type { LaunchRequestArguments } from '@sonde/dap';
import type { LineOrMarker } from '../breakpoint-places.js';

/** What is shown: exactly this text, or a text that fits. */
export type Expected = string | RegExp;

/** An expression and what it shows. */
export interface Shows {
  readonly expression: string;
  readonly value: Expected;
}

/** Every section may run a program of its own; without one it runs the profile's. */
export interface ProgramChoice {
  readonly program?: string;
  /** Further launch arguments for this section. */
  readonly launch?: LaunchRequestArguments;
}

/** A line that changes something: `before` at the stop, `after` one step later. */
export interface LineSection extends ProgramChoice {
  readonly at: LineOrMarker;
  readonly expression: string;
  readonly before: Expected;
  readonly after: Expected;
}

/** In this order along the run: a call to step into and out of, then a call to step over. */
export interface StepSection extends ProgramChoice {
  readonly into: {
    readonly at: LineOrMarker;
    readonly functionName: Expected;
    readonly lands: LineOrMarker;
  };
  /** Where stepping out may land: in the line of the call, or behind it if nothing of that line is left to do. */
  readonly outLands: readonly LineOrMarker[];
  readonly over: { readonly at: LineOrMarker; readonly lands: LineOrMarker };
}

/** A line that runs many times. Each of the three gets a session of its own. */
export interface BreakpointSection extends ProgramChoice {
  readonly at: LineOrMarker;
  readonly condition: { readonly text: string; readonly shows: Shows };
  readonly hitCount: { readonly text: string; readonly shows: Shows };
  /** The texts must appear in the output in this order, and the program must not stop. */
  readonly logPoint: { readonly message: string; readonly prints: readonly string[] };
}

/** A variable of the frame at `at`, and what it holds each time the watch stops the program. */
export interface DataSection extends ProgramChoice {
  readonly at: LineOrMarker;
  readonly variable: string;
  readonly accessType?: 'read' | 'write' | 'readWrite';
  readonly values: readonly Expected[];
}

export interface ExceptionSection extends ProgramChoice {
  readonly filter: string;
  readonly at: LineOrMarker;
  /** Looked for in the texts of the stop and of `exceptionInfo`. */
  readonly text: Expected;
}

export interface EndlessSection extends ProgramChoice {
  /** What the program prints before it enters the loop, if it prints. */
  readonly announces?: string;
  /** Function that the loop is in; it must be somewhere on the stack. */
  readonly functionName: Expected;
  /** Something that can be read at any moment of the loop. */
  readonly shows: Shows;
}

export interface InputSection extends ProgramChoice {
  /** What the program prints before it waits. */
  readonly prompt: string;
  readonly functionName: Expected;
  /** A console line that the program takes as its input, and what it prints then. */
  readonly answer?: { readonly line: string; readonly prints: string };
}

/** A new value that changes what the program does. */
export interface SetSection extends ProgramChoice {
  readonly at: LineOrMarker;
  readonly variable: string;
  readonly value: string;
  readonly shown: Expected;
  /** Where and how the change is seen later in the run. */
  readonly later: Shows & { readonly at: LineOrMarker };
}

export interface EvaluateSection extends ProgramChoice {
  readonly at: LineOrMarker;
  readonly expressions: readonly (Shows & { readonly type?: Expected })[];
  /** All that the adapter offers, unless given. */
  readonly contexts?: readonly string[];
  /** Texts that cannot be evaluated: each must be refused with a reason, in every context. */
  readonly nonsense: readonly string[];
}

/** A section that is `undefined` is a behaviour that the language does not show; `lacks` must then say why. */
export interface Profile {
  readonly name: string;
  readonly program: string;
  /** Launch arguments of all sections, such as `language`. */
  readonly launch?: LaunchRequestArguments;
  /** The exit code of the programs that run to their end; not checked if absent. */
  readonly exitCode?: number;
  /** The reason of a stop after a pause, where an adapter does not say `pause`. */
  readonly pauseReason?: Expected;
  readonly line?: LineSection;
  readonly steps?: StepSection;
  readonly breakpoints?: BreakpointSection;
  readonly data?: DataSection;
  readonly exceptions?: ExceptionSection;
  readonly endless?: EndlessSection;
  readonly input?: InputSection;
  readonly set?: SetSection;
  readonly evaluate?: EvaluateSection;
  /** Why a behaviour is not shown by this language, by the name of its section. */
  readonly lacks?: Partial<Record<SectionName, string>>;
}

export type SectionName =
  | 'line'
  | 'steps'
  | 'breakpoints'
  | 'data'
  | 'exceptions'
  | 'endless'
  | 'input'
  | 'set'
  | 'evaluate';

export type Section<Name extends SectionName> = NonNullable<Profile[Name]>;

/** A behaviour cannot pass by having nothing to do. */
export function sectionOf<Name extends SectionName>(profile: Profile, name: Name): Section<Name> {
  const section = profile[name];
  if (section !== undefined) return section;
  throw new Error(`the profile of ${profile.name} has no section "${name}"`);
}

export const programOf = (profile: Profile, section: ProgramChoice): string =>
  section.program ?? profile.program;

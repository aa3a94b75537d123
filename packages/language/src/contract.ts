// The language contract: everything Sonde has to be told about a language.

import type { TSchema } from '@sinclair/typebox';
import type { EngineFactory } from '@sonde/engine';
import type { Renderer } from '@sonde/lens';
import type { BuildRequest, BuildResult } from './build.js';
import type { EditorFacts } from './editor-facts.js';
import type { ExpressionLanguage } from './expressions.js';
import type { NativePrograms } from './native.js';
import type { RuntimeDescription } from './runtime.js';
import type { SourceText } from './source-text.js';
import type { LanguageStreams } from './streams.js';

/** Seven fields make a language; each of the others adds what it says, and is grouped by what it is for. */
export interface Language {
  readonly id: string;
  /** As people write it. */
  readonly name: string;
  /** With the dot: `.xyz`. */
  readonly extensions: readonly string[];
  /**
   * Where another language has the same ending: whether a file is of this one, by what is in it or beside it. Never throws.
   * A language without it takes the files that no other one takes.
   */
  takesFile?(path: string): Promise<boolean>;
  /** The file that makes a folder a program: the folder and the file can be launched like a source. */
  readonly projectFile?: string;
  /** Names by which clients may ask for it as adapterID, and that become commands. */
  readonly adapterNames: readonly string[];

  /** Runs the program: `vmEngine`, `stackEngine`, `nativeEngine`, or one of the language's own. */
  readonly engine: EngineFactory;
  build(request: BuildRequest): Promise<BuildResult>;
  /**
   * Where the compiler is part of this process: the module that exports this `build`. Sessions load it on a thread for large
   * programs, so that others go on; its result is cloned.
   */
  readonly buildModule?: URL;

  /**
   * Launch options beyond the common ones, as an object schema. An option that has no meaning for some commands carries
   * an `OptionUse` beside its description.
   */
  readonly launch?: TSchema;
  /** Attach options beyond the common ones; for languages whose engine attaches. */
  readonly attach?: TSchema;
  readonly exceptionFilters: readonly ExceptionFilter[];

  /** Comments and colours. */
  readonly source?: SourceText;
  /** How editors know its files, and what else they can start for it. */
  readonly editor?: EditorFacts;
  /** How values look. */
  readonly renderers?: readonly Renderer[];
  /** Absent for languages whose engine evaluates text itself. */
  readonly expressions?: ExpressionLanguage;
  /** What its runtime means, where programs carry one. */
  readonly runtime?: RuntimeDescription;
  /** Executables and mixed programs, for languages that compile to machine code. */
  readonly native?: NativePrograms;
  /** Streams beyond the standard ones. */
  readonly streams?: LanguageStreams;
  /** Requests of its own, by name: data, not code. */
  readonly requests?: Readonly<Record<string, RequestAlias>>;

  readonly subcommands?: readonly Subcommand[];
  /** Folder of example programs, as a file URL. */
  readonly examples?: URL;
  /** Profile for the conformance suite, as a file URL: how to launch a small program with known lines and values. */
  readonly conformance?: URL;
  /** Tools it needs, for `sonde doctor`. */
  readonly tools?: () => Promise<readonly ToolReport[]>;
}

/** A kind of exception or event of the language that a user can ask to stop at. */
export interface ExceptionFilter {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly default: boolean;
  readonly supportsCondition: boolean;
  readonly conditionDescription?: string;
  /** Endings of the source files whose programs can have it; all programs when absent, and those that are built already. */
  readonly extensions?: readonly string[];
}

/** What a program is launched for: to run it, to build it, to debug it, to ask about a line of it. */
export type LaunchUse = 'run' | 'build' | 'debug' | 'why';

/** Where a launch option has a meaning. In the schema it stands beside the option's description. */
export interface OptionUse {
  /** What it is for; all of them if absent. */
  readonly usedBy?: readonly LaunchUse[];
  /** What to say where it has no meaning: why, and what to do instead. */
  readonly elsewhere?: string;
}

/** A request that clients of the language know by a name of its own, answered by a general one. */
export interface RequestAlias {
  readonly request: `sonde/${string}`;
  /** What the language calls arguments of the general request, and what that calls them. */
  readonly arguments?: Readonly<Record<string, string>>;
}

export interface Subcommand {
  readonly name: string;
  /** What stands behind the name in the help: `PROGRAM [ARGUMENT…]`. */
  readonly operands?: string;
  readonly summary: string;
  /** `given`: what was taken out of the environment before anything could inherit it. */
  run(args: readonly string[], given?: SubcommandGiven): Promise<number>;
}

export interface SubcommandGiven {
  /** SONDE_TOKEN. */
  readonly token?: string;
}

/** One line of `sonde doctor`. */
export interface ToolReport {
  readonly tool: string;
  readonly purpose: string;
  readonly found?: { readonly path: string; readonly version: string };
  /** The exact command that installs it on this machine. */
  readonly install?: string;
  readonly problem?: string;
}

// What a command of the console debugger is, and what it may use.

import type { BreakpointList } from './breakpoint-list.js';
import type { Debuggee } from './debuggee.js';
import type { DisplayList } from './display-list.js';
import type { Screen } from './screen.js';
import type { SourceTexts } from './source-text.js';

/** The last thing that `list` showed, so that the next `list` goes on. */
export interface ListPosition {
  readonly path: string;
  readonly next: number;
}

export interface ConsoleContext {
  readonly screen: Screen;
  readonly debuggee: Debuggee;
  readonly breakpoints: BreakpointList;
  readonly displays: DisplayList;
  readonly sources: SourceTexts;
  /** The program's path, for `break LINE` before anything runs; undefined for a joined session. */
  readonly program: string | undefined;
  listPosition: ListPosition | undefined;
  /** The program was in its past: what it stopped for before need not be what came before. */
  hasTravelled: boolean;
  /** Why the program stood still the last time, in the protocol's word. */
  readonly lastStopReason: string | undefined;
  /** Starts the program: the loaded one, or a new run of one that has ended. */
  run(): Promise<void>;
  restart(): Promise<void>;
  quit(): void;
  /** Leaves a program that was there before, which goes on; refuses for one that was started here. */
  detach(): void;
  /** Shows the selected frame's place and line. */
  showPlace(): Promise<void>;
}

export interface ConsoleCommand {
  readonly name: string;
  /** Short forms that win over every abbreviation. */
  readonly aliases: readonly string[];
  readonly operands: string;
  readonly summary: string;
  readonly group:
    | 'Breakpoints'
    | 'Running'
    | 'Time'
    | 'Looking'
    | 'The machine'
    | 'Stack and threads'
    | 'The debugger';
  /** An empty line repeats it. */
  readonly motion?: true;
  /** What follows is an expression of the program's language, for completion. */
  readonly expression?: true;
  /** What follows may be the name of a function, for completion. */
  readonly function?: true;
  run(context: ConsoleContext, rest: string): Promise<void>;
}

// What this package asks of an editor: small interfaces that an extension fulfils with its editor's API, and tests with stubs.

import type { Problem } from './build/problems.js';

export type MessageKind = 'information' | 'warning' | 'error';

export interface EditorMessages {
  /** Answers with the action that was chosen; undefined when the message was closed. */
  show(kind: MessageKind, text: string, actions: readonly string[]): Promise<string | undefined>;
  /** A choice that must be made: nothing goes on before. */
  ask(text: string, actions: readonly string[]): Promise<string | undefined>;
  pick(title: string, choices: readonly string[]): Promise<string | undefined>;
}

export interface EditorProgress {
  /** Shows the title while the work lasts; `signal` aborts when the user cancels. */
  during<Result>(title: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
}

/** The list of problems that belong to the builds of one extension. */
export interface EditorProblems {
  clear(): void;
  show(problems: readonly Problem[]): void;
}

export interface EditorDocument {
  readonly path: string;
  readonly isDirty: boolean;
  /** It has never been saved, and has no place on disk. */
  readonly isUntitled: boolean;
  /** False when it could not be saved, or the user would not. */
  save(): Promise<boolean>;
}

export interface EditorTerminal {
  /** Types the command into a terminal that is shown, and runs it there. */
  run(command: string): void;
}

export interface EditorClipboard {
  copy(text: string): Promise<void>;
}

// What a pane of the screen is: it draws a part of the session and takes the keys that mean something there.
import type { SessionModel, Syntax } from '@sonde/client';
import type { Look } from '../look/look.js';
import type { Canvas } from '../terminal/grid.js';

export const paneIds = [
  ...(['source', 'variables', 'watches', 'stack', 'breakpoints', 'console'] as const),
  ...(['disassembly', 'registers', 'memory', 'functions', 'trace', 'timeline'] as const),
] as const;

export type PaneId = (typeof paneIds)[number];

/** The keys that bring panes to the front, in their order, as in their titles. */
const paneKeys = '1234567890-=';

export const paneKeyOf = (id: PaneId): string => paneKeys[paneIds.indexOf(id)]!;

/** With Alt where letters are typed. */
export function paneOfKey(chord: string): PaneId | undefined {
  const [, key] = /^(?:M-)?([\d=-])$/.exec(chord) ?? [];
  return key === undefined ? undefined : paneIds[paneKeys.indexOf(key)];
}

/** A key and what it does, for the help. */
export type KeyHelp = readonly [keys: string, words: string];

/** An answer that could be given, and what it means. */
export interface OfferedAnswer {
  readonly text: string;
  readonly words?: string;
}

export interface Question {
  /** What stands before the line: `set x = `. */
  readonly label: string;
  readonly text?: string;
  /** What could be typed, as it is typed. */
  readonly offers?: (text: string) => Promise<readonly OfferedAnswer[]>;
  readonly answer: (text: string) => void | Promise<void>;
  /** Hears every change, for searches that follow the typing. */
  readonly changed?: (text: string) => void;
}

/** What panes ask of the screen that they are on. */
export interface PaneHost {
  readonly model: SessionModel;
  readonly look: Look;
  /** What is shown may look different. */
  redraw(): void;
  /** Brings a pane to the front; with `focus`, keys go there. */
  show(pane: PaneId, focus: boolean): void;
  /** Brings a pane to the front until the next stop. */
  glance(pane: PaneId): void;
  ask(question: Question): void;
  /** Shows memory at a reference, under a name. */
  showMemory(reference: string, label: string): void;
  /** Tells the user something that went wrong or was done. */
  say(text: string): void;
  syntaxOf(path: string): Syntax | undefined;
  /** Functions of the program whose names begin so. */
  functions(text: string): Promise<readonly string[]>;
}

export interface Pane {
  readonly id: PaneId;
  readonly name: string;
  /** For titles without room. */
  readonly shortName: string;
  /** What stands in the title behind the name. */
  readonly detail?: () => string;
  readonly keys: readonly KeyHelp[];
  /** Whether the target has what it shows. */
  isThere(): boolean;
  draw(canvas: Canvas, isFocused: boolean): void;
  /** Whether the key meant something here; those that did not are for the screen. */
  key(chord: string, text: string | undefined): boolean;
  click(x: number, y: number): void;
  wheel(lines: number): void;
  paste?(text: string): void;
  /** The chosen row for the clipboard: the whole of it, however little is in view. */
  copied?(): string | undefined;
  /** Where the caret stands on the canvas, if somebody types here. */
  readonly caret?: { readonly x: number; readonly y: number } | undefined;
}

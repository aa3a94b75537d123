// The breakpoints that this browser wants in a program, kept over reloads; what became of them is the session's to say.
import type { ProgramShelves, Shelf } from './program-shelf.js';
import { Store } from './store.js';

/** What a user may say about a breakpoint besides where it is. */
export interface BreakpointTerms {
  readonly condition?: string;
  readonly hitCondition?: string;
  readonly logMessage?: string;
}

export interface LineBreakpoint extends BreakpointTerms {
  readonly line: number;
  readonly disabled?: boolean;
}

export interface FunctionBreakpoint extends BreakpointTerms {
  readonly name: string;
  readonly disabled?: boolean;
}

export interface DataBreakpoint extends BreakpointTerms {
  readonly dataId: string;
  readonly label: string;
  readonly accessType?: 'read' | 'write' | 'readWrite';
  readonly disabled?: boolean;
}

export interface InstructionBreakpoint {
  readonly instructionReference: string;
}

/** The condition of each filter that is on; empty for none. */
export type FilterChoice = Readonly<Record<string, string>>;

export interface BookContent {
  readonly lines: Readonly<Record<string, readonly LineBreakpoint[]>>;
  readonly functions: readonly FunctionBreakpoint[];
  readonly data: readonly DataBreakpoint[];
  readonly instructions: readonly InstructionBreakpoint[];
  /**
   * Exception filters that the user chose, with their conditions, by the filters that were offered: languages differ in what
   * they offer, and a choice among those of one says nothing about another.
   */
  readonly filters: Readonly<Record<string, FilterChoice>>;
}

export const emptyBook: BookContent = { lines: {}, functions: [], data: [], instructions: [], filters: {} };

export class BreakpointBook {
  readonly content = new Store<BookContent>(emptyBook);
  #shelf: Shelf | undefined;

  constructor(private readonly shelves: ProgramShelves) {
    this.content.subscribe(() => this.#shelf?.write(JSON.stringify(persistent(this.content.get()))));
  }

  /** From now on it is about this program: what was set for another is kept there. */
  open(program: string): void {
    this.#shelf = undefined;
    const shelf = this.shelves.of(program);
    this.content.set(readBook(shelf.read()));
    this.#shelf = shelf;
  }

  linesOf(path: string): readonly LineBreakpoint[] {
    return this.content.get().lines[path] ?? [];
  }

  setLine(path: string, breakpoint: LineBreakpoint): void {
    const others = this.linesOf(path).filter(({ line }) => line !== breakpoint.line);
    this.#setLines(
      path,
      [...others, breakpoint].sort((a, b) => a.line - b.line),
    );
  }

  removeLine(path: string, line: number): void {
    this.#setLines(
      path,
      this.linesOf(path).filter(other => other.line !== line),
    );
  }

  change(change: Partial<Omit<BookContent, 'lines'>>): void {
    this.content.update(content => ({ ...content, ...change }));
  }

  clear(): void {
    this.content.update(content => ({ ...emptyBook, filters: content.filters }));
  }

  #setLines(path: string, breakpoints: readonly LineBreakpoint[]): void {
    this.content.update(content => {
      const others = Object.entries(content.lines).filter(([other]) => other !== path);
      const kept = breakpoints.length === 0 ? others : [...others, [path, breakpoints] as const];
      return { ...content, lines: Object.fromEntries(kept) };
    });
  }
}

/** Addresses and data ids mean something else in the next run. */
const persistent = (content: BookContent): BookContent => ({ ...content, data: [], instructions: [] });

/** The storage may hold anything: of another version, or edited by hand. */
function readBook(text: string | null): BookContent {
  if (text === null) return emptyBook;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return emptyBook;
    const { lines, functions, filters } = value as Partial<Record<keyof BookContent, unknown>>;
    return {
      ...emptyBook,
      lines: readLines(lines),
      functions: Array.isArray(functions) ? functions.filter(isFunctionBreakpoint) : [],
      filters: readFilters(filters),
    };
  } catch {
    return emptyBook;
  }
}

function readLines(value: unknown): BookContent['lines'] {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([path, list]: [string, unknown]) =>
      Array.isArray(list) ? [[path, list.filter(isLineBreakpoint)]] : [],
    ),
  );
}

function readFilters(value: unknown): BookContent['filters'] {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, FilterChoice] => isTextRecord(entry[1])),
  );
}

const isLineBreakpoint = (value: unknown): value is LineBreakpoint =>
  typeof value === 'object' && value !== null && 'line' in value && Number.isSafeInteger(value.line);

const isFunctionBreakpoint = (value: unknown): value is FunctionBreakpoint =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';

const isTextRecord = (value: unknown): value is FilterChoice =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every(text => typeof text === 'string');

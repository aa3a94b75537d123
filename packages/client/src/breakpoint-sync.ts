// Keeps the session's breakpoints as this browser wants them, and knows what became of each, also of those of others.
import type { Breakpoint, EventBody } from '@sonde/dap';
import type {
  BookContent,
  BreakpointBook,
  BreakpointTerms,
  DataBreakpoint,
  FilterChoice,
  LineBreakpoint,
} from './breakpoint-book.js';
import type { SessionModel } from './session-model.js';
import { Store } from './store.js';

/** The line that was asked for is what it is known by: it may have been set on another. */
export type LineOutcome = Breakpoint & { readonly asked: number };

/** What the session made of what was asked for, by the same keys as in the book. */
export interface Outcomes {
  readonly lines: Readonly<Record<string, readonly LineOutcome[]>>;
  readonly functions: readonly Breakpoint[];
  readonly data: readonly Breakpoint[];
  readonly instructions: readonly Breakpoint[];
  readonly filters: Readonly<Record<string, Breakpoint>>;
}

/** A breakpoint of another client on the same session. */
export interface ForeignBreakpoint extends Breakpoint, BreakpointTerms {
  readonly kind: 'source' | 'function' | 'instruction' | 'data' | 'exception';
  readonly owner: string;
  readonly name?: string;
  readonly mine: boolean;
}

const none: Outcomes = { lines: {}, functions: [], data: [], instructions: [], filters: {} };

type Visit =
  | { readonly kind: 'line'; readonly path: string; readonly line: number }
  | { readonly kind: 'function'; readonly name: string };

export class BreakpointSync {
  readonly outcomes = new Store<Outcomes>(none);
  readonly others = new Store<readonly ForeignBreakpoint[]>([]);
  #filtersAreSent = true;
  /** Where the program is to run to, once. */
  #visit: Visit | undefined;

  constructor(
    private readonly model: SessionModel,
    readonly book: BreakpointBook,
  ) {}

  /** All of them, before the program runs, or when another's session was joined. */
  async sendAll(): Promise<void> {
    this.#filtersAreSent = false;
    const { lines, functions, data, instructions } = this.book.content.get();
    await Promise.all([
      ...Object.keys(lines).map(path => this.#sendLines(path)),
      ...(functions.length > 0 ? [this.#sendFunctions()] : []),
      ...(data.length > 0 ? [this.#sendData()] : []),
      ...(instructions.length > 0 ? [this.#sendInstructions()] : []),
      this.offerFilters(),
    ]);
  }

  /**
   * Sends the exception filters, once they are known: a session that is slow to start tells which there are only after it
   * has asked for breakpoints. Who joins leaves the choice to the others until the user makes one.
   */
  async offerFilters(): Promise<void> {
    const offered = this.model.capabilities.get().exceptionBreakpointFilters ?? [];
    if (offered.length === 0 || this.#filtersAreSent) return;
    if (this.model.request?.kind === 'join' && this.#choice === undefined) return;
    this.#filtersAreSent = true;
    await this.#sendFilters();
  }

  async toggleLine(path: string, line: number): Promise<void> {
    const has = this.book.linesOf(path).some(each => each.line === line);
    if (has) this.book.removeLine(path, line);
    else this.book.setLine(path, { line });
    await this.#changed(() => this.#sendLines(path));
  }

  async setLine(path: string, breakpoint: LineBreakpoint): Promise<void> {
    this.book.setLine(path, breakpoint);
    await this.#changed(() => this.#sendLines(path));
  }

  async removeLine(path: string, line: number): Promise<void> {
    this.book.removeLine(path, line);
    await this.#changed(() => this.#sendLines(path));
  }

  /** Stops there once, beside what the book holds; answers why it cannot. */
  async visit(path: string, line: number): Promise<string | undefined> {
    return this.#begin({ kind: 'line', path, line }, `The program cannot stop on line ${line}.`);
  }

  /** The same for the beginning of a function. */
  async visitFunction(name: string): Promise<string | undefined> {
    return this.#begin({ kind: 'function', name }, `The program has no function ${name}.`);
  }

  async #begin(visit: Visit, problem: string): Promise<string | undefined> {
    await this.endVisit();
    this.#visit = visit;
    const outcome = await this.#sendVisited(visit);
    if (outcome?.verified !== false) return undefined;
    await this.endVisit();
    return outcome.message ?? problem;
  }

  /** Answers what became of the visit. */
  #sendVisited(visit: Visit): Promise<Breakpoint | undefined> {
    return visit.kind === 'line' ? this.#sendLines(visit.path) : this.#sendFunctions();
  }

  /** The program has stopped, there or elsewhere. */
  async endVisit(): Promise<void> {
    const visit = this.#visit;
    this.#visit = undefined;
    if (visit !== undefined) await this.#changed(() => this.#sendVisited(visit));
  }

  async setFunctions(functions: BookContent['functions']): Promise<void> {
    this.book.change({ functions });
    await this.#changed(() => this.#sendFunctions());
  }

  /** Sets one on the function, or removes the one that is there. */
  async toggleFunction(name: string): Promise<void> {
    const { functions } = this.book.content.get();
    const others = functions.filter(each => each.name !== name);
    await this.setFunctions(others.length === functions.length ? [...functions, { name }] : others);
  }

  async setData(data: readonly DataBreakpoint[]): Promise<void> {
    this.book.change({ data });
    await this.#changed(() => this.#sendData());
  }

  async toggleInstruction(instructionReference: string): Promise<void> {
    const { instructions } = this.book.content.get();
    const others = instructions.filter(each => each.instructionReference !== instructionReference);
    const isNew = others.length === instructions.length;
    this.book.change({ instructions: isNew ? [...others, { instructionReference }] : others });
    await this.#changed(() => this.#sendInstructions());
  }

  async setFilters(choice: FilterChoice): Promise<void> {
    const { filters } = this.book.content.get();
    this.book.change({ filters: { ...filters, [this.#offer]: choice } });
    await this.#changed(() => this.#sendFilters());
  }

  async removeAll(): Promise<void> {
    const paths = Object.keys(this.book.content.get().lines);
    this.book.clear();
    await this.#changed(async () => {
      await Promise.all([
        ...paths.map(path => this.#sendLines(path)),
        this.#sendFunctions(),
        this.#sendData(),
        this.#sendInstructions(),
      ]);
    });
  }

  /** Filters that are on: what the user chose, or what the language thinks sensible. */
  activeFilters(): FilterChoice {
    const chosen = this.#choice;
    if (chosen !== undefined) return chosen;
    if (this.model.request?.kind === 'join') return {};
    const offered = this.model.capabilities.get().exceptionBreakpointFilters ?? [];
    return Object.fromEntries(offered.filter(f => f.default === true).map(f => [f.filter, '']));
  }

  heard({ breakpoint }: EventBody<'breakpoint'>): void {
    const { id } = breakpoint;
    if (id === undefined) return;
    const renew = <Each extends Breakpoint>(list: readonly Each[]): readonly Each[] =>
      list.map(each => (each.id === id ? { ...each, ...breakpoint } : each));
    this.outcomes.update(({ lines, functions, data, instructions, filters }) => ({
      lines: Object.fromEntries(Object.entries(lines).map(([path, list]) => [path, renew(list)])),
      functions: renew(functions),
      data: renew(data),
      instructions: renew(instructions),
      filters,
    }));
  }

  /** The program is gone: nothing is bound until the next. */
  unbind(): void {
    this.outcomes.set(none);
    this.others.set([]);
    this.#visit = undefined;
    this.#filtersAreSent = true;
  }

  async refreshOthers(): Promise<void> {
    try {
      const body = (await this.model.client.customRequest('sonde/breakpoints', {})) as {
        readonly breakpoints?: readonly ForeignBreakpoint[];
      };
      this.others.set((body.breakpoints ?? []).filter(({ mine }) => !mine));
    } catch {
      // An adapter that is not Sonde does not tell.
      this.others.set([]);
    }
  }

  /** What tells the offers of languages apart. */
  get #offer(): string {
    const offered = this.model.capabilities.get().exceptionBreakpointFilters ?? [];
    return offered.map(({ filter }) => filter).join(' ');
  }

  get #choice(): FilterChoice | undefined {
    return this.book.content.get().filters[this.#offer];
  }

  async #changed(send: () => Promise<unknown>): Promise<void> {
    if (!this.model.isConnected) return;
    await this.model.attempt(send);
  }

  /** Answers what became of the line that is to be visited. */
  async #sendLines(path: string): Promise<Breakpoint | undefined> {
    const wanted = this.book.linesOf(path).filter(each => each.disabled !== true);
    const visit = this.#visit;
    const visited = visit?.kind === 'line' && visit.path === path ? [{ line: visit.line }] : [];
    const { breakpoints } = await this.model.client.request('setBreakpoints', {
      source: { path },
      breakpoints: [...wanted.map(({ line, ...terms }) => ({ line, ...termsOf(terms) })), ...visited],
    });
    const outcomes = wanted.flatMap(({ line }, index) =>
      breakpoints[index] === undefined ? [] : [{ ...breakpoints[index], asked: line }],
    );
    this.outcomes.update(all => ({ ...all, lines: { ...all.lines, [path]: outcomes } }));
    return visited.length === 0 ? undefined : breakpoints[wanted.length];
  }

  /** Answers what became of the function that is to be visited. */
  async #sendFunctions(): Promise<Breakpoint | undefined> {
    const wanted = this.book.content.get().functions.filter(each => each.disabled !== true);
    const visited = this.#visit?.kind === 'function' ? [{ name: this.#visit.name }] : [];
    const { breakpoints } = await this.model.client.request('setFunctionBreakpoints', {
      breakpoints: [...wanted.map(({ name, ...terms }) => ({ name, ...termsOf(terms) })), ...visited],
    });
    this.outcomes.update(all => ({ ...all, functions: breakpoints.slice(0, wanted.length) }));
    return visited.length === 0 ? undefined : breakpoints[wanted.length];
  }

  async #sendData(): Promise<void> {
    const wanted = this.book.content.get().data.filter(each => each.disabled !== true);
    const { breakpoints } = await this.model.client.request('setDataBreakpoints', {
      breakpoints: wanted.map(({ dataId, accessType, ...terms }) => ({
        dataId,
        ...(accessType === undefined ? {} : { accessType }),
        ...termsOf(terms),
      })),
    });
    this.outcomes.update(all => ({ ...all, data: breakpoints }));
  }

  async #sendInstructions(): Promise<void> {
    const { instructions } = this.book.content.get();
    const { breakpoints } = await this.model.client.request('setInstructionBreakpoints', {
      breakpoints: instructions.map(({ instructionReference }) => ({ instructionReference })),
    });
    this.outcomes.update(all => ({ ...all, instructions: breakpoints }));
  }

  async #sendFilters(): Promise<void> {
    const offered = this.model.capabilities.get().exceptionBreakpointFilters ?? [];
    const active = this.activeFilters();
    const chosen = offered.filter(({ filter }) => filter in active).map(({ filter }) => filter);
    const plain = chosen.filter(filter => active[filter] === '');
    const conditional = chosen.filter(filter => active[filter] !== '');
    await this.model.client.request('setExceptionBreakpoints', {
      filters: plain,
      ...(conditional.length === 0
        ? {}
        : { filterOptions: conditional.map(filterId => ({ filterId, condition: active[filterId]! })) }),
    });
  }
}

const termsOf = ({ condition, hitCondition, logMessage }: BreakpointTerms): BreakpointTerms => ({
  ...(condition === undefined || condition === '' ? {} : { condition }),
  ...(hitCondition === undefined || hitCondition === '' ? {} : { hitCondition }),
  ...(logMessage === undefined || logMessage === '' ? {} : { logMessage }),
});

// The functions of the program as a list to search in (`sonde/functions`), read page by page.
import type { DapClient, Source } from '@sonde/dap';
import { failureText, isMoot } from '../failure-text.js';
import { perModel } from '../per-model.js';
import { isAlive } from '../phase.js';
import type { SessionModel } from '../session-model.js';
import { Store } from '../store.js';

export interface FunctionRow {
  readonly name: string;
  readonly source?: Source;
  readonly line?: number;
  /** Where its code begins. */
  readonly instructionReference?: string;
}

export interface FunctionPage {
  readonly rows: readonly FunctionRow[];
  /** How many the filter leaves, in all pages. */
  readonly total: number;
}

const pageSize = 200;
const nothing: FunctionPage = { rows: [], total: 0 };

/** Throws where the adapter has no such list. */
export async function readFunctions(
  client: Pick<DapClient, 'customRequest'>,
  filter: string,
  start = 0,
  count = pageSize,
): Promise<FunctionPage> {
  return functionPageOf(await client.customRequest('sonde/functions', { filter, start, count }));
}

/** Bears whatever the answer holds: a function without a name is none. */
export function functionPageOf(body: unknown): FunctionPage {
  const { functions, total } = (typeof body === 'object' && body !== null ? body : {}) as {
    readonly functions?: unknown;
    readonly total?: unknown;
  };
  const rows = (Array.isArray(functions) ? functions : []).flatMap(rowOf);
  return { rows, total: typeof total === 'number' ? Math.max(total, rows.length) : rows.length };
}

function rowOf(value: unknown): readonly FunctionRow[] {
  if (typeof value !== 'object' || value === null) return [];
  const { name, source, line, instructionReference } = value as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || name === '') return [];
  const isPlaced = typeof source === 'object' && source !== null && typeof line === 'number';
  return [
    {
      name,
      ...(isPlaced ? { source: source, line } : {}),
      ...(typeof instructionReference === 'string' ? { instructionReference } : {}),
    },
  ];
}

export class FunctionView {
  readonly filter = new Store('');
  readonly page = new Store<FunctionPage>(nothing);
  /** Why there is no list. */
  readonly problem = new Store<string | undefined>(undefined);
  /** What the list was read for; it is read anew when that is over. */
  #readFor = '';
  #isReading = false;

  constructor(private readonly model: SessionModel) {}

  /** Somebody looks: reads the list where it is not there yet, or may be out of date since the program has gone on. */
  async look(): Promise<void> {
    const phase = this.model.phase.get();
    const stop = phase.kind === 'stopped' ? phase.stop.number : phase.kind;
    const wanted = JSON.stringify([stop, this.filter.get()]);
    if (wanted === this.#readFor) return;
    this.#readFor = wanted;
    if (!isAlive(phase) || !this.model.isConnected) return;
    await this.#read(wanted, 0);
  }

  async search(filter: string): Promise<void> {
    this.filter.set(filter);
    await this.look();
  }

  /** The end of what was read comes into view. */
  async more(): Promise<void> {
    const { rows, total } = this.page.get();
    if (this.#isReading || rows.length === 0 || rows.length >= total) return;
    await this.#read(this.#readFor, rows.length);
  }

  async #read(wanted: string, start: number): Promise<void> {
    this.#isReading = true;
    try {
      const { rows, total } = await readFunctions(this.model.client, this.filter.get(), start);
      if (wanted !== this.#readFor) return;
      this.problem.set(undefined);
      const before = start === 0 ? [] : this.page.get().rows.slice(0, start);
      // A page that brings nothing is the last one, whatever the count says.
      this.page.set({ rows: [...before, ...rows], total: rows.length === 0 ? before.length : total });
    } catch (error) {
      if (wanted !== this.#readFor) return;
      // It was overtaken and says nothing: whoever looks again asks again.
      if (isMoot(error)) return void (this.#readFor = '');
      this.page.set(nothing);
      this.problem.set(failureText(error));
    } finally {
      this.#isReading = false;
    }
  }
}

/** One for each session, so that what was searched for is there when the list is opened again. */
export const functionViewOf = perModel(model => new FunctionView(model));

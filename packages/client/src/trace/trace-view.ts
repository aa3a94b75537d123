// What was executed last (`sonde/trace`), of the thread that is looked at, read anew at every stop.
import type { Source } from '@sonde/dap';
import { failureText, isOvertaken } from '../failure-text.js';
import { perModel } from '../per-model.js';
import type { SessionModel } from '../session-model.js';
import { Store } from '../store.js';

export interface TraceRow {
  readonly address: string;
  readonly text: string;
  readonly symbol?: string;
  readonly source?: Source;
  readonly line?: number;
  /** Registers that it changed: `R1 = 0x00000005`. */
  readonly changes: string;
}

export interface TraceContent {
  /** `always`: the machine keeps its last instructions by itself; otherwise from when somebody asks for it. */
  readonly recording: 'always' | 'on' | 'off';
  readonly total: number;
  /** The latest first. */
  readonly rows: readonly TraceRow[];
}

/** As many as a person scrolls back through. */
const count = 500;

export class TraceView {
  /** Undefined where the program has none, or nobody knows yet. */
  readonly content = new Store<TraceContent | undefined>(undefined);
  /** Why there is none. */
  readonly problem = new Store<string | undefined>(undefined);
  #askedFor = '';

  constructor(private readonly model: SessionModel) {
    model.phase.subscribe(() => {
      const { kind } = model.phase.get();
      if (kind === 'starting' || kind === 'connecting') this.#forget();
    });
    model.program.subscribe(() => this.content.set(undefined));
  }

  /** Whether the program was asked: one that refuses is not asked again. */
  get isKnown(): boolean {
    return this.content.get() !== undefined || this.problem.get() !== undefined;
  }

  /** Reads it where that was not done at this stop. */
  async look(): Promise<void> {
    const phase = this.model.phase.get();
    const threadId = this.model.threads.selected.get();
    // An adapter of another maker has none.
    if (phase.kind !== 'stopped' || threadId === undefined || this.model.info.get() === undefined) return;
    const wanted = `${phase.stop.number} ${threadId}`;
    if (wanted === this.#askedFor) return;
    this.#askedFor = wanted;
    try {
      const content = traceOf(await this.model.client.customRequest('sonde/trace', { threadId, count }));
      if (wanted !== this.#askedFor) return;
      this.problem.set(undefined);
      this.content.set(content);
    } catch (error) {
      if (wanted !== this.#askedFor || isOvertaken(error)) return;
      this.content.set(undefined);
      this.problem.set(failureText(error));
    }
  }

  async record(on: boolean): Promise<void> {
    await this.model.client.customRequest('sonde/trace/record', { on });
    this.#askedFor = '';
    await this.look();
  }

  /** Another run: it has a trace if the one before had, unless it is of another program. */
  #forget(): void {
    this.#askedFor = '';
    this.problem.set(undefined);
  }
}

/** One for each session. */
export const traceViewOf = perModel(model => new TraceView(model));

/** Bears whatever the answer holds: an instruction without a place is none. */
export function traceOf(body: unknown): TraceContent {
  const { recording, total, instructions } = recordOf(body);
  const rows = (Array.isArray(instructions) ? instructions : []).flatMap(rowOf);
  return {
    recording: recording === 'always' || recording === 'on' ? recording : 'off',
    total: typeof total === 'number' ? Math.max(total, rows.length) : rows.length,
    rows,
  };
}

function rowOf(value: unknown): readonly TraceRow[] {
  const { instructionReference, instruction, symbol, source, line, changes } = recordOf(value);
  if (typeof instructionReference !== 'string') return [];
  const isPlaced = typeof source === 'object' && source !== null && typeof line === 'number';
  const changed = (Array.isArray(changes) ? changes : []).map(recordOf);
  return [
    {
      address: instructionReference,
      text: typeof instruction === 'string' ? instruction : '',
      ...(typeof symbol === 'string' ? { symbol } : {}),
      ...(isPlaced ? { source: source, line } : {}),
      changes: changed
        .flatMap(each =>
          typeof each['name'] === 'string' ? [`${each['name']} = ${String(each['value'])}`] : [],
        )
        .join(', '),
    },
  ];
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

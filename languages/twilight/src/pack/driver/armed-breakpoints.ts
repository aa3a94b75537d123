// Breakpoints as the node has them: offsets with modules that decide, count and log there, over all transactions of a session.

import type { PassedLog, TypeTable } from '@sonde/engine';
import { operandsOf, type Expression } from '@sonde/engine';
import type { NearTexts } from '@sonde/engine/machine';
import type { SoleBreakpoint } from '@sonde/engine-remote';
import { BreakpointHandlers, type ProbeHandler, type VariableLocation } from '@sonde/engine-wasm';
import type { DebuggedContract } from './contract.js';
import type { LoggedParams, PassedHits } from './messages.js';

/** Since this version of the interface breakpoints count and log. */
const countingProtocol = 2;

type Armed = ReadonlyMap<number, ProbeHandler | undefined>;

/** What `setBreakpoints` is asked with. */
export interface AskedBreakpoints {
  readonly offsets: readonly number[];
  readonly conditions?: Readonly<Record<string, string>>;
  readonly counters?: Readonly<Record<string, ProbeHandler['counter']>>;
  readonly logs?: Readonly<Record<string, ProbeHandler['log']>>;
}

export class ArmedBreakpoints {
  readonly #handlers: BreakpointHandlers;
  /** Hits that earlier transactions have passed, by counter. */
  readonly #before = new Map<string, number>();
  /** Those of the transaction that runs. */
  #passed: PassedHits = {};
  #armed: Armed = new Map();

  constructor(
    private readonly contract: DebuggedContract,
    types: TypeTable,
    private readonly protocol: number,
  ) {
    const { view, symbols } = contract;
    const slots = symbols.slots.map(({ location }): VariableLocation =>
      location.k === 'mem'
        ? { kind: 'memory', base: { kind: 'local', index: location.base.local }, offset: location.offset }
        : { kind: 'local', index: location.k === 'local' ? location.index : 0 },
    );
    this.#handlers = new BreakpointHandlers(address => {
      const body = view.bodyAt(address);
      return body && { view, function: body.index, types, locations: { slots } };
    });
  }

  /** Whether modules can do it: storage is not in the memory of the contract, and decided at a stop. */
  judges(texts: NearTexts, address: number): boolean {
    const { condition, log } = texts;
    if (log !== undefined && this.protocol < countingProtocol) return false;
    const read = [
      ...(condition === undefined ? [] : [condition]),
      ...(log ?? []).flatMap(({ program, behind }) => [
        program,
        ...behind.flatMap(({ address: from, length }) => (length === undefined ? [from] : [from, length])),
      ]),
    ];
    return !read.some(readsElsewhere) && this.#handlers.judges(texts, address);
  }

  /** From now on these; answers with what of that is new to the node. */
  arm(
    addresses: readonly number[],
    sole: ReadonlyMap<number, SoleBreakpoint>,
  ): { readonly gone: readonly number[]; readonly changed: Armed } {
    const handlers = this.#handlers.of(sole);
    const before = this.#armed;
    this.#armed = new Map(
      addresses
        .filter(address => address < this.contract.code.length)
        .map(address => [address, this.#known(handlers.get(address))]),
    );
    return {
      gone: [...before.keys()].filter(address => !this.#armed.has(address)),
      changed: new Map(
        [...this.#armed].filter(
          ([address, handler]) => !before.has(address) || !isSame(before.get(address), handler),
        ),
      ),
    };
  }

  get all(): Armed {
    return this.#armed;
  }

  asked(wanted: Armed): AskedBreakpoints {
    const handlers = [...wanted].flatMap(([offset, handler]) =>
      handler === undefined ? [] : [[String(offset), this.#withEarlier(handler)] as const],
    );
    const some = (name: string, of: (handler: ProbeHandler) => unknown): object => {
      const values = handlers.flatMap(([offset, handler]) => {
        const value = of(handler);
        return value === undefined ? [] : [[offset, value] as const];
      });
      return values.length === 0 ? {} : { [name]: Object.fromEntries(values) };
    };
    return {
      offsets: [...wanted.keys()],
      ...some('conditions', ({ module }) => `0x${Buffer.from(module).toString('hex')}`),
      ...some('counters', ({ counter }) => counter),
      ...some('logs', ({ log }) => log),
    };
  }

  /** How many hits were passed in all transactions so far, by the engine's numbers. */
  passed(now: PassedHits | undefined): ReadonlyMap<number, number> | undefined {
    if (now !== undefined) this.#passed = now;
    const ids = new Set([...this.#before.keys(), ...Object.keys(this.#passed)]);
    if (ids.size === 0) return undefined;
    return new Map([...ids].map(id => [Number(id), (this.#before.get(id) ?? 0) + (this.#passed[id] ?? 0)]));
  }

  /** The transaction is over: the next one counts on. */
  over(now: PassedHits | undefined): void {
    for (const [id, count] of Object.entries(now ?? this.#passed))
      this.#before.set(id, (this.#before.get(id) ?? 0) + count);
    this.#passed = {};
  }

  logged({ entries }: LoggedParams): readonly PassedLog[] {
    return this.#handlers.passed(
      entries.map(({ log, pieces }) => ({
        log,
        pieces: pieces.map(piece =>
          typeof piece === 'string'
            ? BigInt(piece)
            : { address: piece.address, bytes: new Uint8Array(Buffer.from(piece.bytes.slice(2), 'hex')) },
        ),
      })),
    );
  }

  #known(handler: ProbeHandler | undefined): ProbeHandler | undefined {
    const isNew = handler?.counter !== undefined || handler?.log !== undefined;
    return isNew && this.protocol < countingProtocol ? undefined : handler;
  }

  #withEarlier(handler: ProbeHandler): ProbeHandler {
    const { counter } = handler;
    if (counter === undefined) return handler;
    const counted = counter.counted + (this.#before.get(counter.id) ?? 0);
    return { ...handler, counter: { ...counter, counted } };
  }
}

/** Modules are kept by those who make them. */
const isSame = (one: ProbeHandler | undefined, other: ProbeHandler | undefined): boolean =>
  one?.module === other?.module && one?.counter?.counted === other?.counter?.counted;

/** Whether a program reads something besides locals and the memory of the contract. */
const readsElsewhere = (program: Expression): boolean =>
  program.op === 'run' ||
  (program.op === 'read' && program.place.kind !== 'slot') ||
  operandsOf(program).some(readsElsewhere);

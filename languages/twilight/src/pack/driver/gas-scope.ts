// Gas as a scope: of the transaction and the last step, of frames, and of lines. Counted when somebody opens it.

import {
  objectId,
  type NamedValue,
  type ObjectId,
  type ObjectRead,
  type RawValue,
  type Scope,
} from '@sonde/engine';
import { gasByLine, writeInt } from '../../toolchain/toolchain.js';
import type { DebuggedContract } from './contract.js';
import type { GasProfileAnswer, StackAnswer, StoppedParams } from './messages.js';
import type { NovaSession } from './nova-session.js';

const parts = { frames: objectId('gas of frames'), lines: objectId('gas of lines') } as const;

export class GasScope {
  #profile: Promise<GasProfileAnswer> | undefined;

  constructor(
    private readonly session: NovaSession,
    private readonly contract: DebuggedContract,
  ) {}

  /** The transaction moves. */
  forget(): void {
    this.#profile = undefined;
  }

  /** `ofStep`: of a motion forward. */
  scope({ gasUsed, gasLeft }: StoppedParams, ofStep: bigint | undefined): Scope {
    return {
      name: 'Gas',
      kind: 'other',
      expensive: true,
      variables: [
        this.#number('used', BigInt(gasUsed)),
        this.#number('left', BigInt(gasLeft)),
        ...(ofStep === undefined ? [] : [this.#number('last_step', ofStep)]),
        this.#list('frames', parts.frames),
        this.#list('lines', parts.lines),
      ],
    };
  }

  /** Of what the scope lists; undefined for anything else. */
  async children({ object, start, count }: ObjectRead): Promise<readonly NamedValue[] | undefined> {
    const all =
      object === parts.frames
        ? await this.#frames()
        : object === parts.lines
          ? await this.#lines()
          : undefined;
    return all?.slice(start, start + count);
  }

  async #counted(): Promise<GasProfileAnswer> {
    this.#profile ??= this.session.request<GasProfileAnswer>('getGasProfile');
    return this.#profile;
  }

  /** Top first: what each has used since it was entered, and without what it called. */
  async #frames(): Promise<readonly NamedValue[]> {
    const { frames = [] } = await this.#counted();
    const { frames: stack } = await this.session.request<StackAnswer>('getStackTrace');
    return frames.map(({ frameId, gas, own }, nth) => {
      const at = stack.find(each => each.frameId === frameId);
      const name = at === undefined ? '?' : this.contract.functionNamed(at.functionIndex);
      const text = gas === null ? 'not known' : `${gas} gas${own === null ? '' : `, ${own} of its own`}`;
      return { name: `#${nth} ${name}`, value: this.#note(text) };
    });
  }

  /** The dearest first. */
  async #lines(): Promise<readonly NamedValue[]> {
    const { before, statements, edited } = await this.#counted();
    const rows = statements.map(row => ({ ...row, gas: BigInt(row.gas) }));
    const all = rows.reduce((sum, { gas }) => sum + gas, BigInt(before));
    const share = (gas: bigint): string => (Number((gas * 1000n) / (all === 0n ? 1n : all)) / 10).toFixed(1);
    const lines = [...gasByLine(rows, this.contract.meta)].sort((a, b) => Number(b.gas - a.gas));
    const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
    return [
      ...lines.map(({ source, line, text, count, gas }) => ({
        name: `${source}:${line}`,
        value: this.#note(`${gas} gas (${share(gas)} %) ${times(count)}: ${text}`),
      })),
      {
        name: 'before the first',
        value: this.#note(`${before} gas (${share(BigInt(before))} %): placing of arguments, and the entry`),
      },
      ...(edited === true
        ? [
            {
              name: 'changed',
              value: this.#note('something was changed: this is what it would have cost without'),
            },
          ]
        : []),
    ];
  }

  #note(text: string): RawValue {
    const { note } = this.contract.symbols.types;
    return { type: note, content: { kind: 'scalar', value: text }, displayOnly: true };
  }

  #number(name: string, value: bigint): NamedValue {
    const type = this.contract.symbols.types.integer('u64', 8);
    return { name, value: { type, content: { kind: 'bytes', bytes: writeInt(value, 8) } } };
  }

  #list(name: string, id: ObjectId): NamedValue {
    const type = this.contract.symbols.types.add({ kind: 'object', name: `gas of ${name}` });
    return { name, value: { type, content: { kind: 'object', id } } };
  }
}

// Runs what the compiler made of an expression, by the node and on a copy of the state, and makes a value of what comes back.

import { Failure, type RawValue, type TypeId, type TypeTable } from '@sonde/engine';
import type { RemoteFrameRef } from '@sonde/engine-remote';
import {
  decodeAt,
  elementKey,
  encodeMemory,
  lengthKey,
  readInt,
  storageKey,
  typeNamed,
  typesOf,
  valueFromJson,
  valueToJson,
  type Json,
  type Meta,
  type TwilightValue,
} from '../../toolchain/toolchain.js';
import type { EntryKey, ExpressionCode, ExpressionFunction } from '../expressions/expression-code.js';
import { failureText, outOfBounds } from '../expressions/failure-words.js';
import { NamedTypes } from '../expressions/named-types.js';
import { containerType } from '../values/container-types.js';
import { spaceOfKey, valueAddress } from '../values/storage-slots.js';
import type { DebuggedContract } from './contract.js';
import type { EvaluateAnswer } from './messages.js';
import type { NovaSession } from './nova-session.js';
import { valueSpace, type StandingTransaction } from './standing.js';

/** What is given to an expression is copied whole. */
const limits = { most: 100_000, deepest: 40 };

const hexText = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;

export class ExpressionRunner {
  constructor(
    private readonly session: NovaSession,
    private readonly contract: DebuggedContract,
    private readonly standing: StandingTransaction,
    private readonly types: TypeTable,
  ) {}

  /** Without `effects` nothing of the transaction changes. Throws a Failure, in the words of the contract where it has any. */
  async run(
    code: ExpressionCode,
    frame: RemoteFrameRef | undefined,
    type: TypeId | undefined,
    effects: boolean,
  ): Promise<RawValue> {
    if (code.kind === 'entry') return this.#entry(code, frame, type);
    if (code.changes && !effects)
      throw new Failure('bad-expression', 'user', 'this would change the storage of the contract.');
    const { value, meta, answer } = await this.#call(code.run, frame);
    if (code.changes) await this.#keep(answer.changes);
    const { arena } = this.standing;
    const bytes = encodeMemory(meta.types, code.run.result, value, arena);
    const id = type ?? new NamedTypes(this.types).described(code.run.result, meta.types);
    return { type: id, space: valueSpace, content: { kind: 'bytes', bytes } };
  }

  async #keep(changes: EvaluateAnswer['changes']): Promise<void> {
    for (const { key, after } of changes)
      await this.session.request('setContractStorage', { key, value: after ?? '0x' });
    this.standing.forget();
  }

  async #call(
    { code, meta: text, function: name, result, slots }: ExpressionFunction,
    frame: RemoteFrameRef | undefined,
  ): Promise<{ readonly value: TwilightValue; readonly meta: Meta; readonly answer: EvaluateAnswer }> {
    const args: Json[] = [];
    for (const slot of slots) args.push(await this.#local(slot, frame));
    const answer = await this.session.request<EvaluateAnswer>('evaluate', {
      code,
      meta: text,
      function: name,
      arguments: args,
    });
    const { status, message } = answer.outcome;
    if (status !== 'success')
      throw new Failure('bad-expression', 'program', failureText(status, message), undefined, {
        kind: 'no-value',
      });
    const meta = JSON.parse(text) as Meta;
    return { value: valueFromJson(meta.types, result, answer.output), meta, answer };
  }

  /** A variable of the frame, as arguments of calls are given. */
  async #local(slot: number, frame: RemoteFrameRef | undefined): Promise<Json> {
    const found = this.contract.symbols.slots[slot];
    if (frame === undefined || found === undefined)
      throw new Failure('bad-expression', 'user', 'this name needs a stack frame;', 'select one.');
    const { locals } = await this.standing.state(frame.serial);
    const local = (index: number): bigint | undefined => {
      const text = locals[index]?.value;
      return text === undefined || text === null ? undefined : BigInt(text);
    };
    const value = await this.standing.decoding(read =>
      decodeAt(typesOf(this.contract.meta), found.type, found.location, local, read, limits),
    );
    if (value.kind === 'unreadable') throw new Failure('unreadable', 'program', `${value.reason}.`);
    return valueToJson(value);
  }

  /** A place in storage, which can be written and watched; what is under it is read when somebody looks. */
  async #entry(
    { variable, keys, index, run }: Extract<ExpressionCode, { kind: 'entry' }>,
    frame: RemoteFrameRef | undefined,
    type: TypeId | undefined,
  ): Promise<RawValue> {
    const types = typesOf(this.contract.meta);
    const declared = this.contract.meta.debug_info?.variable_info.storage[variable];
    if (declared === undefined || type === undefined)
      throw new Failure('not-found', 'user', `there is no storage ${variable}.`);
    const computed = run === undefined ? [] : partsOf(run, (await this.#call(run, frame)).value);
    const next = (key: EntryKey): TwilightValue => (key === 'computed' ? computed.shift()! : key.known);
    const key = storageKey(types, variable, declared.type, keys.map(next));
    const at = index === undefined ? key : await this.#element(key, next(index));
    const keyed = index === undefined && containerType(this.types.resolve(type), this.types) !== undefined;
    return {
      type,
      place: { kind: 'memory', address: { space: spaceOfKey(at, keyed), offset: BigInt(valueAddress) } },
      content: { kind: 'deferred' },
    };
  }

  async #element(vector: Uint8Array, index: TwilightValue): Promise<Uint8Array> {
    const { value: stored } = await this.session.request<{ value: string | null }>('getContractStorage', {
      key: hexText(lengthKey(vector)),
    });
    const length = stored === null ? 0n : readInt(Buffer.from(stored.slice(2), 'hex'), false);
    const nth = index.kind === 'int' ? index.value : -1n;
    if (nth < 0n || nth >= length)
      throw new Failure('bad-expression', 'program', outOfBounds, undefined, { kind: 'no-value' });
    return elementKey(vector, nth);
  }
}

/** Several keys come as a tuple. */
function partsOf({ result, meta }: ExpressionFunction, value: TwilightValue): TwilightValue[] {
  const { types } = JSON.parse(meta) as Meta;
  return typeNamed(types, result).k === 'tuple' && value.kind === 'product'
    ? value.fields.map(field => field.value)
    : [value];
}

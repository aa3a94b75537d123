import { describe, expect, it } from 'vitest';
import { readModule, webAssembly } from '@sonde/wasm';
import type {
  Event,
  Local,
  StorageVariable,
  Type,
  TypedExpression,
  TypedStatement,
} from '../../toolchain/toolchain.js';
import { buildContract } from '../../toolchain/build-contract.js';
import { readMeta } from '../../toolchain/meta/read-meta.js';
import { at, int, makeFunction, makeProgram, parameter, read, unit } from './hand-made.js';
import { ContractHost } from './contract-host.js';

const u64 = int('u64');
const address: Type = { kind: 'address', name: 'address' };
const shares: StorageVariable = {
  name: 'shares',
  nth: 1,
  public: false,
  at,
  type: { kind: 'map', name: 'map<address,u64>', key: address, value: u64 },
};
const total: StorageVariable = { name: 'total', nth: 0, type: u64, public: true, at };
const deposited: Event = {
  name: 'Deposited',
  signature: 'Deposited(address,u64)',
  at,
  parameters: [
    { name: 'who', type: address, topic: true },
    { name: 'amount', type: u64, topic: false },
  ],
};

const statement = (expression: TypedExpression): TypedStatement => ({
  kind: 'expression',
  expression,
  at,
  stops: true,
  generated: false,
});
const sum = (left: TypedExpression, right: TypedExpression): TypedExpression => ({
  kind: 'arithmetic',
  type: u64,
  at,
  operator: 'add',
  mode: 'checked',
  operand: u64,
  left,
  right,
  overflow: { outcome: 'revert', text: 'arithmetic overflow' },
  byZero: undefined,
});

function depositContract() {
  const amount = parameter(0, 'amount', u64);
  const who: Local = { ...parameter(1, 'who', address), kind: 'val' };
  const mine: Local = { ...parameter(2, 'mine', u64), kind: 'var' };
  const entry = { variable: shares, keys: [read(who)], type: u64, at };
  const whole = { variable: total, keys: [], type: u64, at };
  const deposit = makeFunction(
    'deposit',
    [amount],
    read(mine),
    [
      statement({
        kind: 'require',
        type: unit,
        at,
        message: 'zero amount',
        condition: {
          kind: 'compare',
          type: { kind: 'bool', name: 'bool' },
          at,
          operator: 'gt',
          operand: u64,
          left: read(amount),
          right: { kind: 'constant', type: u64, at, value: 0n },
        },
      }),
      {
        kind: 'let',
        at,
        stops: true,
        generated: false,
        pattern: { kind: 'bind', local: who, use: 'copy', inner: undefined, at },
        value: { kind: 'context', type: address, at, what: 'sender' },
      },
      {
        kind: 'let',
        at,
        stops: true,
        generated: false,
        pattern: { kind: 'bind', local: mine, use: 'copy', inner: undefined, at },
        value: { kind: 'storageRead', type: u64, at, slot: entry },
      },
      statement({
        kind: 'assign',
        type: unit,
        at,
        place: { root: { kind: 'local', local: mine }, path: [], type: u64 },
        value: sum(read(mine), read(amount)),
      }),
      statement({ kind: 'storageWrite', type: unit, at, slot: entry, value: read(mine) }),
      statement({
        kind: 'storageWrite',
        type: unit,
        at,
        slot: whole,
        value: sum({ kind: 'storageRead', type: u64, at, slot: whole }, read(amount)),
      }),
      statement({ kind: 'emit', type: unit, at, event: deposited, args: [read(who), read(amount)] }),
      statement({ kind: 'print', type: unit, at, parts: ['deposit ', read(amount), ' by ', read(who)] }),
    ],
    [who, mine],
  );
  const { program, contract } = makeProgram([deposit]);
  const whole_ = { ...contract, storage: [total, shares], events: [deposited] };
  return buildContract({ ...program, contracts: [whole_] }, whole_, { debug: true, runtimeAsserts: false });
}

describe('a contract', () => {
  const built = depositContract();
  const who = '0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';

  it('keeps storage, emits events with topics, and prints', () => {
    const host = new ContractHost(built);
    expect(host.call('deposit', ['5'])).toEqual({
      outcome: { kind: 'returned', value: '5' },
      events: [
        {
          topics: [
            '0x85d2e50b3537e3a34c29343e90c1cde625f09258448ef3825e4e4d204c0e8e3d',
            `0x${'00'.repeat(12)}${who.slice(2)}`,
          ],
          data: `0x${'00'.repeat(31)}05`,
        },
      ],
      prints: [`deposit 5 by ${who}`],
    });
    expect(host.call('deposit', { amount: 37 }).outcome).toEqual({ kind: 'returned', value: '42' });
    const key = `${Buffer.from('shares').toString('hex')}00${who.slice(2)}`;
    expect([...host.storage.keys()].toSorted()).toEqual(
      [key, Buffer.from('total').toString('hex')].toSorted(),
    );
    expect(host.storage.get(key)).toEqual(Uint8Array.of(42, 0, 0, 0, 0, 0, 0, 0));
  });

  it('reverts with the text, and leaves storage as it was', () => {
    const host = new ContractHost(built);
    expect(host.call('deposit', [0]).outcome).toEqual({ kind: 'revert', text: 'zero amount' });
    host.call('deposit', ['18446744073709551615']);
    const before = new Map(host.storage);
    expect(host.call('deposit', [1]).outcome).toEqual({ kind: 'revert', text: 'arithmetic overflow' });
    expect(host.storage).toEqual(before);
  });

  it('says what a host function refused', () => {
    const host = new ContractHost(built);
    host.writeAnswer = -6;
    expect(host.call('deposit', [1]).outcome).toEqual({
      kind: 'panic',
      text: 'nova_state_v1.write failed: STATE_ACCESS_VIOLATION (-6)',
    });
  });

  it('is a valid module whose .meta fits it', () => {
    expect(webAssembly.validate(built.wasm)).toBe(true);
    expect(readModule(built.wasm).ok).toBe(true);
    const found = readMeta(JSON.stringify(built.meta), built.wasm);
    expect(found).toEqual({ ok: true, meta: built.meta });
  });
});

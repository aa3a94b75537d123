import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readModule, sectionIds, webAssembly } from '@sonde/wasm';
import { Twins, type CallFacts } from './agreement.js';
import { built } from './built.js';

const example = (name: string): string =>
  readFileSync(new URL(`../../../examples/${name}.twl`, import.meta.url), 'utf8');

type Call = readonly [name: string, args: readonly unknown[], facts?: CallFacts];

const [alice, bob, carol] = [0xa11cen, 0xb0bn, 0xca401n];
const hex = (who: bigint): string => `0x${who.toString(16).padStart(40, '0')}`;
const by = (sender: bigint, more: CallFacts = {}): CallFacts => ({ sender, ...more });
const start = 1_700_000_000n;

const scenarios: Readonly<Record<string, readonly Call[]>> = {
  token: [
    ['init', ['1000000']],
    ['balances', [hex(alice)]],
    ['transfer', [hex(bob), '250000']],
    ['transfer', [hex(bob), '750001']],
    ['approve', [hex(carol), '1000'], by(bob)],
    ['transfer_from', [hex(bob), hex(alice), '600'], by(carol)],
    ['transfer_from', [hex(bob), hex(alice), '600'], by(carol)],
    ['balances', [hex(bob)]],
  ],
  vault: [
    ['init', []],
    ['deposit', [0]],
    ['deposit', [500]],
    ['deposit', [20_000], by(bob)],
    ['deposit', ['18446744073709551615'], by(bob)],
    ['withdraw', [501]],
    ['withdraw', [400]],
    ['withdraw', [5000], by(bob)],
    ['richest', []],
    ['people', [1]],
    ['people', [2]],
    ['close', [], by(bob)],
    ['close', []],
    ['deposit', [1]],
    ['total', []],
  ],
  auction: [
    ['init', [100]],
    ['average', []],
    ['bid', [], by(bob, { value: 10n })],
    ['bid', [], by(carol, { value: 10n })],
    ['bid', [], by(carol, { value: 25n })],
    ['take_back', [], by(bob)],
    ['take_back', [], by(bob)],
    ['average', []],
    ['end', []],
    ['end', [], by(alice, { timestamp: start + 100n })],
    ['end', [], by(alice, { timestamp: start + 101n })],
    ['bid', [], by(bob, { value: 99n, timestamp: start + 100n })],
    ['phase', []],
  ],
  bughunt: [
    ['init', []],
    ['join', [100]],
    ['earn', [55]],
    ['join', [7], by(bob)],
    ['join', [0], by(carol)],
    ['leave', [], by(bob)],
    ['leave', []],
    ['leave', []],
  ],
};

function agrees(twins: Twins, calls: readonly Call[]): void {
  expect(webAssembly.validate(twins.contract.wasm)).toBe(true);
  for (const [name, args, facts] of calls) {
    const { compiled, interpreted } = twins.call(name, args, facts);
    expect(compiled, `${name}(${JSON.stringify(args)})`).toEqual(interpreted);
  }
}

describe('examples', () => {
  for (const [name, calls] of Object.entries(scenarios))
    for (const file of [name, `${name}.solidity`])
      it(`${file} does and shows at every statement what its tree says`, () => {
        agrees(new Twins(example(file), { runtimeAsserts: true, name: `${name}.twl` }), calls);
      });

  it.each(Object.keys(scenarios))('%s is the same code in both modes', name => {
    const [native, solidity] = [name, `${name}.solidity`].map(file =>
      codeOf(built(example(file), { name: `${name}.twl` }).wasm),
    );
    expect(native).toEqual(solidity);
  });

  it('modifiers around functions, one in the other and twice', () => {
    agrees(new Twins(example('modifiers')), [
      ['init', []],
      ['add', [5]],
      ['add', [1]],
      ['add', [5], by(bob)],
      ['bump', []],
      ['counter', []],
      ['entered', []],
    ]);
  });

  it('generics, traits, matches and assertions', () => {
    agrees(new Twins(example('language'), { runtimeAsserts: true }), [
      ['init', []],
      ['place', [5, 0]],
      ['place', [7, 3]],
      ['place', [0, 3]],
      ['size_of', [1]],
      ['size_of', [9]],
      ['place', [200, 0]],
      ['size_of', [2]],
      ['prices', []],
      ['log', [1]],
    ]);
  });
});

/** All sections that are run. */
function codeOf(wasm: Uint8Array): unknown {
  const read = readModule(wasm);
  if (!read.ok) throw read.problem;
  return read.module.sections
    .filter(({ id }) => id !== sectionIds.custom)
    .map(({ id, start, end }) => [id, Buffer.from(wasm.subarray(start, end)).toString('hex')]);
}

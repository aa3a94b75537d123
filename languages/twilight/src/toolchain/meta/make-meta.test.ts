import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { buildContract } from '../build-contract.js';
import { checkText } from '../check-source.js';

const text = readFileSync(new URL('../../../examples/vault.twl', import.meta.url), 'utf8');
const { program } = checkText(text, 'vault.twl');
const { meta } = buildContract(program!, program!.contracts[0]!, { debug: true, runtimeAsserts: false });

it('describes the interface in the shape of an ABI, with the types of the language', () => {
  const named = (name: string) => meta.abi.find(entry => entry.name === name);
  expect(meta.abi.filter(({ type }) => type === 'constructor')).toEqual([
    { type: 'constructor', inputs: [], stateMutability: 'nonpayable' },
  ]);
  expect(named('deposit')).toEqual({
    type: 'function',
    name: 'deposit',
    inputs: [{ name: 'amount', type: 'uint64', internalType: 'u64' }],
    outputs: [{ name: '', type: 'uint64', internalType: 'u64' }],
    stateMutability: 'nonpayable',
  });
  expect(named('Deposited')).toMatchObject({
    type: 'event',
    inputs: [
      { name: 'who', type: 'address', indexed: true },
      { name: 'amount', type: 'uint64', indexed: false },
    ],
  });
  // The test vector of the language: types are Twilight's, so the hash is not Ethereum's.
  expect(meta.events['Deposited(address,u64)']).toMatchObject({
    signature_hash: '0x85d2e50b3537e3a34c29343e90c1cde625f09258448ef3825e4e4d204c0e8e3d',
    human_name: 'Deposited',
  });
});

it('tells what functions touch, and what they cost at least to read', () => {
  const domains = (name: string) => {
    const { aggregate_read_domains: reads, aggregate_write_domains: writes } =
      meta.functions[`vault::Vault::${name}`]!;
    return [reads, writes].map(list => list.map(({ domain }) => domain).toSorted());
  };
  expect(domains('close')).toEqual([['self.owner'], ['self.open']]);
  expect(domains('deposit')[1]).toEqual(['self.people', 'self.shares:*', 'self.total']);
  expect(domains('total')).toEqual([['self.total'], []]);
  expect(meta.functions['vault::Vault::init']).toMatchObject({
    is_init: true,
    is_payable: false,
    is_recursive: false,
  });
  const cost = (name: string): number => meta.functions[`vault::Vault::${name}`]!.gas_estimate_static;
  expect(cost('deposit')).toBeGreaterThan(cost('total'));
});

it('says where storage is, with keys that begin alike for a map', () => {
  const { storage } = meta.debug_info!.variable_info;
  const key = (name: string): string => `0x${Buffer.from(name).toString('hex')}`;
  expect(storage['total']).toMatchObject({
    type: 'u64',
    slot: 2,
    key: key('total'),
    domain: 'self.total',
    public: true,
  });
  expect(storage['shares']).toMatchObject({
    type: 'map<address,u64>',
    prefix: `${key('shares')}00`,
    domain: 'self.shares:*',
  });
  expect(storage['people']).toMatchObject({ key: key('people'), prefix: `${key('people')}00` });
  expect(meta.debug_info!.variable_info.consts).toEqual({ 'Vault::FEE_BPS': { type: 'u64', value: '25' } });
});

it('hashes the sources and names the module', () => {
  expect(meta.source_info.files).toEqual([
    { path: 'vault.twl', hash_type: 'sha256', hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string },
  ]);
  expect(meta.bytecode_info).toMatchObject({ file: 'Vault.wasm', target: 'wasm32-nova-v1' });
});

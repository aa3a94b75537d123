// A process that calls a contract without end, each time telling the number of the transaction when it is committed.

import { addressOfName } from '../../nova/chain/address.js';
import { Chain } from '../../nova/chain/chain.js';
import { prefixes } from '../../nova/chain/records.js';
import { defaultGasLimit } from '../../nova/chain/transaction.js';
import { asFailure } from '@sonde/engine';
import { hexOf } from '../../nova/hex.js';
import { PlainRunner } from '../../nova/machine/plain-runner.js';
import { LevelStore } from '../../nova/store/level-store.js';
import { counterContract } from './counter-contract.js';

const common = {
  from: addressOfName('writer'),
  value: 0n,
  gasLimit: defaultGasLimit,
  strictDomains: false,
  arguments: [] as unknown[],
};

async function main(folder: string): Promise<void> {
  const store = await LevelStore.open(folder, { create: true });
  const chain = new Chain(store, new PlainRunner());
  const [known] = await store.entries({ prefix: prefixes.contract, limit: 1 });
  const to = known === undefined ? await deploy(chain) : hexOf(known.key.subarray(prefixes.contract.length));
  for (let nth = 0; ; nth++) {
    // Every third one fails, and leaves nothing but its entry.
    const name = nth % 3 === 2 ? 'fail' : 'add';
    const call = { ...common, kind: 'call', to, function: name, arguments: [1] } as const;
    const { sequence, outcome } = await chain.submit(call).done;
    process.stdout.write(`${sequence} ${outcome.status}\n`);
  }
}

async function deploy(chain: Chain): Promise<string> {
  const { to, done } = chain.submit({
    ...common,
    kind: 'deploy',
    code: counterContract().bytes,
    meta: undefined,
  });
  const { sequence, outcome } = await done;
  process.stdout.write(`${sequence} ${outcome.status}\n`);
  return to;
}

try {
  await main(process.argv[2]!);
} catch (error) {
  process.stdout.write(`failed: ${asFailure(error).text}\n`);
}

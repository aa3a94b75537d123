// nova deploy, nova call, nova fund, nova advance: what changes the chain.

import { Failure } from '@sonde/engine';
import { coloursFor, type CommandStreams } from '@sonde/language';
import { isAccountName } from '../chain/address.js';
import type { Chain } from '../chain/chain.js';
import { defaultGasLimit } from '../chain/transaction.js';
import type { LogEntry } from '../log/entry.js';
import { succeeded } from '../log/outcome.js';
import {
  addressIn,
  amountOf,
  argumentsOf,
  printJson,
  storeHelp,
  storeOption,
  wantsJson,
  withChain,
  type Given,
  type NovaCommand,
} from './command.js';
import { contractFile } from './contract-file.js';
import { entryText } from './entry-text.js';

const common = {
  flags: ['--json', '--strict-domains'],
  values: {
    ...storeOption,
    '--from': 'an account',
    '--value': 'a number',
    '--gas': 'a number',
    '--args': 'JSON',
  },
};

const commonHelp = [
  '--args JSON           arguments: a list, or an object by the names of the parameters; @NAME is an address',
  '--from ACCOUNT        who sends it: an address or a name (default: dev)',
  '--value N             what is sent along (default: 0)',
  `--gas N               the most gas that it may use (default: ${defaultGasLimit})`,
  '--strict-domains      refuse access to conflict domains that the function does not declare',
  ...storeHelp,
];

const asked = (chain: Chain, { options }: Given, words: readonly string[]) => ({
  from: addressIn(chain, options.values.get('--from') ?? 'dev'),
  arguments: argumentsOf(chain, options, words),
  value: amountOf(options, '--value', 0n),
  gasLimit: amountOf(options, '--gas', defaultGasLimit),
  strictDomains: options.flags.has('--strict-domains'),
});

function show(chain: Chain, { io, options }: Given, entry: LogEntry): number {
  if (wantsJson(options)) printJson(io, entry);
  else io.stdout.write(entryText(chain.state, entry, coloursFor(io.stdout as CommandStreams['stderr'])));
  return succeeded(entry.outcome) ? 0 : 1;
}

const deploy: NovaCommand = {
  name: 'deploy',
  operands: 'FILE.wasm|FILE.twl [ARGUMENT…]',
  summary: 'Deploy a contract; a source is compiled. Prints where it is.',
  help: [
    '--contract NAME       which contract of the source',
    '--as NAME             a name for it on this chain',
    '--release             compile without debug information',
    '--enable-runtime-asserts  compile with its assertions',
    ...commonHelp,
  ],
  options: {
    flags: [...common.flags, '--release', '--enable-runtime-asserts'],
    values: { ...common.values, '--contract': 'a name', '--as': 'a name' },
  },
  words: [1, 100],
  run: async given => {
    const { options, io } = given;
    const [path = '', ...words] = given.words;
    const name = options.values.get('--as');
    if (name !== undefined && !isAccountName(name))
      throw new Failure('bad-arguments', 'user', '--as is a name of letters and digits.');
    const file = await contractFile(
      path,
      {
        contract: options.values.get('--contract'),
        release: options.flags.has('--release'),
        runtimeAsserts: options.flags.has('--enable-runtime-asserts'),
      },
      io.stderr,
    );
    return withChain(given, true, async chain => {
      const { to, done } = chain.submit({ kind: 'deploy', ...asked(chain, given, words), ...file });
      const entry = await done;
      if (name !== undefined && succeeded(entry.outcome)) await chain.name(name, to);
      return show(chain, given, entry);
    });
  },
};

const call: NovaCommand = {
  name: 'call',
  operands: 'ADDRESS|NAME FUNCTION [ARGUMENT…]',
  summary: 'Call a function of a contract as a transaction.',
  help: ['arguments             each is JSON or a text; @NAME is an address', ...commonHelp],
  options: common,
  words: [2, 100],
  run: given =>
    withChain(given, false, async chain => {
      const [contract = '', name = '', ...words] = given.words;
      const to = addressIn(chain, contract);
      const { done } = chain.submit({ kind: 'call', ...asked(chain, given, words), to, function: name });
      return show(chain, given, await done);
    }),
};

const fund: NovaCommand = {
  name: 'fund',
  operands: 'ACCOUNT BALANCE',
  summary: 'Set what an account has.',
  help: storeHelp,
  options: { flags: ['--json'], values: storeOption },
  words: [2, 2],
  run: given =>
    withChain(given, true, async chain => {
      const [account = '', balance = ''] = given.words;
      if (!/^\d{1,39}$/.test(balance))
        throw new Failure('bad-arguments', 'user', 'a balance is a whole number.');
      const address = addressIn(chain, account);
      await chain.fund({ address, ...(isAccountName(account) ? { name: account } : {}) }, BigInt(balance));
      if (wantsJson(given.options)) printJson(given.io, { address, balance });
      else given.io.stdout.write(`${account} (${address}) has ${balance}\n`);
      return 0;
    }),
};

const advance: NovaCommand = {
  name: 'advance',
  operands: '',
  summary: 'Move the clock of the chain forward.',
  help: ['--blocks N            so many blocks', '--seconds N           so many seconds', ...storeHelp],
  options: { flags: ['--json'], values: { ...storeOption, '--blocks': 'a number', '--seconds': 'a number' } },
  words: [0, 0],
  run: given =>
    withChain(given, true, async chain => {
      const blocks = Number(amountOf(given.options, '--blocks', 0n));
      const seconds = Number(amountOf(given.options, '--seconds', 0n));
      await chain.advance({ blocks, seconds });
      const { block, timestamp } = chain.state.head;
      if (wantsJson(given.options)) printJson(given.io, { block, timestamp });
      else given.io.stdout.write(`block ${block}, ${new Date(timestamp * 1_000).toISOString()}\n`);
      return 0;
    }),
};

export const transactionCommands: readonly NovaCommand[] = [deploy, call, fund, advance];

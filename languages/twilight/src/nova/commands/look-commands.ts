// nova tx, nova log, nova storage, nova contracts, nova balance: what only looks.

import { coloursFor, type CommandStreams } from '@sonde/language';
import { prefixes } from '../chain/records.js';
import { hexOf } from '../hex.js';
import {
  addressIn,
  amountOf,
  printJson,
  storeHelp,
  storeOption,
  wantsJson,
  withChain,
  type NovaCommand,
} from './command.js';
import { entryLine, entryText, keyText } from './entry-text.js';

const plain = { flags: ['--json'], values: storeOption };

const coloursOf = ({ stdout }: CommandStreams) => coloursFor(stdout as CommandStreams['stderr']);

const tx: NovaCommand = {
  name: 'tx',
  operands: 'HASH',
  summary: 'Show a transaction of the log; the beginning of its hash is enough.',
  help: storeHelp,
  options: plain,
  words: [1, 1],
  run: given =>
    withChain(given, false, async chain => {
      const entry = await chain.log.entry(given.words[0]!);
      if (wantsJson(given.options)) printJson(given.io, entry);
      else given.io.stdout.write(entryText(chain.state, entry, coloursOf(given.io)));
      return 0;
    }),
};

const log: NovaCommand = {
  name: 'log',
  operands: '',
  summary: 'List the last transactions, last first.',
  help: ['-n N                  so many (default: 20)', ...storeHelp],
  options: { flags: ['--json'], values: { ...storeOption, '-n': 'a number' } },
  words: [0, 0],
  run: given =>
    withChain(given, false, async chain => {
      const count = Number(amountOf(given.options, '-n', 20n));
      const entries = await chain.log.last(count);
      if (wantsJson(given.options)) printJson(given.io, entries);
      else
        for (const entry of entries)
          given.io.stdout.write(entryLine(chain.state, entry, coloursOf(given.io)));
      return 0;
    }),
};

const storage: NovaCommand = {
  name: 'storage',
  operands: 'ADDRESS|NAME',
  summary: 'Show the storage of a contract by the names of its variables.',
  help: ['--raw                 keys and values as they are stored', ...storeHelp],
  options: { flags: ['--json', '--raw'], values: storeOption },
  words: [1, 1],
  run: given =>
    withChain(given, false, async chain => {
      const to = addressIn(chain, given.words[0]!);
      const contract = chain.state.contract(to);
      const all = await chain.state.storageOf(to).all();
      const named = given.options.flags.has('--raw') ? undefined : contract.interface.storage(all);
      const shown = named ?? Object.fromEntries([...all].map(([key, value]) => [key, hexOf(value)]));
      if (wantsJson(given.options)) printJson(given.io, shown);
      else
        for (const [name, value] of Object.entries(shown))
          given.io.stdout.write(`${named === undefined ? keyText(name) : name} = ${JSON.stringify(value)}\n`);
      return 0;
    }),
};

const contracts: NovaCommand = {
  name: 'contracts',
  operands: '',
  summary: 'List the contracts and what can be called of them.',
  help: storeHelp,
  options: plain,
  words: [0, 0],
  run: given =>
    withChain(given, false, async chain => {
      const { state } = chain;
      const found = await state.store.entries({ prefix: prefixes.contract });
      const listed = found.map(({ key }) => {
        const address = hexOf(key.subarray(prefixes.contract.length));
        const { interface: callable, description } = state.contract(address);
        return {
          address,
          name: description?.contract ?? null,
          functions: callable.entries.filter(({ isInit }) => !isInit).map(({ name }) => name),
        };
      });
      if (wantsJson(given.options)) printJson(given.io, listed);
      else
        for (const { address, name, functions } of listed)
          given.io.stdout.write(`${address}  ${name ?? '(no .meta)'}: ${functions.join(', ')}\n`);
      return 0;
    }),
};

const balance: NovaCommand = {
  name: 'balance',
  operands: 'ACCOUNT',
  summary: 'Show what an account has.',
  help: storeHelp,
  options: plain,
  words: [1, 1],
  run: given =>
    withChain(given, false, async chain => {
      const address = addressIn(chain, given.words[0]!);
      const has = String(chain.state.balance(address));
      if (wantsJson(given.options)) printJson(given.io, { address, balance: has });
      else given.io.stdout.write(`${has}\n`);
      return 0;
    }),
};

export const lookCommands: readonly NovaCommand[] = [tx, log, storage, contracts, balance];

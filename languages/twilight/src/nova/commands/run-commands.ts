// nova run, nova replay: stories and what was told before.

import { resolve } from 'node:path';
import { coloursFor, type CommandStreams } from '@sonde/language';
import { Chain } from '../chain/chain.js';
import { replay } from '../chain/replay.js';
import type { TransactionRequest } from '../chain/transaction.js';
import type { LogEntry } from '../log/entry.js';
import { PlainRunner } from '../machine/plain-runner.js';
import { MemoryStore } from '../store/memory-store.js';
import {
  printJson,
  storeHelp,
  storeOption,
  wantsJson,
  withChain,
  type Given,
  type NovaCommand,
} from './command.js';
import { entryLine } from './entry-text.js';
import { tellStory } from './tell-story.js';

async function tell({ io, options, words }: Given, chain: Chain): Promise<number> {
  const colours = coloursFor(io.stdout as CommandStreams['stderr']);
  const entries: LogEntry[] = [];
  const host = { chain, submit: (request: TransactionRequest) => chain.submit(request) };
  const problems = await tellStory(resolve(words[0]!), host, io.stderr, entry => {
    if (wantsJson(options)) entries.push(entry);
    else io.stdout.write(entryLine(chain.state, entry, colours));
  });
  if (wantsJson(options)) printJson(io, { transactions: entries, problems });
  return problems.length === 0 ? 0 : 1;
}

const run: NovaCommand = {
  name: 'run',
  operands: 'SCENARIO.json',
  summary: 'Run a scenario, and compare with what it expects (docs/formats/nova-scenario.md).',
  help: [
    '--store FOLDER        keep the chain there (default: in memory only)',
    '--json                print JSON',
  ],
  options: { flags: ['--json'], values: storeOption },
  words: [1, 1],
  run: async given => {
    if (given.options.values.has('--store')) return withChain(given, true, chain => tell(given, chain));
    const chain = new Chain(new MemoryStore(), new PlainRunner());
    try {
      return await tell(given, chain);
    } finally {
      await chain.close();
    }
  },
};

const replayCommand: NovaCommand = {
  name: 'replay',
  operands: '[HASH]',
  summary: 'Run a transaction of the log again, or all of them, and tell whether they come out the same.',
  help: storeHelp,
  options: { flags: ['--json'], values: storeOption },
  words: [0, 1],
  run: given =>
    withChain(given, false, async chain => {
      const { io, options, words } = given;
      const runner = new PlainRunner();
      const [hash] = words;
      const entries =
        hash === undefined ? [...(await chain.log.last(Infinity))].reverse() : [await chain.log.entry(hash)];
      const results = [];
      for (const entry of entries) {
        const { differences } = await replay(chain.state, runner, entry);
        results.push({ transaction: entry.hash, edited: entry.edited === true, differences });
      }
      const bad = results.filter(({ differences, edited }) => differences.length > 0 && !edited);
      if (wantsJson(options)) printJson(io, results);
      else {
        for (const { transaction, differences, edited } of results)
          io.stdout.write(
            `${transaction} ${edited ? 'was changed by a debugger' : differences.length === 0 ? 'same' : `differs in ${differences.map(({ what }) => what).join(', ')}`}\n`,
          );
        io.stdout.write(`${results.length} replayed, ${bad.length} differ\n`);
      }
      return bad.length === 0 ? 0 : 1;
    }),
};

export const runCommands: readonly NovaCommand[] = [run, replayCommand];

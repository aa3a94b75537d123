// nova gas: where the gas of a transaction went, by lines of the source.

import { Failure } from '@sonde/engine';
import { gasByLine } from '../../toolchain/meta/gas-lines.js';
import { callAgain } from '../chain/replay.js';
import { gasProfile } from '../machine/gas-profile.js';
import { printJson, storeHelp, storeOption, wantsJson, withChain, type NovaCommand } from './command.js';

const gas: NovaCommand = {
  name: 'gas',
  operands: 'HASH',
  summary: 'Show where the gas of a transaction went, by lines.',
  help: storeHelp,
  options: { flags: ['--json'], values: storeOption },
  words: [1, 1],
  run: given =>
    withChain(given, false, async chain => {
      const { io, options } = given;
      const entry = await chain.log.entry(given.words[0]!);
      const call = callAgain(chain.state, entry);
      if ('outcome' in call) throw new Failure('wrong-state', 'user', 'no code ran in this transaction.');
      const profile = gasProfile(call);
      const lines = gasByLine(profile.statements, call.contract.description!);
      if (wantsJson(options)) {
        const rows = lines.map(row => ({ ...row, gas: String(row.gas) }));
        printJson(io, { lines: rows, before: String(profile.before), burned: String(profile.burned) });
        return 0;
      }
      const row = (count: string, used: string, where: string, text: string): void =>
        void io.stdout.write(
          `${count.padStart(7)}  ${used.padStart(9)}  ${where.padEnd(24)}  ${text}\n`.replace(/ +\n/, '\n'),
        );
      row('times', 'gas', 'line', '');
      row('', String(profile.before), 'before the first', '');
      for (const { count, gas: used, source, line, text } of lines)
        row(String(count), String(used), `${source}:${line}`, text);
      if (profile.burned > 0n) row('', String(profile.burned), 'burned by its end', '');
      return 0;
    }),
};

export const gasCommands: readonly NovaCommand[] = [gas];

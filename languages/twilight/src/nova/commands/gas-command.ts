// nova gas: where the gas of a transaction went, by lines of the source.

import { Failure } from '@sonde/engine';
import type { Meta } from '../../toolchain/meta/schema.js';
import { callAgain } from '../chain/replay.js';
import { gasProfile, type GasProfile } from '../machine/gas-profile.js';
import { printJson, storeHelp, storeOption, wantsJson, withChain, type NovaCommand } from './command.js';

export interface GasLine {
  readonly source: string;
  readonly line: number;
  readonly text: string;
  readonly count: number;
  readonly gas: bigint;
}

/** Statements of one line together. */
export function gasByLine(profile: GasProfile, meta: Meta): readonly GasLine[] {
  const { data } = meta.debug_info!.source_map;
  const lines = new Map<string, GasLine>();
  for (const { offset, count, gas } of profile.statements) {
    const [, source = 0, line = 0] = data.x_twilight.stmts.find(([at]) => at === offset) ?? [];
    const name = data.sources[source] ?? '?';
    const known = lines.get(`${name}:${line}`);
    lines.set(`${name}:${line}`, {
      source: name,
      line,
      text: data.sourcesContent[source]?.split('\n')[line - 1]?.trim() ?? '',
      count: Math.max(count, known?.count ?? 0),
      gas: gas + (known?.gas ?? 0n),
    });
  }
  return [...lines.values()].sort((a, b) => a.source.localeCompare(b.source) || a.line - b.line);
}

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
      const lines = gasByLine(profile, call.contract.description!);
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

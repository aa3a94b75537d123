// nova check: whether a store is whole, and what can be saved of one that is not.

import { Failure } from '@sonde/engine';
import { checkStore } from '../chain/check-store.js';
import { LevelStore, repairStore } from '../store/level-store.js';
import { folderOf, printJson, storeHelp, storeOption, wantsJson, type NovaCommand } from './command.js';

const check: NovaCommand = {
  name: 'check',
  operands: '',
  summary: 'Tell whether a store is whole.',
  help: [
    '--repair              first save what can be read of damaged files; what cannot is lost',
    ...storeHelp,
  ],
  options: { flags: ['--json', '--repair'], values: storeOption },
  words: [0, 0],
  run: async ({ io, options }) => {
    const folder = folderOf(options);
    if (options.flags.has('--repair')) await repairStore(folder);
    const store = await LevelStore.open(folder, { create: false });
    try {
      const report = await checkStore(store);
      if (wantsJson(options)) printJson(io, report);
      else {
        const { transactions, contracts, records } = report;
        io.stdout.write(
          `${folder}: ${transactions} transactions, ${contracts} contracts, ${records} records\n`,
        );
      }
      if (report.problems.length === 0) return 0;
      throw new Failure(
        'unreadable',
        'environment',
        `the store is damaged:\n  ${report.problems.join('\n  ')}`,
        '\nPut a copy of the folder back.',
      );
    } finally {
      await store.close();
    }
  },
};

export const checkCommands: readonly NovaCommand[] = [check];

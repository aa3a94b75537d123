// The commands that the language adds to the command line.

import type { Subcommand } from '@sonde/language';

export const subcommands: readonly Subcommand[] = [
  {
    name: 'ariac',
    operands: '[OPTION…] FILE.aria',
    summary: 'Compile an Aria program.',
    run: async args => {
      const { runAriac } = await import('../toolchain/ariac.js');
      const cancel = new AbortController();
      const interrupt = (): void => cancel.abort();
      // A second Ctrl+C finds no handler and ends the process.
      process.once('SIGINT', interrupt);
      try {
        return await runAriac(args, process, cancel.signal);
      } finally {
        process.off('SIGINT', interrupt);
      }
    },
  },
];

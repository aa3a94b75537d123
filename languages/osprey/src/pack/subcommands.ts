// The commands that the language adds to the command line.

import type { Subcommand } from '@sonde/language';

export const subcommands: readonly Subcommand[] = [
  {
    name: 'osprey',
    operands: 'FILE.osp [OPTION…]',
    summary: 'Check, compile or run an Osprey program.',
    run: async args => {
      const { runOsprey } = await import('../toolchain/osprey.js');
      const cancel = new AbortController();
      const interrupt = (): void => cancel.abort();
      // A second Ctrl+C finds no handler and ends the process.
      process.once('SIGINT', interrupt);
      try {
        return await runOsprey(args, process, cancel.signal);
      } finally {
        process.off('SIGINT', interrupt);
      }
    },
  },
];

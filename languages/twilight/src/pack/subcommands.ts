// The tools as commands; each is loaded when it is called.

import type { Subcommand } from '@sonde/language';

export const subcommands: readonly Subcommand[] = [
  {
    name: 'twilightc',
    operands: 'check|build|test|new|init …',
    summary: 'Compile Twilight contracts.',
    run: async args => {
      const { runTwilightc } = await import('../toolchain/twilightc.js');
      const { runContractTests } = await import('../nova/contract-tests.js');
      return runTwilightc(args, process, runContractTests);
    },
  },
  {
    name: 'nova',
    operands: 'deploy|call|run|… | --debug',
    summary: 'A simulated NOVA chain for contracts, with a debug interface.',
    run: async (args, given) => (await import('../nova/nova.js')).nova(args, given),
  },
];

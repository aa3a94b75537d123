// The tools as commands; each is loaded when it is called.

import type { Subcommand } from '@sonde/language';

export const subcommands: readonly Subcommand[] = [
  {
    name: 'twilightc',
    operands: 'check|build|test|new|init …',
    summary: 'Check, compile and test Twilight contracts.',
    run: async args => {
      const [{ runTwilightc }, { runContractTests }] = await Promise.all([
        import('../toolchain/twilightc.js'),
        import('../nova/contract-tests.js'),
      ]);
      return runTwilightc(args, process, runContractTests);
    },
  },
  {
    name: 'nova',
    operands: 'deploy|call|run|tx|log|storage … | --debug',
    summary: 'Run contracts on a simulated chain, and serve debuggers.',
    run: async (args, given) => (await import('../nova/nova.js')).nova(args, given),
  },
];

// The commands that the language adds to the command line.

import type { Subcommand } from '@sonde/language';
import { build } from './toolchain-on-demand.js';

export const subcommands: readonly Subcommand[] = [
  {
    name: 'ng-trace',
    operands: 'PROGRAM [ARGUMENT…]',
    summary: 'Log what an NG program holds at breakpoints.',
    run: async args => {
      const { trace } = await import('./trace/trace.js');
      return trace(args, {
        build,
        input: process.stdin,
        output: process.stdout,
        errors: process.stderr,
        onInterrupt(handler) {
          // A second Ctrl+C finds no handler and ends the process.
          process.once('SIGINT', handler);
          return () => process.off('SIGINT', handler);
        },
      });
    },
  },
];

// The commands that the language adds to the command line.

import type { Subcommand } from '@sonde/language';
import { trace } from '../debug/trace/trace.js';
import { build } from './build.js';

export const subcommands: readonly Subcommand[] = [
  {
    name: 'ng-trace',
    operands: 'PROGRAM [ARGUMENT…]',
    summary: 'Log what an NG program holds at breakpoints.',
    run: args =>
      trace(args, {
        build,
        input: process.stdin,
        output: process.stdout,
        errors: process.stderr,
        onInterrupt(handler) {
          // A second Ctrl+C finds no handler and ends the process.
          process.once('SIGINT', handler);
          return () => process.off('SIGINT', handler);
        },
      }),
  },
];

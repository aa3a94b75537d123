// The tools as commands; each is loaded when it is called.

import type { Subcommand } from '@sonde/language';

export const subcommands: readonly Subcommand[] = [];

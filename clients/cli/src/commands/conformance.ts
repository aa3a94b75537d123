// sonde conformance: does a debug adapter keep to the protocol? The suite is the testkit's; here its profiles are found.

import { conformanceOptions } from '@sonde/testkit/conformance/options';
import { commonOptions, type Command } from '../command.js';

export const conformance: Command = {
  name: 'conformance',
  summary: 'Check whether a debug adapter keeps to the protocol.',
  operands: '[-- ADAPTER COMMAND…]',
  takes: { least: 0, most: Infinity },
  options: {
    ...conformanceOptions,
    language: {
      ...commonOptions.language,
      help: 'the profile of this language; without an adapter, Sonde itself',
    },
    scoreboard: {
      type: 'boolean',
      help: 'try every installed language and adapter, and the profiles that are named; print Markdown',
    },
  },
  details: `
A profile is one JSON file that tells how to launch a small program with known lines and values (docs/conformance.md).
For Sonde's own adapters it is known:

  sonde conformance -- sonde dap --language LANGUAGE

The exit code is 0 when all checks passed or were skipped with a reason, 1 when one failed, 2 when nothing could be tried.`,
  async run(invocation) {
    // The suite is large, and an adapter that is started by the same command must not wait for it.
    const { tryAdapters } = await import('../conformance/try-adapters.js');
    return tryAdapters(invocation);
  },
};

// Runs ng-trace as a process of its own, for tests of signals and closed pipes.

import { subcommands } from '../../pack/subcommands.js';

for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const command = subcommands.find(({ name }) => name === 'ng-trace');
process.exit((await command?.run(process.argv.slice(2))) ?? 1);

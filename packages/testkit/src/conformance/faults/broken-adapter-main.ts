// The command `broken-adapter`: a debug adapter with one fault, made of a sound one.
import { readArguments } from './broken-adapter-arguments.js';
import { runBrokenAdapter } from './broken-process.js';

const asked = readArguments(process.argv.slice(2));
switch (asked.kind) {
  case 'print':
    process.stdout.write(asked.text);
    break;
  case 'mistake':
    process.stderr.write(asked.text);
    process.exitCode = 2;
    break;
  case 'run':
    try {
      process.exit(await runBrokenAdapter(asked.fault, asked.command));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      process.stderr.write(`broken-adapter: ${asked.command.join(' ')} cannot be started: ${reason}\n`);
      process.exit(2);
    }
}

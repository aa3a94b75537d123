// Started by bin/steps-dap.js: one session on standard input and output.
import { CheckedInput } from './checked-input.js';
import { StepsSession } from './steps-session.js';

const version = '0.1.0';

if (process.argv.includes('--version')) {
  process.stdout.write(`steps-dap ${version}\n`);
  process.exit(0);
}

const session = new StepsSession();
const input = new CheckedInput();
input.once('error', error => {
  process.stderr.write(`steps-dap: ${error.message}\n`);
  process.exit(1);
});
process.on('SIGTERM', () => session.shutdown());
process.stdin.pipe(input);
session.start(input, process.stdout);

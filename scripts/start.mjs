// `npm start`: sets up, then opens the console debugger on an example with a short tour; arguments go to `sonde` instead.
import { requireNode } from './lib/node-version.mjs';
import { note } from './lib/progress.mjs';
import { build, install } from './lib/setup.mjs';
import { runSonde } from './lib/sonde-command.mjs';
import { example, script, tourText } from './lib/tour.mjs';

const scriptSeconds = 120;

requireNode();
if (!(await install()) || !(await build())) process.exit(1);

const args = process.argv.slice(2);
if (args.length > 0) {
  process.exitCode = await runSonde(args);
} else {
  note(tourText);
  process.exitCode = process.stdin.isTTY
    ? await runSonde(['debug', example])
    : await runSonde(['debug', '-x', script, example], { limitSeconds: scriptSeconds });
}

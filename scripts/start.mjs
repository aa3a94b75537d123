// `npm start`: sets up, then opens the debugger in a browser, on an example that stops by itself; arguments go to `sonde` instead.
import { requireNode } from './lib/node-version.mjs';
import { note } from './lib/progress.mjs';
import { build, install } from './lib/setup.mjs';
import { runSonde } from './lib/sonde-command.mjs';
import { consoleTour, isConsoleTour, pageExample, pageTour } from './lib/tour.mjs';

requireNode();
if (!(await install()) || !(await build())) process.exit(1);

const args = process.argv.slice(2);
if (args.length > 0) {
  if (isConsoleTour(args)) note(consoleTour);
  process.exitCode = await runSonde(args);
} else {
  note(pageTour);
  const code = await runSonde(['debug', '--web', pageExample]);
  // Ctrl+C is how it ends; npm would call that a failure.
  process.exitCode = code === 130 ? 0 : code;
}

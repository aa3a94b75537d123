// `npm run bench`: sets up, builds, and runs the measurements.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { requireNode } from './lib/node-version.mjs';
import { root } from './lib/repository.mjs';
import { build, install } from './lib/setup.mjs';

requireNode();
if (!(await install()) || !(await build())) process.exit(1);
const bench = spawn(process.execPath, [path.join(root, 'bench/dist/bench.js'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
bench.once('exit', code => process.exit(code ?? 1));

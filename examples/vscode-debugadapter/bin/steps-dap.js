#!/usr/bin/env node
// The command `steps-dap`: the debug adapter for Steps on standard input and output.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = new URL('../dist/main.js', import.meta.url);

if (existsSync(fileURLToPath(main))) {
  await import(main.href);
} else {
  process.stderr.write('steps-dap is not built yet. Build it with: npm install && npm run build\n');
  process.exitCode = 1;
}

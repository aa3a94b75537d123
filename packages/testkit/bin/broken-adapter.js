#!/usr/bin/env node
// The command `broken-adapter`: loads what the build made, or says how to build it.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = new URL('../dist/conformance/faults/broken-adapter-main.js', import.meta.url);

if (existsSync(fileURLToPath(main))) {
  await import(main.href);
} else {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  process.stderr.write(
    `broken-adapter is not built yet. Build it with:\n  cd ${root} && npm install && npm run build\n`,
  );
  process.exitCode = 2;
}

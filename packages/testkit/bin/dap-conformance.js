#!/usr/bin/env node
// The command `dap-conformance`: loads what the build made, the bundle if it is the newest, or says how to build it.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = new URL('../dist/conformance/main.js', import.meta.url);
const chooser = new URL('../dist/bundle/newest-build.mjs', import.meta.url);

const newest = existsSync(chooser) ? (await import(chooser.href)).newestBuild(main) : main;

if (existsSync(newest)) {
  await import(newest.href);
} else {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  process.stderr.write(
    `dap-conformance is not built yet. Build it with:\n  cd ${root} && npm install && npm run build\n`,
  );
  process.exitCode = 2;
}

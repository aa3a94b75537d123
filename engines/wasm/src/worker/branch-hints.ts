// Lets V8 read the branch hints of instrumented modules.

import { setFlagsFromString } from 'node:v8';

/** Versions of V8 that have the proposal behind a flag; an unknown flag would be complained about. */
const [oldest, newest] = [11, 12];

let done = false;

/**
 * Without it everything works, and more slowly: the branches to the debugger are taken for as likely as any other. The flag
 * makes V8 read one custom section, which hardly any other module has.
 */
export function enableBranchHints(): void {
  if (done) return;
  done = true;
  const version = Number.parseInt(process.versions.v8, 10);
  if (version >= oldest && version <= newest) setFlagsFromString('--experimental-wasm-branch-hinting');
}

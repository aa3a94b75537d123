// Is this Node new enough? Said before anything else, because everything else would fail in a stranger way.
import path from 'node:path';
import { readJson, root } from './repository.mjs';

/** Undefined when it is; otherwise what to do. `wanted` is like `>=20.19`. */
export function nodeProblem(wanted, actual) {
  const [wantedMajor, wantedMinor = 0] = wanted.replace(/^\D+/, '').split('.').map(Number);
  const [major, minor] = actual.replace(/^v/, '').split('.').map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return undefined;
  return (
    `Sonde needs Node ${wantedMajor}.${wantedMinor} or newer; this is ${actual}.\n` +
    'Install a newer one from https://nodejs.org/ or with your version manager, then try again.'
  );
}

/** Ends the process with a clear text when Node is too old. */
export function requireNode() {
  const { engines } = readJson(path.join(root, 'package.json'));
  const problem = nodeProblem(engines.node, process.version);
  if (problem === undefined) return;
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}

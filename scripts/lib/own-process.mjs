// Which test files cannot share their process: those that say so, with the reason, in a comment `// Own process: …`.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { testFiles } from './test-files.mjs';
import { builtPath } from './vitest.mjs';

const mark = /^\/\/ Own process: \S/m;
/** The comment stands above the code. */
const headLength = 2000;

/** As they are run: built, as paths from `base`. */
export const filesWithOwnProcess = base =>
  testFiles(base)
    .filter(file => mark.test(readFileSync(path.join(base, file), 'utf8').slice(0, headLength)))
    .map(builtPath);

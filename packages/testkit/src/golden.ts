// Golden files: the expected transcript of a test, kept beside its source and changed by one command.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lineDiff } from './line-diff.js';
import { repositoryRoot } from './repository.js';
import type { Transcript } from './transcript.js';

export class GoldenMismatch extends Error {
  override readonly name = 'GoldenMismatch';
}

export interface GoldenTarget {
  /** The running test file, as a path or as `import.meta.url`; built files are traced back to their source. */
  readonly testFile: string;
  /** Becomes the file name; two transcripts of one folder must not have the same. */
  readonly name: string;
  /** Writes instead of comparing; by default what SONDE_ACCEPT=1 says. */
  readonly accept?: boolean;
}

export function goldenFile({ testFile, name }: GoldenTarget): string {
  const path = testFile.startsWith('file:') ? fileURLToPath(testFile) : testFile;
  return join(sourceFolder(dirname(path)), 'goldens', `${fileNameFor(name)}.txt`);
}

/** Throws `GoldenMismatch` with a diff and the command that accepts it; in accept mode writes the file. */
export function compareWithGolden(transcript: Transcript, target: GoldenTarget): void {
  transcript.markAsserted();
  const file = goldenFile(target);
  const expected = existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\r\n', '\n') : undefined;
  const actual = transcript.text;
  if (expected === actual) return;
  if (target.accept ?? process.env['SONDE_ACCEPT'] === '1') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, actual);
    return;
  }
  const shown = relative(repositoryRoot() ?? process.cwd(), file);
  const accept = `npm run accept -- ${basename(target.testFile)}`;
  const problem =
    expected === undefined
      ? `there is no golden file ${shown}; the transcript is\n${lineDiff('', actual)}`
      : `the transcript differs from ${shown} (- golden, + this run)\n${lineDiff(expected, actual)}`;
  throw new GoldenMismatch(`${problem}\nIf this is right, accept it with: ${accept}`);
}

/** `…/dist/test` is built from `…/src/test`, where `dist` lies beside a package.json. */
export function sourceFolder(folder: string): string {
  const parts = folder.split(sep);
  for (let index = parts.length - 1; index > 0; index--) {
    const owner = parts.slice(0, index).join(sep);
    if (parts[index] === 'dist' && existsSync(join(owner, 'package.json'))) {
      return [owner, 'src', ...parts.slice(index + 1)].join(sep);
    }
  }
  return folder;
}

const fileNameFor = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .toLowerCase();

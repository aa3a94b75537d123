// The version of Sonde, from the package that carries the command.

import { readFileSync } from 'node:fs';

interface PackageFile {
  readonly version: string;
}

export const version = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as PackageFile
).version;

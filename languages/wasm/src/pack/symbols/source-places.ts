// Where sources are on this computer: compilers write paths of the computer that they ran on.

import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, normalize } from 'node:path';
import type { SourceRef } from '@sonde/engine';

/** The path as it is written, or the longest end of it that is there beside the module. */
export function sourceAt(written: string, module: string): SourceRef {
  const folder = dirname(module);
  const path = normalize(isAbsolute(written) ? written : join(folder, written));
  return { name: basename(path), path: existsSync(path) ? path : (beside(written, folder) ?? path) };
}

function beside(written: string, folder: string): string | undefined {
  const parts = written.split(/[/\\]/).filter(part => part !== '' && part !== '.' && part !== '..');
  for (let nth = Math.max(0, parts.length - 8); nth < parts.length; nth++) {
    const path = join(folder, ...parts.slice(nth));
    if (existsSync(path)) return path;
  }
  return undefined;
}

// Where sources are on this computer: compilers write paths of the computer that they ran on.

import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, normalize } from 'node:path';
import type { SourceRef } from '@sonde/engine';

/** The path as it is written, or the longest end of it that is there beside the module or in the project around it. */
export function sourceAt(written: string, module: string): SourceRef {
  const folder = dirname(module);
  const path = normalize(isAbsolute(written) ? written : join(folder, written));
  if (existsSync(path)) return { name: basename(path), path };
  const parts = written.split(/[/\\]/).filter(part => part !== '' && part !== '.' && part !== '..');
  // Projects keep modules and sources in folders of their own.
  const around = [dirname(folder), dirname(dirname(folder))];
  // Further up, a name alone would lead to any file that happens to be called so.
  const found = endThere(parts, folder, 1) ?? around.map(each => endThere(parts, each, 2)).find(Boolean);
  return { name: basename(path), path: found ?? path };
}

function endThere(parts: readonly string[], folder: string, fewest: number): string | undefined {
  for (let nth = Math.max(0, parts.length - 8); nth <= parts.length - fewest; nth++) {
    const path = join(folder, ...parts.slice(nth));
    if (existsSync(path)) return path;
  }
  return undefined;
}

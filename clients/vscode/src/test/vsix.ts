// The extension as it is packed: the one that `npm test` has made, else one that is made now.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const repository = fileURLToPath(new URL('../../../../', import.meta.url));

export interface PackedExtension {
  readonly vsix: string;
  /** The same, unpacked. */
  readonly stage: string;
  remove(): void;
}

export async function packedExtension(): Promise<PackedExtension> {
  const made = process.env['SONDE_VSIX'];
  if (made !== undefined && made !== '')
    return { vsix: made, stage: join(dirname(made), 'stage'), remove: () => undefined };
  const home = mkdtempSync(join(tmpdir(), 'sonde-vsix-'));
  const vsix = join(home, 'sonde.vsix');
  await promisify(execFile)(process.execPath, [join(repository, 'scripts', 'extension.mjs'), vsix]);
  return {
    vsix,
    stage: join(home, 'stage'),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

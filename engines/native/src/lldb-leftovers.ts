// What LLDB leaves in the folder for temporary files: texts that it compiled, under the number of its process.

import { lstat, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Others may have made a folder of that name for us to fall into: only our own is touched. */
export async function removeLeftovers(processId: number, folder = join(tmpdir(), 'lldb')): Promise<void> {
  try {
    const found = await lstat(folder);
    if (!found.isDirectory() || found.uid !== process.getuid?.()) return;
    await rm(join(folder, String(processId)), { recursive: true, force: true });
    await rmdir(folder);
  } catch {
    // There is none, or another LLDB has something in it.
  }
}

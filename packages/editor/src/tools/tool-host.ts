// What a search for tools asks of the machine: an interface, so that tests need no files.

import { access, constants, readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';

export interface ToolHost {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** A file that this user may start. */
  isExecutable(path: string): Promise<boolean>;
  /** Names in a folder; none where there is no folder. */
  namesIn(folder: string): Promise<readonly string[]>;
}

export const thisMachine: ToolHost = {
  platform: process.platform,
  env: process.env,
  home: homedir(),
  async isExecutable(path) {
    try {
      if (!(await stat(path)).isFile()) return false;
      await access(path, constants.X_OK);
      return true;
    } catch {
      // Absent, or not ours to start: both are no.
      return false;
    }
  },
  async namesIn(folder) {
    try {
      return await readdir(folder);
    } catch {
      return [];
    }
  },
};

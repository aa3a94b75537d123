// Where things are kept that can be made again but take time: a folder of the user's, never of the program's.

import { homedir } from 'node:os';
import { join } from 'node:path';

/** It may not exist yet. */
export function cacheFolder(name: string, environment: NodeJS.ProcessEnv = process.env): string {
  const { XDG_CACHE_HOME: chosen, LOCALAPPDATA: local } = environment;
  return join(chosen || local || standard(), 'sonde', name);
}

const standard = (): string => join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache');

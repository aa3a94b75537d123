// What the debugger remembers of a user between runs: small files in the folder that the system has for that.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Shelf } from '@sonde/client';

/** `$XDG_STATE_HOME/sonde`, as the XDG Base Directory Specification has it. */
export function stateFolder(env: NodeJS.ProcessEnv = process.env): string {
  const told = env['XDG_STATE_HOME'];
  return join(told?.startsWith('/') === true ? told : join(homedir(), '.local', 'state'), 'sonde');
}

export function stateShelf(name: string, folder = stateFolder()): Shelf {
  const path = join(folder, `${name}.json`);
  return {
    read: () => {
      try {
        return readFileSync(path, 'utf8');
      } catch {
        return null;
      }
    },
    write: text => {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        // Another debugger may read at the same time: it finds the old or the new, never a half.
        const draft = `${path}.${process.pid}`;
        writeFileSync(draft, text, { mode: 0o600 });
        renameSync(draft, path);
      } catch {
        // A full or forbidden disk costs only the memory between runs.
      }
    },
  };
}

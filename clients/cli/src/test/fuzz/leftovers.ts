// What a process holds: to be compared before and after, when nothing should be left.

import { readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface Holdings {
  /** Threads, sockets, pipes, ports and child processes that keep Node awake, by kind. */
  readonly resources: Readonly<Record<string, number>>;
  readonly files: readonly string[];
}

/** Timers are left out: the test runner has its own, which come and go. */
export function holdings(temporaryFolder: string): Holdings {
  const resources: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) {
    if (!/Timeout|Immediate/.test(kind)) resources[kind] = (resources[kind] ?? 0) + 1;
  }
  return { resources, files: readdirSync(temporaryFolder).sort() };
}

/** The heap after everything that is not reachable is gone, in megabytes. */
export async function heapMegabytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let turn = 0; turn < 4; turn++) {
    collect();
    // What finalisers and closed ports release is released in a later turn.
    await new Promise(resolve => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed / 2 ** 20;
}

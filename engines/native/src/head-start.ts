// A head start: an LLDB that is on its way before anybody has said what to debug, because it will be wanted.
//
// It takes LLDB a few hundred milliseconds to be ready. They pass while our own code is loaded, or the program compiled.

import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from './cache-folder.js';
import { bridgeFolders } from './language-facts.js';
import { findTool, lldbTool } from './tool-search.js';

/** The folder that holds the Python package `bridge`; it is shipped as it is, beside `dist`. */
const bridgeFolder = fileURLToPath(new URL('..', import.meta.url));

/** In LLDB's Python. What it compiles is kept beside our other caches: half of the time to a ready bridge. */
function startBridge(languages: readonly string[]): string {
  const cache = JSON.stringify(cacheFolder('python'));
  return [
    'import sys',
    `sys.dont_write_bytecode, sys.pycache_prefix = False, ${cache}`,
    `sys.path.insert(0, ${JSON.stringify(bridgeFolder)})`,
    'from bridge import start',
    'sys.dont_write_bytecode, sys.pycache_prefix = True, None',
    `start.run(3, ${cache}, ${JSON.stringify(languages)})`,
  ].join('; ');
}

/**
 * At each start of a program LLDB's server asks lsb_release(1) twice for the name of the distribution, which the bridge does not use. Where
 * that is a shell script (Debian, Ubuntu) it takes 10 ms of the processor, unless it is told to read another file. Programs do not
 * see the variable: their environment is sent to LLDB whole.
 */
const withoutDistribution = { LSB_OS_RELEASE: join(bridgeFolder, 'bridge', 'no_distribution.sh') };

/** `languages`: the folders of what they have to tell the bridge. */
function spawnLldb(lldb: string, languages: readonly string[]): ChildProcess {
  return spawn(lldb, ['--no-lldbinit', '-b', '-o', `script ${startBridge(languages)}`], {
    // The channel, and what is said to LLDB's server when LLDB is killed (server-farewell.ts).
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    // A session of its own: Ctrl+C in our terminal is for us to understand, not for LLDB.
    detached: true,
    env: { ...process.env, ...withoutDistribution },
  });
}

interface Ahead {
  readonly lldb: string;
  readonly child: ChildProcess;
}

let ahead: Ahead | undefined;
/** How many were wanted so far: one that was on its way for the last of them comes too late. */
let taken = 0;

/**
 * Starts an LLDB for whoever takes it next, unless one waits already. It does not keep this process alive, and ends with
 * it. Whatever is wrong with LLDB is said by who needs it. `bridges`: of languages that are not loaded yet (`LanguageFacts`);
 * one that is left out is loaded into the bridge later, which takes its time then.
 */
export async function startAhead(explicit?: string, bridges: readonly URL[] = []): Promise<void> {
  const before = taken;
  try {
    const lldb = await findTool(lldbTool(explicit));
    if (taken !== before) return;
    if (ahead?.lldb === lldb && isUsable(ahead)) return;
    endAhead();
    const child = spawnLldb(lldb, bridgeFolders(bridges));
    child.once('error', () => undefined);
    keepAlive(child, false);
    ahead = { lldb, child };
    process.once('exit', endAhead);
  } catch {
    // There is none.
  }
}

/** The LLDB that waits, if it is this one, else a new one. */
export function takeLldb(lldb: string): ChildProcess {
  const waiting = ahead;
  ahead = undefined;
  taken++;
  process.removeListener('exit', endAhead);
  if (waiting === undefined) return spawnLldb(lldb, bridgeFolders());
  if (waiting.lldb !== lldb || !isUsable(waiting)) {
    waiting.child.kill('SIGKILL');
    return spawnLldb(lldb, bridgeFolders());
  }
  keepAlive(waiting.child, true);
  return waiting.child;
}

/** Nobody will want it. */
export function endAhead(): void {
  taken++;
  ahead?.child.kill('SIGKILL');
  ahead = undefined;
  process.removeListener('exit', endAhead);
}

const isUsable = ({ child }: Ahead): boolean =>
  child.pid !== undefined && !child.killed && child.exitCode === null && child.signalCode === null;

/** Node waits for a process it started and for the pipes to it, unless told not to. */
function keepAlive(child: ChildProcess, wanted: boolean): void {
  for (const handle of [child, ...child.stdio.slice(1)]) {
    const counted = handle as unknown as { ref(): void; unref(): void };
    if (wanted) counted.ref();
    else counted.unref();
  }
}

// A debug server as a user would start it on another machine; it ends with the test, and so does its program.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { findTool, lldbTool, versionedCommands } from '../native.js';
import { known, reap, type KnownProcess } from '../reaper.js';

export const lldbServer = await findTool({
  ...lldbTool(),
  name: 'lldb-server',
  variable: 'SONDE_LLDB_SERVER',
  commands: versionedCommands('lldb-server'),
}).catch(() => undefined);

export interface DebugServer {
  readonly child: ChildProcess;
  readonly address: string;
  /** What it runs, as a process of this machine. */
  program(): Promise<KnownProcess>;
}

/** GNU's, on the PATH. */
export const gdbserver = await findTool({
  ...lldbTool(),
  name: 'gdbserver',
  variable: 'SONDE_GDBSERVER',
  commands: ['gdbserver'],
}).catch(() => undefined);

/** GNU's server, at a free port that it prints. */
export async function serveByGdbserver(...command: readonly string[]): Promise<DebugServer> {
  const child = spawn(gdbserver!, ['--once', '127.0.0.1:0', ...command], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  while (!/port (\d+)/.test(said)) {
    const [text] = (await once(child.stderr, 'data')) as [Buffer];
    said += text.toString();
  }
  return served(child, Number(/port (\d+)/.exec(said)?.[1]));
}

/** `lldb-server gdbserver`, at a free port that it tells. */
export async function serve(...command: readonly string[]): Promise<DebugServer> {
  const child = spawn(lldbServer!, ['gdbserver', '--pipe', '3', '127.0.0.1:0', '--', ...command], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [port] = (await once(child.stdio[3] as Readable, 'data')) as [Buffer];
  return served(child, Number.parseInt(port.toString('latin1'), 10));
}

function served(child: ChildProcess, port: number): DebugServer {
  let programs: readonly KnownProcess[] = [];
  onTestFinished(() => reap(programs, 2_000));
  return {
    child,
    address: `127.0.0.1:${port}`,
    program: async () => {
      const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
      programs = await Promise.all(children.trim().split(' ').map(Number).map(known));
      return programs[0]!;
    },
  };
}

// The command `osprey`, run in this process.

import { runOsprey } from '../toolchain/osprey.js';

export interface RanCommand {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function osprey(...args: readonly string[]): Promise<RanCommand> {
  let [stdout, stderr] = ['', ''];
  const status = await runOsprey(args, {
    stdout: { write: text => (stdout += text) },
    stderr: { write: text => (stderr += text) },
  });
  return { status, stdout, stderr };
}

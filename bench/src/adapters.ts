// Who is measured: adapters as their users start them.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { overStdio, type Endpoint } from '@sonde/testkit';

export interface MeasuredAdapter {
  readonly name: string;
  readonly version: string;
  readonly endpoint: Endpoint;
  readonly adapterID: string;
  launch(program: string, args: readonly string[]): Readonly<Record<string, unknown>>;
}

const sonde = fileURLToPath(new URL('../../clients/cli/bin/sonde.js', import.meta.url));

/** The first line a command prints about itself; undefined when it is not there. */
function versionOf(command: string, args: readonly string[]): string | undefined {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? (stdout + stderr).trim().split('\n')[0] : undefined;
}

export function nativeAdapters(): {
  readonly found: readonly MeasuredAdapter[];
  readonly missing: readonly string[];
} {
  const launch = (program: string, args: readonly string[]) => ({ program, args });
  const own: MeasuredAdapter = {
    name: 'Sonde',
    version: versionOf(process.execPath, [sonde, '--version']) ?? 'unknown',
    endpoint: overStdio(process.execPath, [sonde, 'c-dap']),
    adapterID: 'c',
    launch,
  };
  const peer = 'lldb-dap-22';
  const version = versionOf('lldb-22', ['--version']);
  if (version === undefined || versionOf(peer, ['--help']) === undefined)
    return { found: [own], missing: [peer] };
  const other = { name: 'lldb-dap', version, endpoint: overStdio(peer), adapterID: 'lldb-dap', launch };
  return { found: [own, other], missing: [] };
}

// Why a process cannot be attached to: looked up where the system says so, told with the setting that would change it.

import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Failure } from '@sonde/engine';

/** A file of the system, or undefined where there is none. */
export type ReadText = (path: string) => Promise<string | undefined>;

const yama = '/proc/sys/kernel/yama/ptrace_scope';

const fromSystem: ReadText = path => readFile(path, 'utf8').catch(() => undefined);

/** Before LLDB is asked: what can be known to fail. */
export async function checkAttachable(processId: number, read: ReadText = fromSystem): Promise<void> {
  if (process.platform !== 'linux') return;
  const status = await statusOf(processId, read);
  if (status === undefined)
    throw new Failure('not-found', 'user', `there is no process ${processId}.`, 'Check "pid".');
  if (status('State')?.startsWith('Z') === true)
    throw new Failure('wrong-state', 'user', `process ${processId} has ended already.`);
  if (status('VmSize') === undefined)
    throw new Failure(
      'bad-arguments',
      'user',
      `process ${processId} (${status('Name') ?? '?'}) is a thread of the kernel, not a program.`,
    );
  const tracer = Number(status('TracerPid') ?? 0);
  if (tracer !== 0) throw await tracedBy(processId, tracer, read);
}

/** After LLDB failed: `why` is what it said. */
export async function whyNotAttached(
  processId: number,
  why: string,
  read: ReadText = fromSystem,
  user = process.getuid?.(),
): Promise<Failure> {
  const status = await statusOf(processId, read);
  if (status === undefined)
    return new Failure('wrong-state', 'program', `process ${processId} ended before LLDB was attached.`);
  const tracer = Number(status('TracerPid') ?? 0);
  if (tracer !== 0) return tracedBy(processId, tracer, read);
  const failed = (message: string, next: string): Failure =>
    new Failure(
      'wrong-state',
      'environment',
      `no permission to attach to process ${processId}: ${message}`,
      next,
    );
  const owner = Number(status('Uid')?.split(/\s+/)[0]);
  if (user !== undefined && user !== 0 && owner !== user)
    return failed(
      `it belongs to user ${owner}, and the debugger runs as user ${user}.`,
      'Run the debugger as that user, or as root.',
    );
  const scope = (await read(yama))?.trim();
  if (scope === '1')
    return failed(
      `${yama} is 1, which allows a debugger its own children only.`,
      'Allow it until the next start of the machine with `sudo sysctl kernel.yama.ptrace_scope=0`, or launch the program from here.',
    );
  if (scope === '2')
    return failed(`${yama} is 2, which allows it to root only.`, 'Run the debugger as root.');
  if (scope === '3')
    return failed(
      `${yama} is 3, which forbids it to everybody until the next start of the machine.`,
      'Launch the program on another machine, or look at a core file of it.',
    );
  return new Failure(
    'wrong-state',
    'environment',
    `LLDB could not attach to process ${processId}: ${why}.`,
    'In a container, allow ptrace (docker run --cap-add=SYS_PTRACE).',
  );
}

async function tracedBy(processId: number, tracer: number, read: ReadText): Promise<Failure> {
  const name = (await read(`/proc/${tracer}/comm`))?.trim() ?? 'unknown';
  return new Failure(
    'wrong-state',
    'user',
    `process ${processId} is under another debugger already: process ${tracer} (${basename(name)}).`,
    'Detach that one first.',
  );
}

/** The fields of /proc/PID/status by name. */
async function statusOf(
  processId: number,
  read: ReadText,
): Promise<((field: string) => string | undefined) | undefined> {
  const text = await read(`/proc/${processId}/status`);
  if (text === undefined) return undefined;
  return field => new RegExp(`^${field}:[ \\t]*(.*)$`, 'm').exec(text)?.[1];
}

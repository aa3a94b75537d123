// Attaching: to a process, to a core file, to a debug server; each way with its own checks before and words after.

import { lookup } from 'node:dns/promises';
import { asFailure, Failure, type AttachSettings, type Engine, type EngineHost } from '@sonde/engine';
import { aimOf } from './attach-aim.js';
import { checkAttachable, whyNotAttached } from './attach-diagnosis.js';
import { checkCore } from './core-check.js';
import { Debuggee } from './debuggee.js';
import { NativeEngine } from './native-engine.js';
import { nextProcessNamed, processNamed } from './process-search.js';

/** Only asked for once there is something to attach to: a search or a wait begins at once. */
type FindLldb = () => Promise<string>;

export async function attachTo(
  settings: AttachSettings,
  lldb: FindLldb,
  host: EngineHost,
  signal: AbortSignal,
): Promise<Engine> {
  const aim = aimOf(settings);
  switch (aim.kind) {
    case 'process':
      return attachToProcess(aim.processId, settings, lldb, host, signal);
    case 'named': {
      const found = aim.waitFor ? await nextProcessNamed(aim.names, signal) : processNamed(aim.names);
      return attachToProcess(found, settings, lldb, host, signal);
    }
    case 'core':
      return openCore(aim.file, settings.program, lldb, host, signal);
    case 'remote':
      return connect(aim.address, settings, lldb, host, signal);
  }
}

/** `program`: as the user named it; found in the core file if absent. */
export async function openCore(
  file: string,
  program: string | undefined,
  lldb: FindLldb,
  host: EngineHost,
  signal: AbortSignal,
): Promise<Engine> {
  const checked = await checkCore(file, program);
  const debuggee = new Debuggee(host);
  await debuggee.attach(await lldb(), 'core', { core: file, program: checked.program }, signal);
  for (const message of checked.notices) host.event({ kind: 'notice', message, important: true });
  return new NativeEngine(debuggee, true);
}

async function attachToProcess(
  processId: number,
  { program, stopOnEntry }: AttachSettings,
  lldb: FindLldb,
  host: EngineHost,
  signal: AbortSignal,
): Promise<Engine> {
  await checkAttachable(processId);
  const debuggee = new Debuggee(host);
  try {
    await debuggee.attach(await lldb(), 'attach', { processId, program }, signal);
  } catch (error) {
    const failure = asFailure(error);
    // Only what LLDB itself says needs an explanation.
    throw failure.code === 'wrong-state' && failure.blame === 'environment'
      ? await whyNotAttached(processId, failure.message)
      : failure;
  }
  return new NativeEngine(debuggee, stopOnEntry);
}

async function connect(
  address: string,
  { program, stopOnEntry }: AttachSettings,
  lldb: FindLldb,
  host: EngineHost,
  signal: AbortSignal,
): Promise<Engine> {
  await requireHost(address);
  const debuggee = new Debuggee(host);
  await debuggee.attach(await lldb(), 'remote', { address, program }, signal);
  return new NativeEngine(debuggee, stopOnEntry);
}

/** LLDB says of an unknown host only that it could not connect. */
async function requireHost(address: string): Promise<void> {
  const host = address.slice(0, address.lastIndexOf(':')).replace(/^\[|\]$/g, '');
  try {
    await lookup(host);
  } catch (error) {
    throw new Failure('not-found', 'user', `there is no host called ${host}.`, 'Check "gdbRemote".', {
      cause: error,
    });
  }
}

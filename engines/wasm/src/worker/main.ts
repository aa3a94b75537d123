// The start of the program's thread: reads the module, loads the host, and runs until the program is over.

import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { asFailure, Failure } from '@sonde/engine';
import { readModule, webAssembly } from '@sonde/wasm';
import type { HostModule } from '../host.js';
import type { ThreadSetup } from '../messages.js';
import { keepWholeStacks } from './call-stack.js';
import { Mailbox } from './mailbox.js';
import { Runner } from './runner.js';

const { setup, port, control } = workerData as {
  readonly setup: ThreadSetup;
  readonly port: MessagePort;
  readonly control: Int32Array;
};
const mailbox = new Mailbox(port, control);

async function main(): Promise<void> {
  keepWholeStacks();
  const read = readModule(setup.module);
  if (!read.ok)
    throw new Failure(
      read.problem.kind === 'malformed' ? 'bad-arguments' : 'not-supported',
      'program',
      `the module cannot be read: ${read.problem.message}.`,
    );
  if (!webAssembly.validate(setup.module)) throw invalid(setup.module);
  const loaded = (await import(setup.host.url)) as Partial<HostModule>;
  const { createHost } = loaded;
  if (typeof createHost !== 'function')
    throw new Failure(
      'bad-arguments',
      'language',
      `the host ${setup.host.url} exports no function createHost.`,
    );
  new Runner(read.module, setup, mailbox, createHost).run();
}

function invalid(bytes: Uint8Array): Failure {
  let why = 'it is not valid';
  try {
    new webAssembly.Module(bytes);
  } catch (error) {
    why = error instanceof Error ? error.message : String(error);
  }
  return new Failure('bad-arguments', 'program', `the module cannot be run: ${why}.`);
}

try {
  await main();
} catch (error) {
  const { code, blame, message, next } = asFailure(error);
  mailbox.say({ say: 'crashed', failure: { code, blame, message, ...(next === undefined ? {} : { next }) } });
}
// The thread has nothing left to do; an open port would keep it.
port.close();
parentPort?.close();

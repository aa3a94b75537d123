// The start of the VM thread: loads the machine, then runs the loop until the program is over.

import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { SymbolIndex, TypeTable, unpack, type SymbolData } from '@sonde/engine';
import { BreakpointTable } from '@sonde/engine/machine';
import type { Machine, MachineModule } from '../machine.js';
import type { WorkerSetup } from '../messages.js';
import { imageHash } from '../recording/image-hash.js';
import { inputLogOf } from '../recording/recorded-run.js';
import { Cancellations } from '../shared/cancellations.js';
import { OutputWriter } from '../shared/output-ring.js';
import { sharedMemory } from '../shared/shared-memory.js';
import { Inspector } from './inspector.js';
import { Mailbox } from './mailbox.js';
import { compilePrograms } from './programs.js';
import { Runner } from './runner.js';
import { newInputLog } from '../recording/input-log.js';
import { SeatedMachine } from './time/seated-machine.js';
import { World } from './world.js';

/** What a machine may leave out, by the name of its method. */
const optionalMethods = [
  'goto',
  'restartFrame',
  'endTask',
  'disassemble',
  'restrictTo',
  'memory',
  'registers',
  'evaluate',
] as const;

const { setup, port } = workerData as { readonly setup: WorkerSetup; readonly port: MessagePort };
const shared = sharedMemory(setup.shared);
const mailbox = new Mailbox(port, shared.control);

async function main(): Promise<void> {
  const loaded = (await import(setup.moduleUrl)) as Partial<MachineModule>;
  if (typeof loaded.createMachine !== 'function') throw new TypeError('it exports no function createMachine');
  const output = new OutputWriter(shared);
  const cancellations = new Cancellations(shared.cancelled);
  const { createMachine } = loaded;
  const { recording } = setup;
  const inputs = recording && (recording.replay === undefined ? newInputLog() : inputLogOf(recording.replay));
  const world = new World(output, mailbox, setup, cancellations, inputs);
  const make = (): Machine => createMachine(unpack(setup.code), world);
  const made = make();
  const takesSnapshots = recording !== undefined && made.snapshot?.() !== undefined;
  const seat = recording === undefined || takesSnapshots ? undefined : new SeatedMachine(made, make);
  const machine: Machine = seat ?? made;
  if (!setup.noDebug) world.locate = () => machine.frames(machine.currentTask, 0, 1)[0]?.pc;
  const symbols = new SymbolIndex(unpack(setup.symbols) as SymbolData);
  const types = new TypeTable();
  for (const [id, description] of symbols.data.types) types.define(id, description);
  const reading = { types, memory: setup.variablesInMemory };
  const inspector = new Inspector(machine, symbols, types);
  const runner = new Runner({
    machine,
    symbols,
    inspector,
    world,
    output,
    mailbox,
    types,
    table: addresses => new BreakpointTable(addresses, texts => compilePrograms(texts, reading)),
    noDebug: setup.noDebug,
    recording: recording && { ...recording, seat },
    program: () => ({
      image: imageHash(unpack(setup.code)),
      args: setup.args,
      executable: setup.executable,
      memoryLimit: setup.memoryLimit,
    }),
  });
  mailbox.say({
    say: 'ready',
    threads: inspector.threads(false),
    lacks: optionalMethods.filter(name => machine[name] === undefined),
  });
  runner.run();
}

try {
  await main();
} catch (error) {
  const trouble = error instanceof Error ? error : new Error(String(error));
  mailbox.say({ say: 'crashed', message: trouble.message, stack: trouble.stack ?? '' });
}
// The thread has nothing left to do; an open port would keep it.
port.close();
parentPort?.close();

// Lets a program go whose LLDB was killed, by LLDB's server that still holds it.
//
// A server that ends without being told to leaves the program with the breakpoints in its code, and a thread that was being
// stepped with a trap before its next instruction. The words are those of the GDB remote protocol ("Packets", "Interrupts").

import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { removeTraps } from './code-repair.js';
import { isAlive, type KnownProcess } from './reaper.js';

const interrupt = '\x03';
const patienceMs = 2_000;
/** Debug registers begin at multiples of their width. */
const widest = 8n;

/** Memory that is, or was once, watched by the processor's debug registers. */
export interface WatchedRange {
  readonly address: bigint;
  readonly size: number;
}

export async function letProgramGo(
  program: KnownProcess,
  watched: readonly WatchedRange[],
  sayToServer: (words: string) => void,
): Promise<void> {
  if (!(await isAlive(program))) return;
  // A thread that comes to a breakpoint before it is taken out is held by the server.
  await removeTraps(program.id);
  if (!(await isTraced(program.id))) return;
  if (!(await isHalted(program.id))) sayToServer(interrupt);
  await until(async () => (await isHalted(program.id)) || !(await isTraced(program.id)));
  // Nothing is said of an address that is not watched.
  for (const address of watched.flatMap(addressesOf)) sayToServer(packet(`z2,${address.toString(16)},1`));
  sayToServer(packet('D'));
  await until(async () => !(await isTraced(program.id)));
}

/** Where a register may begin that watches some of it. */
function addressesOf({ address, size }: WatchedRange): readonly bigint[] {
  const start = address - (address % widest);
  return Array.from({ length: Number(address - start) + size }, (_, index) => start + BigInt(index));
}

function packet(words: string): string {
  const sum = Buffer.from(words, 'latin1').reduce((total, byte) => (total + byte) & 0xff, 0);
  return `$${words}#${sum.toString(16).padStart(2, '0')}`;
}

async function until(happened: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await happened()) && Date.now() < deadline) await pause(5);
}

/** Whether every thread is stopped for its debugger. */
async function isHalted(processId: number): Promise<boolean> {
  const threads = await readdir(`/proc/${processId}/task`).catch(() => []);
  const states = await Promise.all(threads.map(thread => statusOf(`${processId}/task/${thread}`)));
  return states.every(status => !status.includes('\nState:') || /^State:\s*[tT]/m.test(status));
}

const isTraced = async (processId: number): Promise<boolean> =>
  /^TracerPid:\s*[1-9]/m.test(await statusOf(`${processId}`));

const statusOf = (path: string): Promise<string> => readFile(`/proc/${path}/status`, 'utf8').catch(() => '');

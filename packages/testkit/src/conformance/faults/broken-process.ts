// A process that is a faulty adapter: passes its stdin and stdout on to a sound one, and ends with it or does not.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { childProcessTransport, stdioTransport } from '@sonde/dap/node';
import type { Fault, FaultyLine, ProcessFault } from './fault.js';
import { FaultyConnection } from './faulty-connection.js';
import { ProgramWatch } from './program-state.js';

/** Nothing that is broken on purpose stays for good, whatever becomes of those who watch it. */
const longestStayMs = 30_000;

/** Starts the adapter and serves stdin and stdout. Resolves to the code with which this process is to end. */
export async function runBrokenAdapter(
  fault: Fault,
  [program, ...args]: readonly [string, ...string[]],
): Promise<number> {
  const adapter = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exit = once(adapter, 'exit') as Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  // Writing to an adapter that has gone is no error of ours.
  adapter.stdin.on('error', () => undefined);
  // Without effect once it has ended.
  process.once('exit', () => adapter.kill('SIGKILL'));
  passSignalsOn(adapter, fault.process);
  const ending = new Ending(fault.process);
  const client = stdioTransport(process.stdin);
  const line = ending.watching(fault.seed?.() ?? {});
  new FaultyConnection(client, childProcessTransport(adapter), line);
  const inputEnds = once(process.stdin, 'end').then(() => ending.inputEnded());
  const [code, signal] = await exit;
  await client.whenDrained();
  // An adapter that ended by itself is not one whose input ended.
  const instead = process.stdin.readableEnded ? await inputEnds : undefined;
  ending.close();
  return instead ?? (signal === null ? (code ?? 1) : 128 + constants.signals[signal]);
}

/** What is wrong with how this process ends, if that is the fault. */
class Ending {
  readonly #fault: ProcessFault | undefined;
  readonly #watch = new ProgramWatch();
  /** Stands for what a debugger starts: the program, a server. */
  #started: ChildProcess | undefined;

  constructor(fault: ProcessFault | undefined) {
    this.#fault = fault;
  }

  /** The line, on which the state of the program is watched as well. */
  watching(line: FaultyLine): FaultyLine {
    if (this.#fault === undefined) return line;
    return {
      ...line,
      fromClient: (message, sides) => {
        this.#watch.fromClient(message);
        if (this.#watch.state === 'running') this.#startProcess();
        if (line.fromClient === undefined) sides.toAdapter(message);
        else line.fromClient(message, sides);
      },
      fromAdapter: (message, sides) => {
        this.#watch.fromAdapter(message);
        if (line.fromAdapter === undefined) sides.toClient(message);
        else line.fromAdapter(message, sides);
      },
    };
  }

  /** Resolves to the code to end with instead of the adapter's own. */
  async inputEnded(): Promise<number | undefined> {
    const does = this.#fault?.when === this.#watch.state ? this.#fault.does : undefined;
    if (does === 'leaves a process') this.#started = undefined;
    if (does === 'stays') await new Promise(resolve => setTimeout(resolve, longestStayMs));
    if (does === 'prints') await new Promise(resolve => process.stdout.write('Goodbye!\n', resolve));
    return does === 'exits with 1' ? 1 : undefined;
  }

  close(): void {
    this.#started?.kill('SIGKILL');
  }

  #startProcess(): void {
    if (this.#fault?.does !== 'leaves a process' || this.#started !== undefined) return;
    const waits = `setTimeout(() => {}, ${longestStayMs})`;
    this.#started = spawn(process.execPath, ['-e', waits], { detached: true, stdio: 'ignore' });
    this.#started.unref();
  }
}

function passSignalsOn(adapter: ChildProcess, fault: ProcessFault | undefined): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (fault?.when !== 'told to end') adapter.kill(signal);
    });
}

// A program that is loaded in a session of its own, in this process, for one command that asks something about it.

import { createTransportPair, DapClient } from '@sonde/dap';
import { cancelled } from '@sonde/engine';
import { Adapter, SessionDirectory } from '@sonde/session';
import type { Invocation } from './command.js';
import type { LaunchOptions } from './launch-options.js';

export interface Loading {
  readonly invocation: Invocation;
  readonly configuration: LaunchOptions;
  /** Of the command. */
  readonly name: string;
  readonly signal: AbortSignal;
  /** What the program prints, where it is to be seen. */
  readonly output?: (text: string) => void;
}

export interface LoadedProgram {
  readonly client: DapClient;
  readonly adapter: Adapter;
  readonly signal: AbortSignal;
}

/** The program is loaded and has not run: `configurationDone` lets it go. Its session ends with the work. */
export async function withLoadedProgram<Result>(
  { invocation: { languages, streams }, configuration, name, signal, output }: Loading,
  work: (program: LoadedProgram) => Promise<Result>,
): Promise<Result> {
  const [ours, theirs] = createTransportPair();
  const adapter = new Adapter(theirs, { languages, sessions: new SessionDirectory(), origin: 'memory' });
  const client = new DapClient(ours);
  const said: string[] = [];
  client.on('output', ({ category, output: text }) => {
    if (output !== undefined && category !== 'important' && category !== 'console') output(text);
    else if (category === 'stderr' || category === 'important') said.push(text);
  });
  try {
    await client.initialize({ clientID: `sonde-${name}`, clientName: `sonde ${name}` });
    await client.request('launch', { ...configuration }, { signal });
    return await work({ client, adapter, signal });
  } catch (error) {
    if (signal.aborted) throw cancelled();
    // What a compiler had to say.
    for (const line of said) streams.errors.write(line);
    throw error;
  } finally {
    await client.request('disconnect', { terminateDebuggee: true }).catch(() => undefined);
    await adapter.closed;
  }
}

import { DapClient } from '@sonde/dap';
import { expect, it, onTestFinished } from 'vitest';
import { adapterTransport, startAdapter } from './adapter-process.js';

const node = process.execPath;

/** What the command answers to the first request of a client. */
async function initialize(command: string, ...args: readonly string[]): Promise<unknown> {
  const adapter = await startAdapter(command, args);
  const client = new DapClient(adapterTransport(adapter));
  onTestFinished(async () => {
    client.destroy();
    await adapter.end(0);
  });
  return client.initialize();
}

it('an adapter that ends is told of with its exit code and the last lines of its errors', async () => {
  const noise = 'for (let n = 0; n < 20; n++) console.error(`line ${n}`); process.exitCode = 3;';
  const words = /ended with exit code 3:\n(line \d+\n){7}line 19$/;
  await expect(initialize(node, '-e', noise)).rejects.toThrow(words);
  await expect(initialize(node, '-e', 'process.abort()')).rejects.toThrow('was ended by SIGABRT');
  await expect(initialize('true')).rejects.toThrow('exit code 0 and said nothing. Does it speak');
});

it('a command that repeats what it is sent is no adapter', async () => {
  await expect(initialize('cat')).rejects.toThrow('this is no debug adapter');
});

it('a command that is not there is told by its name', async () => {
  await expect(startAdapter('/nowhere/dap', [])).rejects.toThrow('/nowhere/dap cannot be started');
});

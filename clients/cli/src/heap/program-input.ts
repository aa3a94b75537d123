// What comes in on our standard input goes to the program that is looked at, and so does its end.

import type { Readable } from 'node:stream';
import type { DapClient } from '@sonde/dap';

/** As fast as the program takes it. Answers with what ends it: reading on would keep this process alive. */
export function passInput(input: Readable, client: DapClient): () => void {
  const tell = (args: object): Promise<unknown> => client.customRequest('sonde/input', args);
  const pass = async (): Promise<void> => {
    input.setEncoding('utf8');
    for await (const text of input as AsyncIterable<string>) await tell({ text });
    await tell({});
  };
  // A program that has ended takes no more input; that is no failure.
  pass().catch(() => undefined);
  return () => input.destroy();
}

// A program that goes on without us: somebody takes what it prints, and people are told where it is.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** For a program whose streams led here. */
export const goesOnText = (name: string, processId: number): string =>
  `${name} goes on as process ${processId}; what it prints is shown nowhere, and it has nothing more to read.`;

/** Without a reader its next write would end it. The process that reads ends with the last one that could print. */
export async function drain(stream: Readable): Promise<void> {
  const reader = spawn('cat', { cwd: '/', stdio: [stream, 'ignore', 'ignore'], detached: true });
  await once(reader, 'spawn');
  reader.unref();
}

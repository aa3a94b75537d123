// Makes what a killed server leaves behind: a socket file where nobody listens.

import { spawn } from 'node:child_process';
import { once } from 'node:events';

const script = `require('node:net').createServer().listen(process.argv[1], () => process.stdout.write('ready'))`;

/** Answers with the number of the process that made it and was killed. */
export async function leaveStaleSocket(path: string): Promise<number> {
  const child = spawn(process.execPath, ['-e', script, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  return child.pid!;
}

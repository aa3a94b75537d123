// Runs in the user's terminal: starts a program there that nobody debugs, and tells its start and its end.

import { spawn, type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { constants } from 'node:os';
import { encodeFrame, FrameReader } from './framing.js';
import type { FromLauncher, ToLauncher } from './launcher-messages.js';

const [path = '', inputFrom = 'terminal', program = '', ...args] = process.argv.slice(2);
const socket = connect(path);
const frames = new FrameReader();
let left = false;

// A shell of the client may have shown the command that started us: the program's output begins on a clear screen.
if (process.stdout.isTTY) process.stdout.write('\x1b[H\x1b[2J');

const say = (message: FromLauncher): void => void socket.write(encodeFrame(message));

function start(): ChildProcess {
  const child = spawn(program, args, {
    stdio: [inputFrom === 'socket' ? 'pipe' : 'inherit', 'inherit', 'inherit'],
  });
  child.stdin?.on('error', () => undefined);
  child.once('spawn', () => say({ started: child.pid! }));
  child.once('error', error => {
    say({ failed: error.message });
    socket.end();
    process.exitCode = 1;
  });
  child.once('exit', (code, signal) => {
    say(signal === null ? { exited: { code: code ?? 0 } } : { exited: { signal } });
    socket.end();
    // As a shell would tell it.
    process.exitCode = signal === null ? (code ?? 0) : 128 + constants.signals[signal];
  });
  // Keys such as Ctrl+C reach the program too, which decides what they mean.
  for (const key of ['SIGINT', 'SIGQUIT'] as const) process.on(key, () => undefined);
  for (const end of ['SIGTERM', 'SIGHUP'] as const) process.on(end, () => child.kill(end));
  return child;
}

socket.once('connect', () => {
  // Meant for us alone: a program that is Electron itself would be Node too.
  delete process.env['ELECTRON_RUN_AS_NODE'];
  const child = start();
  socket.on('data', chunk => {
    for (const message of frames.push(chunk) as ToLauncher[]) {
      if ('leave' in message) left = true;
      else if (message.input === null) child.stdin?.end();
      else child.stdin?.write(message.input);
    }
  });
  // Whoever started it is gone: it was to end with them, unless they let it go.
  socket.once('close', () => (left ? child.stdin?.end() : child.kill('SIGKILL')));
});
socket.on('error', error => {
  process.stderr.write(`The debugger is gone: ${error.message}\n`);
  process.exitCode = 1;
});

// Runs the built command `sonde` in the foreground, with our terminal.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { root } from './repository.mjs';

const command = path.join(root, 'clients/cli/bin/sonde.js');

/** Answers with its exit code. */
export function runSonde(args) {
  const child = spawn(process.execPath, [command, ...args], { cwd: root, stdio: 'inherit' });
  // Ctrl+C reaches the command through the terminal: there it pauses a program, or ends a server. We only must not die of it.
  const ignore = () => {};
  process.on('SIGINT', ignore);
  const pass = signal => child.kill(signal);
  process.on('SIGTERM', pass);
  process.on('SIGHUP', pass);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      process.off('SIGINT', ignore);
      process.off('SIGTERM', pass);
      process.off('SIGHUP', pass);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}

// Runs in the user's terminal and stands for the program there: passes on keys, prints output, turns Ctrl+C into a pause.

import { connect } from 'node:net';
import { LineSplitter, type FromTerminal, type ToTerminal } from './terminal-messages.js';

const [path = ''] = process.argv.slice(2);
const socket = connect(path);
const lines = new LineSplitter();
/** The program's, once it has ended. */
let exitCode: number | undefined;

// A shell of the client may have shown the command that started us: the program's output begins on a clear screen.
if (process.stdout.isTTY) process.stdout.write('\x1b[H\x1b[2J');

const say = (message: FromTerminal): void => void socket.write(`${JSON.stringify(message)}\n`);

function obey(message: ToTerminal): void {
  if ('exit' in message) {
    exitCode = message.exit;
    socket.end();
    return;
  }
  const stream = message.out === 'stderr' ? process.stderr : process.stdout;
  stream.write('text' in message ? message.text : Buffer.from(message.bytes, 'base64'), () =>
    say({ took: true }),
  );
}

socket.setEncoding('utf8');
socket.on('connect', () => {
  say({ token: process.env['SONDE_TERMINAL_TOKEN'] ?? '' });
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (text: string) => say({ input: text }));
  process.stdin.on('end', () => say({ inputEnded: true }));
});
socket.on('data', (text: string) => {
  for (const line of lines.add(text)) obey(JSON.parse(line) as ToTerminal);
});
socket.on('error', error => {
  // After the end nobody may be left to hear what was taken, which is no trouble.
  if (exitCode !== undefined) process.exit(exitCode);
  process.stderr.write(`The debugger is gone: ${error.message}\n`);
  process.exit(1);
});
socket.on('close', () => process.exit(exitCode ?? 1));
process.on('SIGINT', () => say({ interrupt: true }));

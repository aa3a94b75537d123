// `npm run crowd-bench`: how long one session waits for an answer while others build large sources, or many launch at once.
//
// There is no peer to compare with, so the numbers stand alone: what a person waits on this machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { note } from './lib/progress.mjs';
import { root } from './lib/repository.mjs';

const lines = 60_000;
const launches = 100;
const pauseMs = 20;
const limitMs = 120_000;

const lineOf = {
  mini: n => `let a${n} = ${n};`,
  ng: n => `val a${n} = ${n};`,
  c: n => `int a${n} = ${n};`,
  aria: n => `func:f${n} = int32() { pass(${n}); };`,
};
const entryOf = { c: 'int main(void) { return 0; }', aria: 'func:main = int32() { pass(0); };' };

/** A client of few lines: requests with their answers, and events by name. */
class Client {
  #socket;
  #text = Buffer.alloc(0);
  #seq = 1;
  #waiting = new Map();
  #events = [];

  constructor(port) {
    this.#socket = net.connect(port, '127.0.0.1');
    this.#socket.on('data', data => this.#receive(data)).on('error', () => {});
  }

  request(command, args) {
    const seq = this.#seq++;
    const body = JSON.stringify({ seq, type: 'request', command, arguments: args });
    this.#socket.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    return new Promise(resolve => this.#waiting.set(seq, resolve));
  }

  event(name) {
    return new Promise(resolve => this.#events.push({ name, resolve }));
  }

  close() {
    this.#socket.destroy();
  }

  #receive(data) {
    this.#text = Buffer.concat([this.#text, data]);
    for (;;) {
      const end = this.#text.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/.exec(this.#text.subarray(0, end))[1]);
      if (this.#text.length < end + 4 + length) return;
      const message = JSON.parse(this.#text.subarray(end + 4, end + 4 + length));
      this.#text = this.#text.subarray(end + 4 + length);
      if (message.type === 'response') this.#waiting.get(message.request_seq)?.(message);
      for (const { name, resolve } of this.#events) if (message.event === name) resolve(message);
    }
  }
}

/** Resolves when the launch was answered, well or not. */
async function launch(port, program, stopOnEntry) {
  const client = new Client(port);
  await client.request('initialize', { adapterID: 'sonde', linesStartAt1: true, columnsStartAt1: true });
  const stopped = client.event('stopped');
  const initialized = client.event('initialized');
  const answer = client.request('launch', { program, stopOnEntry });
  await Promise.race([initialized, answer]);
  await client.request('configurationDone', {});
  const { success, message } = await answer;
  if (stopOnEntry && success) await stopped;
  return { client, success, message };
}

/** The longest time for an answer while the work lasts. */
async function longestDuring(client, work) {
  let isOver = false;
  const began = performance.now();
  const over = work.finally(() => (isOver = true));
  let longest = 0;
  while (!isOver && performance.now() - began < limitMs) {
    const asked = performance.now();
    await client.request('stackTrace', { threadId: 1 });
    longest = Math.max(longest, performance.now() - asked);
    await wait(pauseMs);
  }
  await over;
  return { longest, seconds: (performance.now() - began) / 1000 };
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'sonde-crowd-'));
const server = spawn(process.execPath, [path.join(root, 'clients/cli/bin/sonde.js'), 'dap', '--port', '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const [printed] = await once(server.stdout, 'data');
  const port = Number(/:(\d+)/.exec(String(printed))[1]);
  const small = path.join(folder, 'small.mini');
  writeFileSync(small, 'let a = 1;\nprint a;\n');
  const { client } = await launch(port, small, true);
  const tell = (what, { longest, seconds }) =>
    note(`${what}: ${seconds.toFixed(1)} s; the other session waited at most ${longest.toFixed(0)} ms`);
  tell('nothing else', await longestDuring(client, wait(1000)));
  for (const [language, line] of Object.entries(lineOf)) {
    const program = path.join(folder, `large.${language}`);
    const all = Array.from({ length: lines }, (_, nth) => line(nth));
    writeFileSync(program, `${[...all, entryOf[language] ?? ''].join('\n')}\n`);
    const work = launch(port, program, false);
    const measured = await longestDuring(client, work);
    const { success, message, client: other } = await work;
    tell(`${lines} lines of ${language} (${success ? 'ran' : `refused: ${message}`})`, measured);
    other.close();
  }
  const crowd = Promise.all(Array.from({ length: launches }, () => launch(port, small, true)));
  tell(`${launches} launches at once`, await longestDuring(client, crowd));
  for (const { client: other } of await crowd) other.close();
  client.close();
} finally {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}

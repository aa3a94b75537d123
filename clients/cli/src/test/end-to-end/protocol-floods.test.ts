// Too much of everything: motions in a burst, a program that prints without measure, a client that does not read.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { clangTool, findTool, nativeTools } from '@sonde/engine-native';
import { connect, spawnServer } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it, onTestFinished } from 'vitest';
import { fixture, sondeScript, stdio } from './fixtures.js';
import { allGone } from './processes.js';
import { ScratchFolder } from './scratch-folder.js';

const run = promisify(execFile);
const { missing } = await nativeTools();

/** A gigabyte takes this engine under load longer than a test may; a quarter of it shows the same. */
const much = 256 * 1024 * 1024;
/** Node and the windows of the streams; what is printed is many times as much. */
const mostMegabytes = 400;

const printing = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  static char buffer[1 << 16], line[129];
  memset(line, 'x', 127);
  line[127] = '\\n';
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  for (long long left = atoll(argv[1]); left > 0; left -= 128) fputs(line, stdout);
  fflush(stdout);
  fputs("done\\n", stderr);
  return 0;
}
`;

interface Message {
  readonly event?: string;
  readonly command?: string;
  readonly success?: boolean;
  readonly body?: {
    readonly category?: string;
    readonly output?: string;
    readonly exitCode?: number;
    readonly systemProcessId?: number;
  };
}

/** A client that keeps nothing: each message is looked at and dropped. */
class ForgetfulClient {
  readonly #socket;
  readonly #waiting = new Set<() => void>();
  #rest: Buffer = Buffer.alloc(0);
  #sequence = 1;
  printed = 0;
  marker = '';
  exitCode: number | undefined;
  processId: number | undefined;
  errors = '';
  readonly seen = new Set<string>();

  constructor(port: number) {
    this.#socket = createConnection(port, '127.0.0.1').on('error', () => undefined);
    this.#socket.on('data', (chunk: Buffer) => this.#received(chunk));
    onTestFinished(() => void this.#socket.destroy());
  }

  send(command: string, args: object = {}): void {
    const message = { seq: this.#sequence++, type: 'request', command, arguments: args };
    const body = Buffer.from(JSON.stringify(message));
    this.#socket.write(`Content-Length: ${body.length}\r\n\r\n${body.toString()}`);
  }

  /** Resolves once an event or the answer to a request of this name came. */
  async until(name: string): Promise<void> {
    while (!this.seen.has(name)) await new Promise<void>(wake => this.#waiting.add(wake));
  }

  rest(): void {
    this.#socket.pause();
  }

  readOn(): void {
    this.#socket.resume();
  }

  #received(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const end = this.#rest.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/.exec(this.#rest.toString('latin1', 0, end))?.[1]);
      if (this.#rest.length < end + 4 + length) return;
      this.#take(JSON.parse(this.#rest.toString('utf8', end + 4, end + 4 + length)) as Message);
      this.#rest = this.#rest.subarray(end + 4 + length);
    }
  }

  #take({ event, command, body }: Message): void {
    if (event === 'output' && body?.category === 'stdout') this.printed += body.output?.length ?? 0;
    else if (event === 'output' && body?.category === 'stderr') this.errors += body.output ?? '';
    else if (event === 'output' && body?.output?.includes('not shown') === true) this.marker += body.output;
    if (event === 'exited') this.exitCode = body?.exitCode;
    if (event === 'process') this.processId = body?.systemProcessId;
    this.seen.add(event ?? command ?? '');
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}

const peakMegabytes = (pid: number): number =>
  Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

describeUnlessMissing('a native program that prints a lot', missing, () => {
  async function printer(): Promise<string> {
    const folder = new ScratchFolder();
    const program = join(folder.path, 'printing');
    await run(await findTool(clangTool()), ['-g', folder.file('printing.c', printing), '-o', program]);
    return program;
  }

  async function launch(size: number): Promise<{ client: ForgetfulClient; server: number }> {
    const program = await printer();
    const server = closeAfterTest(await spawnServer(process.execPath, [sondeScript, 'dap', '--port', '0']));
    const client = new ForgetfulClient(server.port);
    client.send('initialize', { adapterID: 'sonde' });
    client.send('launch', { program, args: [String(size)], language: 'c' });
    client.send('configurationDone');
    return { client, server: server.process.pid };
  }

  it('is heard whole by a client that reads, and costs no memory', { timeout: 120_000 }, async () => {
    const { client, server } = await launch(much);
    await client.until('terminated');
    expect(client.printed).toBe(much);
    expect(client.marker).toBe('');
    expect(client.errors).toBe('done\n');
    expect(client.exitCode).toBe(0);
    expect(peakMegabytes(server)).toBeLessThan(mostMegabytes);
  });

  it(
    'does not wait for a client that reads nothing, who is told what was lost',
    { timeout: 120_000 },
    async () => {
      const size = 64 * 1024 * 1024;
      const { client, server } = await launch(size);
      await client.until('process');
      client.rest();
      await allGone([client.processId!], 90_000);
      client.readOn();
      await client.until('terminated');
      expect(client.marker).toMatch(/\d+ characters of output were not shown/);
      const lost = [...client.marker.matchAll(/(\d+) characters/g)].reduce(
        (sum, [, n]) => sum + Number(n),
        0,
      );
      expect(client.printed + lost).toBeGreaterThanOrEqual(size);
      expect(client.exitCode).toBe(0);
      expect(peakMegabytes(server)).toBeLessThan(mostMegabytes);
    },
  );
});

describeUnlessMissing('motions in a burst', missing, () => {
  it('are all answered, and the program is there afterwards', { timeout: 120_000 }, async () => {
    const client = closeAfterTest(await connect(stdio()));
    await client.launch({ program: fixture('endless.c'), stopOnEntry: true });
    const { threadId } = await client.waitForStop({ reason: 'entry' });
    const answers = Array.from({ length: 1000 }, (_, index) =>
      client.request(index % 2 === 0 ? 'continue' : 'pause', { threadId }).then(
        () => 'done',
        () => 'refused',
      ),
    );
    const outcomes = await Promise.all(answers);
    expect(outcomes).toHaveLength(1000);
    expect(outcomes[0]).toBe('done');
    // Wherever it was left, it can be stopped, looked at and ended.
    await client.request('pause', { threadId });
    await expect
      .poll(
        () =>
          client.stack(threadId).then(
            frames => frames.length,
            () => 0,
          ),
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0);
    await client.disconnect();
  });
});

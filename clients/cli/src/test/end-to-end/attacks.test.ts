// One list of hostile files against everything that opens what it is told to open: every language's loader, every transport,
// and what a program on the VM reaches.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ResponseFailure } from '@sonde/dap';
import { asFailure } from '@sonde/engine';
import type { BuildRequest, Language } from '@sonde/language';
import { buildProgram } from '@sonde/session';
import {
  connect,
  OutputText,
  OwnedProcess,
  overUnixSocket,
  overWebSocket,
  spawnServer,
  type Endpoint,
  type TestClient,
} from '@sonde/testkit';
import { closeAfterTest } from '@sonde/testkit/vitest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '../../languages.js';
import { fixture, sondeScript, stdio } from './fixtures.js';

interface Hostile {
  readonly title: string;
  make(path: string): Promise<void> | void;
  /** What a refusal names. */
  readonly reason: RegExp;
}

const gigabyte = 1024 ** 3;

/** More than any limit, and takes no room on the disk. */
function makeHuge(path: string): void {
  writeFileSync(path, '');
  truncateSync(path, 3 * gigabyte);
}

/** Leaves the socket behind, as a server that was killed does. */
function makeSocket(path: string): Promise<void> {
  const server = createServer();
  return new Promise(resolve => {
    // Closing would remove the file; unreferenced it keeps nothing alive.
    server.listen(path, () => resolve(void server.unref()));
  });
}

const attacks: readonly Hostile[] = [
  { title: 'a pipe without a writer', make: path => void execFileSync('mkfifo', [path]), reason: /pipe/ },
  { title: 'a link to a device without end', make: path => symlinkSync('/dev/zero', path), reason: /device/ },
  { title: 'a link to a terminal', make: path => symlinkSync('/dev/tty', path), reason: /device/ },
  { title: 'a socket', make: makeSocket, reason: /socket/ },
  { title: 'a folder', make: path => mkdirSync(path), reason: /folder/ },
  { title: 'a file of gigabytes', make: makeHuge, reason: /larger than/ },
];

let folder: string;
let made = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-attack-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A new path of this attack, with a name that the language takes for its own. */
async function hostile(attack: Hostile, extension: string): Promise<string> {
  const path = join(folder, `hostile${++made}${extension}`);
  await attack.make(path);
  return path;
}

function source(name: string, text: string): string {
  const path = join(folder, `${++made}-${name}`);
  writeFileSync(path, text);
  return path;
}

/** Why a loader takes no program. */
async function loaderRefusal(language: Language, program: string): Promise<string> {
  const { signal } = new AbortController();
  try {
    const built = await language.build({
      ...{ program, cwd: folder, debugInfo: true, extra: {}, signal },
      progress: () => undefined,
    });
    expect(built.target, 'it was built').toBeUndefined();
    return built.diagnostics.map(({ message, hint = '' }) => `${message} ${hint}`).join('\n');
  } catch (error) {
    return asFailure(error).text;
  }
}

describe.each(languages.map(language => [language.name, language] as const))(
  'the loader of %s',
  (_, language) => {
    it.each(attacks)('refuses $title', async attack => {
      const program = await hostile(attack, language.extensions[0]!);
      expect(await loaderRefusal(language, program)).toMatch(attack.reason);
    });
  },
);

/** How a program of the language brings in another file, for those whose loader opens it. */
const imports: Readonly<Record<string, (path: string) => string>> = {
  mini: path => `use "${path}";\n`,
  ng: path => `import ${path.replace(/^.*\/|\.ng$/g, '')};\n`,
  hsx: path => `#include "${path}"\n`,
};

describe.each(Object.keys(imports))('an import of %s', id => {
  const language = languages.find(each => each.id === id)!;

  it.each(attacks)('of $title is refused', async attack => {
    const path = await hostile(attack, language.extensions[0]!);
    const program = source(`imports${language.extensions[0]!}`, imports[id]!(path));
    expect(await loaderRefusal(language, program)).toMatch(attack.reason);
  });
});

/** A program of more source than anybody waits for. */
const manyLines: Readonly<Record<string, (nth: number) => string>> = {
  mini: nth => `let v${nth} = ${nth};\n`,
  ng: nth => `val v${nth} = ${nth};\n`,
  aria: nth => `func:f${nth} = int32(int32:a) { return a; };\n`,
  hsx: nth => `int f${nth}(int a) { return a; }\n`,
};

describe.each(Object.keys(manyLines))('a large program of %s', id => {
  const language = languages.find(each => each.id === id)!;
  const large = (): string =>
    source(
      `large${language.extensions[0]!}`,
      Array.from({ length: 2_000 }, (_, nth) => manyLines[id]!(nth)).join(''),
    );
  const requestFor = (program: string, signal: AbortSignal): BuildRequest => ({
    ...{ program, cwd: folder, debugInfo: true, extra: {}, signal },
    progress: () => undefined,
  });

  it('is built beside the others, who are served before it is done', async () => {
    const order: string[] = [];
    const { signal } = new AbortController();
    const built = buildProgram(language, requestFor(large(), signal)).finally(() => order.push('built'));
    for (const turn of ['one turn', 'another', 'and another']) {
      await new Promise<void>(resolve => void setImmediate(resolve));
      order.push(turn);
    }
    await built.catch(() => undefined);
    expect(order).toEqual(['one turn', 'another', 'and another', 'built']);
  });

  it('is given up where it stands', async () => {
    const controller = new AbortController();
    const built = buildProgram(language, requestFor(large(), controller.signal));
    // Not before the thread is on its way.
    for (let turn = 0; turn < 5; turn++) await new Promise<void>(resolve => void setImmediate(resolve));
    controller.abort();
    await expect(built).rejects.toMatchObject({ code: 'cancelled' });
  });
});

it('a large import is built beside the others too, and gives the same program', async () => {
  const { signal } = new AbortController();
  const large = Array.from({ length: 2_000 }, (_, nth) => manyLines['mini']!(nth)).join('');
  const program = source('imports.mini', `use "${source('imported.mini', large)}";\nprint v1999;\n`);
  const mini = languages.find(({ id }) => id === 'mini')!;
  const request = {
    ...{ program, cwd: folder, debugInfo: true, extra: {}, signal },
    progress: () => undefined,
  };
  await expect(mini.build({ ...request, mostSource: 16_384 })).rejects.toThrow('too much source');
  expect(await buildProgram(mini, request)).toEqual(await mini.build(request));
});

async function refusal(answer: Promise<unknown>): Promise<string> {
  const error = await answer.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ResponseFailure);
  return (error as ResponseFailure).explanation;
}

/** A server process and the ways to it; all tests share it. */
interface Reached {
  readonly endpoint: () => Endpoint;
}

function servers(): Readonly<Record<string, Reached>> {
  const processes: OwnedProcess[] = [];
  let tcp: Endpoint & { readonly port: number };
  beforeAll(async () => {
    const server = await spawnServer(process.execPath, [sondeScript, 'dap', '--server']);
    processes.push(server.process);
    tcp = server;
    const unix = await OwnedProcess.start(process.execPath, [sondeScript, 'dap', '--socket', socketPath()]);
    processes.push(unix);
    const printed = new OutputText();
    unix.stdout.setEncoding('utf8').on('data', (text: string) => printed.append(text));
    await printed.waitFor(/Listening/, 20_000);
  });
  afterAll(async () => {
    for (const each of processes) each.kill('SIGTERM');
    await Promise.all(processes.map(each => each.end(5_000)));
  });
  return {
    stdio: { endpoint: () => stdio() },
    TCP: { endpoint: () => tcp },
    WebSocket: { endpoint: () => overWebSocket(`ws://127.0.0.1:${tcp.port}/`) },
    'a Unix socket': { endpoint: () => overUnixSocket(socketPath()) },
  };
}

const socketPath = (): string => join(folder, 'adapter.sock');

describe('over each transport', () => {
  const reached = servers();

  it.each(Object.keys(reached))('%s refuses the whole list and serves on', async transport => {
    const client = closeAfterTest(await connect(reached[transport]!.endpoint()));
    await client.initialize();
    const good = fixture('scenario.mini');
    for (const attack of attacks) {
      const program = await hostile(attack, '.mini');
      expect(await refusal(client.request('launch', { program })), attack.title).toMatch(attack.reason);
      const stdin = { file: program };
      const fed = refusal(client.request('launch', { program: good, stdin }));
      expect(await fed, `stdin: ${attack.title}`).toMatch(attack.reason);
      if (attack.make === makeHuge) continue;
      // A file that the program reads as it likes may have any size.
      const given = { program: source('empty.aria', ''), stddati: program };
      expect(await refusal(client.request('launch', given)), `stddati: ${attack.title}`).toMatch(
        attack.reason,
      );
    }
    await client.launch({ program: good, noDebug: true });
    await client.waitForEnd();
  });
});

/** Paths that lead from a program on the VM back into the process of the adapter. */
const ownDescriptors = [
  '/dev/stdin',
  '/dev/stdout',
  '/dev/fd/0',
  '/dev/fd/1',
  '/proc/self/fd/0',
  '/proc/self/fd/1',
  '/proc/thread-self/fd/1',
  '/proc/self/mem',
  '/proc/self/environ',
  '/proc/self/maps',
];

const printed = (client: TestClient, text: string): Promise<unknown> =>
  client.waitFor('output', { where: body => body.output.includes(text) });

describe('a program on the VM', () => {
  it('reaches neither the requests of the client nor the answers to it', async () => {
    const client = closeAfterTest(await connect(stdio()));
    const program = source('stops.ng', 'val x = 1;\nprint(x); // #here\n');
    await client.launch({ program }, each => each.setBreakpoints(program, ['#here']));
    await client.waitForStop();
    const linked = join(folder, 'link-to-stdout');
    symlinkSync('/proc/self/fd/1', linked);
    const forged = JSON.stringify({ seq: 1, type: 'event', event: 'terminated' });
    for (const path of [...ownDescriptors, linked]) {
      const read = client.evaluate(`readFile("${path}")`, { context: 'repl' });
      expect(await refusal(read), `reads ${path}`).toMatch(/failed to open/);
      const written = client.evaluate(
        `writeFile("${path}", "Content-Length: ${forged.length}\\r\\n\\r\\n${forged.replaceAll('"', '\\"')}")`,
        { context: 'repl' },
      );
      expect(await refusal(written), `writes ${path}`).toMatch(/failed to open/);
    }
    // Every request was answered, and nothing else came.
    expect((await client.evaluate('x')).result).toBe('1');
    expect(client.timeline.events('terminated')).toEqual([]);
  });

  it('is refused the whole list, and says what of', async () => {
    const client = closeAfterTest(await connect(stdio()));
    await client.launch({ program: source('waits.ng', 'print(1);\n'), stopOnEntry: true });
    await client.waitForStop();
    for (const attack of attacks) {
      const path = await hostile(attack, '.txt');
      const reason = attack.make === makeHuge ? /Out of memory/ : attack.reason;
      const read = client.evaluate(`readFile("${path}")`, { context: 'repl' });
      expect(await refusal(read), `reads ${attack.title}`).toMatch(reason);
      if (attack.make === makeHuge) continue;
      const written = client.evaluate(`writeFile("${path}", "x")`, { context: 'repl' });
      expect(await refusal(written), `writes ${attack.title}`).toMatch(reason);
    }
    const endless = `regexMatch("${'a'.repeat(40)}!", "^(a+)+$")`;
    expect(await refusal(client.evaluate(endless))).toMatch(/given up/);
    expect((await client.evaluate('1 + 1')).result).toBe('2');
  });

  const stuck = (): string =>
    source('stuck.ng', `print("before");\nprint(regexMatch("${'a'.repeat(40)}!", "^(a+)+$"));\n`);

  it('that is stuck in one instruction is heard, says why a pause waits, and can be ended', async () => {
    const client = closeAfterTest(await connect(stdio()));
    await client.launch({ program: stuck() });
    await printed(client, 'before');
    await client.request('pause', { threadId: 1 });
    await printed(client, 'inside one instruction');
    await client.request('terminate', {});
    await client.waitForEnd();
  });

  it('that is stuck does not keep the server from a signal', async () => {
    const server = await spawnServer(process.execPath, [sondeScript, 'dap', '--port', '0']);
    const client = await connect(server);
    await client.launch({ program: stuck() });
    await printed(client, 'before');
    server.process.kill('SIGTERM');
    expect(await server.process.exited).toEqual({ code: 143, signal: null });
    await client.close();
  });
});

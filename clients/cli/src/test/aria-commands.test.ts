// The commands that Aria brings: its compiler, and its adapter on a port for raw messages and WebSockets.

import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DapClient, type Transport } from '@sonde/dap';
import { connectTcp, connectWebSocket } from '@sonde/dap/node';
import { nativeTools } from '@sonde/engine-native';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Workbench, type Running } from './sonde.js';

const hello =
  'func:main = int32() {\n  println("hello");\n  stddbg.write("told\\n");\n  stddato.writeBytes("raw");\n  pass(3);\n};\n';

const taking =
  'func:main = int32() {\n  println(`<&{stddati.readBytes(100) ? "nothing"}>`);\n  pass(0);\n};\n';

let bench: Workbench;
beforeEach(() => {
  bench = new Workbench();
});
afterEach(() => bench.close());

describe('sonde ariac', () => {
  it('tells what is wrong with a program, with its place', async () => {
    bench.file('wrong.aria', 'func:main = int32() {\n  pass(nothing);\n};\n');
    const { code, stderr } = await bench.start(['ariac', '--check', 'wrong.aria']).finished();
    expect(code).toBe(1);
    expect(stderr).toMatch(/wrong\.aria:2:\d+: error:/);
    expect(stderr).toContain('pass(nothing);');
  });

  it('says how it is used', async () => {
    expect((await bench.start(['ariac']).finished()).code).toBe(2);
    const { code, stdout } = await bench.start(['ariac', '--help']).finished();
    expect(code).toBe(0);
    expect(stdout).toContain('usage: ariac');
    expect((await bench.start(['--help']).finished()).stdout).toContain('ariac');
  });
});

describeUnlessMissing('Aria on the command line', (await nativeTools()).missing, () => {
  it('compiles to a program that runs by itself', async () => {
    bench.file('hello.aria', hello);
    expect(await bench.start(['ariac', 'hello.aria']).finished()).toMatchObject({ code: 0, stderr: '' });
    const ran = promisify(execFile)(join(bench.folder, 'hello'));
    await expect(ran).rejects.toMatchObject({ code: 3, stdout: 'hello\n' });
  });

  it('runs a program, with what goes to other streams among the errors', async () => {
    bench.file('hello.aria', hello);
    const { code, stdout, stderr } = await bench.start(['run', 'hello.aria']).finished();
    expect([code, stdout]).toEqual([3, 'hello\n']);
    expect(stderr).toContain('[stddbg] told\n');
    expect(stderr).toMatch(/^\[stddato\] 00000000 {2}72 61 77 .*\|raw\|$/m);
  });

  it('leaves streams to where the shell redirects them, unchanged', async () => {
    bench.file('hello.aria', hello);
    const redirected = bench.startInShell('3> told 5> raw', ['run', 'hello.aria']);
    const { code, stdout, stderr } = await redirected.finished();
    expect([code, stdout]).toEqual([3, 'hello\n']);
    expect(stderr).not.toContain('[std');
    expect(readFileSync(join(bench.folder, 'told'), 'utf8')).toBe('told\n');
    expect(readFileSync(join(bench.folder, 'raw'), 'utf8')).toBe('raw');
    expect(existsSync(join(bench.folder, 'hello'))).toBe(false);
  });

  it('reads stddati from where the shell redirects it, a file or a pipe, unless an option says otherwise', async () => {
    bench.file('taking.aria', taking);
    bench.file('data.bin', 'a file');
    const taken = async (redirection: string, ...options: readonly string[]): Promise<string> =>
      (await bench.startInShell(redirection, ['run', ...options, 'taking.aria']).finished()).stdout;
    expect(await taken('4< data.bin')).toBe('<a file>\n');
    expect(await taken('4<<"END"\na document\nEND\n')).toBe('<a document\n>\n');
    expect(await taken('4< data.bin', '--set', 'stddati={"text":"an option"}')).toBe('<an option>\n');
    expect(await taken('')).toBe('<nothing>\n');
  });
});

describe('an adapter with --server', () => {
  /** Where it says that it listens. */
  async function portOf(server: Running): Promise<number> {
    await server.sees('\n');
    return Number(/connection:\/\/127\.0\.0\.1:(\d+)/.exec(server.stdout)?.[1]);
  }

  const supports = async (transport: Transport): Promise<unknown> => {
    const client = new DapClient(transport);
    const { supportsConfigurationDoneRequest } = await client.initialize();
    client.close();
    return supportsConfigurationDoneRequest;
  };

  it.each([['--server'], ['--server', '--port', '0']])(
    'speaks raw and over WebSockets on one port (%s %s %s)',
    async (...options) => {
      const port = await portOf(bench.start(['aria-dap', ...options]));
      expect(await supports(await connectTcp({ port }))).toBe(true);
      expect(await supports(await connectWebSocket(`ws://127.0.0.1:${port}`))).toBe(true);
    },
  );

  it('is refused together with a socket file', async () => {
    const { code, stderr } = await bench.start(['aria-dap', '--server', '--socket', 'x']).finished();
    expect(code).toBe(2);
    expect(stderr).toContain('--server');
  });
});

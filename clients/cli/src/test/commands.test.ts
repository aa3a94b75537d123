import { closeSync, existsSync, openSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DapClient, encodeMessage } from '@sonde/dap';
import { childProcessTransport, connectTcp, connectUnix, connectWebSocket } from '@sonde/dap/node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as programs from './programs.js';
import { Workbench, type Running } from './sonde.js';

let bench: Workbench;

beforeEach(() => {
  bench = new Workbench();
  bench.file('sum.mini', programs.sum);
  bench.file('greet.mini', programs.greet);
  bench.file('endless.mini', programs.endless);
  bench.file('failing.mini', programs.failing);
  bench.file('words.mini', programs.words);
});

afterEach(() => bench.close());

describe('sonde run', () => {
  it('gives the program our streams and answers with its exit code', async () => {
    expect(await bench.run(['run', 'greet.mini'], 'Ada\nmore\n')).toMatchObject({
      code: 3,
      stdout: 'Name?\nHello Ada\nAnd more\n',
      stderr: '',
    });
  });

  it('ends the input of the program where ours ends', async () => {
    expect((await bench.run(['run', 'greet.mini'], 'Ada')).stdout).toBe('Name?\nHello Ada\nAnd \n');
  });

  it('passes the arguments after the program on, options too', async () => {
    expect((await bench.run(['run', 'words.mini', 'a', '--help'])).stdout).toBe('a --help\n');
    expect((await bench.run(['run', 'words.mini', '--', '--help', 'b'])).stdout).toBe('--help b\n');
  });

  it('sends an error of the program to stderr', async () => {
    const { code, stdout, stderr } = await bench.run(['run', 'failing.mini']);
    expect(stdout).toBe('caught\n');
    expect(stderr).toMatch(/failing\.mini:2/);
    expect(code).toBe(1);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('is ended by %s as the program would be', async (signal, code) => {
    bench.file('ready.mini', `print "ready";\n${programs.endless}`);
    const running = bench.start(['run', 'ready.mini']);
    await running.sees('ready');
    running.child.kill(signal);
    expect((await running.finished()).code).toBe(code);
  });

  it('ends when nobody reads what the program prints any more', async () => {
    bench.file('chatter.mini', 'while 1 == 1 {\n  print "on and on";\n}\n');
    const running = bench.start(['run', 'chatter.mini']);
    await running.sees('on and on');
    running.child.stdout?.destroy();
    expect((await running.finished()).code).toBe(141);
  });

  it('shows what is wrong with a program and where', async () => {
    bench.file('bad.mini', 'let x = 1;\nlet y = ;\n');
    const { code, stdout, stderr } = await bench.run(['run', 'bad.mini']);
    expect(stderr).toMatch(/^bad\.mini:2:9: error: .*\n {2}let y = ;\n {10}\^\n/);
    expect(stdout).toBe('');
    expect(code).toBe(1);
  });

  it('needs to know the language', async () => {
    bench.file('sum.txt', programs.sum);
    expect(await bench.run(['run', 'sum.txt'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--language') as string,
    });
    expect(await bench.run(['run', 'sum.txt', '--language', 'mini'])).toMatchObject({
      code: 0,
      stdout: 'total 6\n',
    });
    expect(await bench.run(['run', '--language', 'minni', 'sum.txt'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean mini?') as string,
    });
  });

  it('says when the program is a folder', async () => {
    expect(await bench.run(['run', '.', '--language', 'mini'])).toMatchObject({
      code: 2,
      stderr: 'sonde: . is a folder. Name the program in it.\n',
    });
  });

  it('says when there is no such file', async () => {
    expect(await bench.run(['run', 'none.mini'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/there is no file none\.mini/) as string,
    });
  });

  it('says when the name leads in a circle', async () => {
    symlinkSync('circle.mini', join(bench.folder, 'circle.mini'));
    expect(await bench.run(['run', 'circle.mini'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^sonde: cannot read circle\.mini: .*symbolic links/) as string,
    });
  });

  it('says when what the program prints finds no room', async () => {
    const full = openSync('/dev/full', 'w');
    const running = bench.start(['run', 'sum.mini'], {}, full);
    closeSync(full);
    expect(await running.finished()).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^sonde: cannot write what the program prints: ENOSPC/) as string,
    });
  });
});

describe('sonde build', () => {
  it('keeps the token of a server from the programs it starts', async () => {
    const running = bench.start(['run', '/usr/bin/env'], { SONDE_TOKEN: 'secret', OTHER: 'kept' });
    const { stdout } = await running.finished();
    expect(stdout).toContain('OTHER=kept');
    expect(stdout).not.toContain('secret');
  });

  it('writes what sonde run takes', async () => {
    expect(await bench.run(['build', 'sum.mini', '-o', 'sum.minib'])).toMatchObject({
      code: 0,
      stdout: 'built sum.minib\n',
    });
    expect(await bench.run(['run', 'sum.minib'])).toMatchObject({ code: 0, stdout: 'total 6\n' });
  });

  it('leaves the debugging out when asked to', async () => {
    await bench.run(['build', 'sum.mini', '-o', 'with.minib']);
    await bench.run(['build', 'sum.mini', '-o', 'without.minib', '--no-debug']);
    const size = (name: string): number => statSync(join(bench.folder, name)).size;
    expect(size('without.minib')).toBeLessThan(size('with.minib'));
    expect((await bench.run(['run', 'without.minib'])).stdout).toBe('total 6\n');
  });

  it('needs to know where to', async () => {
    expect(await bench.run(['build', 'sum.mini'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('-o FILE') as string,
    });
  });

  it('fails with the reason', async () => {
    bench.file('bad.mini', 'let = 1;');
    expect((await bench.run(['build', 'bad.mini', '-o', 'out'])).code).toBe(1);
    expect(existsSync(join(bench.folder, 'out'))).toBe(false);
  });
});

describe('sonde', () => {
  it('shows its commands and those of the languages', async () => {
    const { code, stdout } = await bench.run(['--help']);
    expect(code).toBe(0);
    for (const name of [
      'run',
      'build',
      'debug',
      'attach',
      'sessions',
      'dap',
      'serve',
      'doctor',
      'mini-dap',
      'c-dap',
    ]) {
      expect(stdout).toContain(`sonde ${name}`);
    }
  });

  it.each(['run', 'build', 'debug', 'attach', 'sessions', 'dap', 'serve', 'doctor', 'mini-dap'])(
    '%s has help',
    async name => {
      const { code, stdout } = await bench.run([name, '--help']);
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`^sonde ${name} `));
      expect(stdout).toContain('--help');
    },
  );

  it('tells its version', async () => {
    expect((await bench.run(['--version'])).stdout).toMatch(/^sonde \d+\.\d+\.\d+\n$/);
  });

  it('answers what it does not know with exit code 2 and the nearest it knows', async () => {
    expect(await bench.run(['debgu'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean debug?') as string,
    });
    expect(await bench.run(['run', '--langage', 'x'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean --language?') as string,
    });
    expect((await bench.run([])).code).toBe(2);
    expect((await bench.run(['--nothing'])).code).toBe(2);
    expect((await bench.run(['dap', '--port', 'many'])).code).toBe(2);
  });

  it('lists tools that go by short names, and says which name is none of them', async () => {
    const asked = await bench.run(['hsx', '--help']);
    expect(asked).toMatchObject({ code: 0, stderr: '' });
    expect(asked.stdout).toMatch(/^usage: sonde hsx TOOL …\n\n {2}cc {4}Compile and link C for HSX\.\n/);
    const wrong = await bench.run(['hsx', 'bogus']);
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toBe('hsx: there is no tool bogus\nTry: sonde hsx --help\n');
  });

  it('doctor names every tool of every language and ends with a verdict', async () => {
    const { code, stdout } = await bench.run(['doctor']);
    expect(stdout).toMatch(/^Sonde \d/);
    expect(stdout).toMatch(/\nMini \(\.mini/);
    expect(stdout).toMatch(/\nC and C\+\+ \(\.c[^)]*\)\n {2}(?:ok|missing) /);
    // A language whose programs no name tells.
    expect(stdout).toMatch(/\nRemote\n/);
    expect(stdout).toMatch(code === 0 ? /Everything is there\.\n$/ : /\d missing\.\n$/);
  });

  it('doctor tells editors the same as JSON, of one language if asked', async () => {
    const missing = bench.start(['doctor', '--json', '--language', 'c'], { PATH: bench.folder });
    const { code, stdout } = await missing.finished();
    expect(code).toBe(1);
    const [report, ...others] = JSON.parse(stdout) as {
      language: string;
      tools: Record<string, unknown>[];
    }[];
    expect(others).toEqual([]);
    expect(report?.language).toBe('c');
    expect(report?.tools[0]).toMatchObject({ tool: 'LLDB', install: 'apt-get install -y lldb-22' });
    expect(report?.tools[0]).not.toHaveProperty('found');
    const needy = await bench.run(['doctor', '--json', '--language', 'mini']);
    expect([needy.code, needy.stdout]).toEqual([0, '[{"language":"mini","name":"Mini","tools":[]}]\n']);
    expect((await bench.run(['doctor', '--language', 'klingon'])).code).toBe(2);
  });

  it('doctor says once how to install what is missing, and what is wrong with a variable that misleads', async () => {
    const nothing = bench.start(['doctor'], { PATH: bench.folder, SONDE_LLDB: '/nowhere/lldb' });
    const { code, stdout } = await nothing.finished();
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /LLDB is not at \/nowhere\/lldb, which SONDE_LLDB names\. Correct SONDE_LLDB, or unset it/,
    );
    expect(stdout).not.toContain('lldb-22');
    expect(stdout.match(/apt-get install -y clang-22$/gm)).toHaveLength(1);
    expect(stdout).not.toContain('Install it with');
  });

  it('wraps its help to 80 columns at a pipe, and offers no option where it has no meaning', async () => {
    for (const command of ['run', 'build', 'debug', 'why', 'attach', 'dap']) {
      const { stdout } = await bench.run([command, '--help']);
      for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
      expect(stdout.includes('--follow-fork')).toBe(command === 'debug');
      if (command === 'debug')
        expect(stdout.replace(/\s+/g, ' ')).toContain(
          '--follow-fork C and C++, Aria, Osprey: Offer processes',
        );
      expect(stdout.includes('coreFile')).toBe(command === 'debug' || command === 'attach');
    }
  });
});

/** The address in the line that says where it listens. */
async function listening(running: Running): Promise<string> {
  const end = await running.sees('\n');
  const match = /^Listening for: (\S+)\n/.exec(running.stdout.slice(0, end));
  if (match === null) throw new Error(`not an address: ${running.stdout}`);
  return match[1]!;
}

const portIn = (address: string): number => Number(new URL(address).port);

describe('sonde dap', () => {
  it('speaks on standard streams, and the end of the input ends it with 0', async () => {
    const running = bench.start(['dap']);
    const { stdin, stdout, pid } = running.child;
    const client = new DapClient(childProcessTransport({ stdin: stdin!, stdout: stdout!, pid }));
    await client.initialize();
    await client.request('launch', { program: 'endless.mini' });
    await client.request('configurationDone');
    stdin!.end();
    expect((await running.finished()).code).toBe(0);
  });

  it('under the name of an adapter knows the language already', async () => {
    bench.file('sum.txt', programs.sum);
    const running = bench.start(['mini-dap', '--log', 'dap.log']);
    const { stdin, stdout } = running.child;
    const client = new DapClient(childProcessTransport({ stdin: stdin!, stdout: stdout! }));
    const capabilities = await client.initialize({ adapterID: 'whatever' });
    expect(capabilities.exceptionBreakpointFilters?.map(filter => filter.filter)).toEqual([
      'thrown',
      'uncaught',
    ]);
    const ended = client.once('terminated');
    await client.request('launch', { program: 'sum.txt' });
    await client.request('configurationDone');
    await ended;
    await client.request('disconnect');
    expect((await running.finished()).code).toBe(0);
    expect(readFileSync(join(bench.folder, 'dap.log'), 'utf8')).toMatch(/session \w+ ends/);
  });

  it('listens on a port of this machine, where a web page gets nowhere', async () => {
    const running = bench.start(['dap', '--port', '0']);
    const port = portIn(await listening(running));
    const answer = await new Promise<string>(resolve => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`POST / HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`),
      );
      socket.on('data', data => (text += data.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(text));
    });
    expect(answer).toBe('');
    const client = new DapClient(await connectTcp({ port }));
    await expect(client.initialize()).resolves.toBeDefined();
    client.close();
  });

  it('ends with its sessions when it gets a signal', async () => {
    const running = bench.start(['dap', '--port', '0']);
    const client = new DapClient(await connectTcp({ port: portIn(await listening(running)) }));
    await client.initialize();
    await client.request('launch', { program: join(bench.folder, 'endless.mini') });
    await client.request('configurationDone');
    const terminated = client.once('terminated');
    running.child.kill('SIGTERM');
    await terminated;
    expect((await running.finished()).code).toBe(143);
  });

  it('asks for a token when told to', async () => {
    const running = bench.start(['dap', '--port', '0', '--token']);
    const port = portIn(await listening(running));
    await running.sees('\n', await running.sees('Token: '));
    const token = /^Token: (\S+)$/m.exec(running.stdout)![1];
    const stranger = new DapClient(await connectTcp({ port }));
    await expect(stranger.initialize()).rejects.toThrow();
    const friend = new DapClient(await connectTcp({ port }));
    const withToken = { adapterID: 'sonde', token };
    await expect(friend.initialize(withToken)).resolves.toBeDefined();
    friend.close();
  });

  it('takes the token from the environment without repeating it', async () => {
    const running = bench.start(['dap', '--port', '0', '--token'], { SONDE_TOKEN: 'sesame' });
    const port = portIn(await listening(running));
    const friend = new DapClient(await connectTcp({ port }));
    const withToken = { adapterID: 'sonde', token: 'sesame' };
    await expect(friend.initialize(withToken)).resolves.toBeDefined();
    friend.close();
    expect(running.stdout).not.toContain('sesame');
  });

  it('does not take an empty token from the environment', async () => {
    const running = bench.start(['dap', '--port', '0', '--token'], { SONDE_TOKEN: '' });
    expect(await running.finished()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('SONDE_TOKEN is empty') as string,
    });
  });

  it('ends when its input ends, even if its output is held and never read', async () => {
    const { stdin, exited } = bench.startUnread(['dap']);
    // Far more answers than fit into the pipe and into what Node reads ahead of us.
    const questions = Array.from({ length: 10_000 }, (_, index) =>
      encodeMessage({ seq: index + 1, type: 'request', command: 'threads' }),
    );
    stdin.end(Buffer.concat(questions));
    expect(await exited).toBe(0);
  });

  it('listens on a private socket', async () => {
    const path = join(bench.folder, 'dap.sock');
    const running = bench.start(['dap', '--socket', path]);
    expect(await listening(running)).toBe(`unix-connect://${path}`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const client = new DapClient(await connectUnix(path));
    await expect(client.initialize()).resolves.toBeDefined();
    client.close();
  });

  it.each([
    [['dap', '--port', '0', '--socket', 'x'], 'choose one'],
    [['dap', '--token'], 'needs --port or --socket'],
    [['dap', '--host', '::1'], '--host needs --port'],
    [['dap', '--allow-remote'], '--allow-remote needs --port'],
  ])('refuses %j', async (args, message) => {
    expect(await bench.run(args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message) as string,
    });
  });

  it('does not open to other machines by mistake', async () => {
    expect(await bench.run(['dap', '--port', '0', '--host', '0.0.0.0'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('other machines') as string,
    });
  });
});

describe('sonde serve', () => {
  it('prints an address whose token opens the WebSocket', async () => {
    const running = bench.start(['serve', '--port', '0', '--read-only', '--no-open']);
    await running.sees('\n', await running.sees('Read-only: '));
    const [full, readOnly] = [...running.stdout.matchAll(/(http:\S+)\/#token=(\S+)/g)].map(
      ([, origin, token]) => ({ origin, token }),
    );
    const url = `${full!.origin!.replace('http', 'ws')}/dap`;
    const client = new DapClient(
      await connectWebSocket(url, { headers: { Authorization: `Bearer ${full!.token!}` } }),
    );
    await client.initialize();
    const ended = client.once('terminated');
    await client.request('launch', { program: join(bench.folder, 'sum.mini') });
    await client.request('configurationDone');
    await ended;
    client.close();
    const guest = new DapClient(
      await connectWebSocket(url, { headers: { Authorization: `Bearer ${readOnly!.token!}` } }),
    );
    await guest.initialize();
    await expect(guest.request('launch', { program: 'x.mini' })).rejects.toThrow(/only look/);
    guest.close();
    await expect(connectWebSocket(url)).rejects.toThrow(/401/);
  });
});
